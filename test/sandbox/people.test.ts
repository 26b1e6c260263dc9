import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/open.ts';
import { ownDirectory } from '../support/directory.ts';
import { shopCli } from '../support/run.ts';
import { withSandbox } from '../support/sandbox-command.ts';
import { isThorough } from '../support/thorough.ts';
import { ask, openStore, sharedStore } from './store.ts';

const count = 400;
const people = { count, seed: 1 };
const shop = sharedStore({ database: ':memory:', people });

interface Customer extends Record<string, string> {
  readonly id: string;
}

/** Read once: the tests change nothing. */
const onceOf = <T>(read: (sandbox: Sandbox) => Promise<T>): (() => Promise<T>) => {
  let known: Promise<T> | undefined;
  return () => {
    known ??= shop().then(read);
    return known;
  };
};

async function basketsOf(sandbox: Sandbox) {
  const first = await ask(sandbox, '/baskets?limit=100');
  const pages = Array.from({ length: Number(first.body.numPages) }, (_, at) => at * 100);
  const all = await Promise.all(pages.map((offset) => ask(sandbox, `/baskets?limit=100&offset=${offset}`)));
  return all.flatMap(({ body }) => body.data) as readonly Customer[];
}

/** Those who are there still, after the four of the first data. */
async function customersOf(sandbox: Sandbox, from = 105, until = 104 + count): Promise<readonly Customer[]> {
  const ids = Array.from({ length: until - from + 1 }, (_, at) => from + at);
  const replies = await Promise.all(ids.map((id) => ask(sandbox, `/customers/${id}`)));
  return replies.flatMap(({ status, body }) => (status === 200 ? [body] : []));
}

const addressesOf = async (sandbox: Sandbox, known: readonly Customer[]) =>
  (await Promise.all(known.map(({ customerId }) => ask(sandbox, `/customers/${customerId}/addresses`)))).flatMap(
    ({ body }) => body as readonly Customer[],
  );

const allBaskets = onceOf(basketsOf);
const allCustomers = onceOf((sandbox) => customersOf(sandbox));

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');
const hasAll = (texts: readonly string[], patterns: readonly RegExp[]): readonly RegExp[] =>
  patterns.filter((pattern) => !texts.some((text) => pattern.test(text)));

/** Those that have the same key, together. */
function grouped<T>(all: readonly T[], keyOf: (one: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return [...groups.values()];
}

test('a shop of people has two and a half baskets for each customer, beside those of the first data', async () => {
  expect((await ask(await shop(), '/baskets?limit=1')).body.numRows).toBe(String(3 + count * 2.5));
});

test.runIf(isThorough)(
  'the baskets of a shop of people are in the order of their dates, the last ones of this morning, some of them ordered',
  async () => {
    const all = await allBaskets();
    const dates = all.map(({ dateCreated = '' }) => dateCreated);
    expect(dates).toEqual(dates.toSorted());
    const today = all.filter(({ dateCreated }) => dateCreated?.startsWith('2026-01-31'));
    expect([
      dates[0],
      today.length,
      dates.at(-1) !== undefined && (dates.at(-1) ?? '') <= '2026-01-31 12:34:56',
    ]).toEqual(['2023-02-01 00:00:00', 6, true]);
    expect(today[0]?.dateCreated?.slice(11) ?? '').toMatch(/^(0[7-9]|1[0-2])/);
  },
);

describe('people are found in all the ways in which they write', () => {
  test.runIf(isThorough)('names', async () => {
    const known = await allCustomers();
    const last = known.map(({ lastName = '' }) => lastName);
    const firsts = known.map(({ firstName = '' }) => firstName);
    const same = grouped(last, (name) => name).map(({ length }) => length);
    expect(Math.max(...same)).toBeGreaterThan(20);
    expect(hasAll(last, [/^de /, /^van der /, /ij/, /y/, /^[a-z ]+$/])).toEqual([]);
    // Zoë and Zoe.
    const accented = firsts.filter((name) => plain(name) !== name);
    expect(accented.some((name) => firsts.includes(plain(name)))).toBe(true);
    const pairs = last.filter((name) => name.includes('ij') && last.includes(name.replace('ij', 'y')));
    expect(pairs.length).toBeGreaterThan(0);
  });

  test('phone numbers and postcodes', async () => {
    const known = await allCustomers();
    const numbers = known.map(({ phoneNumber = '' }) => phoneNumber);
    expect(
      hasAll(numbers, [/^$/, /^\+31 6 7/, /^\+3167/, /^06-7/, /^067/, /^06 7\d \d\d/, /^0031/, /^07700 900/]),
    ).toEqual([]);
    const zipcodes = (await addressesOf(await shop(), known.slice(0, 300))).map(({ zipcode = '' }) => zipcode);
    expect(
      hasAll(zipcodes, [/^\d{4} [A-Z]{2}$/, /^\d{4}[A-Z]{2}$/, /^\d{4}[a-z]{2}$/, /^[A-Z]+\d+ \d[A-Z]{2}$/]),
    ).toEqual([]);
  });

  test.runIf(isThorough)('households at one address', async () => {
    const sandbox = await shop();
    const known = await addressesOf(sandbox, (await allCustomers()).slice(0, 300));
    const homes = grouped(known, ({ zipcode, houseNumber, houseNumberExtension: extension }) =>
      [zipcode, houseNumber, extension].join(' '),
    );
    const shared = homes.filter((all) => new Set(all.map(({ customerId }) => customerId)).size > 1);
    expect(shared.length).toBeGreaterThan(5);
    expect(shared.some((all) => new Set(all.map(({ lastName }) => lastName)).size === 1)).toBe(true);
  });
});

test('each e-mail address is of one customer, and at a domain of nobody', async () => {
  const addresses = (await allCustomers()).map(({ emailAddress = '' }) => emailAddress);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses.filter((address) => !/^[a-z\d.]+@(mail\.)?example\.(com|net|org)$/.test(address))).toEqual([]);
});

