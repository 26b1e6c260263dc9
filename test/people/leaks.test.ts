import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { partsOf } from '../../src/people/words/parts.ts';
import type { StoreRecord } from '../../src/resources/record-fields.ts';
import { ownDirectory } from '../support/directory.ts';
import { bin, runProgram } from '../support/programs.ts';
import { canary, shopCli } from '../support/run.ts';
import { type Behaviour, serveStore } from '../support/store.ts';
import { writtenForms } from '../support/written-forms.ts';
import { openStore, type WatchedStore } from '../terminal/asking.ts';
import { filesIn } from './shop.ts';

// Needs a build (`npm test` makes one).

const count = 60;

/** Somebody as the store has him, with an address. */
interface Somebody {
  readonly customer: Readonly<Record<string, string>>;
  readonly address: Readonly<Record<string, string>>;
}

async function peopleOf(store: WatchedStore): Promise<readonly Somebody[]> {
  const ids = Array.from({ length: count }, (_, at) => 105 + at);
  const read = async (id: number): Promise<readonly Somebody[]> => {
    const customer = (await store.get(`customers/${id}`)) as Somebody['customer'];
    // Gone.
    if (customer.customerId === undefined) return [];
    const addresses = (await store.get(`customers/${id}/addresses`)) as readonly Somebody['address'][];
    return addresses.slice(0, 1).map((address) => ({ customer, address }));
  };
  return (await Promise.all(ids.map(read))).flat();
}

/** What a caller says, in one of the ways in which people say it. */
function saidBy({ customer, address }: Somebody, way: number): string {
  const { firstName, lastName = '', emailAddress = '', phoneNumber } = customer;
  const { streetAddress, houseNumber, zipcode = '' } = address;
  const ways = [
    emailAddress.toUpperCase(),
    `${firstName} ${lastName}`,
    lastName,
    `${lastName}, ${zipcode}`,
    phoneNumber || lastName,
    (phoneNumber || lastName).replace(/\D/g, '').replace(/^(?:00)?31/, '+31') || lastName,
    zipcode,
    `${zipcode} ${houseNumber}`,
    `${streetAddress} ${houseNumber}`,
    `${streetAddress}`,
    // Nobody.
    `${lastName.slice(0, -2)}qx`,
  ];
  return ways[way % ways.length] ?? '';
}

/** Each part in every form in which a file could hold it. */
function formsOf(people: readonly Somebody[]): ReadonlySet<string> {
  const texts = people.flatMap(({ customer, address }) => [
    ...['lastName', 'emailAddress', 'phoneNumber'].map((field) => customer[field]),
    ...['zipcode', 'streetAddress'].map((field) => address[field]),
    customer.phoneNumber?.replace(/\D/g, ''),
    address.zipcode?.replaceAll(' ', ''),
  ]);
  // `Bos` may be in anything.
  return new Set(texts.flatMap((text) => (text !== undefined && text.length >= 5 ? writtenForms(text) : [])));
}

/** The beginnings of hashes without a key: whoever has them can try every name. */
function digestsOf(people: readonly Somebody[]): ReadonlySet<string> {
  const parts = people.flatMap(({ customer, address }) => [...partsOf(customer), ...partsOf(address as StoreRecord)]);
  const texts = parts.flatMap((part) => [part, part.slice(part.indexOf(':') + 1)]);
  const digests = texts.flatMap((text) =>
    ['md5', 'sha1', 'sha256'].map((name) => createHash(name).update(text).digest()),
  );
  return new Set(digests.flatMap((digest) => [digest.toString('latin1', 0, 6), digest.toString('hex', 0, 6)]));
}

/** A file that gives everybody the name of another. */
function changesOf(people: readonly Somebody[]): string {
  const rows = people.map(({ customer }, at) => {
    const { lastName, phoneNumber } = people[(at + 1) % people.length]?.customer ?? {};
    return `${customer.customerId},"${lastName}","${phoneNumber}"\n`;
  });
  return `customerId,lastName,phoneNumber\n${rows.join('')}`;
}

/** Where anything of anybody is in the files of these folders. */
function leaksIn(people: readonly Somebody[], folders: readonly string[]): readonly string[] {
  const forms = [...formsOf(people)];
  const digests = [...digestsOf(people)];
  return folders.flatMap(filesIn).flatMap((path) => {
    const content = `${path}\n${readFileSync(path, 'latin1')}`;
    const lower = content.toLowerCase();
    const found = forms.find((form) => content.includes(form) || lower.includes(form.toLowerCase()));
    const digest = digests.find((one) => content.includes(one));
    return found === undefined && digest === undefined ? [] : [`${path}: ${found ?? 'a hash without a key'}`];
  });
}

