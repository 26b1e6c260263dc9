import { dirname, isAbsolute, join } from 'node:path';
import type { Context } from '../context.ts';
import type { Sandbox } from '../sandbox/open.ts';

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

/** Where the sandbox of `--store sandbox` keeps its data: the platform's directory for application data. */
export function sandboxDatabase({ env, platform, home }: Context): string {
  const windows = env.LOCALAPPDATA ?? join(home, 'AppData', 'Local');
  const data = platform === 'win32' ? windows : absoluteOr(env.XDG_DATA_HOME, join(home, '.local', 'share'));
  return join(data, 'shop-cli', 'sandbox.db');
}

/** The XDG specification: a relative path is to be ignored. */
const absoluteOr = (path: string | undefined, usual: string): string =>
  path !== undefined && isAbsolute(path) ? path : usual;
