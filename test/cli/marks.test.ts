import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type WrittenProfile, writeProfiles } from '../support/profiles.ts';
import { key } from '../support/replies.ts';
import { canary, type Outcome, ownDirectory, type RunOptions, shopCli } from '../support/run.ts';
import { type Behaviour, json, namedStore, type SeenRequest, serveStore } from '../support/store.ts';
import { sampleOf } from '../support/thorough.ts';

/** Every kind of command that writes, as scripts run it. */
const writes = [
  'products create --sku A --price 1',
  'customers update 101 --phone-number 1',
  'addresses delete 301 --customer 101 --yes',
  'baskets create --product 200',
  `baskets items add ${key} --product 201`,
  `baskets items update ${key} 200 --quantity 2`,
  `orders create --basket ${key}`,
  'products import products.csv --settle 1s',
  'products import products.csv --restart --settle 1s',
  'api POST customers -f emailAddress=a@b.example',
  'api put customers/101 -f faxNumber=1',
  'api DELETE customers/101 --yes',
] as const;

/** A server that lets another method take the place of GET writes. */
const overrides = [
  'api GET customers/101 -H X-HTTP-Method-Override:PATCH',
  'api GET customers/101 -H x_http_method:PATCH',
  'api HEAD customers/101 -H X-Method-Override:POST',
  'api GET customers/101 -f _method=patch',
  'api GET customers/101?_method=patch',
  'api GET customers/101 --query .METHOD[]=patch',
  'api GET customers/101 --body override.json',
] as const;

/** What sends no write. */
const reads = [
  'customers get 101',
  'api GET customers/101',
  'api HEAD customers/101',
  ...['--dry-run', '--curl'].flatMap((flag) => [
    `customers update 101 --phone-number 1 ${flag}`,
    `api POST customers -f emailAddress=a@b.example ${flag}`,
    `customers delete 101 ${flag}`,
  ]),
  'products import products.csv --dry-run',
] as const;

type Place = Pick<RunOptions, 'env'> & {
  readonly option?: string;
  readonly dotenv?: string;
  readonly current?: string;
};

/** The ways to reach the store at `url`, which the profile `marked` has. */
const ways: Readonly<Record<string, (url: string) => Place>> = {
  'the current profile': () => ({ current: 'marked' }),
  '--profile': () => ({ option: '--profile marked' }),
  SHOP_PROFILE: () => ({ env: { SHOP_PROFILE: 'marked' } }),
  '--store': (url) => ({ option: `--store ${url}` }),
  '--store with a trailing /api/v2/': (url) => ({ option: `--store ${url}/api/v2/` }),
  '--store with two slashes': (url) => ({ option: `--store ${url}//api/v2`, env: { SHOP_TOKEN: canary } }),
  '--store by another name of the host': (url) => ({
    option: `--store ${url.replace('127.0.0.1', 'LOCALHOST')}`,
    env: { SHOP_TOKEN: canary },
  }),
  '--store with a path that its server ignores': (url) => ({
    option: `--store ${url}/index.php`,
    env: { SHOP_TOKEN: canary },
  }),
  'SHOP_URL with a path of one semicolon': (url) => ({ env: { SHOP_URL: `${url}/;`, SHOP_TOKEN: canary } }),
  'SHOP_URL with the path of the API in capitals': (url) => ({ env: { SHOP_URL: `${url}/API`, SHOP_TOKEN: canary } }),
  SHOP_URL: (url) => ({ env: { SHOP_URL: url, SHOP_TOKEN: canary } }),
  '.env': (url) => ({ dotenv: `SHOP_URL=${url}\nSHOP_TOKEN=${canary}\n` }),
  'another profile of the same store': () => ({ option: '--profile unmarked' }),
};

type Marks = Omit<WrittenProfile, 'url'>;

interface Tried {
  readonly outcome: Outcome;
  /** The requests that are not GET or HEAD. */
  readonly sent: readonly string[];
  readonly seen: readonly SeenRequest[];
}

