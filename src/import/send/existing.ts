import type { Connection } from '../../client/connection.ts';
import { listProducts } from '../../client/endpoints/products.ts';
import { allPages, pageSize } from '../../client/pages.ts';
import { CliError } from '../../errors.ts';
import type { FileKeys } from '../check/duplicates.ts';
import { type Key, keyOf, type SendableRow } from '../read/row.ts';
import { search } from './lookup.ts';
import { type Found, foundBySearch, StoreKeys } from './store-keys.ts';

/** Tells what the store has of a row's key already. */
export type FindInStore = (row: SendableRow) => Promise<Found>;

/** How a store is asked what it has. */
export interface Reading {
  readonly connection: Connection;
  readonly language: string | undefined;
  /** What is known of the keys of the file. */
  readonly keys: FileKeys;
  /** Makes one read, in its turn and as often as is wanted. */
  readonly read: <T>(once: () => Promise<T>) => Promise<T>;
  /** How many products of the store were read, for a progress display; 0 before and after. */
  listed?: number;
}

/** Of a store without products. */
export const nothingThere: FindInStore = async () => ({ kind: 'absent' });

/**
 * The cheaper way to know which keys a store has: one look-up a row or, when the file has more rows than the store has pages, the whole list once.
 * A list that cannot be trusted is read once more, and then each row is looked up.
 */
export async function finder(rows: number, productsInStore: number, reading: Reading): Promise<FindInStore> {
  if (productsInStore === 0) return nothingThere;
  const { connection, keys, read } = reading;
  const lookUpRow: FindInStore = async (row) => {
    const key = keyOf(row.values) as Key;
    return foundBySearch(row, key, await read(() => search(connection, key)), keys.isShared);
  };
  if (rows <= productsInStore / pageSize) return lookUpRow;
  const listed = (await listKeys(reading)) ?? (await listKeys(reading));
  if (!listed) return lookUpRow;
  return async (row) => {
    const found = listed.find(row);
    return found.kind === 'unclear' ? await lookUpRow(row) : found;
  };
}

/** The keys of the file that the store lists; undefined when the list changes while it is read. */
export async function listKeys(reading: Reading): Promise<StoreKeys | undefined> {
  const { connection, language, keys, read } = reading;
  const listed = new StoreKeys(keys);
  const fetchPage = (limit: number, offset: number) =>
    read(() =>
      listProducts(
        connection,
        { only_main_products: 'true', limit: String(limit), offset: String(offset) },
        { language },
      ),
    );
  try {
    for await (const { records } of allPages(fetchPage)) {
      for (const record of records) listed.add(record);
      reading.listed = (reading.listed ?? 0) + records.length;
    }
    return listed;
  } catch (error) {
    if (error instanceof CliError && error.kind === 'refused' && error.status === undefined && error.retryable)
      return undefined;
    throw error;
  } finally {
    reading.listed = 0;
  }
}
