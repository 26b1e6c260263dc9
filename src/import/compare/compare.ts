import { CliError } from '../../errors.ts';
import { Comparison, type RowsToCompare } from './comparison.ts';
import { comparedFields } from './facts.ts';
import type { RowToCompare } from './fingerprint.ts';
import { FoundProducts } from './found-products.ts';
import { firstProducts, isRefusal, productCount } from './lookup.ts';
import { type CompareOptions, listOnce, lookUpRows, type StoreToRead, stateRows } from './read-store.ts';
import { openScratch, type Scratch } from './spool.ts';

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

interface Findings {
  readonly products: FoundProducts;
  /** Whether every product of the store was read. */
  readonly isListed: boolean;
}

async function readStore(
  file: RowsToCompare<RowToCompare>,
  options: CompareOptions,
  scratch: Scratch,
): Promise<Findings> {
  const { connection, storeOnly, fields = comparedFields } = options;
  const page = await firstProducts(connection);
  const count = productCount(page);
  const newProducts = () => new FoundProducts(file.table.lastRecord, scratch);
  if (count === 0) return { products: newProducts(), isListed: true };
  const total = Number.isNaN(count) ? undefined : count;
  const store: StoreToRead = { ...options, fields, file, newProducts, total, sample: page.records };
  if (!storeOnly && file.count <= count / connection.pageSize) {
    const products = await lookUpRows(store).catch(unlessRefused);
    if (products) return { products, isListed: false };
  }
  return await listOrLookUp(store);
}

/** A store that refuses to look up one of the rows may be listed all the same. @throws any other failure */
function unlessRefused(error: unknown): undefined {
  if (error instanceof CliError && isRefusal(error)) return undefined;
  throw error;
}

async function listOrLookUp(store: StoreToRead): Promise<Findings> {
  await stateRows(store);
  const first = await listOnce(store);
  if (first instanceof FoundProducts) return { products: first, isListed: true };
  await store.notice(`${first.message} Listing the products again.`);
  const second = await listOnce(store);
  if (second instanceof FoundProducts) return { products: second, isListed: true };
  if (store.storeOnly) throw second;
  await store.notice(`${second.message} Looking up every row instead.`);
  return { products: await lookUpRows(store), isListed: false };
}
