import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { read } from '../files.ts';

const skus = async (file: string, set: Readonly<Record<string, string>> = {}) =>
  (await read(file, { generateSku: true, set })).map(
    ({ values, faults }) => values?.sku ?? faults.map(({ message }) => message),
  );

test('A row without SKU and EAN gets a generated SKU, others keep theirs', async () => {
  const [own, ean, made] = await read('sku,ean,name\nA,,x\n,4006381333931,y\n,,z\n', { generateSku: true });
  expect([own?.values, ean?.values, made?.values?.sku]).toEqual([
    { sku: 'A', name: 'x' },
    { ean: '4006381333931', name: 'y' },
    expect.stringMatching(/^IMP-[A-Z2-7]{16}$/),
  ]);
});

test('A generated SKU is the SHA-256 of the values and of how often they came: every version makes the same', async () => {
  const bits = [...createHash('sha256').update('["name","x","price",12.5]\n1').digest()]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  const letters = bits
    .slice(0, 80)
    .match(/.{5}/g)
    ?.map((five) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(five, 2)]);
  expect(await skus('name,price\nx,12.50\n')).toEqual([`IMP-${letters?.join('')}`]);
});

test('A generated SKU is the same for the same values, whatever the order and dialect of the columns, and whatever is set', async () => {
  const [first] = await skus('name,price,ean\nx,12.50,\n');
  expect([await skus('Prijs;Naam\n12,5;x\n'), await skus('name,price\nx,12.5\n', { status: '1' })]).toEqual([
    [first],
    [first],
  ]);
});

test('Equal rows get numbers, and their order among others does not matter', async () => {
  const [one, two, three] = await skus('name\nx\nx\nx\n');
  expect(new Set([one, two, three]).size).toBe(3);
  expect(await skus('name\ny\nx\nz\nx\nx\n')).toEqual([expect.any(String), one, expect.any(String), two, three]);
});

test('A row without a name, or with a fault, gets no SKU', async () => {
  expect(await skus('name,price\n,1\nx,abc\n')).toEqual([['no name: add one'], ['must be an amount, such as 12.50']]);
});
