import { expect, test } from 'vitest';
import { key, serveAnyStore, written } from '../support/bodies.ts';
import { ownDirectory } from '../support/run.ts';
import type { SeenRequest } from '../support/store.ts';
import { words } from '../support/words.ts';

/** The body of the write. */
const sent = (seen: readonly SeenRequest[]): unknown => JSON.parse(written(seen)[0] ?? 'null');

const commands = ['baskets create', `baskets update ${key}`, `baskets items add ${key}`];
const bad = [
  ['--product', ':3'],
  ['--product', '206:'],
  ['--product', '206:-1'],
  ['--product', '206:1.5'],
  ['--product', '206:x'],
  ['--custom-product', 'Engraving'],
  ['--custom-product', '12.50'],
  ['--custom-product', '12.50:'],
  ['--custom-product', '12.50: '],
  ['--custom-product', ':Engraving'],
  ['--custom-product', 'x2:Engraving'],
  ['--custom-product', '12,50:Engraving'],
  ['--custom-product', '12.50x:Engraving'],
] as const;
test('every invalid product is named at once', async () => {
  const { run, seen } = await serveAnyStore();
  const { code, err } = await run(['baskets', 'create', ...bad.flat()]);
  const unnamed = bad.filter(([flag, value]) => !err.includes(`${flag} "${value}"`));
  expect([code, unnamed, seen.length]).toEqual([2, [], 0]);
});

test.each(commands)('%s sends the products of a file after those of options', async (line) => {
  const lines = [
    { uprid: '206{3}12', quantity: 2 },
    { title: 'Engraving', price: 12.5 },
    { uprid: '207', title: 'Bell, engraved' },
    { uprid: '208', quantity: 0, price: 3 },
  ];
  const directory = ownDirectory({ 'lines.json': JSON.stringify(lines) });
  const { run, seen } = await serveAnyStore();
  await run(words(line, '--products-file', 'lines.json', '--product', '200'), { directory });
  expect(sent(seen)).toEqual({ products: [{ uprid: '200' }, ...lines] });
});

test.each([
  ['{}', 'must be a list of objects'],
  ['{"products":[]}', 'must be a list of objects'],
  ['[1]', 'products[0] must be a JSON object'],
  ['[{"uprid":"x"},{"quantity":-1,"uprid":"200"}]', 'products[1].quantity "-1" must be a whole number'],
  ['nothing', 'is not valid JSON'],
])('a products file with %s is rejected', async (text, message) => {
  const directory = ownDirectory({ 'lines.json': text });
  const { run, seen } = await serveAnyStore();
  const { code, err } = await run('baskets create --products-file lines.json', { directory });
  expect([code, err.includes(message) ? message : err, seen.length]).toEqual([2, message, 0]);
});
