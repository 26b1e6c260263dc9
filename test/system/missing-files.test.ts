import { expect, test } from 'vitest';
import { ownDirectory, shopCli } from '../support/run.ts';

test.each([
  ['products import nofile.csv --dry-run', 'Cannot read nofile.csv: no such file or directory.\nCheck the path.\n'],
  [
    'products import list.csv --dry-run --report nodir/r.json',
    'Cannot write nodir/r.json: no such file or directory.\nCreate its folder first, or check the path.\n',
  ],
])('what is missing is said with the next step: %s', async (line, said) => {
  const { code, err } = await shopCli(line, { directory: ownDirectory({ 'list.csv': 'sku,name\nA,x\n' }) });
  expect([code, err]).toEqual([2, expect.stringContaining(said)]);
});
