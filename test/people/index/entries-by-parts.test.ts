import { expect, test } from 'vitest';
import { passingIndex } from '../../../src/people/index/open-index.ts';
import { queryOf } from '../../../src/people/search/query.ts';
import type { Part } from '../../../src/people/words/parts.ts';

const emptyIndex = () => passingIndex({ path: '', storeId: 'shop.test', key: '00'.repeat(32), now: 0 });

const read = (id: string, date: string, ...parts: readonly Part[]) => ({ kind: 'customer' as const, id, date, parts });

const jansen: Part = 'name:jansen';

test('somebody is found who was read after the same text found nobody', async () => {
  const index = await emptyIndex();
  const query = queryOf('jo jansen');
  expect([index.countOf(query), index.find(query)]).toEqual([0, []]);
  index.add(read('101', '', jansen, 'name:jo'));
  expect([index.countOf(query), index.find(query)]).toEqual([1, [{ customerId: '101' }]]);
});

test('whoever ordered last comes first, a guest among them; then whoever was read last', async () => {
  const index = await emptyIndex();
  for (const id of ['101', '102', '103']) index.add(read(id, '2026-01-31', jansen));
  const order = { kind: 'order' as const, parts: [jansen] };
  index.add({ ...order, id: '1001', customerId: '102', date: '2025-12-01' });
  index.add({ ...order, id: '1002', customerId: '102', date: '2026-01-03' });
  index.add({ ...order, id: '1003', date: '2026-01-02' });
  index.add({ ...order, id: '1004', customerId: '101', date: '2026-01-01' });
  expect(index.find(queryOf('jansen'))).toEqual([
    { customerId: '102' },
    { orderId: '1003' },
    { customerId: '101' },
    { customerId: '103' },
  ]);
});

test('who has what was searched in two ways counts once', async () => {
  const index = await emptyIndex();
  index.add(read('101', '', 'name:kerkstraat', 'street:kerkstr'));
  index.add(read('102', '', 'street:kerkstr'));
  const query = queryOf('kerkstraat');
  expect([index.countOf(query), index.find(query).length]).toEqual([2, 2]);
});
