import { dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import type { Sandbox } from '../sandbox/open.ts';
import { dataDirectory } from '../settings/directories.ts';

/** The embedded store inside this process, over loopback, on a database that is kept between calls. */
export async function openEmbeddedSandbox(context: Context, database = sandboxDatabase(context)): Promise<Sandbox> {
  const { openSandbox } = await import('../sandbox/open.ts');
  await prepareDatabase(context, database);
  return await openSandbox({ database, randomHex: context.randomHex, now: context.clock.now });
}

/** Makes the place for a sandbox's database, which holds its token, for this user alone. */
export async function prepareDatabase({ files }: Context, database: string): Promise<void> {
  if (database === ':memory:') return;
  await files.makePrivateDirectory(dirname(database));
  await files.ensurePrivate(database);
}

/** The database of `--store sandbox`. */
export const sandboxDatabase = (context: Context): string => join(dataDirectory(context), 'sandbox.db');
