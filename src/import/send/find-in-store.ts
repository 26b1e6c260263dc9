import { pageSize } from '../../client/pages.ts';
import type { FileKeys } from '../check/row-table.ts';
import { listStore, type StoreReader } from '../compare/list-store.ts';
import { search } from '../compare/lookup.ts';
import type { ImportRun } from '../import-run.ts';
import type { SendableRow } from '../read/row.ts';
import { ask } from './ask.ts';
import { type Found, foundBySearch, StoreKeys } from './store-keys.ts';

/** Finds what the store has for a row's key. */
export type FindInStore = (row: SendableRow) => Promise<Found>;

/** How the keys of a file are found in a store. */
interface KeyReader extends StoreReader {
  /** The keys of the file. */
  readonly keys: FileKeys;
}

/** Reads when the rate limiter of a run allows it. */
export const storeReader = (run: ImportRun): KeyReader => ({
  connection: run.connection,
  language: run.options.settings.language,
  keys: run.checked.keys,
  read: (once) => ask(once, run),
  // By other shards, which send other keys.
  mayGrow: run.options.shard !== undefined,
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
export async function finder(rows: number, productsInStore: number, reader: KeyReader): Promise<FindInStore> {
  if (productsInStore === 0) return emptyStore;
  const { connection, keys, language, read } = reader;
  const lookUpRow: FindInStore = async (row) =>
    foundBySearch(row, await read(() => search(connection, row.key, language)), keys.isShared);
  if (rows <= productsInStore / (connection.pageSize ?? pageSize)) return lookUpRow;
  const listed = (await listKeys(reader)) ?? (await listKeys(reader));
  if (!listed) return lookUpRow;
  return async (row) => {
    const found = listed.find(row);
    return found.kind === 'unclear' ? await lookUpRow(row) : found;
  };
}

/** The keys of the file that the store lists; undefined when the list changes while it is read. */
export async function listKeys(reader: KeyReader): Promise<StoreKeys | undefined> {
  const listed = new StoreKeys(reader.keys);
  const inconsistent = await listStore(reader, (record) => listed.add(record));
  return inconsistent ? undefined : listed;
}
