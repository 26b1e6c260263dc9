import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Sandbox } from '../../src/sandbox/open.ts';
import { openSqlite } from '../../src/system/sqlite.ts';
import { ownDirectory } from '../support/directory.ts';
import { shopCli } from '../support/run.ts';
import { ask, create, openStore, send } from './store.ts';

test('a file database keeps its products and its token, also when another one is passed in between', async () => {
  const database = join(ownDirectory(), 'shop.db');
  const first = await openStore({ database });
  await create(first, { sku: 'KEPT-1' });
  await first.close();
  await (await openStore({ database, token: 'given' })).close();
  const again = await openStore({ database });
  expect([again.token, (await ask(again, '/products/KEPT-1')).status]).toEqual([first.token, 200]);
});

test('every new database has a random token of 24 bytes', async () => {
  const open = async () => await openStore({ database: join(ownDirectory(), 'shop.db') });
  const tokens = [(await open()).token, (await open()).token];
  expect([tokens[0] === tokens[1], tokens.map((token) => token.length)]).toEqual([false, [48, 48]]);
});

test('two sandboxes on one file both create products', async () => {
  const database = join(ownDirectory(), 'shop.db');
  const [left, right] = [await openStore({ database }), await openStore({ database, empty: true })];
  const ids = [await create(left, { sku: 'L' }), await create(right, { sku: 'R' })].map(
    (answer) => answer.body.productId,
  );
  expect([ids[1] - ids[0], (await ask(left, '/products?filter[search]=sku:R')).body.numRows]).toEqual([1, '1']);
});

test('what is deleted leaves no rows behind', async () => {
  const database = join(ownDirectory(), 'shop.db');
  const sandbox = await openStore({ database });
  for (const path of ['/baskets/42212126-9CF9-49D8-8E52-5B2858894145', '/orders/1001', '/customers/101'])
    await send(sandbox, 'DELETE', path);
  await sandbox.close();
  const file = await openSqlite(database);
  const count = (table: string) => file.get(`SELECT count(*) AS rows FROM ${table}`)?.rows;
  const rows = ['customers', 'addresses', 'baskets', 'basketLines', 'orders'].map(count);
  file.close();
  expect(rows).toEqual([3, 3, 2, 4, 0]);
});

describe('a usage error is', () => {
  const refused = (options: Parameters<typeof openStore>[0], message: string) =>
    expect(openStore(options)).rejects.toMatchObject({ kind: 'usage', message: expect.stringContaining(message) });
  const newPath = (): string => join(ownDirectory(), 'shop.db');

  /** What another program makes of a database. */
  async function changed(database: string, sql: string): Promise<string> {
    const other = await openSqlite(database);
    other.exec(sql);
    other.close();
    return database;
  }

  test('a busy port, which is named', async () => {
    const port = Number(new URL((await openStore()).url).port);
    await refused({ port }, `The sandbox cannot listen on 127.0.0.1, port ${port}: another program uses it.`);
  });

  test('an address of another machine', async () => {
    await refused({ host: '192.0.2.1' }, '192.0.2.1');
  });

  test('an empty token', async () => {
    const { code, err } = await shopCli(['sandbox', '--db', ':memory:', '--token', '']);
    expect([code, err]).toEqual([2, expect.stringContaining('--token is empty.')]);
  });

  test('a database in a missing folder, which is named', async () => {
    const database = join(ownDirectory(), 'missing', 'shop.db');
    await refused({ database }, database);
  });

  test('a file that is no database, which is not changed', async () => {
    const database = newPath();
    const letter = 'Dear sir or madam, '.repeat(500);
    await writeFile(database, letter);
    await refused({ database }, 'not a database');
    expect(await readFile(database, 'utf8')).toBe(letter);
  });

  test.each([
    ['another program', 'PRAGMA user_version=1'],
    ['a sandbox of another version of shop-cli', 'PRAGMA application_id=1936224112; PRAGMA user_version=99'],
  ])('a database of %s, which is not changed', async (whose, sql) => {
    const database = await changed(newPath(), `CREATE TABLE notes (text TEXT); ${sql}`);
    const before = await readFile(database);
    await expect(openStore({ database })).rejects.toMatchObject({
      kind: 'usage',
      message: `The database ${database} belongs to ${whose}.`,
      hint: 'Choose another file with sandbox --db or --store sandbox:<file>, or delete this one.',
    });
    expect((await readFile(database)).equals(before)).toBe(true);
  });

  const oddSequence = `PRAGMA writable_schema=1;
    UPDATE sqlite_master SET sql = CAST(replace(CAST(sql AS BLOB), 'seq)', CAST(x'ff29' AS TEXT)) AS TEXT)
      WHERE name = 'sqlite_sequence'`;

  test.each([
    ['a text that is not UTF-8', "UPDATE products SET name = CAST(x'fffe41' AS TEXT)"],
    ['a trigger', 'CREATE TRIGGER t AFTER INSERT ON products BEGIN DELETE FROM baskets; END'],
    ['a view', 'CREATE VIEW v AS SELECT 1'],
    ['an index on an expression', 'CREATE INDEX i ON products (hex(zeroblob(9)))'],
    ['a name of a column that is not UTF-8', oddSequence],
    ['a token with more lines', "UPDATE settings SET value = 'x' || char(10) || 'SHOP_URL=https://other.example'"],
  ])('a database of ours in which somebody else put %s', async (_, sql) => {
    const database = newPath();
    await (await openStore({ database })).close();
    await changed(database, sql);
    await refused({ database }, `Another program has changed the database ${database}. It is not used.`);
  });

  test('one in UTF-16: libsql would end the process at half a pair', async () => {
    const own = newPath();
    await (await openStore({ database: own })).close();
    const sandbox = await openSqlite(own);
    const tables = sandbox.all("SELECT sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'");
    sandbox.close();
    const wide = [
      "PRAGMA encoding='UTF-16be'; PRAGMA application_id=1936224112; PRAGMA user_version=8",
      ...tables.map(({ sql }) => String(sql)),
      "INSERT INTO settings VALUES ('empty', CAST(x'd880' AS TEXT))",
    ];
    await refused({ database: await changed(newPath(), wide.join(';')) }, 'not used');
  });

  test('a huge file of holes, which takes no room', async () => {
    const database = newPath();
    await writeFile(database, '');
    await truncate(database, 50e9);
    await refused({ database }, 'not a database');
    const { blocks } = await stat(database);
    await truncate(database);
    expect(blocks).toBe(0);
  });

  test('a pipe, which is not waited for', async () => {
    const pipe = join(ownDirectory(), 'pipe');
    spawnSync('mkfifo', [pipe]);
    for (const line of [`sandbox --db ${pipe}`, `products list --store sandbox:${pipe}`])
      expect(await shopCli(line)).toMatchObject({ code: 2, err: `Error: Cannot read ${pipe}: not a regular file.\n` });
  });
});