test('some customers are guests, and some guests are known by their order alone', async () => {
  const sandbox = await shop();
  const known = await allCustomers();
  const share = known.filter(({ guestAccount }) => guestAccount === '1').length / known.length;
  expect([share > 0.08, share < 0.25]).toEqual([true, true]);
  const nobodys = (await allBaskets()).filter(({ customerId, orderId }) => customerId === '0' && orderId !== null);
  const { body: order } = await ask(sandbox, `/orders/${nobodys[0]?.orderId}`);
  expect(order).toMatchObject({
    customerId: '0',
    customer: { lastName: expect.stringMatching(/./), guestAccount: '1' },
    deliveryAddress: { city: expect.stringMatching(/./) },
  });
});

test('some customers are gone, and their baskets and orders name them still', async () => {
  const sandbox = await shop();
  const known = new Set((await allCustomers()).map(({ customerId }) => customerId));
  const orphans = (await allBaskets()).filter(
    ({ customerId = '' }) => Number(customerId) > 104 && !known.has(customerId),
  );
  const orders = orphans.flatMap(({ customerId, orderId }) => (orderId === null ? [] : [{ customerId, orderId }]));
  expect(orders.length).toBeGreaterThan(0);
  const { body } = await ask(sandbox, `/orders/${orders[0]?.orderId}`);
  expect(body).toMatchObject({ customerId: orders[0]?.customerId, customer: { lastName: expect.stringMatching(/./) } });
  expect((await ask(sandbox, `/customers/${orders[0]?.customerId}`)).status).toBe(404);
});

test('an order has the products and the amount of its basket, and the date of it', async () => {
  const sandbox = await shop();
  const basket = (await allBaskets()).findLast(({ orderId, customerId }) => orderId !== null && customerId !== '0');
  const { body } = await ask(sandbox, `/orders/${basket?.orderId}`);
  expect(body).toMatchObject({ value: basket?.value, products: basket?.products, dateCreated: basket?.dateCreated });
});

test.runIf(isThorough)('the same seed makes the same people, and another seed others', async () => {
  const made = await Promise.all(
    [7, 7, 8].map(async (seed) => {
      const sandbox = await openStore({ database: ':memory:', people: { count: 40, seed } });
      return JSON.stringify([await customersOf(sandbox, 105, 144), await basketsOf(sandbox)]);
    }),
  );
  expect([made[0] === made[1], made[0] === made[2]]).toEqual([true, false]);
});

test('one customer is possible, at midnight too', async () => {
  const now = () => new Date('2026-01-31T00:00:00Z');
  const sandbox = await openStore({ database: ':memory:', people: { count: 1, seed: 1 }, now });
  const dates = (await basketsOf(sandbox)).map(({ dateCreated }) => dateCreated);
  expect(dates.slice(3)).toEqual(['2026-01-31 00:00:00', '2026-01-31 00:00:00']);
});

describe('sandbox --people', () => {
  test('makes customers with baskets, says how many, and refuses a database that exists', async () => {
    const directory = ownDirectory();
    const args = ['--people', '40', '--db', join(directory, 'p.db')];
    let listed = '';
    const made = await withSandbox(args, {}, async ({ run }) => {
      listed = (await run('baskets list --limit 1')).err;
    });
    expect([made.code, made.err.split('\n')[0], listed]).toEqual([
      0,
      'Making a shop with 40 customers and 100 baskets.',
      '1 of 103 shown. Use --all for the rest.\n',
    ]);
    const again = await shopCli(['sandbox', ...args]);
    expect([again.code, again.err.includes('People are added to a new one.')]).toEqual([2, true]);
  });

  test.each([
    ['--people 0', '--people "0" must be a number from 1 to 200000.'],
    ['--people 200001', '--people "200001" must be a number from 1 to 200000.'],
    ['--people 10 --empty', 'Use either --people or --empty, not both.'],
  ])('%s is refused before anything is made', async (line, message) => {
    const { code, err } = await shopCli(`sandbox ${line}`);
    expect([code, err.includes(message)]).toEqual([2, true]);
  });
});
