import type { Connection } from '../../client/connection.ts';
import { CliError } from '../../errors.ts';
import type { Product } from '../../resources/products.ts';
import type { RowTable } from '../check/row-table.ts';
import type { RecordFilter } from '../read/catalogue.ts';
import type { Key } from '../read/row.ts';
import { Comparison, type RowsToCompare } from './comparison.ts';
import { type ComparedField, comparedFields, factsOfProduct, hashOfFacts } from './facts.ts';
import { fieldsOf, type RowToCompare, stateRow } from './fingerprint.ts';
import { FoundProducts } from './found-products.ts';
import { ListedIds, leavesOut, Sample } from './list-check.ts';
import { keysOfProduct, listStore, type StoreReader } from './list-store.ts';
import { firstProducts, isRefusal, productCount, resultOf, search, testLookUp } from './lookup.ts';
import { openScratch, type Scratch } from './spool.ts';

interface CompareOptions {
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

/**
 * Compares the rows of a file with a store, in flat memory: about 40 bytes a row, and what differs on disk. Lists the
 * store once or, where that takes fewer requests, looks every row up. A list that changes meanwhile is read a second
 * time, then rows are looked up. Close the result.
 * @throws CliError when the store does not answer, or cannot be read in either way
 */
export async function compareWithStore<R extends RowToCompare>(
  file: RowsToCompare<R>,
  options: CompareOptions,
): Promise<Comparison<R>> {
  const scratch = await openScratch();
  const close = () => scratch.close();
  const fields = options.fields ?? comparedFields;
  try {
    const { products, isListed } = await readStore(file, options, scratch);
    return await Comparison.of({ file, products, fields, close, isListed });
  } catch (error) {
    close();
    throw error;
  }
}

interface StoreContents {
  readonly products: FoundProducts;
  /** Whether every product of the store was read. */
  readonly isListed: boolean;
}

async function readStore(
  file: RowsToCompare<RowToCompare>,
  options: CompareOptions,
  scratch: Scratch,
): Promise<StoreContents> {
  const { connection, storeOnly, fields = comparedFields } = options;
  const page = await firstProducts(connection);
  const count = productCount(page);
  const newProducts = () => new FoundProducts(file.table.lastRecord, scratch);
  const total = Number.isNaN(count) ? undefined : count;
  const store: StoreToRead = { ...options, fields, file, newProducts, total, sample: page.records };
  if (!storeOnly && file.count <= count / connection.pageSize) {
    const products = await lookUpRows(store).catch(unlessRefused);
    if (products) return { products, isListed: false };
  }
  return await listOrLookUp(store);
}

/** A store that refuses to look up a row may still be listed. @throws any other failure */
function unlessRefused(error: unknown): undefined {
  if (error instanceof CliError && isRefusal(error)) return undefined;
  throw error;
}

async function listOrLookUp(store: StoreToRead): Promise<StoreContents> {
  await stateRows(store);
  const first = await listOnce(store);
  if (!(first instanceof CliError)) return await withRowsNotListed(first, store);
  await store.notice(`${first.message} Listing the products again.`);
  const second = await listOnce(store);
  if (!(second instanceof CliError)) return await withRowsNotListed(second, store);
  if (store.storeOnly) throw second;
  await store.notice(`${second.message} Looking up every row instead.`);
  return { products: await lookUpRows(store), isListed: false };
}

/** Looks up the rows that the list lacks, where they are few, or where the list leaves out products that the store has. */
async function withRowsNotListed({ products, ids }: Listed, store: StoreToRead): Promise<StoreContents> {
  const isLacking = lackingRows(products, store.file.table);
  const lacking = new Sample<RowToCompare>(store.connection.random);
  await eachWanted(store.file, isLacking, async (row) => lacking.add(row));
  if (lacking.count === 0 || !(await hasReliableSearch(store))) return { products, isListed: true };
  const keys = lacking.rows.map(({ key }) => key);
  const isPartial = !lacking.isWhole && (await leavesOut(ids, keys, readerOf(store)));
  if (isPartial || lacking.isWhole)
    await eachWanted(store.file, isLacking, (row) => lookUpRow(row, products, store).catch(unlessRefused));
  if (isPartial || lacking.rows.some(({ record }) => !isLacking(record))) await store.notice(partialMessage);
  return { products, isListed: true };
}

async function eachWanted(
  { rows }: RowsToCompare<RowToCompare>,
  isWanted: RecordFilter,
  use: (row: RowToCompare) => Promise<void>,
): Promise<void> {
  if (isWanted.last === 0) return;
  for await (const batch of rows(isWanted)) {
    const wanted = batch.filter(({ record }) => isWanted(record));
    for (let at = 0; at < wanted.length; at += atOnce) await Promise.all(wanted.slice(at, at + atOnce).map(use));
  }
}

const partialMessage =
  'Warning: the list of products lacks some that the search finds. Rows missing from the list were looked up one by one; other products may be missing.';

/** The rows for which nothing was found so far. */
function lackingRows(products: FoundProducts, { lastRecord }: RowTable): RecordFilter {
  const isLacking = (record: number): boolean => products.knows(record) === 'new';
  let last = lastRecord;
  while (last > 0 && !isLacking(last)) last--;
  return Object.assign(isLacking, { last });
}

async function hasReliableSearch({ connection, sample, randomHex }: StoreToRead): Promise<boolean> {
  try {
    await testLookUp(connection, sample, randomHex);
    return true;
  } catch (error) {
    if (error instanceof CliError && error.kind === 'refused') return false;
    throw error;
  }
}

/** A store with the rows to find in it. */
interface StoreToRead extends CompareOptions {
  readonly fields: readonly ComparedField[];
  readonly file: RowsToCompare<RowToCompare>;
  /** Empty, without what an earlier try found. */
  readonly newProducts: () => FoundProducts;
  /** How many products it counts. */
  readonly total: number | undefined;
  /** Some of its products. */
  readonly sample: readonly Product[];
}

/** Stores what each row states, unless that was done while the file was checked. */
async function stateRows({ file: { table, rows, count }, fields }: StoreToRead): Promise<void> {
  if (table.statedCount === 0) for await (const batch of rows()) for (const row of batch) stateRow(table, row, fields);
  if (table.statedCount !== count) throw new Error('Two rows of a checked file have one key.');
}

/** Finds rows by listing the store once. Returns the reason where the list cannot be trusted. */
async function listOnce(store: StoreToRead): Promise<Listed | CliError> {
  const { storeOnly, file } = store;
  const [products, ids] = [store.newProducts(), new ListedIds()];
  const inconsistent = await listStore(readerOf(store), (record) => {
    ids.add(record);
    if (!isInFile(record, file.table, products)) products.addGone(record, storeOnly === true);
  });
  return inconsistent ?? { products, ids };
}

interface Listed {
  readonly products: FoundProducts;
  readonly ids: ListedIds;
}

const readerOf = ({ connection, language, onProgress, total }: StoreToRead): StoreReader => ({
  ...{ connection, language, read: (once) => once() },
  onListed: (count) => onProgress?.(count, total),
});

/** Notes a product for the rows that have its SKU, its EAN, or almost one of them. False if there are none. */
function isInFile(record: Product, table: RowTable, products: FoundProducts): boolean {
  const found = keysOfProduct(record).map((key) => ({ key, row: table.find(key) }));
  const near = found.filter(({ row }) => row === 'near');
  for (const { key, row } of found) if (typeof row === 'number') note(record, key, row, { table, products });
  for (const { key } of near) products.addNear(key, record);
  return found.some(({ row }) => row !== undefined);
}

interface Matching {
  readonly table: RowTable;
  readonly products: FoundProducts;
}

/** Notes a product for the row that has exactly this key. */
function note(record: Product, key: Key, row: number, { table, products }: Matching): void {
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
async function lookUpRows(store: StoreToRead): Promise<FoundProducts> {
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
