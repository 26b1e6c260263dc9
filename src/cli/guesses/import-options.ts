import type { OptionGuess } from './option-guess.ts';

const undo = ['--undo', '--rollback', '--revert'];
const updating = ['--update', '--upsert', '--force', '--overwrite', '--replace', '--sync'];
const saveOptions =
  'To save the mapping and how the file is read: --save-options list.json. To use it: --options list.json';

/** Options of an import that have another name. Before the guesses about other commands: an import has many options. */
export const importOptionGuesses: readonly OptionGuess[] = [
  ...['customers', 'addresses'].flatMap((noun): readonly OptionGuess[] => [
    {
      words: undo,
      beside: `${noun} import`,
      advice: `To delete what an import created: shop-cli ${noun} delete --from results.csv, with the file of --results`,
    },
    {
      words: updating,
      beside: `${noun} import`,
      advice: `An import changes nothing that exists. To change ${noun}: shop-cli ${noun} update --from <file>`,
    },
  ]),
  {
    words: undo,
    beside: 'products import',
    advice: 'The API cannot delete products. Use the back office of the shop.',
  },
  {
    words: ['--file', '--csv', '--excel', '--input', '--input-file', '--from', '-f', '-i'],
    beside: '--save-options',
    advice: 'The file is an argument: import catalogue.csv',
  },
  {
    words: ['--skip', '--skip-rows', '--skip-lines', '--header', '--header-line'],
    beside: '--save-options',
    advice: 'The line of the headings, if it is not the first: --header-row 4',
  },
  {
    words: [
      ...['--net', '--gross', '--excl-vat', '--incl-vat', '--vat-excluded', '--includes-vat', '--include-vat'],
      ...['--price-includes-vat', '--prices-include-vat', '--price-incl-vat', '--with-vat', '--without-vat'],
    ],
    beside: '--vat-included',
    advice:
      'Prices are read without VAT. If they include it: --vat-included 21. If only the heading says so: --vat-included 0',
  },
  {
    words: ['--columns', '--column', '--fields-map'],
    beside: '--save-options',
    advice: 'To read a field from a column: --map name="Title"',
  },
  {
    words: ['--currency', '--eur', '--euro', '--valuta'],
    beside: '--vat-included',
    advice: 'Prices are sent in the currency of the store: convert others in the file first',
  },
  {
    words: ['--type', '--entity', '--kind', '--noun'],
    beside: '--save-options',
    advice: 'Each kind has its own command: shop-cli products import, customers import or addresses import',
  },
  {
    words: ['--price-column', '--price', '--price-col'],
    beside: '--vat-included',
    advice: 'The column of the price: --map price="Net price"',
  },
  {
    words: ['--sku-column', '--sku', '--key', '--key-column'],
    beside: '--vat-included',
    advice: 'The column of the SKU: --map sku="Item no."',
  },
  {
    words: ['--decimal-comma', '--decimal-point', '--decimal-separator', '--locale', '--number-format'],
    beside: '--decimal',
    advice: 'The decimal mark of the file: --decimal , or --decimal .',
  },
  {
    words: ['--ignore-errors', '--skip-errors', '--continue-on-error', '--keep-going'],
    beside: '--skip-invalid',
    advice: 'To import the valid rows without the others: --skip-invalid --rejected rejected.csv',
  },
  {
    words: ['--mapping', '--config', '--config-file', '--save-mapping'],
    beside: '--save-options',
    advice: saveOptions,
  },
  {
    words: ['--validate', '--check-only', '--no-send', '-n'],
    beside: '--dry-run',
    advice: 'To check a file without sending it: --dry-run',
  },
  {
    words: ['--template', '--example', '--sample'],
    beside: '--save-options',
    advice: 'To write a file with the columns that an import reads: shop-cli template --output-file products.xlsx',
  },
  {
    words: ['--default', '--defaults', '--constant'],
    beside: '--save-options',
    advice: 'To give a field of every row the same value: --set <field>=<value>',
  },
  { words: ['--separator', '--sep'], beside: '--delimiter', advice: 'The separator of the columns: --delimiter ";"' },
  { words: ['--junit', '--junit-xml'], beside: '--report-junit', advice: 'For CI: --report-junit report.xml' },
  { words: ['--limit', '--rows'], beside: '--max-errors', advice: 'To send a part of the file: --shard 1/10' },
  {
    words: ['--failed', '--errors', '--status', '--state'],
    beside: 'imports list',
    advice: 'Each import is listed with its state. Its rows with a problem: shop-cli imports show <number>',
  },
];
