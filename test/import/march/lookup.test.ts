import { expect, test } from 'vitest';
import { products } from '../../../src/client/endpoints/products.ts';
import { AbsenceTest } from '../../../src/import/march/absence.ts';
import { lookUp, matchIn } from '../../../src/import/march/lookup.ts';
import { connectTo } from '../../support/connection.ts';
import { virtualClock } from '../../support/run.ts';
import { json, serveStore } from '../../support/store.ts';

const record = (productId: number, sku: string, stockId?: number) => ({ productId, sku, stockId });

test.each([
  ['nothing', [], { kind: 'absent' }],
  ['another product', [record(1, '008')], { kind: 'absent' }],
  ['the product', [record(1, '007a')], { kind: 'found', productId: '1' }],
  [
    'the product in two option records',
    [record(1, '007a', 1), record(1, '007a', 2)],
    { kind: 'found', productId: '1' },
  ],
  ['two products', [record(1, '007a'), record(2, '007a')], { kind: 'duplicate', productIds: ['1', '2'] }],
  ['another case', [record(1, '007A')], { kind: 'near', code: '007A', productId: '1' }],
  ['no leading zeros', [record(1, '7a')], { kind: 'near', code: '7a', productId: '1' }],
  ['spaces around it', [record(1, ' 007a ')], { kind: 'near', code: ' 007a ', productId: '1' }],
  ['both exactly and nearly', [record(1, '7A'), record(2, '007a')], { kind: 'found', productId: '2' }],
])('a search for the SKU "007a" says what the row is, where it finds %s', (_, records, expected) => {
  expect(matchIn(products, { field: 'sku', code: '007a' }, records)).toEqual(expected);
});

/** A store that finds every SKU with the text in it, two at a time. */
const skus = ['S-10', 'S-11', 'S-12', 'S-13', 'S-1'];
const pageAt = (offset: number, numRows: number | undefined) => ({
  ...(numRows === undefined ? {} : { numRows }),
  data: skus.map((sku, at) => ({ productId: at + 1, sku })).slice(offset, offset + 2),
});

test.each<[string, (offset: number, count: number) => object, object | string]>([
  ['is found', (offset) => pageAt(offset, skus.length), { kind: 'found', productId: '5' }],
  [
    'is found, where the store counts all its products',
    (offset) => pageAt(offset, 999),
    { kind: 'found', productId: '5' },
  ],
  ['is not "absent" while products come or go', (offset, count) => pageAt(offset, skus.length + count), 'refused'],
  ['is not "absent" in a store that gives the first page again', () => pageAt(0, skus.length), 'refused'],
])('a key that is on the last page of what a search gives %s', async (_, answer, expected) => {
  const { url } = await serveStore(({ query }, response, count) =>
    json(response, 200, answer(Number(query.get('offset') ?? 0), count)),
  );
  const absence = new AbsenceTest({ clock: virtualClock(), randomHex: () => 'f00' });
  const reader = { connection: connectTo(url), absence, noun: products };
  const result = await lookUp(reader, { field: 'sku', code: 'S-1' }).catch(({ kind }) => kind);
  expect(result).toEqual(expected);
});
