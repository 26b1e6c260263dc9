import { factsOfProduct } from './facts.ts';
import type { FoundProducts } from './found-products.ts';
import { resultOf, search, testLookUp } from './lookup.ts';
import type { RowToCompare } from './row-to-compare.ts';
import type { StoreToRead } from './store-to-read.ts';

/** Look-ups at a time. */
const atOnce = 4;

/**
 * Finds every row by a look-up of its own.
 * @throws CliError `refused` when the search of the store is not reliable; any other failure of a look-up
 */
export async function lookUpRows(store: StoreToRead): Promise<FoundProducts> {
  const { connection, sample, randomHex, file, onProgress } = store;
  await testLookUp(connection, sample, randomHex);
  const products = store.newProducts();
  let done = 0;
  for await (const batch of file.rows()) {
    for (let at = 0; at < batch.length; at += atOnce) {
      const rows = batch.slice(at, at + atOnce);
      await Promise.all(rows.map((row) => lookUpRow(row, products, store)));
      done += rows.length;
      onProgress?.(done, file.count);
    }
  }
  return products;
}

async function lookUpRow(
  { key, record: row }: RowToCompare,
  products: FoundProducts,
  store: StoreToRead,
): Promise<void> {
  const { connection, language, fields, file } = store;
  const records = await search(connection, key, language);
  const result = resultOf(key, records, file.table.isShared);
  const code = result.kind === 'near' ? result.code : key.code;
  for (const record of records) {
    if (String(record[key.field] ?? '') !== code) continue;
    if (result.kind === 'near') products.addNear(key, record);
    else products.add(row, record, factsOfProduct(record, fields), 'open');
  }
}
