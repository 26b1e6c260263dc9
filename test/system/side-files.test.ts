import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFiles } from '../../src/system/files.ts';
import { openSqlite } from '../../src/system/sqlite.ts';
import { Secrets } from '../../src/text/redact.ts';
import { ownDirectory } from '../support/directory.ts';
import { shopCli } from '../support/run.ts';

// A folder that somebody else made, of which one thing is known: what SQLite does with the files beside a database.

/** A journal of one page that SQLite would play back, and that names a super-journal. */
function hotJournal(victim: string): Buffer {
  const name = Buffer.from(victim);
  const header = Buffer.alloc(512);
  Buffer.from('d9d505f920a163d7', 'hex').copy(header);
  for (const [at, value] of [0, 0, 1, 512, 4096].entries()) header.writeUInt32BE(value, 8 + 4 * at);
  const end = Buffer.alloc(8);
  end.writeUInt32BE(name.length, 0);
  end.writeUInt32BE(
    name.reduce((sum, byte) => sum + byte, 0),
    4,
  );
  const page = Buffer.alloc(4);
  page.writeUInt32BE(2 ** 30 / 4096 + 1);
  return Buffer.concat([header, page, name, end, Buffer.from('d9d505f920a163d7', 'hex')]);
}

const put = {
  'a journal that names a file of the user': (path: string, victim: string) =>
    writeFileSync(`${path}-journal`, hotJournal(victim)),
  'a pipe': (path: string) => void spawnSync('mkfifo', [`${path}-wal`]),
  'a link to a file of the user': (path: string, victim: string) => symlinkSync(victim, `${path}-wal`),
  'another name of a file of the user': (path: string, victim: string) => linkSync(victim, `${path}-shm`),
  'a file of holes': (path: string) => {
    writeFileSync(`${path}-wal`, 'x');
    truncateSync(`${path}-wal`, 1e6);
  },
};

const faults = Object.entries(put);

/** Copies a database. libsql closes the original later, and then deletes its side files, whoever made them. */
async function copyAlone(from: string, to: string): Promise<void> {
  for (const end of ['', '-wal']) if (existsSync(from + end)) copyFileSync(from + end, to + end);
  const database = await openSqlite(to);
  database.exec('PRAGMA journal_mode=DELETE');
  database.close();
}

/** A folder with a sandbox and a journal of it, and a file of the user elsewhere. */
async function folder() {
  const directory = ownDirectory();
  const victim = join(ownDirectory({ 'config.json': 'kept' }), 'config.json');
  writeFileSync(join(directory, 'in.csv'), 'sku,name\nA-1,x\n');
  const sandbox = '--store sandbox:shop.db';
  await shopCli(`${sandbox} products import in.csv --yes --journal j.db`, { directory });
  await copyAlone(join(directory, 'shop.db'), join(directory, 'copy.db'));
  return { directory, victim, run: (line: string) => shopCli(`--store sandbox:copy.db ${line}`, { directory }) };
}

describe.skipIf(process.platform === 'win32')('beside a database', () => {
  test.each(faults)('%s is refused, whatever opens it', async (_, place) => {
    const { directory, victim, run } = await folder();
    place(join(directory, 'copy.db'), victim);
    const sandbox = await run('products list');
    const other = await folder();
    place(join(other.directory, 'j.db'), other.victim);
    const lines = ['imports list --journal j.db', 'products import in.csv --yes --journal j.db'];
    const journal = [await other.run(lines[0] as string), await other.run(lines[1] as string)];
    expect([sandbox, ...journal].map(({ code, err }) => [code, err.includes('beside it')])).toEqual([
      [2, true],
      [2, true],
      [2, true],
    ]);
    expect([victim, other.victim].map((path) => existsSync(path) && readFileSync(path, 'utf8'))).toEqual([
      'kept',
      'kept',
    ]);
  });

  test('a log of holes alone is not copied', async () => {
    const { directory } = await folder();
    writeFileSync(join(directory, 'j.db-wal'), '');
    truncateSync(join(directory, 'j.db-wal'), 1e6);
    const copy = await createFiles(directory, new Secrets()).databaseCopy('j.db');
    expect([existsSync(copy.path), existsSync(`${copy.path}-wal`)]).toEqual([true, false]);
    await copy.remove();
  });

  test('a log that is the right one is read, in a folder of any mode', async () => {
    const { directory, run } = await folder();
    chmodSync(directory, 0o777);
    expect([(await run('products list')).code, (await run('imports list --journal j.db')).code]).toEqual([0, 0]);
  });
});
