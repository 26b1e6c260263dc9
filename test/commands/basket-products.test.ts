import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newLine } from '../../src/resources/baskets.ts';
import { key, serveAnyStore, written } from '../support/bodies.ts';
import { ownDirectory } from '../support/run.ts';
import type { SeenRequest } from '../support/store.ts';
import { words } from '../support/words.ts';

/** The body of the write. */
const sent = (seen: readonly SeenRequest[]): unknown => JSON.parse(written(seen)[0] ?? 'null');

const good = [
  [['--product', '206'], [{ uprid: '206' }]],
  [['--product', '206:3'], [{ uprid: '206', quantity: 3 }]],
  [['--product', '206:0'], [{ uprid: '206', quantity: 0 }]],
  [['--product', '206+3-12+4-7:2'], [{ uprid: '206{3}12{4}7', quantity: 2 }]],
  [['--product', '206{3}12{4}7'], [{ uprid: '206{3}12{4}7' }]],
  [['--product', '206%7B3%7D12:1'], [{ uprid: '206{3}12', quantity: 1 }]],
  [
    ['--product', '1', '--product', '2:2'],
    [{ uprid: '1' }, { uprid: '2', quantity: 2 }],
  ],
  [['--custom-product', '12.50:Engraving'], [{ title: 'Engraving', price: 12.5 }]],
  [['--custom-product', '12.50x2:Engraving: "Jo"'], [{ quantity: 2, title: 'Engraving: "Jo"', price: 12.5 }]],
  [['--custom-product', '0x1:Free'], [{ quantity: 1, title: 'Free', price: 0 }]],
] as const;
const commands = ['baskets create', `baskets update ${key}`, `baskets items add ${key}`];
test.each(commands.flatMap((line) => good.map(([options, expected]) => [line, options, expected] as const)))(
  '%s sends the products of %j',
  async (line, options, expected) => {
    const { run, seen } = await serveAnyStore();
    const { code, err } = await run(words(line, ...options));
    expect([code, err, sent(seen)]).toEqual([0, '', { products: expected }]);
  },
);

const bad = [
  ['--product', ''],
  ['--product', ':3'],
  ['--product', '206:'],
  ['--product', '206:-1'],
  ['--product', '206:1.5'],
  ['--product', '206:x'],
  ['--custom-product', ''],
  ['--custom-product', 'Engraving'],
  ['--custom-product', '12.50'],
  ['--custom-product', '12.50:'],
  ['--custom-product', '12.50: '],
  ['--custom-product', ':Engraving'],
  ['--custom-product', 'x2:Engraving'],
  ['--custom-product', '12,50:Engraving'],
  ['--custom-product', '12.50x:Engraving'],
] as const;
test.each(commands.flatMap((line) => bad.map(([flag, value]) => [line, flag, value] as const)))(
  'shop-cli %s rejects %s %j',
  async (line, flag, value) => {
    const { run, seen } = await serveAnyStore();
    const { code, err } = await run(words(line, flag, value));
    const isNamed = ['must', 'has an invalid'].some((verb) => err.includes(`${flag} "${value}" ${verb}`));
    expect([code, isNamed, seen.length]).toEqual([2, true, 0]);
  },
);

test('every invalid product is named at once', async () => {
  const { run } = await serveAnyStore();
  const { err } = await run(['baskets', 'create', ...bad.flat()]);
  expect(bad.filter(([flag, value]) => !err.includes(`${flag} "${value}"`))).toEqual([]);
});

test.each(commands)('%s sends the products of a file after those of options', async (line) => {
  const directory = ownDirectory();
  const lines = [
    { uprid: '206{3}12', quantity: 2 },
    { title: 'Engraving', price: 12.5 },
    { uprid: '207', title: 'Bell, engraved' },
    { uprid: '208', quantity: 0, price: 3 },
  ];
  await writeFile(join(directory, 'lines.json'), JSON.stringify(lines));
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
  const directory = ownDirectory();
  await writeFile(join(directory, 'lines.json'), text);
  const { run, seen } = await serveAnyStore();
  const { code, err } = await run('baskets create --products-file lines.json', { directory });
  expect([code, err.includes(message) ? message : err, seen.length]).toEqual([2, message, 0]);
});

test('invalid products of a file and invalid options are named together', async () => {
  const { run } = await serveAnyStore();
  const { err } = await run('baskets create --product 206:-1 --customer y --products-file -', {
    stdin: '[{"uprid":"z"}]',
  });
  expect(['--product "206:-1"', '--customer "y"', 'products[0].uprid'].filter((place) => !err.includes(place))).toEqual(
    [],
  );
});

test('the fields of a basket line are those tested here', () => {
  expect(Object.entries(newLine.fields).map(([name, { kind }]) => [name, kind.name])).toEqual([
    ['uprid', 'uprid'],
    ['quantity', 'count'],
    ['title', 'text'],
    ['price', 'money'],
  ]);
});
