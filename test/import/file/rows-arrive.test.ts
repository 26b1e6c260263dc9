import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { serveStore } from '../../support/store.ts';
import { arrivals } from '../arrivals.ts';
import { type Product, storeOf } from '../product-store.ts';
import { bookOf, sheetOf } from './books.ts';

const csv =
  'sep=;\r\nsku;name;price;note;colour\r\n;;;;\r\nA;5" pipe;1,00;x;\r\nB;"5" pipe";1,00;x;\r\n ;;;\r\nC;"ok";3,00;"a"b;\r\n\r\nD;Cup;4,00\r\n;;;;\r\nE;;5,00\r\nF;Jar;6,00;;\r\n';

const rejected = ['B;"5" pipe";1,00;x;', 'C;"ok";3,00;"a"b;', 'E;;5,00'];

test.each([
  ['CSV', 'in.csv', csv, rejected],
  [
    'a workbook',
    'in.xlsx',
    await bookOf(sheetOf('sku,name', ' ,', 'A,5" pipe', ' , ', 'E,', 'D,Cup', ',\u00a0', 'F,Jar')),
    ['E,'],
  ],
] as const)(
  'exactly the valid rows of %s with blank, short and broken rows arrive in the store',
  async (_, name, content, lines) => {
    const products: Product[] = [];
    const directory = ownDirectory({ [name]: content });
    const { run } = await serveStore(storeOf(products, () => ({ status: 201 })));
    const { code, out } = await run(`products import ${name} --skip-invalid --rejected bad.csv --json`, { directory });
    expect([code, JSON.parse(out)]).toEqual([7, expect.objectContaining({ invalid: lines.length, notSent: 0 })]);
    expect(products.map(({ sku }) => sku).sort()).toEqual(['A', 'D', 'F']);
    const written = readFileSync(join(directory, 'bad.csv'), 'utf8').split('\n').slice(1, -1);
    expect(written.map((line, at) => line.startsWith(lines[at] ?? '-'))).toEqual(lines.map(() => true));
  },
);

test('a row with a space before a quoted cell is invalid: its cells are not those that were meant', async () => {
  const file = 'sku,name,price\nA, "Mug",1.00\nB, "Cup, red",2.00\nC,Screen 24" wide,3.00\nD, Jar,4.00\n';
  const { code, err, products } = await arrivals(file, { options: '--skip-invalid' });
  expect([code, products.map(({ sku, name }) => [sku, name])]).toEqual([
    7,
    [
      ['C', 'Screen 24" wide'],
      ['D', 'Jar'],
    ],
  ]);
  expect(err).toContain('line 3: a space before a quote at the start of a cell');
});