/** The home, the place and the temporary files of a support desk. */
function desk(): { readonly folders: readonly string[]; readonly env: Readonly<Record<string, string>> } {
  const root = ownDirectory();
  const folders = ['home', 'work', 'tmp', 'state', 'config', 'cache', 'data'].map((name) => join(root, name));
  for (const folder of folders) mkdirSync(folder);
  const [home = '', , tmp = '', state = '', config = '', cache = '', data = ''] = folders;
  const xdg = { XDG_STATE_HOME: state, XDG_CONFIG_HOME: config, XDG_CACHE_HOME: cache, XDG_DATA_HOME: data };
  return { folders, env: { HOME: home, TMPDIR: tmp, ...xdg } };
}

/** The options of a search; most have none. */
const manners: readonly (readonly string[])[] = [
  [],
  ['-q'],
  ['--json'],
  ['--mask-pii'],
  ['--verbose'],
  ['--output', 'csv'],
  ['--log-format', 'json', '--verbose'],
];

/** Each way of saying it with each manner, and a third more; each end that is not usual some times. */
const searches = 110;

test('no file has anything of anybody after a hundred searches', { timeout: 300_000 }, async () => {
  const store = await openStore({ people: { count, seed: 3 } });
  const people = await peopleOf(store);
  const { folders, env } = desk();
  const [home = '', directory = ''] = folders;
  const codes = new Map<number, number>();
  for (let at = 0; at < searches; at++) {
    const text = saidBy(people[at % people.length] as Somebody, at);
    const controller = new AbortController();
    const more = [...(manners[at % manners.length] ?? []), ...(at % 35 === 20 ? ['--live'] : [])];
    if (at % 12 === 7) controller.abort('SIGINT');
    const url = at % 20 === 9 ? 'http://127.0.0.1:9' : store.url;
    const { code } = await shopCli(['customers', 'find', text, ...more], {
      home,
      directory,
      env: { ...env, SHOP_URL: url, SHOP_TOKEN: canary },
      interrupted: controller.signal,
    });
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  // Found, nobody, no store, interrupted: all of these were tried.
  expect([0, 3, 6, 130].filter((code) => (codes.get(code) ?? 0) < 5)).toEqual([]);
  expect(folders.flatMap(filesIn).some((path) => path.endsWith('people.db'))).toBe(true);
  expect(leaksIn(people, folders)).toEqual([]);
});

test('nor after what the program itself did, also when it was stopped', async () => {
  const store = await openStore({ people: { count, seed: 4 } });
  const people = await peopleOf(store);
  const { folders, env } = desk();
  const [, cwd = ''] = folders;
  const variables = { ...env, PATH: process.env.PATH ?? '', SHOP_TOKEN: canary };
  const run = (url: string, ...argv: string[]) =>
    runProgram(process.execPath, [bin, ...argv], { cwd, env: { ...variables, SHOP_URL: url } });
  const gone = people.at(-1) as Somebody;
  let requests = 0;
  let onRequest: () => void = () => undefined;
  const passing: Behaviour = async ({ path, query }, response) => {
    requests++;
    onRequest();
    if (requests % 40 === 0) return void response.socket?.destroy();
    const reply = await fetch(`${store.url}${path}?${query}`);
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text());
  };
  const slow = await serveStore(passing);
  const stopped = async (signal: 'SIGINT' | 'SIGKILL', after: number, text: string): Promise<void> => {
    const until = requests + after;
    const child = spawn(process.execPath, [bin, 'customers', 'find', text, '--live'], {
      ...{ cwd, stdio: 'ignore', env: { ...variables, SHOP_URL: slow.url } },
    });
    const ended = once(child, 'exit');
    onRequest = () => requests >= until && child.kill(signal);
    await ended;
    onRequest = () => undefined;
  };
  for (let at = 0; at < 4; at++) await stopped(at % 2 ? 'SIGINT' : 'SIGKILL', 20 + 25 * at, saidBy(gone, at));
  expect(leaksIn(people, folders)).toEqual([]);
  // Each way of saying it.
  for (let at = 0; at < 11; at++) {
    const { code } = await run(store.url, 'customers', 'find', saidBy(people[at] as Somebody, at), '--verbose');
    expect([0, 3]).toContain(code);
  }
  const id = gone.customer.customerId ?? '';
  const changes = join(ownDirectory({ 'changes.csv': changesOf(people) }), 'changes.csv');
  for (const line of [
    ['customers', 'update', '--from', changes, '--dry-run', '--verbose'],
    ['customers', 'update', '--from', changes, '--yes', '--results', 'results.csv', '--log-format', 'json'],
    ['customers', 'find', 'x'],
    ['customers', 'get', id, '--full', '--mask-pii'],
    ['customers', 'delete', id, '--dry-run'],
    ['customers', 'erase', id, '--yes', '--report', 'receipt.json'],
    ['customers', 'find', String(gone.customer.lastName)],
  ])
    await run(store.url, ...line);
  expect(folders.flatMap(filesIn).map((path) => path.split('/').at(-1))).toEqual(
    expect.arrayContaining(['receipt.json', 'results.csv']),
  );
  expect(leaksIn(people, folders)).toEqual([]);
});
