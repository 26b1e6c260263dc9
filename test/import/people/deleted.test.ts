import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { ownDirectory } from '../../support/run.ts';
import { serveSandboxBehind } from '../../support/store.ts';

// What an import believes of people whom shop-cli itself has deleted.

const people = (names: readonly string[]): string =>
  `email,voornaam,achternaam\n${names.map((name) => `${name}@shop.test,${name},Claes\n`).join('')}`;

type Answer = Parameters<typeof serveSandboxBehind>[0];

/** Imports and deletes with the state of one machine, in a store that has nobody of the files. */
async function machineWith(answer: Answer = () => 'forward') {
  const store = await serveSandboxBehind(answer);
  const directory = ownDirectory();
  let minutes = 0;
  // Each command runs a minute after the one before.
  const ask = (line: string, more = {}) => {
    const at = new Date(Date.UTC(2026, 10, 29, 12, minutes++));
    return store.run(line, { directory, home: directory, now: () => at, ...more });
  };
  const importing = async (names: readonly string[], more = '', options = {}) => {
    writeFileSync(join(directory, 'in.csv'), people(names));
    const { code, out, err } = await ask(`customers import in.csv --yes --json ${more}`, options);
    const { created, existing, uncertain, wouldCreate, exists } = out === '' ? ({} as never) : JSON.parse(out);
    return { code, created, existing, uncertain, wouldCreate, exists, err };
  };
  const idsIn = (file: string) =>
    [...readFileSync(join(directory, file), 'utf8').matchAll(/,(?:created|existing),(\d+)/g)].map(([, id = '']) => id);
  const journal = () =>
    join(
      directory,
      readdirSync(directory, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith('imports.db')) ?? '',
    );
  const inJournal = async (sql: string) => {
    const database = await openSqlite(journal());
    database.exec(sql);
    database.close();
  };
  const textsOf = async (sql: string) => {
    const database = await openSqlite(journal());
    const texts = database.all(sql).map(({ text }) => text);
    database.close();
    return texts;
  };
  const deletions = () => textsOf("SELECT noun || ' ' || id AS text FROM deleted_record");
  /** The hashes of what the rows stated. */
  const stated = () => textsOf('SELECT cells ->> 4 AS text FROM row');
  return { ask, importing, idsIn, journal, inJournal, deletions, stated, directory, store };
}

test('an import that was taken back is made again at once, corrected', async () => {
  const { ask, importing } = await machineWith();
  await importing(['ann', 'bob'], '--results r.csv');
  expect((await ask('customers delete --from r.csv --yes')).err).not.toContain('journal');
  expect(await importing(['ann', 'bob', 'cas'])).toMatchObject({ code: 0, created: 3, existing: 0 });
  expect(await importing(['ann', 'cas', 'bob'])).toMatchObject({ code: 0, created: 0, existing: 3 });
  expect((await ask('imports show 1 --json')).out).toMatch(/"created": ?2/);
});

test('of people of whom some were deleted, these are created, and the others exist', async () => {
  const { ask, importing, idsIn } = await machineWith();
  await importing(['ann', 'bob', 'cas', 'dan'], '--results r.csv');
  const [first, , third, fourth] = idsIn('r.csv');
  await ask(`customers delete ${first} ${third} --yes`);
  await ask(`customers delete ${fourth} --yes`);
  expect(await importing(['dan', 'cas', 'bob', 'ann'])).toMatchObject({ code: 0, created: 3, existing: 1 });
});

test('who was deleted, created and deleted again is created once more, and then exists', async () => {
  const { ask, importing } = await machineWith();
  for (const names of [
    ['ann', 'bob'],
    ['bob', 'ann'],
  ]) {
    expect(await importing(names, '--results r.csv')).toMatchObject({ created: 2 });
    await ask('customers delete --from r.csv --yes');
  }
  expect(await importing(['ann', 'bob'])).toMatchObject({ created: 2 });
  expect(await importing(['bob', 'ann'])).toMatchObject({ created: 0, existing: 2 });
});

test('a dry run and a plan say what the import then does', async () => {
  const { ask, importing, idsIn } = await machineWith();
  await importing(['ann', 'bob'], '--results r.csv');
  await ask(`customers delete ${idsIn('r.csv')[0]} --yes`);
  expect(await importing(['bob', 'ann'], '--dry-run')).toMatchObject({ code: 0, wouldCreate: 1, exists: 1 });
  await importing(['bob', 'ann'], '--save-plan plan.json');
  const applied = JSON.parse((await ask('imports apply plan.json --yes --json')).out);
  expect(applied).toMatchObject({ created: 1, existing: 1 });
});

