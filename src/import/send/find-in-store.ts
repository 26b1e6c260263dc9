import { type Connection, hostOf } from '../../client/connection.ts';
import { listProducts } from '../../client/endpoints/products.ts';
import { allPages, pageSize } from '../../client/pages.ts';
import { CliError } from '../../errors.ts';
import type { FileKeys } from '../check/duplicates.ts';
import type { ImportRun } from '../import-run.ts';
import type { SendableRow } from '../read/row.ts';
import { ask } from './ask.ts';
import { search } from './lookup.ts';
import { type Found, foundBySearch, StoreKeys } from './store-keys.ts';

/** Finds what the store has for a row's key. */
export type FindInStore = (row: SendableRow) => Promise<Found>;

/** How the products of a store are read. */
interface StoreReader {
  readonly connection: Connection;
  readonly language: string | undefined;
  /** The keys of the file. */
  readonly keys: FileKeys;
  /** Makes one read, with the retries of its kind. */
  readonly read: <T>(once: () => Promise<T>) => Promise<T>;
  /** Called with the number of products read so far, and with 0 at the end. */
  readonly onListed: (count: number) => void;
}

/** Reads when the rate limiter of a run allows it. */
export const storeReader = (run: ImportRun): StoreReader => ({
  connection: run.connection,
  language: run.options.settings.language,
  keys: run.checked.keys,
  read: (once) => ask(once, run),
  onListed: (count) => {
    run.listed = count;
  },
});

/** For a store without products. */
export const emptyStore: FindInStore = async () => ({ kind: 'absent' });

/**
 * Chooses the cheaper way to find out which keys a store has: one look-up per row or, if the file has more rows than
 * the store has pages, listing it once. A list that changes meanwhile is read a second time, then rows are looked up.
 */
export async function finder(rows: number, productsInStore: number, reader: StoreReader): Promise<FindInStore> {
  if (productsInStore === 0) return emptyStore;
  const { connection, keys, read } = reader;
  const lookUpRow: FindInStore = async (row) =>
    foundBySearch(row, await read(() => search(connection, row.key)), keys.isShared);
  if (rows <= productsInStore / (connection.pageSize ?? pageSize)) return lookUpRow;
  const listed = (await listKeys(reader)) ?? (await listKeys(reader));
  if (!listed) return lookUpRow;
  return async (row) => {
    const found = listed.find(row);
    return found.kind === 'unclear' ? await lookUpRow(row) : found;
  };
}

/** The keys of the file that the store lists; undefined when the list changes while it is read. */
export async function listKeys(reader: StoreReader): Promise<StoreKeys | undefined> {
  const { connection, language, keys, read } = reader;
  const listed = new StoreKeys(keys);
  let count = 0;
  const fetchPage = (limit: number, offset: number) =>
    read(() =>
      listProducts(
        connection,
        { only_main_products: 'true', limit: String(limit), offset: String(offset) },
        { language },
      ),
    );
  try {
    for await (const { records } of allPages(fetchPage, {
      host: hostOf(connection),
      pageSize: connection.pageSize,
      untilEmpty: true,
    })) {
      for (const record of records) listed.add(record);
      count += records.length;
      reader.onListed(count);
    }
    return listed;
  } catch (error) {
    if (error instanceof CliError && error.kind === 'refused' && error.status === undefined && error.retryable)
      return undefined;
    throw error;
  } finally {
    reader.onListed(0);
  }
}
