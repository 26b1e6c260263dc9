import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { canary, ownDirectory } from '../../support/run.ts';
import { openTestSandbox } from '../../support/sandbox.ts';
import { storeAt } from '../../support/store.ts';

const rows = 200;
/** An option of these tests: the import has another home directory, and so no lock of the store in common. */
const elsewhere = '--elsewhere';

interface Place {
  readonly directory: string;
  /** Starts an import of the file, by this name of the store; resolves when it sends or has ended. */
  readonly start: (store: string, ...options: readonly string[]) => Promise<Import>;
  readonly url: string;
  /** SKUs that the store has more than once. */
  readonly doubled: () => Promise<readonly string[]>;
}

interface Import {
  /** Resolves to the exit code. */
  readonly ended: Promise<number | null>;
}

/** A directory with a file of rows, and a store that is empty. */
async function ownPlace(): Promise<Place> {
  const directory = ownDirectory();
  const sandbox = await openTestSandbox({ token: canary, empty: true, now: () => new Date() });
  await mkdir(join(directory, 'journal'), { mode: 0o700 });
  await writeFile(
    join(directory, 'in.csv'),
    `sku,name\n${Array.from({ length: rows }, (_, at) => `ROW-${at},x\n`).join('')}`,
  );
  const running: ChildProcess[] = [];
  onTestFinished(async () => {
    // An import that still runs writes into the directory that is removed next.
    const ended = running.map((child) => (child.exitCode ?? child.signalCode) === null && once(child, 'close'));
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(ended);
    await sandbox.close();
  });
  return {
    directory,
    url: sandbox.url,
    start: async (store, ...options) => {
      const child = importing(directory, store, options);
      running.push(child);
      return await sendingOrEnded(child);
    },
    doubled: () => doubledIn(sandbox.url),
  };
}

function importing(directory: string, store: string, options: readonly string[]): ChildProcess {
  const common = options.filter((option) => option !== elsewhere);
  const home = options.includes(elsewhere) ? join(directory, 'elsewhere') : directory;
  const rate = common.includes('--rate') ? [] : ['--rate', '80'];
  const words = ['products', 'import', 'in.csv', '--concurrency', '2', ...rate, ...common];
  return spawn(process.execPath, [resolve('bin/shop-cli.cjs'), ...words], {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: home, SHOP_URL: store, SHOP_TOKEN: canary },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function sendingOrEnded(child: ChildProcess): Promise<Import> {
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const lines = createInterface({ input: child.stderr as NodeJS.ReadableStream });
  const sending = new Promise<void>((done) => {
    lines.on('line', (line) => line.startsWith('Sending ') && done());
  });
  await Promise.race([sending, ended]);
  return { ended };
}

async function doubledIn(url: string): Promise<readonly string[]> {
  const { out } = await storeAt(url).run('products list --all -o csv --fields sku');
  const skus = out.trim().split('\n');
  return skus.filter((sku, at) => skus.indexOf(sku) !== at);
}

const otherNames = (url: string) => {
  const { port } = new URL(url);
  return [`http://localhost:${port}`, `http://LOCALHOST:${port}/`, `http://127.1:${port}/api/v2`];
};

test('a second import by another name of the store is refused while the first sends', async () => {
  const { url, start, doubled } = await ownPlace();
  const first = await start(url);
  const codes = await Promise.all(otherNames(url).map(async (name) => (await start(name)).ended));
  expect({ codes, first: await first.ended, doubled: await doubled() }).toEqual({
    codes: [9, 9, 9],
    first: 0,
    doubled: [],
  });
});

test('two shards of one file are imported at the same time', async () => {
  const { url, start, doubled } = await ownPlace();
  const first = await start(url, '--journal', 'journal/a.db', '--shard', '1/2', '--rate', '20');
  const others = await Promise.all([
    start(url, '--journal', 'journal/b.db', '--shard', '2/2'),
    start(url, '--journal', 'journal/c.db', '--shard', '1/2'),
    start(url, '--journal', 'journal/d.db'),
  ]);
  const codes = await Promise.all([first, ...others].map(({ ended }) => ended));
  expect([codes, await doubled()]).toEqual([[0, 0, 9, 9], []]);
});

test.each([
  ['a symbolic link', symlink, 9],
  ['a hard link', link, 2],
])('%s to the journal leads to the same lock, also from another home directory', async (_, makeLink, refused) => {
  const { directory, url, start, doubled } = await ownPlace();
  const first = await start(url, '--journal', 'journal/a.db');
  await makeLink(join(directory, 'journal', 'a.db'), join(directory, 'other.db'));
  const second = await start(url, '--journal', 'other.db', elsewhere);
  expect([await second.ended, await first.ended, await doubled()]).toEqual([refused, 0, []]);
});

test.each([
  ['the journal', 'journal'],
  ['the lock of the store', '.local'],
])('an import whose lock is gone, since %s was deleted, sends nothing more', async (_, name) => {
  const { directory, url, start, doubled } = await ownPlace();
  const first = await start(url, '--journal', 'journal/a.db');
  // The import may put another file there meanwhile.
  await rm(join(directory, name), { recursive: true, maxRetries: 100, retryDelay: 20 });
  expect([await first.ended, await doubled()]).toEqual([8, []]);
});