/** Runs a command against a store that two profiles name, one of them marked. */
async function tried(line: string, marks: Marks, way: (url: string) => Place): Promise<Tried> {
  const { url, seen } = await serveStore(accepting());
  const { option = '', env = {}, dotenv, current } = way(url);
  const home = ownDirectory({
    'override.json': '{"_method":"PATCH"}',
    'products.csv': 'sku,name,price\nA,Mug,1\n',
    ...(dotenv !== undefined && { '.env': dotenv }),
  });
  const profiles = { unmarked: { url }, marked: { url, ...marks }, other: { url: 'https://other.example' } };
  await writeProfiles(home, profiles, current);
  const outcome = await shopCli(`${line} ${option}`, { env, home, directory: home });
  const sent = seen.filter(({ method }) => !['GET', 'HEAD'].includes(method)).map(({ method }) => method);
  return { outcome: { ...outcome, err: namedStore(outcome.err) }, sent, seen: [...seen] };
}

const record = {
  ...{ customerId: '101', productId: '200', uprid: '200', id: '301', addressBookId: '301', orderId: '1001', sku: 'A' },
  ...{ basketKey: `{${key}}`, products: [{ uprid: '200', productId: '200', name: 'Mug' }] },
};

/** Accepts everything, and lists the products that were created, and those that were added to the basket. */
function accepting(): Behaviour {
  const products: unknown[] = [];
  const lines: unknown[] = [...record.products];
  return ({ method, path, query, body }, response) => {
    const isProducts = path.endsWith('/products');
    if (isProducts && method === 'POST') products.push({ ...record, ...JSON.parse(body) });
    if (method === 'PATCH') lines.push(...(JSON.parse(body).products ?? []));
    if (isProducts && method === 'GET') {
      const isListed = [...query.values()].every((value) => !value.includes('sku:') || value.endsWith(':A'));
      json(response, 200, { numRows: products.length, data: isListed ? products : [] });
    } else if (method === 'DELETE') json(response, 200, { deleted: true });
    else json(response, 200, path.includes('/orders') ? record : { ...record, orderId: null, products: lines });
  };
}

const eachWay = Object.entries(ways).map(([name, way], at) => [name, way, at] as const);
describe.each(eachWay)('a store that one profile marks, reached by %s', (_, way, at) => {
  test.each(sampleOf([...writes, ...overrides], 3, at))(
    'read-only: %s is refused, and nothing is sent',
    async (line) => {
      const { outcome, seen } = await tried(line, { readOnly: true }, way);
      expect([outcome.code, outcome.out, seen]).toEqual([2, '', []]);
      expect(outcome.err).toMatch(/is read-only \(the profile marked\)\. Nothing was sent\.\n/);
    },
  );

  test.each(sampleOf([...writes, ...overrides], 3, at + 1))(
    'production: %s is refused without --confirm-store, whatever --yes says',
    async (line) => {
      const { outcome, seen } = await tried(`${line} --yes`, { production: true }, way);
      expect([outcome.code, outcome.out, seen]).toEqual([2, '', []]);
      expect(outcome.err).toMatch(
        /^Error: Refusing to write to the production store \S+( \(the profile marked marks \S+\))? without confirmation\.\nPass --confirm-store '?(shop\.test|localhost:\d+)\S*\.\n$/,
      );
    },
  );

  test.each(sampleOf(reads, 3, at))('read-only and production: %s needs no confirmation', async (line) => {
    const { outcome, sent } = await tried(line, { readOnly: true, production: true }, way);
    expect([outcome.code, outcome.err.includes('Refusing'), sent]).toEqual([0, false, []]);
  });
});

const byUrl = (url: string): Place => ({ option: `--store ${url}` });

describe('--confirm-store', () => {
  test.each(writes)('with the name of the store lets %s write', async (line) => {
    const { outcome, sent } = await tried(`${line} --confirm-store marked`, { production: true }, byUrl);
    expect([outcome.code, sent.length]).toEqual([0, 1]);
  });

  test.each([
    ['the host', (url: string) => new URL(url).host],
    ['the host in other letters and another form', (url: string) => `LocalHost:${new URL(url).port}`],
    ['the whole address', (url: string) => `${url}/`],
    ['a profile of the store', () => 'unmarked'],
  ])('names a store by %s', async (_, nameOf) => {
    const { outcome, sent } = await tried('customers update 101 --phone-number 1', { production: true }, (url) => ({
      option: `--store ${url} --confirm-store ${nameOf(url)}`,
    }));
    expect([outcome.code, sent]).toEqual([0, ['PATCH']]);
  });

  test.each([...['other', 'other.example', '127.0.0.1', '127.0.0.1:1', 'MARKED', 'shop?', 'x@localhost']])(
    'refuses %s, on a store that is not production too, and names both',
    async (name) => {
      for (const production of [true, false]) {
        for (const line of [
          'customers update 101 --phone-number 1',
          'customers get 101',
          'products import products.csv',
        ]) {
          const { outcome, seen } = await tried(`${line} --confirm-store ${name}`, { production }, byUrl);
          expect([outcome.code, outcome.err, seen.length]).toEqual([
            2,
            expect.stringContaining(`--confirm-store is ${name}, but the store is shop.test (--store).\n`),
            0,
          ]);
        }
      }
    },
  );

  test('does not lift the mark read-only', async () => {
    const { outcome, seen } = await tried(
      'api POST customers -f emailAddress=a@b.example --confirm-store marked',
      { production: true, readOnly: true },
      byUrl,
    );
    expect([outcome.code, outcome.err.includes('is read-only'), seen.length]).toEqual([2, true, 0]);
  });
});

