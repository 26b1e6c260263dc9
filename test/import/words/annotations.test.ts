import { expect, test } from 'vitest';
import { annotationsOf } from '../../../src/import/words/annotations.ts';
import { ownDirectory } from '../../support/run.ts';
import { json, serveSandbox, serveStore } from '../../support/store.ts';

const problem = { line: 42, key: 'A', outcome: 'rejected', field: 'price', evidence: 'said', message: 'no' } as const;

test.each([
  ['names the place', 'in.csv', {}, '::error file=in.csv,line=42::rejected: price: no'],
  ['names no file where there is none', '-', {}, '::error::line 42, rejected: price: no'],
  [
    'is one command, whatever the file is called',
    'a\n::b,%\u001b[31m',
    {},
    '::error file=a%0A%3A%3Ab%2C%25\\u{1b}[31m,line=42::rejected: price: no',
  ],
  [
    'shows what the store says as it may be shown',
    'in.csv',
    { message: '\u001b[2Jno\n100%' },
    '::error file=in.csv,line=42::rejected: price: \\u{1b}[2Jno%0A100%25',
  ],
])('an annotation on GitHub Actions %s', (_, path, more, expected) => {
  expect(annotationsOf(path, [{ ...problem, ...more }])).toEqual([expected]);
});

test('on GitHub Actions nothing but annotations is a command, whatever a file, a product or a store says', async () => {
  const directory = ownDirectory({ '::warning::x.csv': 'sku,name\nA,x\nB,##[error]x\n' });
  const refusal = 'no\n ::stop-commands::x\n##[group]y';
  const { run } = await serveStore((_, response) => json(response, 401, { message: refusal }));
  const env = { GITHUB_ACTIONS: 'true', CI: 'true' };
  const line = ['products', 'import', '::warning::x.csv', '--json', '--verbose'];
  const { err } = await run(line, { directory, env });
  const faulty = await run(['products', 'import', '-', '--set', 'status=1'], {
    env,
    stdin: 'sku,name\n::error::x,\n',
  });
  expect({
    commands: `${err}${faulty.err}`.split('\n').filter((text) => /^\s*::|##\[/.test(text)),
    path: err.split('\n')[0],
    error: JSON.parse(err.split('\n').find((text) => text.startsWith('{')) ?? '{}').error.message,
  }).toEqual({
    commands: [
      expect.stringMatching(/^::warning file=%3A%3Awarning%3A%3Ax.csv,line=2::2 rows have no price/),
      expect.stringMatching(
        /^::error::The store shop.test refused the token \(401\): no ::stop-commands::x ##\[group\]y%0A/,
      ),
      expect.stringMatching(/^::error::line 2, invalid/),
      expect.stringMatching(/^::error::The only row is invalid/),
    ],
    path: expect.stringMatching(/^\\u003a:warning::x.csv: /),
    error: expect.stringContaining('##[group]y'),
  });
});

test('the command for the details names the store and the journal as they were typed', async () => {
  const directory = ownDirectory({ 'in.csv': 'sku,name\nA,x\n' });
  const { run, url } = await serveSandbox({ empty: true });
  const { err } = await run(['products', 'import', 'in.csv', '--store', url, '--journal', 'my journal.db'], {
    directory,
  });
  const details = `Details: shop-cli imports show 1 --store ${url} --journal 'my journal.db'`;
  expect(err.split('\n').find((line) => line.startsWith('Details'))).toBe(details);
});