test('who was deleted by another command that found them gone already is created too', async () => {
  const { ask, importing, idsIn, inJournal } = await machineWith();
  await importing(['ann', 'bob', 'cas'], '--results r.csv');
  await ask('customers delete --from r.csv --yes');
  // As if the deletion had been killed before its note.
  await inJournal('DELETE FROM deleted_record');
  expect(await importing(['ann', 'bob'])).toMatchObject({ created: 0, existing: 2 });
  expect((await ask(`customers delete ${idsIn('r.csv')[0]} --yes`)).code).toBe(3);
  expect((await ask(`customers delete ${idsIn('r.csv').slice(1).join(' ')} --yes`)).code).toBe(0);
  expect(await importing(['bob', 'ann'])).toMatchObject({ created: 2, existing: 0 });
});

test('a store that still shows who was deleted for a moment has them, until it does not', async () => {
  let isLate = true;
  const { ask, importing, idsIn } = await machineWith(({ method }) =>
    method === 'DELETE' && isLate ? 'answer 204' : 'forward',
  );
  await importing(['ann', 'bob'], '--results r.csv');
  const [id] = idsIn('r.csv');
  expect((await ask(`customers delete ${id} --yes`)).code).toBe(0);
  expect(await importing(['bob', 'ann'])).toMatchObject({ created: 0, existing: 2 });
  isLate = false;
  await ask(`api DELETE customers/${id} --yes`);
  expect(await importing(['ann', 'bob'])).toMatchObject({ created: 1, existing: 1 });
});

test.each([
  ['one 404', 'answer 404', { code: 0, created: 0, existing: 1, uncertain: 0 }],
  ['a page that says nothing', 'answer 200', { code: 7, created: 0, existing: 0, uncertain: 1 }],
] as const)('%s is no evidence that somebody is gone whose deletion did nothing', async (_, answer, expected) => {
  let deleted = '';
  let reads = 0;
  const { ask, importing, idsIn } = await machineWith(({ method, path }) => {
    if (method === 'DELETE') {
      deleted = path;
      return 'answer 204';
    }
    if (method === 'GET' && path === deleted && (reads++ === 0 || answer === 'answer 200')) return answer;
    return 'forward';
  });
  await importing(['ann'], '--results r.csv');
  await ask(`customers delete ${idsIn('r.csv')[0]} --yes`);
  expect(await importing(['ann'])).toMatchObject(expected);
});

test('an interrupted import is begun anew where some of its people were deleted, and nobody is there twice', async () => {
  let isClosed = true;
  const { ask, importing, idsIn, store } = await machineWith(({ method, body }) =>
    method === 'POST' && isClosed && body.includes('cas') ? 'answer 422' : 'forward',
  );
  const names = ['ann', 'bob', 'cas', 'dan'];
  const options = '--concurrency 1 --max-errors 0 --results r.csv';
  expect(await importing(names, options)).toMatchObject({ code: 8, created: 2 });
  await ask(`customers delete ${idsIn('r.csv')[0]} --yes`);
  isClosed = false;
  const sent = store.posts.length;
  const again = await importing(names, options);
  expect(again).toMatchObject({ code: 0, created: 3, existing: 1 });
  expect(again.err).toContain(
    'Replacing unfinished import 1 (1 of 4 rows are in the store) because 1 of its customers was deleted since.',
  );
  expect(store.posts.length - sent).toBe(3);
});

const homes = (owners: readonly string[]): string =>
  `email,firstName,lastName,street,houseNumber,zipcode,city,country\n${owners
    .map((name, at) => `${name}@shop.test,${name},Claes,Dam,${at + 1},1012 JS,Gouda,NL\n`)
    .join('')}`;

/** A machine that has imported two people with an address each. */
async function withAddresses() {
  const machine = await machineWith();
  await machine.importing(['ann', 'bob'], '--results r.csv');
  writeFileSync(join(machine.directory, 'homes.csv'), homes(['ann', 'bob']));
  const addresses = async () => {
    const { code, out } = await machine.ask('addresses import homes.csv --yes --json --results homes-r.csv');
    const { created, existing, rejected } = JSON.parse(out);
    return { code, created, existing, rejected };
  };
  expect(await addresses()).toEqual({ code: 0, created: 2, existing: 0, rejected: 0 });
  return { ...machine, addresses };
}

