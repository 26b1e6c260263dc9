import { describe, expect, test } from 'vitest';
import { downThrough, gapsBetween, joined } from '../../src/people/index/id-gaps.ts';
import { isThorough } from '../support/thorough.ts';
import { type StoredShop, shopOfPeople } from './shop.ts';

const person = (id: number) => ({ firstName: 'Jo', lastName: `Nr${id}`, emailAddress: `nr${id}@example.com` });

/** A shop of customers with these IDs, of whom some have a basket. */
const shopWith = (ids: readonly (number | string)[], inBaskets: readonly (number | string)[]): StoredShop => ({
  customers: Object.fromEntries(ids.map((id) => [id, person(Number(id))])),
  orders: {},
  addresses: {},
  baskets: inBaskets.map((id, at) => ({
    basketKey: `A${at}`,
    customerId: String(id),
    orderId: null,
    dateCreated: `2026-01-${String(10 + at).padStart(2, '0')} 10:00:00`,
  })),
});

const upTo = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

const sorted = (ids: readonly number[]) => ids.toSorted((left, right) => left - right);

const customersIn = (paths: readonly string[]): number[] =>
  paths.filter((path) => /^\/customers\/[^/]+$/.test(path)).map((path) => Number(path.split('/')[2]));

describe('gaps between IDs', () => {
  test.each([
    [
      [5, 1, 9],
      [],
      [
        { from: 6, to: 8 },
        { from: 2, to: 4 },
      ],
    ],
    [[1, 2, 3], [], []],
    [[7], [], []],
    [[], [], []],
    [[1, 9], [{ from: 5, to: 9 }], [{ from: 2, to: 4 }]],
    [[1, 9], [{ from: 1, to: 9 }], []],
    [
      [1, 12],
      [
        { from: 3, to: 4 },
        { from: 6, to: 7 },
      ],
      [
        { from: 8, to: 11 },
        { from: 5, to: 5 },
        { from: 2, to: 2 },
      ],
    ],
  ])('of %j, where %j was read, are %j', (ids, read, gaps) => {
    expect(gapsBetween(ids, read)).toEqual(gaps);
  });

  test('are read from the highest ID down', () => {
    expect([...downThrough(gapsBetween([1, 5, 8], []))]).toEqual([7, 6, 4, 3, 2]);
  });

  test('join where they touch', () => {
    const ranges = [
      { from: 8, to: 9 },
      { from: 1, to: 3 },
      { from: 4, to: 5 },
      { from: 2, to: 4 },
    ];
    expect(joined(ranges)).toEqual([
      { from: 1, to: 5 },
      { from: 8, to: 9 },
    ]);
  });
});

