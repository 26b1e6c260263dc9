import { expect, test } from 'vitest';
import type { NewProduct } from '../../src/resources/products.ts';
import { Documents } from '../../src/sandbox/storage/documents.ts';
import { openSqlite } from '../../src/system/sqlite.ts';

test('a record with an amount is no document: it does not compile, and could not be stored', async () => {
  // @ts-expect-error The units of a price are a bigint, which JSON does not have.
  const products = new Documents<{ readonly fields: NewProduct }>('offers', 1);
  const database = await openSqlite(':memory:');
  database.exec(products.schema);
  const fields: NewProduct = { sku: 'S-1', name: 'Bell', price: { units: 795n, scale: 2 } };
  expect(() => products.insert(database, { fields })).toThrow('BigInt');
  database.close();
});
