import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { Outcome } from '../../support/run.ts';
import { json } from '../../support/store.ts';
import { type StoredShop, shopOfPeople } from '../shop.ts';

const ids = Array.from({ length: 160 }, (_, at) => String(1001 + at));
const many: StoredShop = {
  customers: Object.fromEntries(ids.map((id) => [id, { firstName: 'Jo', lastName: `Bos${id}` }])),
  orders: Object.fromEntries(
    ids.filter((id) => id.endsWith('0')).map((id) => [`5${id}`, { customerId: id, customer: { lastName: 'Smit' } }]),
  ),
  addresses: {},
  baskets: ids.map((id, at) => ({
    basketKey: `B${id}`,
    id,
    customerId: id,
    orderId: id.endsWith('0') ? `5${id}` : null,
    dateCreated: `2026-01-${String(1 + Math.floor(at / 10)).padStart(2, '0')} 10:00:00`,
  })),
};
/** Processes beside each other have one time. */
const paged = { env: { SHOP_PAGE_SIZE: '10' }, now: () => new Date('2026-01-31T12:00:00Z') };

/** Slow as this store is, a search keeps what it has read before the answer. */
const slowDown = (response: ServerResponse): void =>
  json(response, 429, { error: { message: 'slow down' } }, { 'retry-after': '5' });

const isRecord = (path: string): boolean => /^\/(customers|orders)\/\d+$/.test(path);

/** Two searches: the second begins while the first is in the middle. Returns what each has found, and what both have read. */
async function besideEachOther(first: string, second: string) {
  let records = 0;
  let beside: Promise<Outcome> | undefined;
  const reads: string[] = [];
  const { run } = await shopOfPeople(many, (path, response) => {
    if (!isRecord(path)) return false;
    if (++records === 60) beside = run(['customers', 'find', second, '-q'], paged);
    const isSlow = records % 20 === 0;
    if (isSlow) slowDown(response);
    else reads.push(path);
    return isSlow;
  });
  const found = await run(['customers', 'find', first, '-q'], paged);
  return { found: [found, await beside], reads };
}

test('a search uses what another one has read a few seconds ago, and that one what this one reads', async () => {
  const { reads } = await besideEachOther('nobody', 'nobody');
  expect(new Set(reads).size).toBe(176);
  // Without those that neither had kept when the other one read them; twice all would be 352.
  expect(reads.length).toBeLessThan(176 + 100);
});

test('both find whom the other one has read', async () => {
  const { found } = await besideEachOther('bos1005', 'bos1155');
  expect(found).toMatchObject([
    { code: 0, out: '1005\n' },
    { code: 0, out: '1155\n' },
  ]);
});

test('an order that two searches have read beside each other is still that of its customer', async () => {
  const { found } = await besideEachOther('smit', 'smit');
  const smits = ids.filter((id) => id.endsWith('0')).toSorted();
  for (const one of found)
    expect([one?.code, one?.out.trim().split('\n').toSorted(), one?.err]).toEqual([0, smits, '']);
});
