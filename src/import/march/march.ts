import { setImmediate } from 'node:timers/promises';
import type { Connection } from '../../client/connection.ts';
import { CliError } from '../../errors.ts';
import type { Product } from '../../resources/products.ts';
import { untilInterrupted } from '../file/copy.ts';
import { foldedText, type Key } from '../map/key.ts';
import type { FileRows } from '../rows/file-rows.ts';
import { type ComparedField, comparedFields, factsOfProduct } from './facts.ts';
import { leavesOut, Sample } from './list-check.ts';
import { keysOfProduct, listStore, type StoreReader } from './list-store.ts';
import { type GoneProduct, ListedProducts } from './listed-products.ts';
import { firstProducts, isRefusal, productCount, search, testLookUp } from './lookup.ts';
import { type ComparedRow, type RowToCompare, resultOf } from './results.ts';
import { rowFromStates } from './states.ts';

/** The rows to compare: the valid ones of a checked file, or those of an earlier import. */
export interface RowsToCompare {
  readonly rows: FileRows;
  readonly count: number;
}

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
  readonly interrupted: AbortSignal;
}

/** A file beside a store that was read: nothing of it reads the store again. */
export interface Comparison {
  /** Every row in file order, with what the store has for it. May be called again. */
  readonly rows: () => AsyncGenerator<readonly ComparedRow[]>;
  /** How many products no row of the file has; undefined where the store was not listed. */
  readonly gone: number | undefined;
  /** The products that no row has, if requested. */
  readonly goneProducts: () => Generator<readonly GoneProduct[]>;
}

/**
 * Compares the rows of a file with a store, in flat memory. Lists the store once or, where that takes fewer requests,
 * looks every row up. A list that changes meanwhile is read a second time, then rows are looked up. What it read is in
 * the scratch of the rows, until they are closed.
 * @throws CliError when the store does not answer, or cannot be read in either way
 */
export async function compareWithStore(file: RowsToCompare, options: CompareOptions): Promise<Comparison> {
  const { fields = comparedFields } = options;
  const { products, isListed } = await readStore(file, options);
  return {
    rows: () => untilInterrupted(comparedRows(file.rows, products, fields), options.interrupted),
    gone: isListed ? products.gone : undefined,
    goneProducts: () => products.goneProducts(),
  };
}

async function* comparedRows(
  rows: FileRows,
  products: ListedProducts,
  fields: readonly ComparedField[],
): AsyncGenerator<readonly ComparedRow[]> {
  for (const page of rows.pages()) {
    // Nothing here waits: without a turn of the event loop Ctrl-C would not be seen.
    await setImmediate();
    const found = products.under(page.map(({ key }) => foldedText(key)));
    yield page.map((stored, at) => {
      const row: RowToCompare = rowFromStates(stored);
      return { row, result: resultOf(row, found[at] ?? [], fields, rows.isShared) };
    });
  }
}

interface StoreContents {
  readonly products: ListedProducts;
  /** Whether every product of the store was read. */
  readonly isListed: boolean;
}

async function readStore(file: RowsToCompare, options: CompareOptions): Promise<StoreContents> {
  const { connection, storeOnly } = options;
  const page = await firstProducts(connection);
  const count = productCount(page);
  const newProducts = () =>
    new ListedProducts({
      scratch: file.rows.scratch,
      hasRows: true,
      keepsGone: storeOnly === true,
      factsOf: factsOfProduct,
    });
  const total = Number.isNaN(count) ? undefined : count;
  const store: StoreToRead = { ...options, file, newProducts, total, sample: page.records };
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
  const first = await listOnce(store);
  if (first instanceof ListedProducts) return await withRowsNotListed(first, store);
  await store.notice(`${first.message} Listing the products again.`);
  const second = await listOnce(store);
  if (second instanceof ListedProducts) return await withRowsNotListed(second, store);
  if (store.storeOnly) throw second;
  await store.notice(`${second.message} Looking up every row instead.`);
  return { products: await lookUpRows(store), isListed: false };
}