test.each(writes)('a .env that says read-only stops %s beside a store that is named', async (line) => {
  const { outcome, seen } = await tried(`${line} --yes`, {}, (url) => ({
    option: `--store ${url}`,
    dotenv: 'SHOP_READ_ONLY=1\nSHOP_URL=https://other.example\nSHOP_OUTPUT=nonsense\n',
  }));
  expect([outcome.code, outcome.err, seen.length]).toEqual([
    2,
    expect.stringContaining('is read-only (SHOP_READ_ONLY in .env). Nothing was sent.\n'),
    0,
  ]);
});

test('a .env that cannot be read stops writes to a store that is named, and no read', async () => {
  const { url, variables: env, seen } = await serveStore(accepting());
  const home = ownDirectory();
  await mkdir(join(home, '.env'));
  const run = (line: string) => shopCli(`${line} --store ${url}`, { home, directory: home, env });
  expect((await run('customers get 101')).code).toBe(0);
  expect(await run('customers update 101 --phone-number 1')).toMatchObject({
    code: 2,
    err: expect.stringContaining(
      'which may be read-only or production. Cannot read .env: is a directory. Nothing was sent.\n',
    ),
  });
  expect(seen.map(({ method }) => method)).toEqual(['GET']);
});

describe('the refusal of a read-only store', () => {
  const dotenv = (url: string): string => `SHOP_URL=${url}\nSHOP_TOKEN=${canary}\nSHOP_READ_ONLY=1\n`;

  test.each<[what: string, marks: Marks, place: (url: string) => Place, why: string, next: string]>([
    [
      'that the environment wants it',
      {},
      (url) => ({ ...byUrl(url), env: { SHOP_READ_ONLY: '1' } }),
      'SHOP_READ_ONLY in the environment',
      'unset SHOP_READ_ONLY',
    ],
    [
      'every source at once: a setting of a profile too, whatever the environment says',
      { settings: { SHOP_READ_ONLY: 'yes' } },
      (url) => ({ env: { SHOP_READ_ONLY: '0' }, dotenv: dotenv(url) }),
      'SHOP_READ_ONLY in .env, the profile marked',
      'remove SHOP_READ_ONLY from .env, and remove SHOP_READ_ONLY from the settings of the profile marked',
    ],
  ])('says %s', async (_, marks, place, why, next) => {
    const { outcome } = await tried('customers update 101 --phone-number 1', marks, place);
    expect(outcome.err).toBe(
      `Error: The store shop.test is read-only (${why}). Nothing was sent.\nTo allow writes, ${next}.\n`,
    );
  });

  test('names the commands that lift it, where several profiles are read-only', async () => {
    const { url } = await serveStore((_, response) => json(response, 500, {}));
    const home = ownDirectory();
    await writeProfiles(home, { ro: { url, readOnly: true }, staging: { url, readOnly: true }, prod: { url } });
    const one = { ro: { url, readOnly: true } };
    const line = 'customers update 101 --phone-number 1 --profile ro';
    expect((await shopCli(line, { home })).err).toContain(
      'To allow writes, remove this profile and log in again: shop-cli auth logout ro --forget, and remove this profile and log in again: shop-cli auth logout staging --forget\n',
    );
    await writeProfiles(home, one);
    expect((await shopCli(line, { home, env: { SHOP_READ_ONLY: '1' } })).err).toContain(
      'To allow writes, unset SHOP_READ_ONLY, and remove this profile and log in again: shop-cli auth logout ro --forget\n',
    );
  });
});