test('an empty file becomes a new sandbox', async () => {
  const database = join(ownDirectory(), 'shop.db');
  await writeFile(database, '');
  expect((await ask(await openStore({ database }), '/products?limit=1')).status).toBe(200);
});

test('close frees the port, and may be called twice', async () => {
  const sandbox = await openStore();
  await ask(sandbox, '/products?limit=1');
  await Promise.all([sandbox.close(), sandbox.close()]);
  const again = await openStore({ port: Number(new URL(sandbox.url).port) });
  expect(again.url).toBe(sandbox.url);
});

/** A connection on which the head of a POST with such a body was sent, and what it got. */
async function halfPosted({ url, token }: Sandbox, size: number, header = '') {
  const { host, port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  let reply = '';
  socket.on('data', (chunk) => {
    reply += chunk;
  });
  const ended = once(socket, 'close');
  socket.write(`POST /api/v2/products?token=${token} HTTP/1.1\r\nHost: ${host}\r\n${header}`);
  socket.write(`Content-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`);
  await once(socket, 'data');
  return { socket, ended, reply: () => reply };
}

/** The time that open requests are given at the end never ends: whoever waits for it waits for ever. */
function withoutGrace(): void {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('close lets an open request finish', async () => {
  withoutGrace();
  const sandbox = await openStore();
  const { socket, ended, reply } = await halfPosted(sandbox, 13, 'Expect: 100-continue\r\n');
  const closed = sandbox.close();
  socket.write('{"sku":"A-1"}');
  await Promise.all([closed, ended]);
  expect(reply()).toContain('HTTP/1.1 200 OK');
});

test('close does not wait for a client that keeps the connection of a body that was refused', async () => {
  withoutGrace();
  const sandbox = await openStore();
  const size = 1024 * 1024 + 1;
  const { socket, ended, reply } = await halfPosted(sandbox, size);
  expect(reply()).toContain('HTTP/1.1 413 ');
  const closed = sandbox.close();
  socket.write(Buffer.alloc(size, 32));
  await Promise.all([closed, ended]);
});

test('an IPv6 address is in brackets in the URL', async () => {
  const sandbox = await openStore({ host: '::1' });
  expect([sandbox.url, (await ask(sandbox, '/products/200')).body.urlAbs]).toEqual([
    expect.stringMatching(/^http:\/\/\[::1\]:\d+$/),
    `${sandbox.url}/product/200`,
  ]);
});