describe('--walk', () => {
  test('finds somebody without a basket, once each ID, and says that all were searched', async () => {
    const { run, paths } = await shopOfPeople(shopWith(upTo(101, 110), [101, 110]));
    expect((await run(['customers', 'find', 'Nr104', '-q'])).code).toBe(3);
    const { code, out, err } = await run(['customers', 'find', 'Nr104', '--walk', '--yes'], { terminal: 100 });
    expect([code, out]).toEqual([0, expect.stringContaining('Jo Nr104')]);
    expect(err.replaceAll('\n', ' ')).toContain('Searched all 10 customers and 0 orders.');
    expect(sorted(customersIn(paths))).toEqual(upTo(1, 114));
  });

  test('finds customers below and behind those whom baskets name', async () => {
    const { run, paths } = await shopOfPeople(shopWith(upTo(3, 22), [8, 12]));
    expect((await run(['customers', 'find', 'Nr3', '--walk', '--yes', '-q'])).out).toBe('3\n');
    expect((await run(['customers', 'find', 'Nr22', '-q'])).out).toBe('22\n');
    expect(sorted(customersIn(paths))).toEqual([...upTo(1, 22), 22, ...upTo(23, 28)]);
  });

  test('reads addresses too: a company without a basket is found by its name in the next search', async () => {
    const { run, shop, paths } = await shopOfPeople(shopWith(upTo(101, 110), [101, 110]));
    shop.addresses[104] = [{ id: '1', company: 'Vogel GmbH', lastName: 'Nr104', zipcode: '1012 JS', houseNumber: '4' }];
    await run(['customers', 'find', 'Nr999', '--walk', '--yes']);
    paths.splice(0);
    expect((await run(['customers', 'find', 'Vogel GmbH', '-q'])).out).toBe('104\n');
    expect((await run(['customers', 'find', '1012 JS 4', '-q'])).out).toBe('104\n');
    expect(paths.filter((path) => !path.startsWith('/baskets')).length).toBeLessThan(10);
  });

  test('once made, a search that finds nobody reads the customers who are new since', async () => {
    const { run, shop, paths } = await shopOfPeople(shopWith(upTo(101, 110), [101, 110]));
    await run(['customers', 'find', 'Nr999', '--walk', '--yes']);
    for (const id of upTo(111, 113)) shop.customers[id] = person(id);
    paths.splice(0);
    expect((await run(['customers', 'find', 'Nr113', '-q'])).out).toBe('113\n');
    expect(sorted(customersIn(paths))).toEqual(upTo(111, 118));
    paths.splice(0);
    expect((await run(['customers', 'find', 'Nr999', '-q'])).code).toBe(3);
    expect(sorted(customersIn(paths))).toEqual(upTo(114, 117));
  });

  test('is named by a search that finds nobody', async () => {
    const { run } = await shopOfPeople(shopWith(upTo(101, 110), [101, 110]));
    const { err } = await run(['customers', 'find', 'Nr999'], { terminal: 300 });
    expect(err).toContain('customers without a basket (--walk) and the addresses of 2 customers may be missing.');
  });

  test('that was stopped leaves no addresses to read for the next search by place', async () => {
    const stop = new AbortController();
    const { run, paths } = await shopOfPeople(shopWith(upTo(1, 200), [1, 200]), (path) => {
      if (path === '/customers/120') stop.abort('SIGINT');
      return false;
    });
    await run(['customers', 'find', '9999 ZZ 1', '-q']);
    expect((await run(['customers', 'find', 'Nr7', '--walk', '--yes'], { interrupted: stop.signal })).code).toBe(130);
    paths.splice(0);
    expect((await run(['customers', 'find', '1012 JS 4', '-q'])).code).toBe(3);
    expect(paths.length).toBeLessThan(60);
  });

  test('is remembered: the next search finds without it, and reads nobody again', async () => {
    const { run, paths } = await shopOfPeople(shopWith(upTo(101, 110), [101, 110]));
    await run(['customers', 'find', 'Nr104', '--walk', '--yes']);
    paths.splice(0);
    expect((await run(['customers', 'find', 'Nr107', '-q'])).out).toBe('107\n');
    expect((await run(['customers', 'find', 'Nr999', '--walk', '--yes'])).code).toBe(3);
    expect(customersIn(paths)).toEqual([107, ...upTo(111, 114)]);
  });

  test('that read several ranges names the gaps that it left out in later searches', async () => {
    const ids = [...upTo(1, 10), ...upTo(5000, 5010), ...upTo(9000, 9010)];
    const { run } = await shopOfPeople(shopWith(ids, [1, 10, 5000, 5010, 9000, 9010]));
    await run(['customers', 'find', 'Nr5', '--walk', '--yes']);
    const { err } = await run(['customers', 'find', 'Nr9005'], { terminal: 300 });
    expect(err).toContain('Searched 32 customers and 0 orders; customers in long gaps of the IDs may be missing.');
  });

  test('goes on where a new basket names a later customer', async () => {
    const { run, paths, shop } = await shopOfPeople(shopWith(upTo(101, 110), [101, 110]));
    await run(['customers', 'find', 'Nr999', '--walk', '--yes']);
    for (const id of upTo(111, 115)) shop.customers[id] = person(id);
    shop.baskets.push({ basketKey: 'B', customerId: '115', orderId: null, dateCreated: '2026-01-31 10:00:00' });
    paths.splice(0);
    expect((await run(['customers', 'find', 'Nr112', '--walk', '--yes', '-q'])).out).toBe('112\n');
    expect(sorted(customersIn(paths))).toEqual(upTo(111, 119));
  });

  test.runIf(isThorough)('that is interrupted keeps what it has read, and goes on from there', async () => {
    const stop = new AbortController();
    const { run, paths } = await shopOfPeople(shopWith([1, 300], [1, 300]), (path) => {
      if (path === '/customers/150') stop.abort('SIGINT');
      return false;
    });
    const line = ['customers', 'find', 'Nr999', '--walk', '--yes'];
    const { code, err } = await run(line, { interrupted: stop.signal });
    expect(code).toBe(130);
    expect(err.replaceAll('\n', ' ')).toMatch(
      /Searched 2 customers and 0 orders; customers without a basket \(--walk\)/,
    );
    const before = new Set(customersIn(paths));
    paths.splice(0);
    expect((await run(line)).code).toBe(3);
    const after = customersIn(paths);
    expect(after.filter((id) => before.has(id)).length).toBeLessThanOrEqual(16);
    expect(new Set([...before, ...after]).size).toBe(304);
    paths.splice(0);
    expect((await run(line)).code).toBe(3);
    expect(customersIn(paths)).toEqual(upTo(301, 304));
  });

  test('leaves out a jump of the numbering, and says so', async () => {
    const { run, paths } = await shopOfPeople(
      shopWith([...upTo(1, 9), ...upTo(90_001, 90_009)], [1, 9, 90_001, 90_009]),
    );
    const { code, out, err } = await run(['customers', 'find', 'Nr90004', '--walk', '--yes', '-q']);
    expect([code, out]).toEqual([0, '90004\n']);
    expect(err).toContain('Not read: 10 to 90000, where none of the IDs that were tried exists.');
    expect(paths.length).toBeLessThan(75);
  });

  test.runIf(isThorough)('reads a long gap in which there are customers', async () => {
    const { run } = await shopOfPeople(shopWith(upTo(1, 1500), [1, 1500]));
    expect((await run(['customers', 'find', 'Nr777', '--walk', '--yes', '-q'])).out).toBe('777\n');
  });

  test.each([
    ['far apart', [1, 5_000_000, 90_000_000], 'those of shop.test are sparse'],
    ['no numbers', ['101', 'C-7'], 'shop.test has C-7'],
    ['numbers with zeros before them', ['101', '0102'], 'shop.test has 0102'],
  ])('is refused where IDs are %s; who has a basket is found all the same', async (_, ids, words) => {
    const { run } = await shopOfPeople(shopWith(ids, ids));
    const { code, out, err } = await run(['customers', 'find', 'Jo', '--walk', '--yes', '-q']);
    expect([code, out.split('\n').length - 1]).toEqual([5, ids.length]);
    expect(err).toContain(words);
    expect((await run(['customers', 'find', 'Nobody'])).err).not.toContain('--walk');
  });

  test('needs --yes where nobody can be asked, and reads nothing then', async () => {
    const { run, paths } = await shopOfPeople(shopWith([1, 5], [1, 5]));
    const { code, err } = await run(['customers', 'find', 'Jo', '--walk']);
    expect([code, paths]).toEqual([2, []]);
    expect(err).toContain('--walk asks before it reads many IDs');
  });

  test.runIf(isThorough)(
    'with --live reads again what an earlier walk read, and without it too whom that one found',
    async () => {
      const { run, shop, paths } = await shopOfPeople(shopWith(upTo(101, 110), [101, 110]));
      await run(['customers', 'find', 'Nr999', '--walk', '--yes']);
      shop.customers[105] = { firstName: 'Ann', lastName: 'Other' };
      delete shop.customers[106];
      paths.splice(0);
      expect((await run(['customers', 'find', 'oth', '--live', '-q'])).out).toBe('105\n');
      expect(customersIn(paths).toSorted()).toEqual(upTo(101, 110));
      paths.splice(0);
      const { err } = await run(['customers', 'find', 'zzz', '--live', '--walk', '--yes']);
      expect(sorted(customersIn(paths))).toEqual(upTo(1, 114));
      expect(err).toMatch(/Searched (?:all )?9 customers/);
    },
  );
});
