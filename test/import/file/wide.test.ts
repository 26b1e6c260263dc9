import { expect, test } from 'vitest';
import { shopCli } from '../../support/run.ts';

const others = Array.from({ length: 16_382 }, (_, at) => `column ${at}`);

test.each([
  ['', 0, 'Ignored: column 0, column 1'],
  ['--strict-columns', 2, 'Unknown columns "column 0", "column 1"'],
  ['--map price=Prijs', 2, 'and 16,364 more'],
])('16,384 columns are named in a few lines: %s', async (options, expected, part) => {
  const stdin = `sku,name,${others.join(',')}\nA,x${','.repeat(others.length)}\n`;
  const { code, out, err } = await shopCli(`products import - --dry-run ${options}`, { stdin });
  expect([code, err.includes(part), `${out}${err}`.length < 2500]).toEqual([expected, true, true]);
});
