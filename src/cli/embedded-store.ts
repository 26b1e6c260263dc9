import { join, resolve } from 'node:path';
import type { Context } from '../context.ts';
import type { Sandbox } from '../sandbox/open.ts';
import { dataDirectory } from '../settings/directories.ts';
import { ownFileAt } from '../settings/own-files.ts';

interface EmbeddedStore {
  /** Its file; absent: that of `--store sandbox`. */
  readonly database?: string | undefined;
  readonly isDryRun?: boolean | undefined;
}

/** The embedded store in this process, over loopback. Its database stays. */
export async function openEmbeddedStore(
  context: Context,
  { database = sandboxDatabase(context), isDryRun = false }: EmbeddedStore = {},
): Promise<Sandbox> {
  context.files.requireDescriptors(descriptors, 'usage');
  const { openSandbox } = await import('../sandbox/open.ts');
  return await openPrivately(context, await keptAt(database, context, isDryRun), (path) =>
    openSandbox({ ...surroundingsOf(context), database: path }),
  );
}

/** Where the data of a store is: a dry run makes no file. */
export async function keptAt(database: string, { files, cwd }: Context, isDryRun = false): Promise<string> {
  return isDryRun && !(await files.exists(resolve(cwd, database))) ? ':memory:' : database;
}

const surroundingsOf = ({ files, randomHex, clock }: Context) => ({ userId: files.userId, randomHex, now: clock.now });

/** Its files, libsql, and both ends of each connection. */
const descriptors = 24;

/** What to do where the embedded store is not enough. */
export const startSandbox = "Start 'shop-cli sandbox' in another terminal and set the variables it prints.";

/** The database of `--store sandbox`. */
export const sandboxDatabase = (context: Context): string => join(dataDirectory(context), 'sandbox.db');

/**
 * Opens a sandbox database, readable only for this user since it holds a token. An existing file is not changed until
 * `open` has recognised it as a sandbox.
 * @param open gets the path from the root
 */
export async function openPrivately(
  context: Context,
  database: string,
  open: (path: string) => Promise<Sandbox>,
): Promise<Sandbox> {
  if (database === ':memory:') return await open(database);
  const { files, cwd } = context;
  const path = resolve(cwd, database);
  const { ensure } = ownFileAt(path, context);
  // Not by opening it: to close it again would end the locks that SQLite has on it.
  if ((files.fileId(path)?.bytes ?? 0) === 0) await ensure(path);
  const sandbox = await open(path);
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (await files.exists(file)) await ensure(file);
  return sandbox;
}
