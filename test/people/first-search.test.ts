import { expect, test } from 'vitest';
import { json } from '../support/store.ts';
import { type StoredShop, shopOfPeople } from './shop.ts';

/** As many customers, each with a basket; each tenth has ordered. */
function shopOf(ids: readonly number[]): StoredShop {
  const baskets = ids.map((id) => ({
    basketKey: `B${id}`,
    id: String(id),
    customerId: String(id),
    orderId: id % 10 === 0 ? String(id) : null,
    dateCreated: new Date(Date.parse('2025-12-01T10:00:00Z') + id * 60_000)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' '),
  }));
  return {
    customers: Object.fromEntries(ids.map((id) => [id, { firstName: 'Jo', lastName: `Bos${id}` }])),
    orders: Object.fromEntries(ids.filter((id) => id % 10 === 0).map((id) => [id, { customerId: String(id) }])),
    addresses: {},
    baskets,
  };
}

const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, at) => first + at);
const paged = { env: { SHOP_PAGE_SIZE: '20' } };
const isRecord = (path: string): boolean => /^\/(customers|orders)\/\d+$/.test(path);

test('a search that is stopped says that the next one continues, which it does', async () => {
  const stop = new AbortController();
  const { run, paths } = await shopOfPeople(shopOf(from(1000, 100)), (path) => {
    if (isRecord(path) && paths.filter(isRecord).length === 70) stop.abort();
    return false;
  });
  const { code, err } = await run('customers find nobody', { ...paged, interrupted: stop.signal });
  expect([code, err.trimEnd().split('\n').at(-1)]).toEqual([130, 'Stopped. The next search continues.']);
  const before = paths.splice(0).filter(isRecord);
  await run('customers find nobody', paged);
  const after = paths.filter(isRecord);
  expect(new Set([...before, ...after]).size).toBe(110);
  // Those that were under way.
  expect(after.length).toBeLessThanOrEqual(110 - before.length + 16);
});

test('with --live it does not continue, and does not say so', async () => {
  const stop = new AbortController();
  const { run, paths } = await shopOfPeople(shopOf(from(1000, 40)), () => {
    if (paths.length === 20) stop.abort();
    return false;
  });
  const { err } = await run('customers find nobody --live', { ...paged, interrupted: stop.signal });
  expect(err.trimEnd().split('\n').at(-1)).toBe('Stopped.');
});

test('somebody whose basket was made while all were read is found by the next search', async () => {
  const { run, shop, paths } = await shopOfPeople(shopOf(from(1000, 100)), () => {
    if (paths.length === 60) {
      shop.customers['2000'] = { lastName: 'Nieuw' };
      shop.baskets.push({ basketKey: 'NEW', id: '2000', customerId: '2000', dateCreated: '2026-01-31 12:00:01' });
    }
    return false;
  });
  await run('customers find nobody', paged);
  expect(await run('customers find nieuw -q', paged)).toMatchObject({ code: 0, out: '2000\n' });
});

test.each(['csv', 'ndjson'])('whom the index knows is printed as %s before many others are read', async (format) => {
  const { run, shop, paths } = await shopOfPeople(shopOf(from(1000, 20)));
  await run('customers find nobody', paged);
  const others = shopOf(from(3000, 200));
  shop.baskets.push(...others.baskets.map((basket) => ({ ...basket, dateCreated: '2026-01-31 11:00:00' })));
  Object.assign(shop.customers, others.customers);
  Object.assign(shop.orders, others.orders, { 2999: { customerId: '1003' } });
  shop.baskets.push({
    basketKey: 'NEW',
    id: '2999',
    customerId: '1003',
    orderId: '2999',
    dateCreated: '2026-01-31 12:00:00',
  });
  paths.splice(0);
  let readBefore = Number.NaN;
  const { out } = await run(`customers find bos1003 -o ${format} --fields customerId,lastOrderId`, {
    ...paged,
    onOut: (text) => {
      if (text.includes('1003') && Number.isNaN(readBefore)) readBefore = paths.filter(isRecord).length;
    },
  });
  expect(readBefore).toBeLessThan(150);
  expect(paths.filter(isRecord).length).toBeGreaterThan(200);
  // With an order that is newer than the index.
  expect(out.trim().split('\n').at(-1)).toMatch(/1003.*2999/);
});

test('who waits is told in a pipe too who was found so far', async () => {
  let count = 0;
  const { run } = await shopOfPeople(shopOf(from(1000, 40)), (path, response) => {
    if (!isRecord(path) || ++count !== 30) return false;
    json(response, 429, { error: { message: 'slow down' } }, { 'retry-after': '5' });
    return true;
  });
  const { err } = await run('customers find jo', paged);
  expect(err).toContain('Found customer 10');
});

test('progress has an end, which does not move with it', async () => {
  let count = 0;
  const { run } = await shopOfPeople(shopOf(from(1000, 100)), (_path, response) => {
    if (++count % 8 !== 0) return false;
    json(response, 429, { error: { message: 'slow down' } }, { 'retry-after': '15' });
    return true;
  });
  const { err } = await run('customers find kerkstraat', paged);
  const lines = err.match(/^ {2}[a-z ]+ [\d,]+ of [\d,]+/gm) ?? [];
  const ends = new Set(lines.map((line) => line.replace(/[\d,]+ of/, '… of').trim()));
  expect([...ends]).toEqual(['baskets … of 100', 'customers and orders … of 110', 'addresses … of 100']);
});