test('addresses that were taken back are created again', async () => {
  const { ask, addresses } = await withAddresses();
  await ask('addresses delete --from homes-r.csv --yes');
  expect(await addresses()).toEqual({ code: 0, created: 2, existing: 0, rejected: 0 });
  expect(await addresses()).toEqual({ code: 0, created: 0, existing: 2, rejected: 0 });
});

test('addresses are deleted with their customer, and created for the one who is imported anew', async () => {
  const { ask, addresses, importing, idsIn } = await withAddresses();
  await ask(`customers delete ${idsIn('r.csv')[0]} --yes`);
  expect(await addresses()).toEqual({ code: 7, created: 0, existing: 1, rejected: 1 });
  await importing(['bob', 'ann']);
  expect((await ask('addresses import homes.csv --dry-run --json')).out).toMatch(/"wouldCreate": ?1,/);
  expect(await addresses()).toEqual({ code: 0, created: 1, existing: 1, rejected: 0 });
  expect(await addresses()).toEqual({ code: 0, created: 0, existing: 2, rejected: 0 });
});

test('a journal that is locked, or is none, keeps nobody from being deleted, and that is said', async () => {
  const { ask, importing, idsIn, journal } = await machineWith();
  await importing(['ann', 'bob'], '--results r.csv');
  const [ann, bob] = idsIn('r.csv');
  const database = await openSqlite(journal());
  database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
  const locked = await ask(`customers delete ${ann} --yes`);
  database.close();
  expect([locked.code, locked.err]).toEqual([
    0,
    expect.stringMatching(
      /Imports still count this customer as existing: the journal was not changed\. Another import/,
    ),
  ]);
  writeFileSync(journal(), 'no journal');
  const foreign = await ask(`customers delete ${bob} --yes`);
  expect([foreign.code, foreign.err]).toEqual([0, expect.stringContaining('is not a journal of shop-cli')]);
});

test('a journal of the version before takes the note of a deletion', async () => {
  const { ask, importing, idsIn, inJournal } = await machineWith();
  await importing(['ann', 'bob'], '--results r.csv');
  await inJournal('DROP TABLE deleted_record; PRAGMA user_version = 18');
  await ask(`customers delete ${idsIn('r.csv')[0]} --yes`);
  expect(await importing(['bob', 'ann'])).toMatchObject({ code: 0, created: 1, existing: 1 });
});

test('a dry run of a deletion notes nothing', async () => {
  const { ask, importing, deletions } = await machineWith();
  await importing(['ann'], '--results r.csv');
  for (const line of ['101 --dry-run', '101 999 --dry-run', '--from r.csv --dry-run', '101 --curl', '101 999 --curl'])
    await ask(`customers delete ${line} --yes`);
  expect(await deletions()).toEqual([]);
});

test('a deletion that is interrupted notes who is gone by then', async () => {
  const user = new AbortController();
  // Four are deleted at a time: when the fifth is, one was.
  const { ask, importing, idsIn, deletions } = await machineWith(({ method, path }) => {
    if (method === 'DELETE' && path.endsWith('105')) user.abort('SIGINT');
    return 'forward';
  });
  await importing(['ann', 'bob', 'cas', 'dan', 'eva'], '--results r.csv');
  const { err } = await ask(`customers delete ${idsIn('r.csv').join(' ')} --yes`, { interrupted: user.signal });
  expect(err).toMatch(/Deleted [1-4] of 5\./);
  expect((await deletions()).length).toBeGreaterThan(0);
});

test('where no journal is, a deletion makes none', async () => {
  const { ask, directory } = await machineWith();
  await ask('customers create --first-name Ann --last-name Claes --email-address ann@shop.test --yes');
  expect((await ask('customers delete 101 --yes')).code).toBe(0);
  expect(
    readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('imports')),
  ).toEqual([]);
});

test('a journal notes of records that it never had nothing, and nothing of who was erased later', async () => {
  const { ask, importing, idsIn, deletions, stated } = await machineWith();
  await importing(['ann'], '--results r.csv');
  expect(await stated()).toEqual([expect.any(Number)]);
  await ask('customers create --first-name Bob --last-name Claes --email-address bob@shop.test --yes');
  const [ann = ''] = idsIn('r.csv');
  await ask(`customers delete ${ann} ${Number(ann) + 1} --yes`);
  expect(await deletions()).toEqual([`customers ${ann}`]);
  await ask(`customers erase ${ann} --yes`);
  expect([await deletions(), await stated()]).toEqual([[], [null]]);
});