/** Looks up the rows that the list lacks, where they are few, or where the list leaves out products that the store has. */
async function withRowsNotListed(products: ListedProducts, store: StoreToRead): Promise<StoreContents> {
  const contents = { products, isListed: true };
  const lacking = sampleOf(products, store);
  if (lacking.count === 0 || !(await hasReliableSearch(store))) return contents;
  const isPartial = !lacking.isWhole && (await leavesOut(products.ids, lacking.rows, readerOf(store)));
  if (!isPartial && !lacking.isWhole) return contents;
  for (const keys of products.lackingKeys())
    await lookUpKeys(keys, { ...store, products, onFailure: unlessRefused, onProgress: undefined });
  products.flush();
  if (isPartial || sampleOf(products, store).count < lacking.count) await store.notice(partialMessage);
  return contents;
}

function sampleOf(products: ListedProducts, { connection }: StoreToRead): Sample<Key> {
  const sample = new Sample<Key>(connection.random);
  for (const keys of products.lackingKeys()) for (const key of keys) sample.add(key);
  return sample;
}

const partialMessage =
  'Warning: the list of products lacks some that the search finds. Rows missing from the list were looked up one by one; other products may be missing.';

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
  readonly file: RowsToCompare;
  /** Empty, without what an earlier try found. */
  readonly newProducts: () => ListedProducts;
  /** How many products it counts. */
  readonly total: number | undefined;
  /** Some of its products. */
  readonly sample: readonly Product[];
}

/** Lists the store once. Returns the reason where the list cannot be trusted. */
async function listOnce(store: StoreToRead): Promise<ListedProducts | CliError> {
  const products = store.newProducts();
  const inconsistent = await listStore(readerOf(store), (record) => products.add(record));
  products.flush();
  return inconsistent ?? products;
}

const readerOf = ({ connection, language, onProgress, total }: StoreToRead): StoreReader => ({
  connection,
  language,
  read: (once) => once(),
  onListed: (count) => onProgress?.(count, total),
});

/**
 * Finds every row by a look-up of its own.
 * @throws CliError `refused` when the search of the store is not reliable; any other failure of a look-up
 */
async function lookUpRows(store: StoreToRead): Promise<ListedProducts> {
  const { connection, sample, randomHex, file, onProgress } = store;
  await testLookUp(connection, sample, randomHex);
  const products = store.newProducts();
  let done = 0;
  for (const page of file.rows.pages()) {
    const keys = page.map(({ key }) => key);
    await lookUpKeys(keys, { ...store, products, onProgress: (count) => onProgress?.(done + count, file.count) });
    done += page.length;
  }
  products.flush();
  return products;
}

/** Look-ups at a time. */
const maxLookUps = 4;

interface LookingUp extends Pick<StoreToRead, 'connection' | 'language'> {
  readonly products: ListedProducts;
  /** Says what a failed look-up means: nothing found, where it returns. */
  readonly onFailure?: (error: unknown) => undefined;
  readonly onProgress: ((done: number) => void) | undefined;
}

/** Adds the products that searches for these keys find, under exactly the key or almost. */
async function lookUpKeys(keys: readonly Key[], looking: LookingUp): Promise<void> {
  const { connection, language, products, onFailure, onProgress } = looking;
  const find = async (key: Key): Promise<void> => {
    const searching = search(connection, key, language);
    const found = (await (onFailure ? searching.catch(onFailure) : searching)) ?? [];
    const folded = foldedText(key);
    for (const record of found)
      if (keysOfProduct(record).some((other) => foldedText(other) === folded)) products.add(record);
  };
  for (let at = 0; at < keys.length; at += maxLookUps) {
    await Promise.all(keys.slice(at, at + maxLookUps).map(find));
    onProgress?.(Math.min(keys.length, at + maxLookUps));
  }
}
