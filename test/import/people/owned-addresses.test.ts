import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import {
  type Behaviour,
  json,
  type Passage,
  serveSandbox,
  serveSandboxBehind,
  serveStore,
} from '../../support/store.ts';
import { sampled } from '../../support/thorough.ts';

const headings = 'E-mail,Voornaam,Achternaam,Straat,Huisnummer,Postcode,Plaats,Land\n';
const jo = 'jo@example.com,Jo,Vries,Dam,1,1012 JS,Amsterdam,NL\n';
const ann = 'ann@example.com,Ann,Bos,Neude,5,3512 AD,Utrecht,NL\n';

/** A shop into which a file of customers was imported, whose gateway treats the creation of addresses so, one after another. */
async function shopWith(file: string, passages: readonly Passage[] = []) {
  const directory = ownDirectory({ 'in.csv': headings + file, 'more.csv': headings + jo + ann });
  const requests: string[] = [];
  const left = [...passages];
  const store = await serveSandboxBehind(({ method, path }) => {
    requests.push(`${method} ${path.replace('/api/v2', '')}`);
    return (method === 'POST' && path.endsWith('/addresses') && left.shift()) || 'forward';
  });
  const run = Object.assign((line: string) => store.run(`${line} --journal j.db --json`, { directory }), { directory });
  await run('customers import in.csv');
  requests.length = 0;
  const addresses = async (id: number): Promise<number> =>
    JSON.parse((await store.run(`addresses list --customer ${id} --json`)).out).length;
  return { store, run, requests, addresses };
}

const [list, post] = ['GET /customers/101/addresses', 'POST /customers/101/addresses'];

/** How many look-ups say "absent" before it is sent again. */
const absent = [list, list, list];

sampled(3).each<[string, readonly Passage[], readonly string[]]>([
  ['is looked up first, sent once, and read again', [], [list, post, list]],
  ['is found where its answer is lost', ['forward and hang up'], [list, post, list]],
  ['is sent again where three look-ups say that it is absent', ['hang up'], [list, post, ...absent, post, list]],
  ['answered with 429 is sent again, too', ['answer 429'], [list, post, ...absent, post, list]],
])('an address %s', async (_, passages, expected) => {
  const { run, requests, addresses } = await shopWith(jo, passages);
  const { code, out } = await run('addresses import in.csv');
  const made = requests.filter((line) => line.includes('addresses'));
  expect([code, JSON.parse(out).created, await addresses(101), made]).toEqual([0, 1, 1, expected]);
});

test('an address that the customer has is not created again, whoever created it', async () => {
  const { store, run, requests, addresses } = await shopWith(jo);
  await store.run(
    'addresses create --customer 101 --first-name jo --last-name VRIES --street-address Dam --house-number 1 --zipcode 1012js --city Amsterdam --country NL --quiet',
  );
  requests.length = 0;
  const { code, out } = await run('addresses import in.csv');
  expect([code, JSON.parse(out).existing, await addresses(101)]).toEqual([0, 1, 1]);
  expect(requests.filter((line) => line.startsWith('POST'))).toEqual([]);
});

test('the address of somebody whom no import and no search knows is rejected, and the others are created', async () => {
  const { run, requests } = await shopWith(jo);
  const { code, out } = await run('addresses import more.csv');
  const { created, rejected } = JSON.parse(out);
  expect([code, created, rejected]).toEqual([7, 1, 1]);
  expect(requests.filter((line) => line.startsWith('POST'))).toEqual([post]);
});

test('a dry run warns of addresses whose customer no import and no search knows, without a request', async () => {
  const { run, requests } = await shopWith(jo);
  const { code, out } = await run('addresses import more.csv --dry-run');
  const { wouldCreate, warnings } = JSON.parse(out);
  expect([code, wouldCreate, requests, warnings]).toEqual([
    ...[0, 2, []],
    [
      expect.objectContaining({
        message: expect.stringMatching(/^Line 3: no customer of an earlier import or search/),
      }),
    ],
  ]);
});

/** A file that has the customer of each address by ID and by e-mail address. */
const withIds = (rows: readonly string[]): Record<string, string> => ({
  'ids.csv': `customerId,${headings}${rows.join('')}`,
});

test('an address with the ID of one customer and the e-mail address of another is a fault, and in nobody’s account', async () => {
  const { store, addresses } = await shopWith(jo + ann);
  const directory = ownDirectory(withIds([`101,${ann}`, `102,${ann}`]));
  const { code, out, err } = await store.run('addresses import ids.csv --journal other.db --json', { directory });
  const { created, rejected } = JSON.parse(out);
  expect([code, created, rejected, await addresses(101), await addresses(102)]).toEqual([7, 1, 1, 0, 1]);
  expect(err).toContain(
    'rejected: not sent: customerId and customerEmail are two different people, because the customer with this ID has another e-mail address. Correct one of the two',
  );
});

test('an address goes into no account where the store shows another customer under its ID', async () => {
  const sandbox = await serveSandbox({ empty: false });
  const behaviour: Behaviour = async ({ method, path, query }, response) => {
    if (method !== 'GET') return json(response, 500, {});
    const shown = path.replace(/customers\/103$/, 'customers/101');
    const answer = await fetch(`${sandbox.url}${shown}?${query}`);
    json(response, answer.status, await answer.text());
  };
  const store = await serveStore(behaviour);
  const directory = ownDirectory(withIds([`103,${ann}`]));
  const { code, out } = await store.run('addresses import ids.csv --journal j.db --json', { directory });
  expect([code, JSON.parse(out).rejected, store.seen.filter(({ method }) => method === 'POST')]).toEqual([7, 1, []]);
});

test('the customer of an address is not read where the journal knows that both are one', async () => {
  const { run, requests } = await shopWith(jo);
  await writeFile(join(run.directory, 'ids.csv'), `customerId,${headings}101,${jo}`);
  expect(await run('addresses import ids.csv')).toMatchObject({ code: 0 });
  expect(requests.filter((line) => line.endsWith('/customers/101'))).toEqual([]);
});

test('deliveries, read as the note says, keep the company, and the one that equals the billing address is not created', async () => {
  const companies = [
    'Bedrijfsnaam;Contactpersoon;E-mailadres;Factuuradres;Factuur postcode;Afleveradres;Aflever postcode;Plaats;Land',
    'Smit BV;Jo Smit;jo@example.com;Dam 12;1000 AA;Industrieweg 10;1011 AB;Edam;NL',
    'Bos VOF;Ann Bos;ann@example.com;Laan 3;1234AB;Laan 3;1234 AB;Urk;NL',
  ];
  const store = await serveSandboxBehind(() => 'forward');
  const directory = ownDirectory({ 'in.csv': `${companies.join('\n')}\n` });
  const run = (noun: string, ...options: readonly string[]) =>
    store.run([noun, 'import', 'in.csv', '--journal', 'j.db', ...options], { directory });
  await run('customers');
  const { err } = await run('addresses');
  const [, options = ''] = /To import these after the others: (.*)\.$/m.exec(err) ?? [];
  const typed = options.match(/(?:"[^"]*"|\S)+/g)?.map((word) => word.replaceAll('"', '')) ?? [];
  await run('addresses', ...typed);
  const companyOf = async (id: number): Promise<readonly string[]> =>
    JSON.parse((await store.run(`addresses list --customer ${id} --json`)).out).map(
      ({ company }: { company: string }) => company,
    );
  expect([await companyOf(101), await companyOf(102)]).toEqual([['Smit BV', 'Smit BV'], ['Bos VOF']]);
});
