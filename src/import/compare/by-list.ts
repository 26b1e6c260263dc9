import type { CliError } from '../../errors.ts';
import type { Product } from '../../resources/products.ts';
import type { RowTable } from '../check/row-table.ts';
import type { Key } from '../read/row.ts';
import { factsOfProduct, hashOfFacts } from './facts.ts';
import { fieldsOf } from './fingerprint.ts';
import type { FoundProducts } from './found-products.ts';
import { keysOfProduct, listStore } from './list-store.ts';
import { stateRow } from './row-to-compare.ts';
import type { StoreToRead } from './store-to-read.ts';

/** Notes what each row says, unless that was done while the file was checked. */
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
  const fields = fieldsOf(table.maskAt(row));
  const facts = factsOfProduct(record, fields);
  const hash = hashOfFacts(facts, fields);
  const comparison = hash === undefined ? 'open' : table.says(row, key, hash) ? 'same' : 'differs';
  products.add(row, record, facts, comparison);
}
