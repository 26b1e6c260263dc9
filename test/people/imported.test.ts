import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSqlite } from '../../src/system/sqlite.ts';
import { ownDirectory, type RunOptions } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';
import { filesIn, shopOfPeople } from './shop.ts';

/** A shop into which these people were imported, before any search. */
async function imported(people: readonly string[], { empty = true }: { readonly empty?: boolean } = {}) {
  const { run } = await serveSandbox({ empty });
  const home = ownDirectory();
  const file = join(home, 'customers.csv');
  writeFileSync(file, ['email,first name,last name,gender', ...people, ''].join('\n'));
  const shop = async (line: string | readonly string[], options: RunOptions = {}) =>
    await run(line, { home, ...options });
  expect(await shop(`customers import ${file}`)).toMatchObject({ code: 0 });
  return { shop, home };
}

const many = Array.from({ length: 30 }, (_, at) => `c${at}@bulk.example,Jo,Klant${at},f`);
const dutch = ['Jan Jansen', 'Mia Mulder', 'Bas Bakker', 'Eva de Vries', 'Elif Özdemir'].map((name, at) => {
  const [first, ...last] = name.split(' ');
  return `p${at}@example.com,${first},${last.join(' ')},f`;
});

describe('people whom an import of this program has created, before there was an index', () => {
  test('are found without a basket and without --walk', async () => {
    const { shop } = await imported(many);
    const found = await shop('customers find c17@bulk.example -q');
    expect(found).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\n$/) });
    expect((await shop('customers find klant3 -q')).code).toBe(0);
  });

  test('are found beside another account with the same e-mail address', async () => {
    const { shop } = await imported(['max@example.com,Max,Meijer,m'], { empty: false });
    await shop('customers find sanne -q');
    await shop('customers create --email-address max@example.com --first-name Max --last-name Meijer --gender m');
    expect((await shop('customers find max@example.com -q')).out).toMatch(/^\d+\n\d+\n$/);
  });

  test('are found by their names as they were heard', async () => {
    const { shop } = await imported(dutch);
    const heard = { jansn: 'Jansen', muldr: 'Mulder', baker: 'Bakker', 'de vrees': 'de Vries', oezdemir: 'Özdemir' };
    for (const [text, name] of Object.entries(heard))
      expect(await shop(['customers', 'find', text], { terminal: 100 })).toMatchObject({
        code: 0,
        out: expect.stringContaining(name),
      });
  });

  test('are read by --live', async () => {
    const { shop } = await imported(many);
    expect((await shop('customers find lant29 --live -q')).out).toMatch(/^\d+\n$/);
  });

  test('are read once, also where a command has changed the index since', async () => {
    const { shop, home } = await imported(many);
    await shop('customers find nobody');
    expect(await rowsOf(home, 'SELECT count(*) AS count FROM changed')).toEqual([{ count: 0 }]);
    expect((await shop('customers find nobody')).err).toContain('Searched 30 customers and 0 orders');
  });
});

test('people whom an import created that was killed before it could tell the index are found', async () => {
  const { shop, home } = await imported(many.slice(0, 3));
  await shop('customers find nobody');
  const file = join(home, 'more.csv');
  writeFileSync(file, 'email,first name,last name,gender\nx@bulk.example,Jo,Later,f\n');
  await shop(`customers import ${file}`);
  await rowsOf(home, 'DELETE FROM changed RETURNING id');
  expect(await shop('customers find later -q')).toMatchObject({ code: 0 });
});

test('a customer who was created before there was an index is found, and no key is made for the ID alone', async () => {
  const { run } = await serveSandbox();
  const home = ownDirectory();
  const shop = async (line: string) => await run(line, { home });
  const { out } = await shop(
    'customers create --email-address n@example.com --first-name No --last-name Mand -q --gender f',
  );
  await shop('customers get 101');
  expect(filesIn(home).map((path) => basename(path))).toEqual(['people.db']);
  expect(await shop('customers find mand -q')).toMatchObject({ code: 0, out });
  expect(await shop('customers find sanne -q')).toMatchObject({ code: 0, out: '101\n', err: '' });
});

const upTo = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** A shop of these people, of which an index knows more than are read at once: 101 to 1101. */
async function shopOfMany(ids: readonly number[]) {
  const customers = Object.fromEntries(ids.map((id) => [id, { firstName: 'Jo', lastName: `Nr${id}` }]));
  const people = await shopOfPeople({ customers, orders: {}, addresses: {}, baskets: [] });
  await people.run('customers find nobody');
  const index = await openSqlite(people.index());
  index.run(
    "INSERT INTO changed SELECT value, 'exists' FROM json_each(?)",
    JSON.stringify(upTo(101, 1101).map(String)),
  );
  index.close();
  people.paths.splice(0);
  return people;
}

describe('more than a thousand people who were imported', () => {
  test('are named as missing, but the last of them are found', async () => {
    const { run, paths } = await shopOfMany([101, ...upTo(1002, 1101)]);
    const { code, err } = await run('customers find nr101');
    expect([code, err]).toEqual([3, expect.stringContaining('901 imported customers (--walk)')]);
    expect([paths.length < 220, (await run('customers find nr1101 -q')).out]).toEqual([true, '1101\n']);
  });

  test('are read by --walk', async () => {
    const { run } = await shopOfMany([101, 1101]);
    expect((await run('customers find nr101 --walk --yes -q')).out).toBe('101\n');
  });
});

async function rowsOf(home: string, sql: string) {
  const index = await openSqlite(filesIn(home).find((path) => path.endsWith('people.db')) ?? '');
  const rows = index.all(sql);
  index.close();
  return rows;
}
