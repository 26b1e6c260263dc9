import { expect, test } from 'vitest';
import { shopOfPeople } from './shop.ts';

const basketOf = (customerId: string) => ({
  basketKey: `B${customerId}`,
  customerId,
  orderId: null,
  dateCreated: '2026-01-07 10:00:00',
});

/** Two called de Vries and one called Bos, whose phone numbers end alike. */
const shopOfEndings = () =>
  shopOfPeople({
    customers: {
      101: { firstName: 'Mo', lastName: 'de Vries', phoneNumber: '06 70 84 14 07' },
      102: { firstName: 'Jo', lastName: 'de Vries', phoneNumber: '+31678621407' },
      103: { firstName: 'Bo', lastName: 'Bos', phoneNumber: '0678621407' },
    },
    orders: {},
    addresses: {},
    baskets: ['101', '102', '103'].map(basketOf),
  });

test.each([
  ['de Vries 1407', '102\n101\n'],
  ['*1407 de vries', '102\n101\n'],
  ['ends with 1407 de vries', '102\n101\n'],
  ['de Vries 621407', '102\n'],
  ['vrie 1407 --live', '101\n102\n'],
])('the last digits of a phone number and a name find: %s', async (text, ids) => {
  const { run } = await shopOfEndings();
  await run('customers find nobody -q');
  const { out } = await run(['customers', 'find', ...text.split(' '), '-q']);
  expect(out.split('\n').toSorted()).toEqual(ids.split('\n').toSorted());
});

test('a phone number that has other digits before the last four is no former one', async () => {
  const { run } = await shopOfEndings();
  await run('customers find nobody -q');
  const { code, out } = await run('customers find de vries 991407', { terminal: 120 });
  expect([code, out]).toEqual([3, '']);
});
