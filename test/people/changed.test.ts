import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSqlite } from '../../src/system/sqlite.ts';
import { ownDirectory } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';
import { filesIn, type StoredShop, shopOfPeople } from './shop.ts';

/** The sandbox, searched once for this text. */
async function searched(text: string) {
  const { run } = await serveSandbox();
  const home = ownDirectory();
  const shop = async (line: readonly string[], options: { readonly now?: () => Date } = {}) =>
    await run(line, { home, ...options });
  expect(await shop(['baskets', 'create', '--customer', '102', '--product', '206:1', '--yes'])).toMatchObject({
    code: 0,
  });
  await shop(['customers', 'find', text, '-q']);
  const find = async (words: string): Promise<string> => (await shop(['customers', 'find', words, '-q'])).out;
  return { shop, find, home };
}

describe('right after a change by this program, customers find knows', () => {
  test('where somebody has moved, though somebody else lives there', async () => {
    const { shop, find } = await searched('3512 JC');
    const move = ['addresses', 'update', '303', '--customer', '102', '--zipcode', '3011 HE', '--house-number', '28'];
    expect((await shop([...move, '--yes'])).code).toBe(0);
    expect((await find('3011 HE 28')).trim().split('\n').toSorted()).toEqual(['101', '102']);
  });

  test('the new name of somebody', async () => {
    const { shop, find } = await searched('sanne');
    await shop(['customers', 'update', '101', '--last-name', 'Bakker']);
    expect(await find('bakker')).toBe('101\n');
  });

  test('somebody who was created, and has no basket', async () => {
    const { shop, find } = await searched('sanne');
    const created = ['--email-address', 'nieuw@example.com', '--first-name', 'Nieuw', '--last-name', 'Komer'];
    const { code, out } = await shop(['customers', 'create', ...created, '--gender', 'f', '-q']);
    expect([code, await find('komer')]).toEqual([0, out]);
  });

  test('that somebody was deleted', async () => {
    const { shop, find, home } = await searched('sanne');
    await shop([
      'customers',
      'create',
      '--email-address',
      'weg@example.com',
      '--first-name',
      'Jan',
      '--last-name',
      'Weg',
    ]);
    const id = (await find('weg')).trim();
    expect((await shop(['customers', 'delete', id, '--yes'])).code).toBe(0);
    await find('sanne');
    expect([id !== '', await idsIn(home)]).toEqual([true, expect.not.arrayContaining([id])]);
  });

  test('what a file has changed', async () => {
    const { shop, find, home } = await searched('sanne');
    const file = join(home, 'changes.csv');
    writeFileSync(file, 'customerId,lastName\n101,Bakker\n');
    expect((await shop(['customers', 'update', '--from', file, '--yes'])).code).toBe(0);
    expect(await find('bakker')).toBe('101\n');
  });

  test('whom an import has created', async () => {
    const { shop, find, home } = await searched('sanne');
    const file = join(home, 'customers.csv');
    writeFileSync(file, 'email,first name,last name\nimport@example.com,Ina,Invoer\n');
    expect((await shop(['customers', 'import', file])).code).toBe(0);
    expect(await find('invoer')).toMatch(/^\d+\n$/);
  });

  test('where somebody lives whose address an import has created', async () => {
    const { shop, find, home } = await searched('3512 JC');
    const file = join(home, 'addresses.csv');
    const address = 'Sanne,de Wit,Coolsingel,40,3011 AD,Rotterdam,NL';
    writeFileSync(
      file,
      `email,first name,last name,street,house number,postcode,city,country\nsanne.dewit@example.com,${address}\n`,
    );
    expect((await shop(['addresses', 'import', file])).code).toBe(0);
    expect(await find('3011 AD 40')).toBe('101\n');
  });
});

test('a customer who was erased is not noted as changed', async () => {
  const { shop, home } = await searched('sanne');
  expect((await shop(['customers', 'erase', '101', '--yes'])).code).toBe(0);
  expect(await idsIn(home)).not.toContain('101');
});

test('a change makes no index, and leaves nothing personal on the disk', async () => {
  const { run } = await serveSandbox();
  const home = ownDirectory();
  await run(['customers', 'update', '101', '--last-name', 'Bakker'], { home });
  expect(filesIn(home)).toEqual([]);
  await run(['customers', 'find', 'sanne', '-q'], { home });
  await run(['customers', 'update', '101', '--last-name', 'Visser'], { home });
  await run(['customers', 'find', 'visser', '-q'], { home });
  const contents = filesIn(home).map((path) => readFileSync(path, 'latin1'));
  expect(contents.join('\n')).not.toMatch(/sanne|bakker|visser/i);
});

