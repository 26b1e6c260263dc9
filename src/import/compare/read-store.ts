import type { Connection } from '../../client/connection.ts';
import type { CliError } from '../../errors.ts';
import type { Product } from '../../resources/products.ts';
import type { RowTable } from '../check/row-table.ts';
import type { Key } from '../read/row.ts';
import type { RowsToCompare } from './comparison.ts';
import { type ComparedField, factsOfProduct, hashOfFacts } from './facts.ts';
import { fieldsOf, type RowToCompare, stateRow } from './fingerprint.ts';
import type { FoundProducts } from './found-products.ts';
import { keysOfProduct, listStore } from './list-store.ts';
import { resultOf, search, testLookUp } from './lookup.ts';

export interface CompareOptions {
  /** With retries of its own: everything that is sent is a read. */
  readonly connection: Connection;
  /** The language of product texts. */
  readonly language: string | undefined;
  /** All `comparedFields` by default. */
  readonly fields?: readonly ComparedField[] | undefined;
  /** Whether the products that only the store has are kept, so that the store must be listed. */
  readonly storeOnly?: boolean;
  /** Says that the comparison takes another way than it began with. */
  readonly notice: (text: string) => Promise<void>;
  /** Called while the store is read. `total` is undefined where the store does not count. */
  readonly onProgress?: (done: number, total: number | undefined) => void;
  readonly randomHex: (bytes: number) => string;
}

/** A store with the rows to find in it. */
export interface StoreToRead extends CompareOptions {
  readonly fields: readonly ComparedField[];
  readonly file: RowsToCompare<RowToCompare>;
  /** No products found yet, nor kept of an earlier try. */
  readonly newProducts: () => FoundProducts;
  /** How many products it counts. */
  readonly total: number | undefined;
  /** Some of its products. */
  readonly sample: readonly Product[];
}

/** Stores what each row states, unless that was done while the file was checked. */
export async function stateRows({ file: { table, rows, count }, fields }: StoreToRead): Promise<void> {
  if (table.statedCount === 0) for await (const batch of rows()) for (const row of batch) stateRow(table, row, fields);
  if (table.statedCount !== count) throw new Error('Two rows of a checked file have one key.');
}

/** Finds rows by listing the store once. Returns the reason where the list cannot be trusted. */
export async function listOnce(store: StoreToRead): Promise<FoundProducts | CliError> {
  const { connection, language, onProgress, storeOnly, total, file } = store;
  const products = store.newProducts();
  const reader = {
    ...{ connection, language, read: <T>(once: () => Promise<T>) => once() },
    onListed: (count: number) => onProgress?.(count, total),
  };
  const inconsistent = await listStore(reader, (record) => {
    if (!isInFile(record, file.table, products)) products.addGone(record, storeOnly === true);
  });
  return inconsistent ?? products;
}

/** Notes a product for the rows that have its SKU, its EAN, or almost one of them. False if there are none. */
function isInFile(record: Product, table: RowTable, products: FoundProducts): boolean {
  const found = keysOfProduct(record).map((key) => ({ key, row: table.find(key) }));
  const near = found.filter(({ row }) => row === 'near');
  for (const { key, row } of found) if (typeof row === 'number') note(record, key, row, { table, products });
  for (const { key } of near) products.addNear(key, record);
  return found.some(({ row }) => row !== undefined);
}

interface Finding {
  readonly table: RowTable;
  readonly products: FoundProducts;
}

/** Notes a product for the row that has exactly this key. */
function note(record: Product, key: Key, row: number, { table, products }: Finding): void {
  const fields = fieldsOf(table.statedAt(row));
  const facts = factsOfProduct(record, fields);
  const hash = hashOfFacts(facts, fields);
  const comparison = hash === undefined ? 'open' : table.hasFacts(row, key, hash) ? 'same' : 'differs';
  products.add(row, record, facts, comparison);
}

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
