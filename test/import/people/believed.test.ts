import { readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { ownDirectory } from '../../support/run.ts';
import { json, type SeenRequest, serveSandboxBehind, serveStore, type TestStore } from '../../support/store.ts';
import { withNamesBefore17 } from '../journal/opened.ts';

// What an import of people believes: of the store, and of the journal.

const fileOf = (names: readonly string[]): string =>
  `email,voornaam,achternaam\n${names.map((name) => `${name}@shop.test,${name},Claes\n`).join('')}`;

/** Imports and asks with the state of one machine. */
function machineOf(store: TestStore) {
  const directory = ownDirectory();
  const ask = (line: string, at = new Date()) => store.run(line, { directory, home: directory, now: () => at });
  return {
    ask,
    directory,
    async importing(names: readonly string[], more = '', at = new Date()) {
      await writeFile(join(directory, `${names.join('-')}.csv`), fileOf(names));
      const { code, out, err } = await ask(
        `customers import ${names.join('-')}.csv --yes --json --settle 1s ${more}`,
        at,
      );
      const { created, existing, rejected, uncertain, notSent } = out === '' ? ({} as never) : JSON.parse(out);
      return { code, created, existing, rejected, uncertain, notSent, err };
    },
  };
}

const none = { created: 0, existing: 0, rejected: 0, uncertain: 0, notSent: 0 };

/** A store that answers every creation so, and has nobody. */
const refusing = (status: number, message: string) =>
  serveStore(({ method }: SeenRequest, response) =>
    method === 'POST'
      ? json(response, status, { error: { message } })
      : json(response, 404, { error: { message: 'There is no such customer.' } }),
  );

test.each([
  [400, 'Another request is already in progress'],
  [423, 'The account is already locked by another process'],
  [422, 'Your quota is already used up'],
])('a store that refuses everybody with %i "%s" has nobody', async (status, message) => {
  const { importing } = machineOf(await refusing(status, message));
  expect(await importing(['ann', 'bob'])).toMatchObject({ ...none, code: 7, rejected: 2 });
});

test('a first import in which the store says of everybody that they exist says that it has shown nobody', async () => {
  const { importing } = machineOf(await refusing(422, 'The email has already been taken.'));
  const said = 'The store says for every row that the customer exists, but has shown none of these customers.';
  const first = await importing(['ann', 'bob']);
  expect(first).toMatchObject({ ...none, code: 0, existing: 2 });
  expect(first.err).toContain(said);
  expect((await importing(['bob', 'ann'])).err).toContain(said);
});

test('that is not said where an import has seen somebody', async () => {
  const store = await serveSandboxBehind(() => 'forward');
  const { importing } = machineOf(store);
  expect(await importing(['ann'])).toMatchObject({ ...none, code: 0, created: 1 });
  expect((await importing(['ann'], '--set faxNumber=1')).err).not.toContain('has shown none');
});

test('who was erased does not come back with a file, and is not called existing', async () => {
  const { ask, importing } = machineOf(await serveSandboxBehind(() => 'forward'));
  await importing(['ann', 'bob']);
  const erased = await ask('customers erase 101 --yes', new Date('2026-11-20T12:00:00Z'));
  expect(erased.code).toBe(0);
  for (const names of [
    ['ann', 'bob'],
    ['bob', 'ann'],
  ]) {
    const again = await importing(names);
    expect(again).toMatchObject({ ...none, code: 7, existing: 1, notSent: 1 });
    expect(again.err).toContain('1 customer was erased on 2026-11-20, not sent.');
  }
  expect(await importing(['ann', 'bob'], '--dry-run')).toMatchObject({ code: 0, notSent: 1 });
  expect((await ask('customers get 103')).code).toBe(3);
});

test('a journal whose key cannot be read is a failed step of the erasure, and no crash', async () => {
  const { ask, directory, importing } = machineOf(await serveSandboxBehind(() => 'forward'));
  await importing(['ann', 'bob']);
  const [journal = ''] = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('imports.db'),
  );
  await rm(join(directory, `${journal}.key`));
  await mkdir(join(directory, `${journal}.key`));
  const { code, err } = await ask('customers erase 101 --yes --report receipt.json');
  expect([code, err]).toEqual([7, expect.stringContaining('Not deleted: journal entry 101. ')]);
  const receipt = JSON.parse(await readFile(join(directory, 'receipt.json'), 'utf8'));
  expect([receipt.complete, receipt.steps.at(-1)]).toEqual([
    false,
    expect.objectContaining({ what: 'journal entry', result: 'failed', evidence: 'none' }),
  ]);
});

