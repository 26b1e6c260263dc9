import { describe, expect, test } from 'vitest';
import { shopOfPeople } from './shop.ts';

/** 300 baskets, one a day, of five customers; each tenth is ordered. A page has five. */
const many = Array.from({ length: 300 }, (_, at) => ({
  basketKey: `B${at}`,
  id: String(at + 1),
  customerId: String(101 + (at % 50)),
  orderId: at % 60 === 0 ? String(1000 + at) : null,
  dateCreated: `${new Date(Date.parse('2025-04-06T10:00:00Z') + at * 24 * 3_600_000).toISOString().slice(0, 10)} 10:00:00`,
}));
const orderIds = many.flatMap(({ orderId }) => orderId ?? []);
const customerIds = [...new Set(many.map(({ customerId }) => customerId))];
const stored = {
  customers: Object.fromEntries(customerIds.map((id) => [id, { firstName: 'Jo', lastName: `Bos${id}` }])),
  orders: Object.fromEntries(orderIds.map((id) => [id, { dateCreated: '2026-01-01 10:00:00', total: '12.50' }])),
  addresses: { 101: [{ id: '301', city: 'Gent' }] },
  baskets: many,
};
const paged = { env: { SHOP_PAGE_SIZE: '5' } };

/** The shop, searched once, after which the requests are counted. */
async function searched() {
  const people = await shopOfPeople(stored);
  await people.run('customers find bos101 -q', paged);
  people.paths.splice(0);
  return people;
}

/** What a step beyond the records shown may cost. */
const mostMore = 20;

describe('with an index, the next step costs few requests beyond what it shows', () => {
  test.each([
    ['customers get 101 --full', 8 + 1],
    ['orders list --customer 101', 1],
    ['baskets list --customer 101', 6],
    ['baskets list --customer 101 --open', 5],
  ])('%s', async (line, shown) => {
    const { run, paths, shop } = await searched();
    const { code, err, out } = await run(line, paged);
    expect([code, err]).toEqual([0, expect.stringMatching(/known from the index, as of 2026-01-31 12:00 UTC\./)]);
    expect(paths.length - shown).toBeLessThanOrEqual(mostMore);
    expect((await (await shopOfPeople(shop)).run(line, paged)).out).toBe(out);
  });
});

test.each([
  ['101', 'Orders keep the name, e-mail address, phone number and addresses: 1000.'],
  ['102', 'No known basket refers to an order of this customer.'],
])('what orders keep of customer %s who is deleted is known from the index', async (customerId, said) => {
  const { run, paths } = await searched();
  const { err } = await run(`customers delete ${customerId} --dry-run`, paged);
  expect(err).toContain(said);
  expect(paths.length).toBeLessThanOrEqual(mostMore);
});

test('a basket that is newer than the index is shown, and one that was ordered since', async () => {
  const { run, shop } = await searched();
  Object.assign(shop.baskets[50] ?? {}, { orderId: '2001' });
  shop.baskets.push({
    basketKey: 'NEW',
    id: '901',
    customerId: '101',
    orderId: null,
    dateCreated: '2026-01-31 11:00:00',
  });
  shop.orders['2001'] = { dateCreated: '2026-01-31 10:00:00' };
  expect((await run('orders list --customer 101 -q', paged)).out).toBe('1000\n2001\n');
  const open = await run('baskets list --customer 101 --open -q', paged);
  expect(open.out).toBe('B100\nB150\nB200\nB250\nNEW\n');
});

test('what a step has read of newer baskets keeps no later search from finding whom they name', async () => {
  const { run, shop } = await searched();
  shop.customers['900'] = { lastName: 'Nieuwkomer' };
  shop.baskets.push({
    basketKey: 'NEW',
    id: '901',
    customerId: '900',
    orderId: null,
    dateCreated: '2026-01-31 11:00:00',
  });
  await run('orders list --customer 101', paged);
  expect((await run('customers find nieuwkomer -q', paged)).out).toBe('900\n');
});

test('a live search that is stopped takes no basket and no order away from what is known', async () => {
  const stop = new AbortController();
  const people = await shopOfPeople(stored, (path) => {
    if (isLive && path.startsWith('/baskets') && ++pages === 10) stop.abort('SIGINT');
    return false;
  });
  let [isLive, pages] = [false, 0];
  await people.run('customers find bos101 -q', paged);
  isLive = true;
  expect((await people.run('customers find zzzz --live', { ...paged, interrupted: stop.signal })).code).toBe(130);
  isLive = false;
  await people.run('customers find zzzz', paged);
  const { out } = await people.run('orders list --customer 101 -q', paged);
  expect(out).toBe('1000\n');
});

test('a basket that a live search does not see any more is forgotten', async () => {
  const { run, shop } = await searched();
  shop.baskets.splice(
    shop.baskets.findIndex(({ basketKey }) => basketKey === 'B100'),
    1,
  );
  await run('customers find bos101 --live -q', paged);
  expect((await run('baskets list --customer 101 --open -q', paged)).out).toBe('B50\nB150\nB200\nB250\n');
});

test('the answer to a data subject and an erasure read all baskets', async () => {
  const { run, paths } = await searched();
  for (const line of ['customers get 101 --full --json', 'customers erase 101 --dry-run']) {
    paths.splice(0);
    expect((await run(line, paged)).code).toBe(0);
    expect([line, paths.filter((path) => path === '/baskets').length > 60]).toEqual([line, true]);
  }
});

test('without an index, it is said once how to make one, and all baskets are read', async () => {
  const { run, paths } = await shopOfPeople(stored);
  const { code, err } = await run('customers get 101 102 --full', paged);
  expect(code).toBe(0);
  expect(err.match(/shop-cli customers find/g)).toHaveLength(1);
  expect(err).toContain('Reading all 300 baskets.');
  expect(paths.filter((path) => path === '/baskets').length).toBeGreaterThan(60);
});
