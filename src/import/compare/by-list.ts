import type { CliError } from '../../errors.ts';
import type { Product } from '../../resources/products.ts';
import { foldedText, type Key } from '../read/row.ts';
import { factsOfProduct, hashOfFacts } from './facts.ts';
import type { FoundProducts } from './found-products.ts';
import { keysOfProduct, listStore } from './list-store.ts';
import { RowTable } from './row-table.ts';
import type { StoreToRead } from './store-to-read.ts';

/** The rows to find while a store is listed. */
export async function tableOf({ file, fields }: StoreToRead): Promise<RowTable> {
  const table = new RowTable(file.count, fields);
  for await (const batch of file.rows()) for (const row of batch) table.add(row);
  return table;
}

/** Finds rows by listing the store once. Returns the reason where the list cannot be trusted. */
export async function listOnce(table: RowTable, store: StoreToRead): Promise<FoundProducts | CliError> {
  const { connection, language, onProgress, storeOnly, total } = store;
  const products = store.newProducts();
  const reader = {
    ...{ connection, language, read: <T>(once: () => Promise<T>) => once() },
    onListed: (count: number) => onProgress?.(count, total),
  };
  const finding = { table, products, keys: store.file.keys };
  const inconsistent = await listStore(reader, (record) => {
    if (!isInFile(record, finding)) products.addGone(record, storeOnly === true);
  });
  return inconsistent ?? products;
}

interface Finding extends Pick<StoreToRead['file'], 'keys'> {
  readonly table: RowTable;
  readonly products: FoundProducts;
}

/** Notes a product for the rows that have its SKU, its EAN, or almost one of them. False if there are none. */
function isInFile(record: Product, finding: Finding): boolean {
  const { table, products, keys } = finding;
  const codes = keysOfProduct(record);
  const others = codes.filter((key) => !noteFound(key, record, finding));
  const isFound = others.length < codes.length;
  // Of a product that was found, another key matters only if some row is found by such a key.
  const near = others.filter((key) => (!isFound || table.hasKeysOf(key)) && keys.has(foldedText(key)));
  for (const key of near) products.addNear(key, record);
  return isFound || near.length > 0;
}

/** Notes a product for the row that has exactly this key. False if there is none. */
function noteFound(key: Key, record: Product, { table, products }: Finding): boolean {
  const place = table.placeOf(key);
  if (place === undefined) return false;
  const { fields, hash } = table.statedAt(place);
  const facts = factsOfProduct(record, fields);
  const hashInStore = hashOfFacts(facts, fields);
  const comparison = hashInStore === undefined ? 'open' : hashInStore === hash ? 'same' : 'differs';
  products.add(place, record, facts, comparison);
  return true;
}
