import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownDirectory, shopCli } from '../support/run.ts';
import { type Behaviour, json, serveStore } from '../support/store.ts';
import { addCustomersImport } from './customers.ts';

let removeImport = (): void => undefined;
beforeAll(() => {
  removeImport = addCustomersImport();
});
afterAll(() => removeImport());

/** What every password of the files has in it. */
const canary = 'geheim-4711';

/** Of Ann, whom the store takes, of Bob, whose password it repeats as it refuses him, and of Cas, whose row is invalid. */
const file = [
  'email,voornaam,achternaam,password',
  `ann@shop.test,Ann,Claes,ann-${canary}`,
  `bob@shop.test,Bob,Claes,bob-${canary}`,
  `cas@shop.test,Cas,Claes,cas-${canary}\0`,
  '',
].join('\n');

/** A store that says back what it gets, and the passwords that it got. */
function echo() {
  const got: string[] = [];
  const behaviour: Behaviour = ({ method, body }, response) => {
    if (method !== 'POST') return json(response, 404, {});
    const customer = JSON.parse(body);
    got.push(customer.password);
    if (customer.firstName === 'Bob')
      return json(response, 422, { error: { message: `The password ${customer.password} is too weak` } });
    json(response, 201, { ...customer, customerId: got.length });
  };
  return { got, behaviour };
}

const outputs =
  '--rejected rejected.csv --results results.csv --report report.json --report-html report.html --report-junit report.xml';

/** The names of the files of a directory in which the canary is, but for the file that is imported. */
const filesWithCanary = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== 'in.csv' && /\.\w+(-wal)?$/.test(name))
    .filter((name) => readFileSync(join(directory, name), 'latin1').includes(canary));

test('an import sends passwords, and shows and keeps none: in no message, report or journal', async () => {
  const directory = ownDirectory({ 'in.csv': file });
  const { got, behaviour } = echo();
  const store = await serveStore(behaviour);
  const line = `customers import in.csv --journal j.db --skip-invalid --concurrency 1 ${outputs}`;
  const said: string[] = [];
  for (const more of ['--json', '--verbose --full', '--log-format json --restart']) {
    const { out, err } = await store.run(`${line} ${more}`, { directory });
    said.push(out, err);
  }
  for (const command of ['list', 'show 1 --json', 'show 1'])
    said.push((await store.run(`imports ${command} --journal j.db`, { directory })).out);
  const rejected = readFileSync(join(directory, 'rejected.csv'), 'utf8');
  const errors = rejected.split('\n').map((row) => row.split(',').slice(4).join());
  expect(got).toEqual([`ann-${canary}`, `bob-${canary}`]);
  expect(said.join('')).toContain('too weak');
  expect(said.filter((text) => text.includes(canary))).toEqual([]);
  // It has the rows as they are in the file.
  expect(filesWithCanary(directory)).toEqual(['rejected.csv']);
  expect(errors.filter((text) => text.includes(canary))).toEqual([]);
  expect(errors.join('\n')).toContain('contains a NUL character');
});

test('a key that is the password of another customer stays what it is', async () => {
  const rows = ['ann@shop.test,Ann,Claes,zomer2024', 'zomer2024@shop.test,Dora,Claes,'];
  const directory = ownDirectory({ 'in.csv': `${file.slice(0, 36)}${rows.join('\n')}\n` });
  const store = await serveStore(echo().behaviour);
  await store.run('customers import in.csv --journal j.db --concurrency 1 --results results.csv', { directory });
  expect(readFileSync(join(directory, 'results.csv'), 'utf8')).toContain('zomer2024@shop.test');
});

test.each(['table', 'json', 'csv', 'ndjson', 'yaml'])('a dry run shows no password as %s', async (format) => {
  const directory = ownDirectory({ 'in.csv': file });
  const line = `customers import in.csv --skip-invalid --dry-run --output ${format} ${outputs}`;
  const { out, err } = await shopCli(line, { directory });
  expect(out + err).toContain('bob@shop.test');
  expect([(out + err).includes(canary), filesWithCanary(directory)]).toEqual([false, ['rejected.csv']]);
});

test('a plan has no password, and sends it all the same', async () => {
  const directory = ownDirectory({ 'in.csv': file });
  const { got, behaviour } = echo();
  const store = await serveStore(behaviour);
  const said: string[] = [];
  for (const line of [
    'customers import in.csv --skip-invalid --save-plan c.plan',
    'imports show c.plan',
    'imports show c.plan --json',
    'imports apply c.plan',
  ]) {
    const { out, err } = await store.run(`${line} --journal j.db`, { directory });
    said.push(out, err);
  }
  expect(got).toEqual([`ann-${canary}`, `bob-${canary}`]);
  expect([said.filter((text) => text.includes(canary)), filesWithCanary(directory)]).toEqual([[], []]);
});

test('a guess of the encoding shows no cell, which may be a password', async () => {
  const likely = Buffer.from(`${file.slice(0, 36)}ann@shop.test,Ann,Claes,caf\xe9-${canary}\n`, 'latin1');
  const odd = Buffer.from(`${file.slice(0, 36)}ann@shop.test,Ann,Claes,\x81-${canary}\n`, 'latin1');
  for (const text of [likely, odd]) {
    const directory = ownDirectory();
    writeFileSync(join(directory, 'in.csv'), text);
    const { out, err } = await shopCli('customers import in.csv --dry-run', { directory });
    expect(err).toMatch(/line 2/i);
    expect((out + err).includes(canary)).toBe(false);
  }
});

test('a file without a header shows no cell of its first row, which may be a password', async () => {
  const directory = ownDirectory({ 'in.csv': `ann@shop.test,Ann,Claes,${canary}\nbob@shop.test,Bob,Claes,x\n` });
  const { code, out, err } = await shopCli('customers import in.csv --dry-run --report report.json', { directory });
  expect([code, (out + err).includes(canary), filesWithCanary(directory)]).toEqual([2, false, []]);
  expect(err).toContain('The header has no column for emailAddress');
});

test('--set takes no password, since the options of an import are kept and shown', async () => {
  const directory = ownDirectory({ 'in.csv': file });
  const { code, err } = await shopCli(['customers', 'import', 'in.csv', '--dry-run', '--set', `password=${canary}`], {
    directory,
  });
  expect([code, err.includes(canary)]).toEqual([2, false]);
  expect(err).toContain('--set cannot set the field password');
});
