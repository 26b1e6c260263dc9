import { join, resolve } from 'node:path';
import type { Context } from '../context.ts';
import type { Sandbox } from '../sandbox/open.ts';
import { dataDirectory } from '../settings/directories.ts';

/** The embedded store in this process, over loopback. Its database stays. */
export async function openEmbeddedStore(context: Context, database = sandboxDatabase(context)): Promise<Sandbox> {
  context.files.requireDescriptors(descriptors, 'usage');
  const { openSandbox } = await import('../sandbox/open.ts');
  return await openPrivately(context, database, (path) =>
    openSandbox({ database: path, randomHex: context.randomHex, now: context.clock.now }),
  );
}

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
  { files, cwd }: Context,
  database: string,
  open: (path: string) => Promise<Sandbox>,
): Promise<Sandbox> {
  if (database === ':memory:') return await open(database);
  const path = resolve(cwd, database);
  // Not by opening it: to close it again would end the locks that SQLite has on it.
  if (files.fileId(database) === undefined) await files.ensurePrivate(database);
  const sandbox = await open(path);
  for (const file of [database, `${database}-wal`, `${database}-shm`])
    if (await files.exists(file)) await files.ensurePrivate(file);
  return sandbox;
}
