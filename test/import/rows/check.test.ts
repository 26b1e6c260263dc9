import { describe, expect, test } from 'vitest';
import { acceptFile } from '../../../src/import/accept-file.ts';
import type { RowFault } from '../../../src/import/map/catalogue.ts';
import { foldedText } from '../../../src/import/map/rows/key.ts';
import { checkRows, countValid, validRows } from '../../../src/import/rows/check.ts';
import { FileRows } from '../../../src/import/rows/file-rows.ts';
import { isThorough } from '../../support/thorough.ts';
import { open } from '../map/files.ts';

async function check(file: string) {
  const catalogue = await open(file);
  const checked = await checkRows(catalogue, new AbortController().signal);
  const sound: number[] = [];
  for await (const batch of validRows(checked)) sound.push(...batch.map(({ line }) => line));
  const inWords = ({ line, column, value, message }: RowFault) => `${line} ${column} ${value}: ${message}`;
  return {
    faults: checked.faults.listed.map(inWords),
    warnings: checked.warnings.listed.map(inWords),
    sound,
    count: countValid(checked),
  };
}

describe('Rows that share a key', () => {
  test('the same key makes both rows invalid, each naming the other line', async () => {
    expect(await check('Artikelnummer,name\nA,x\nB,y\nA,z\nA,w\n')).toEqual({
      faults: [
        '2 Artikelnummer A: duplicate SKU, also on line 4',
        '4 Artikelnummer A: duplicate SKU, also on line 2',
        '5 Artikelnummer A: duplicate SKU, also on line 2',
      ],
      warnings: [],
      sound: [3],
      count: 1,
    });
  });

  test.each([
    ['case', 'ab', 'AB'],
    ['Unicode form', 'caf\u00e9', 'cafe\u0301'],
    ['zeros in front', '7', '007'],
    ['a compatibility form of Unicode', 'A1', '\uff211'],
  ])('a key that differs only by %s is warned of and sent', async (_, one, other) => {
    expect(await check(`sku,name\n${one},x\n${other},y\n`)).toEqual({
      faults: [],
      warnings: [
        `3 sku ${other}: almost the same as "${one}" on line 2 (case, Unicode form, hyphens, spaces or leading zeros): the store may treat them as one`,
      ],
      sound: [2, 3],
      count: 2,
    });
  });

  test.each([
    ['below', 'sku,ean,name\n,96385074,x\nA,96385074,y\n', 2, 3],
    ['above', 'sku,ean,name\nA,96385074,y\n,96385074,x\n', 3, 2],
  ])(
    'an EAN that is one row’s key and another’s EAN, %s, is a fault of the row that it is the key of',
    async (_, file, line, other) => {
      expect(await check(file)).toEqual({
        faults: [`${line} ean 96385074: also the EAN of the product on line ${other}: add an SKU to tell them apart`],
        warnings: [],
        sound: [other],
        count: 1,
      });
    },
  );

  test('one EAN with two SKUs, and an SKU that looks like an EAN, are valid', async () => {
    expect(await check('sku,ean,name\nA,96385074,x\nB,96385074,y\n96385074,,z\n')).toMatchObject({
      faults: [],
      warnings: [],
      count: 3,
    });
  });

  test.runIf(isThorough)('they are found however far apart, and in a file of many batches', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `S${at},n\n`).join('');
    expect((await check(`sku,name\nX,first\n${many}X,last\n`)).faults).toEqual([
      '2 sku X: duplicate SKU, also on line 20003',
      '20003 sku X: duplicate SKU, also on line 2',
    ]);
  });
});

test.runIf(isThorough)('A file that repeats itself completely is reported in part', async () => {
  const twice = Array.from({ length: 26_000 }, (_, at) => `S${at},n\nS${at},n\n`).join('');
  const checked = await checkRows(await open(`sku,name\n${twice}`), new AbortController().signal);
  expect([
    checked.rows,
    checked.isComplete,
    checked.unsendable.invalid >= 50_000,
    checked.faults.listed.length,
  ]).toEqual([52_000, false, true, 1000]);
});