test('an index that is damaged keeps nobody from being changed', async () => {
  const { shop, find, home } = await searched('sanne');
  writeFileSync(filesIn(home).find((path) => path.endsWith('people.db')) ?? '', 'hello'.repeat(1000));
  const { code } = await shop(['customers', 'update', '101', '--last-name', 'Bakker']);
  expect([code, await find('bakker')]).toEqual([0, '101\n']);
});

test('an index that cannot be used is said, and the change is made', async () => {
  const { shop, home } = await searched('sanne');
  const path = filesIn(home).find((file) => file.endsWith('people.db')) ?? '';
  rmSync(path);
  mkdirSync(path);
  const { code, err } = await shop(['customers', 'update', '101', '--last-name', 'Bakker']);
  expect([code, err]).toEqual([
    0,
    expect.stringContaining("Until it can be, pass --live to 'shop-cli customers find'"),
  ]);
});

describe('somebody who moved by another way', () => {
  const stored: StoredShop = {
    customers: { 101: { lastName: 'Bos' }, 102: { lastName: 'Smit' } },
    orders: {},
    addresses: {
      101: [{ id: '301', zipcode: '3011 HE', houseNumber: '28' }],
      102: [{ id: '302', zipcode: '1000 AA' }],
    },
    baskets: ['101', '102'].map((customerId) => ({
      basketKey: `B${customerId}`,
      customerId,
      orderId: null,
      dateCreated: '2026-01-29 10:00:00',
    })),
  };
  const find = ['customers', 'find', '3011 HE 28', '-q'];
  const inDays = (days: number) => ({
    now: () => new Date(Date.parse('2026-01-31T12:00:00Z') + days * 24 * 3_600_000),
  });

  test('is found after a week', async () => {
    const { run, shop } = await shopOfPeople(stored);
    await run(find, inDays(0));
    Object.assign(shop.addresses, { 102: shop.addresses[101] });
    expect((await run(find, inDays(6))).out).toBe('101\n');
    expect((await run(find, inDays(8))).out.trim().split('\n').toSorted()).toEqual(['101', '102']);
  });

  test('may be missing where many addresses are old, and the footer says as of when they are', async () => {
    const { run, index } = await shopOfPeople(stored);
    await run(find, inDays(0));
    const database = await openSqlite(index());
    database.transaction(() =>
      database.run(
        `INSERT INTO entry (kind, id, date, addresses_at)
         WITH RECURSIVE n (i) AS (SELECT 1001 UNION ALL SELECT i + 1 FROM n WHERE i < 2100)
         SELECT 0, i, '', ${Date.parse('2026-01-20T10:00:00Z')} FROM n`,
      ),
    );
    database.close();
    const { out, err } = await run(find, inDays(8));
    expect([out, err]).toEqual(['101\n', expect.stringContaining('Addresses as of 2026-01-20')]);
  });
});

test('an index of a version long before is made anew, and that is said', async () => {
  const { run, index } = await shopOfPeople({
    customers: { 101: { lastName: 'Bos' } },
    orders: {},
    addresses: {},
    baskets: [],
  });
  await run('customers find bos -q');
  const database = await openSqlite(index());
  database.exec(`DROP TABLE basket; DROP TABLE changed; DROP TABLE outdated; DROP TABLE missing; DROP TABLE ordered; DROP TABLE entry;
    CREATE TABLE entry (number INTEGER PRIMARY KEY, kind INTEGER NOT NULL, id TEXT NOT NULL, customer TEXT, date TEXT NOT NULL,
      has_addresses INTEGER NOT NULL DEFAULT 0, UNIQUE (kind, id));
    CREATE INDEX orders ON entry (customer) WHERE customer IS NOT NULL;
    UPDATE fact SET value = '2' WHERE name = 'version'`);
  database.close();
  expect((await run('customers find bos -q')).err).toContain(
    'The index was made by another version of shop-cli. Making a new index.',
  );
});

async function idsIn(home: string): Promise<readonly unknown[]> {
  const database = await openSqlite(filesIn(home).find((path) => path.endsWith('people.db')) ?? '');
  const tables = ['SELECT id FROM entry WHERE kind = 0', 'SELECT id FROM changed', 'SELECT customer AS id FROM basket'];
  const ids = tables.flatMap((query) => database.all(query).map(({ id }) => id));
  database.close();
  return ids;
}
