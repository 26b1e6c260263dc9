import type { OptionGuess } from './option-guess.ts';

/** What a CI job passes to an import. */
export const jobGuesses: readonly OptionGuess[] = [
  {
    words: ['--warnings-as-errors', '--werror', '--fail-on-warning'],
    beside: '--fail-on-warnings',
    advice:
      'To fail on any warning: --fail-on-warnings. To refuse unknown columns: --strict-columns. To refuse rows without a price: --require price',
  },
  {
    words: ['--fail-fast', '--stop-on-error'],
    beside: '--max-errors',
    advice: 'To stop at the first rejected row: --max-errors 0',
  },
  {
    words: ['--min-rows', '--max-rows'],
    beside: '--expect-rows',
    advice: 'To check the number of rows: --expect-rows 1200',
  },
  {
    words: ['--idempotency-key', '--lock'],
    beside: '--journal',
    advice:
      'The journal keeps a rerun from sending a row twice, and other imports into the store out: --journal imports.db',
  },
  {
    words: ['--batch-size', '--parallel', '--workers', '--chunk-size'],
    beside: '--concurrency',
    advice: 'To limit requests at a time: --concurrency 4',
  },
  {
    words: ['--batch'],
    beside: '--concurrency',
    advice: 'To limit requests at a time: --concurrency 4. To disable prompts: --no-input',
  },
  {
    words: ['--max-price-change'],
    beside: '--on-existing',
    advice: 'An import changes no price. To see what differs: shop-cli products diff <file> --worklist work.csv',
  },
  {
    words: ['--annotations'],
    beside: '--report-junit',
    advice: 'Annotations are automatic on GitHub Actions. For other CI: --report-junit report.xml',
  },
  {
    words: ['--ci', '--non-interactive', '--batch'],
    beside: '--no-input',
    advice: 'To disable prompts: --no-input. A script is never asked',
  },
  {
    words: ['--log-level'],
    beside: '--verbose',
    advice: 'To see each request: --verbose. For programs: --log-format json',
  },
  { words: ['--read-only'], beside: '--dry-run', advice: 'To send nothing: --dry-run' },
  { words: ['--retry', '--max-retries'], beside: '--retries', advice: 'The number of retries for reads: --retries 2' },
  {
    words: ['--max-deletes', '--max-changes', '--max-delete'],
    beside: '--expect-rows',
    advice: 'An import deletes and changes nothing. To check the number of rows: --expect-rows 1200',
  },
  {
    words: ['--lock-timeout', '--lock-wait'],
    beside: '--wait-lock',
    advice: 'To wait for another import into the store: --wait-lock 10m',
  },
  {
    words: ['--state-dir', '--state', '--cache-dir'],
    beside: '--journal',
    advice: 'What an import remembers is in its journal: --journal imports.db',
  },
  {
    words: ['--summary', '--summary-file'],
    beside: '--report',
    advice: 'For programs: --report report.json. For people: --report-html report.html',
  },
  {
    words: ['--exit-code', '--fail-on-diff'],
    beside: 'products diff',
    advice: 'It ends with 11 if there are differences: shop-cli help exit-codes',
  },
  {
    words: ['--log-file'],
    beside: '--log-format',
    advice: 'Logs go to stderr: shop-cli ... --log-format json 2> import.log',
  },
  {
    words: ['--progress', '--no-progress', '--no-spinner'],
    beside: '--quiet',
    advice: 'Progress is shown at a terminal alone. To print less: --quiet',
  },
  {
    words: ['--proxy'],
    beside: '--store',
    advice: 'The proxy is read from HTTPS_PROXY: shop-cli help environment',
  },
  {
    words: ['--token-file', '--token-stdin'],
    beside: '--store',
    advice: 'To read the token from a file, set SHOP_TOKEN_FILE: shop-cli help environment',
  },
];