test('who was erased does not stop an import that continues', async () => {
  const { ask, importing } = machineOf(
    await serveSandboxBehind(({ body }) => (body.includes('cas') ? 'answer 422' : 'forward')),
  );
  const names = ['ann', 'bob', 'cas', 'dan'];
  expect(await importing(names, '--max-errors 0 --concurrency 1')).toMatchObject({ code: 8, created: 2 });
  await ask('customers erase 101 --yes');
  expect(await importing(names)).toMatchObject({ created: 2, rejected: 1, notSent: 1 });
});

test('a damaged journal that has people is not to be moved away, whatever is imported', async () => {
  const { ask, directory, importing } = machineOf(await serveSandboxBehind(() => 'forward'));
  await importing(['ann', 'bob'], '--journal j.db');
  await changeJournal(directory, 'DELETE FROM row WHERE record = 1');
  await writeFile(join(directory, 'products.csv'), 'sku,name\nA,x\n');
  const kept = /with its \.key file.*everyone would be sent again/;
  for (const import_ of ['customers import ann-bob.csv', 'products import products.csv'])
    expect(await ask(`${import_} --yes --journal j.db`)).toMatchObject({ code: 2, err: expect.stringMatching(kept) });
  await rm(join(directory, 'j.db.key'));
  expect((await ask('customers import ann-bob.csv --yes --journal j.db')).err).toMatch(kept);
});

test('a journal of people of version 15 is migrated', async () => {
  const { ask, directory, importing } = machineOf(await serveSandboxBehind(() => 'forward'));
  await importing(['ann', 'bob'], '--journal j.db');
  await changeJournal(
    directory,
    `${withNamesBefore17}; ALTER TABLE row DROP COLUMN sent; ALTER TABLE row DROP COLUMN evidence;
     UPDATE seals SET counts = substr(counts, 1, length(counts) - 2); PRAGMA user_version = 15`,
  );
  expect(await importing(['bob', 'ann'], '--journal j.db')).toMatchObject({ ...none, code: 0, existing: 2 });
  expect((await ask('customers get 103')).code).toBe(3);
});

async function changeJournal(directory: string, sql: string): Promise<void> {
  const database = await openSqlite(join(directory, 'j.db'));
  database.exec(sql);
  database.close();
}

test('an import says whom it did not look up: who was deleted elsewhere still counts as existing', async () => {
  const { importing, ask } = machineOf(await serveSandboxBehind(() => 'forward'));
  await importing(['ann', 'bob']);
  await ask('api DELETE customers/101 --yes');
  const again = await importing(['ann', 'bob'], '--restart');
  expect(again).toMatchObject({ code: 0, existing: 2 });
  expect(again.err).toContain(
    '2 rows were not looked up: customers deleted elsewhere, such as in the back office, still count as existing.\n',
  );
});

test('who was created before an interruption counts as before it, also if only a look-up of the rerun shows it', async () => {
  const user = new AbortController();
  const store = await serveSandboxBehind(({ method, body }) => {
    if (method !== 'POST' || user.signal.aborted || !body.includes('bob')) return 'forward';
    user.abort('SIGINT');
    return 'forward and hang up';
  });
  const directory = ownDirectory({ 'in.csv': fileOf(['ann', 'bob', 'cas']) });
  const run = (interrupted = new AbortController().signal) =>
    store.run('customers import in.csv --yes --settle 100ms --concurrency 1', {
      directory,
      home: directory,
      interrupted,
    });
  expect((await run(user.signal)).err).toContain('1 row needs attention. 1 row not sent yet.');
  expect((await run()).err).toMatch(/All 3 customers are on \S+ \(1 created now, 2 before\)\.\n$/);
});
