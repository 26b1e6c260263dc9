import { expect, test } from 'vitest';
import { CellProblem, canonicalNumber, markOf } from '../../../../src/import/map/cells/numbers.ts';
import { onlyFault, open, read, rowsOf } from '../files.ts';

test.each([
  ['12', undefined],
  ['abc', undefined],
  ['12,50 p.st.', undefined],
  ['1.2.3', undefined],
  ['1.800.000', undefined],
  ['12.5', '.'],
  ['12,50', ','],
  ['€ 12,50', ','],
  ['-0,125', ','],
  ['0.125', '.'],
  ['1234.567', '.'],
  ['1.0000', '.'],
  ['1.234,56', ','],
  ['1,234.567', '.'],
  ['1 234,567', ','],
  ["1'234.50", '.'],
  ['1,800', undefined],
  ['-1.800', undefined],
])('an amount written as %j shows the decimal mark %j', (cell, mark) => {
  expect(markOf(cell)).toBe(mark);
});

const style = (mark: '.' | ',' | 'mixed' | undefined, stated: boolean, money = true) => ({ mark, stated, money });
const found = {
  none: style(undefined, false),
  point: style('.', false),
  comma: style(',', false),
  whole: style('.', false, false),
};
const stated = {
  point: style('.', true),
  comma: style(',', true),
  mixed: style('mixed', true),
  whole: style(',', true, false),
};

test.each([
  ['12', found.none, '12'],
  [' -12 ', found.none, '-12'],
  ['12.50', found.point, '12.50'],
  ['1.800', found.point, '1.800'],
  ['12,50', found.comma, '12.50'],
  ['1,800', found.comma, '1.800'],
  ['EUR 12,50', found.comma, '12.50'],
  ['12.50 $', found.point, '12.50'],
  ['CHF 12.50', found.point, '12.50'],
  ['Fr. 12.50', found.point, '12.50'],
  ['12,50 kr', found.comma, '12.50'],
  ['kr. 12,50', found.comma, '12.50'],
  ['12,50 zł', found.comma, '12.50'],
  ['1 234,50 Kč', found.comma, '1234.50'],
  ['12,50 EURO', found.comma, '12.50'],
  ['€ 12,50 EUR', found.comma, '12.50'],
  ['€-5', found.point, '-5'],
  ['12,-', found.comma, '12.00'],
  ['€ 1.234,-', found.comma, '1234.00'],
  ['12.–', found.point, '12.00'],
  ['12,-- €', found.comma, '12.00'],
  ['12:-', found.comma, '12'],
  ['1.234,56', found.comma, '1234.56'],
  ['1,234,567.8', found.point, '1234567.8'],
  ['1.800', stated.comma, '1800'],
  ['1,800', stated.comma, '1.800'],
  ['1 800', stated.comma, '1800'],
  ['1\u00a0800,5', stated.comma, '1800.5'],
  ["1'800", stated.point, '1800'],
  ['1 800', found.none, '1800'],
  ['1.234.567', stated.comma, '1234567'],
  ['1.000', stated.whole, '1000'],
  ['1,800', stated.mixed, '1800'],
  ['1.499', stated.mixed, '1499'],
  ['27,93', stated.mixed, '27.93'],
  ['12.50', stated.mixed, '12.50'],
  ['1.234,56', stated.mixed, '1234.56'],
  ['1,234.56', stated.mixed, '1234.56'],
  ['1.234.567', stated.mixed, '1234567'],
  ['0,500', stated.mixed, '0.500'],
  ['1\u00a0800,5', stated.mixed, '1800.5'],
  ['9', stated.mixed, '9'],
])('A number is read with the marks that the file shows: %j', (cell, how, number) => {
  expect(canonicalNumber(cell, how)).toBe(number);
});

const otherMark = 'uses ",", but the column has another decimal mark: write it like the others, or pass --decimal';
test.each([
  ['1,800', found.none, 'is ambiguous (1.8 or 1800): pass --decimal , or --decimal .'],
  ['1.800', found.none, 'is ambiguous (1.8 or 1800): pass --decimal . or --decimal ,'],
  ['1.000', found.none, 'is ambiguous (1 or 1000): pass --decimal . or --decimal ,'],
  ['1,800', found.point, 'has a thousands separator (","): remove it, or pass --decimal'],
  ['12,5', found.point, otherMark],
  ['0,125', stated.point, otherMark],
  ['1.234,5', found.point, otherMark],
  ['1,234.00', found.whole, 'has a thousands separator (","): remove it, or pass --decimal'],
  ['12,50 p.st.', found.comma, 'must be an amount with the decimal mark ",", such as 12,50: it contains "p.st."'],
  ['CHF 5 EUR', found.none, 'must be an amount, such as 12.50: it contains "CHF 5 EUR"'],
  ['12.50 BTC', found.point, 'must be an amount with the decimal mark ".", such as 12.50: it contains "BTC"'],
  ['12/st', found.point, 'must be an amount with the decimal mark ".", such as 12.50: it contains "/st"'],
  ['12.-', found.comma, otherMark.replace('","', '"."')],
  ['5 pcs', found.whole, 'must be a whole number, such as 12: it contains "pcs"'],
  ['1.80.000', stated.comma, 'must be an amount with the decimal mark ",", such as 12,50'],
  ['€ 5', found.whole, 'must be a whole number, such as 12: it contains "€"'],
  ['12 34', stated.point, 'must be an amount with the decimal mark ".", such as 12.50'],
  ['', found.none, 'must be an amount, such as 12.50'],
])('A number is refused where it could be two amounts, or none: %j', (cell, how, message) => {
  const problem = canonicalNumber(cell, how);
  expect(problem).toBeInstanceOf(CellProblem);
  expect(problem).toHaveProperty('message', message);
});

const many = (cell: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `S${at},n,${cell}\n`).join('');

test('An ambiguous value is read as the first clear value among the first rows, or above it, shows', async () => {
  const rows = await read(`sku,name,price\nA,x,"1,800"\nB,y,"2,5"\n${many('5', 12_000)}C,x,"1,800"\n`);
  const price = { units: 1800n, scale: 3 };
  expect([rows[0]?.values?.price, rows.at(-1)?.values?.price]).toEqual([price, price]);
});

test('An ambiguous value far above the first clear one is a fault', async () => {
  expect(await onlyFault(`sku,name,price\n${many('5', 12_000)}A,x,"1,800"\nB,y,"2,5"\n`)).toMatchObject({
    line: 12_002,
    value: '1,800',
    message: 'is ambiguous (1.8 or 1800): pass --decimal , or --decimal .',
  });
});

test('The description names a mark that only the last row of a short file shows', async () => {
  const { description } = await open('sku,name,price\nA,Chair,1\nB,Table,2.5\n');
  expect(description.decimal).toBe('.');
});

test('The description names a mark that a late row shows, once the rows were read', async () => {
  const catalogue = await open(`sku,name,price\n${many('5', 12_000)}B,y,"2,5"\n`);
  const before = catalogue.description.decimal;
  await rowsOf(catalogue);
  expect([before, catalogue.description.decimal]).toEqual([undefined, ',']);
});

test('Two columns of a file may have different decimal marks', async () => {
  const [row] = await read('sku;name;price;purchasePrice\nA;x;1.5;2,5\n');
  expect(row?.values).toMatchObject({ price: { units: 15n, scale: 1 }, purchasePrice: { units: 25n, scale: 1 } });
});

test('A cell of spaces as long as a row may be is refused without delay', () => {
  expect(canonicalNumber(`1${' '.repeat(1_000_000)}x`, found.none)).toBeInstanceOf(CellProblem);
});