test.runIf(isThorough)(
  'A file with more keys that are almost the same than are compared is refused: a duplicate may be among the others',
  async () => {
    const pairs = Array.from({ length: 25_001 }, (_, at) => `s${at},n\nS${at},n\n`).join('');
    const others = Array.from({ length: 5000 }, (_, at) => `${at},n\n`).join('');
    const catalogue = await open(`sku,name\n${pairs}${others}X,n\nX,n\n`);
    const say = async () => undefined;
    const context = { interrupted: new AbortController().signal, stderr: { isTerminal: false }, env: {} };
    const options = { path: 'in.csv', skipInvalid: true, context, notice: say, hint: say };
    const { refusal } = await acceptFile(options as unknown as Parameters<typeof acceptFile>[0], catalogue, {});
    expect(refusal?.error).toMatchObject({
      message: 'More than 50,000 rows have almost the same key as another row. Nothing was sent.',
      hint: 'Correct the keys: they differ in case, Unicode form, hyphens, spaces or leading zeros.',
    });
  },
);

test('A key is known under each of its forms, however many rows fold to one', async () => {
  const keys = Array.from({ length: 2 ** 12 }, (_, at) =>
    [...'abcdefghijkl'].map((letter, bit) => ((at >> bit) & 1 ? letter.toUpperCase() : letter)).join(''),
  );
  const rows = await FileRows.open();
  for (const [at, code] of keys.entries()) rows.add({ record: at + 1, line: at + 2, key: { field: 'sku', code } });
  rows.finish(10);
  const folded = foldedText({ field: 'sku', code: 'abcdefghijkl' });
  expect([rows.isShared(folded), rows.has(folded), rows.has('sku:other')]).toEqual([true, true, false]);
  rows.close();
});

test('Rows that a preset excludes are counted by reason, and their keys are no duplicates', async () => {
  const rows = 'variable,A,x,1,\nvariation,A,x - 1,1,A\ngrouped,B,y,1,\ngrouped,C,z,1,\n';
  const file = await open(`Type,SKU,Name,Published,Parent\n${rows}`);
  const { unsendable, excluded } = await checkRows(file, new AbortController().signal);
  expect([unsendable, ...excluded.values()]).toMatchObject([{ excluded: 3, invalid: 0 }, 1, 2]);
});

test.runIf(isThorough)('each of many rows is of one shard alone, however many are written at a time', async () => {
  const of = 10;
  const lines = Array.from({ length: 4321 }, (_, at) => `S-${at},x\n`);
  const counts = [];
  for (let part = 1; part <= of; part++) {
    const catalogue = await open(`sku,name\n${lines.join('')}`);
    const { keys } = await checkRows(catalogue, new AbortController().signal, { shard: { part, of } });
    counts.push([keys.count, [...keys.records()].flat().length]);
    keys.close();
  }
  expect(counts.map(([count]) => count)).toEqual(counts.map(([, left]) => left));
  expect(counts.reduce((sum, [count = 0]) => sum + count, 0)).toBe(lines.length);
});

describe('A last row whose price is the sum of all others', () => {
  const rows = 'A,x,1.10\nB,x,2\nC,x,3\nD,x,4.05\n';

  test('is doubted, in whatever language it says total', async () => {
    const { warnings, count } = await check(`sku,name,price\n${rows}Kokkuvõte,Kokkuvõte,10.15\n`);
    expect([warnings, count]).toEqual([
      ['6 price undefined: is the sum of all others: if the row is a total, remove it'],
      5,
    ]);
  });

  test.each([
    ['a cent away', `sku,name,price\n${rows}E,x,10.16\n`],
    ['in the middle', `sku,name,price\n${rows}E,x,10.15\nF,x,1\n`],
    ['of a list of four', 'sku,name,price\nA,x,1\nB,x,2\nC,x,3\nD,x,6\n'],
    ['of no prices', 'sku,name,price\nA,x,0\nB,x,0\nC,x,0\nD,x,0\nE,x,0\n'],
  ])('is a product: %s', async (_, file) => {
    expect((await check(file)).warnings).toEqual([]);
  });
});
