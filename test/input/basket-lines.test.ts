import { expect, test } from 'vitest';
import { readLines } from '../../src/input/basket-lines.ts';
import type { RawOptions } from '../../src/input/options.ts';
import { newLine } from '../../src/resources/baskets.ts';
import { createFiles } from '../../src/system/files.ts';
import { Secrets } from '../../src/text/redact.ts';

const read = (raw: RawOptions, stdin = '') =>
  readLines(raw, {
    files: createFiles('.', new Secrets()),
    stdin: {
      isTerminal: false,
      async *bytes() {
        yield Buffer.from(stdin);
      },
    },
  });
const sent = async (raw: RawOptions, stdin = ''): Promise<unknown> => {
  const lines = await read(raw, stdin);
  return lines.ok
    ? (lines.value.products ?? []).map((line) => newLine.toJson(line))
    : lines.faults.map(({ field, value }) => [field, value]);
};

test.each([
  ['206', { uprid: '206' }],
  ['206:0', { uprid: '206', quantity: 0 }],
  ['206{3}12{4}7', { uprid: '206{3}12{4}7' }],
  ['206%7B3%7D12:1', { uprid: '206{3}12', quantity: 1 }],
  ['206{3}12:4', { uprid: '206{3}12', quantity: 4 }],
  ['206+3-12+4-7:2.00', { uprid: '206{3}12{4}7', quantity: 2 }],
])('--product %s is sent as the product %j', async (text, line) => {
  expect(await sent({ product: [text] })).toEqual([line]);
});

test.each([
  ['1:T', { title: 'T', price: 1 }],
  ['1.50x3:T', { quantity: 3, title: 'T', price: 1.5 }],
  ['0.005x2:2x4:beam', { quantity: 2, title: '2x4:beam', price: 0.005 }],
  ['-5:Refund', { title: 'Refund', price: -5 }],
  ['0x1:Free', { quantity: 1, title: 'Free', price: 0 }],
  ['1: T ', { title: ' T ', price: 1 }],
  ['1:a\nb', { title: 'a\nb', price: 1 }],
])('--custom-product %j is sent as the line %j', async (text, line) => {
  expect(await sent({ customProduct: [text] })).toEqual([line]);
});

test('without any of the options there are no products', async () => {
  expect(await read({})).toEqual({ ok: true, value: {} });
});

test('an empty file of lines gives no products', async () => {
  expect(await read({ productsFile: '-' }, '[]')).toEqual({ ok: true, value: {} });
});

test('products of the catalogue come first, then lines of their own, then the file', async () => {
  expect(await sent({ customProduct: ['1:T'], product: ['1'], productsFile: '-' }, '[{"uprid":"9"}]')).toEqual([
    { uprid: '1' },
    { title: 'T', price: 1 },
    { uprid: '9' },
  ]);
});

test('every fault of every option and of the file is named with its place', async () => {
  expect(
    await sent(
      { product: ['1:-1'], customProduct: ['T'], productsFile: '-' },
      '[{"uprid":"9"},{"uprid":"x","quantity":-1}]',
    ),
  ).toEqual([
    ['--product "1:-1"', ''],
    ['--custom-product "T"', ''],
    ['-: products[1].uprid', 'x'],
    ['-: products[1].quantity', '-1'],
  ]);
});
