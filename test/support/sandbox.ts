import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSandbox, type Sandbox } from '../../src/sandbox/open.ts';
import { openDatabase } from '../../src/sandbox/storage/database.ts';
import { openSqlite } from '../../src/system/sqlite.ts';
import { allowStoresIn, lookIn } from './canary.ts';
import { inDirectory, makeDirectory, removeDirectory } from './directory.ts';

export type SandboxOptions = Parameters<typeof openSandbox>[0];

/** Opens a sandbox with the first data. Unless `database` names a file, it is a copy of a database filled before: about 2 ms. */
export async function openTestSandbox(
  options: Partial<SandboxOptions> & Pick<SandboxOptions, 'now'>,
): Promise<Sandbox> {
  const directory = options.database === undefined ? makeDirectory() : undefined;
  const remove = () => (directory === undefined ? undefined : removeDirectory(directory));
  const path = join(directory ?? '', 'store.db');
  try {
    if (directory !== undefined) await writeFile(path, await filled(options));
    const sandbox = await openSandbox({
      database: path,
      ...(directory !== undefined && { token: testToken }),
      randomHex: (bytes) => randomBytes(bytes).toString('hex'),
      ...options,
      log: (line) => {
        lookIn('the log of the sandbox', line);
        options.log?.(line);
      },
    });
    // A test may ask its own store itself.
    allowStoresIn(sandbox.url);
    return { ...sandbox, close: () => sandbox.close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** One for all stores: the expression that finds a token in the log takes 100 ms to compile, the same one is compiled once. */
const testToken = randomBytes(24).toString('hex');

type Fill = Pick<SandboxOptions, 'empty' | 'now'>;

/** Database files with the first data, by the time at which they were filled. */
const templates = new Map<string, Promise<Buffer>>();

function filled({ empty = false, now }: Fill): Promise<Buffer> {
  const key = empty ? 'empty' : now().toISOString();
  const template = templates.get(key) ?? fill({ empty, now });
  templates.set(key, template);
  return template;
}

async function fill({ empty = false, now }: Fill): Promise<Buffer> {
  return await inDirectory(async (directory) => {
    const path = join(directory, 'store.db');
    const database = await openDatabase({ path: ':memory:', empty, now });
    database.exec(`VACUUM INTO '${path}'`);
    database.close();
    // The journal mode is written to the file once, not by every copy.
    const copy = await openSqlite(path);
    copy.exec('PRAGMA journal_mode=WAL');
    copy.close();
    return await readFile(path);
  });
}
