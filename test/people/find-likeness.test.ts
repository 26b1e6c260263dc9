import { expect, test } from 'vitest';
import { shopOfPeople } from './shop.ts';

const people = {
  101: { firstName: 'Mia', lastName: 'van Veen', gender: 'f', emailAddress: 'veen.mia@example.com' },
  102: { firstName: 'Max', lastName: 'van Veen', gender: 'm', emailAddress: 'veen.mia2@example.com' },
  103: { firstName: 'Mo', lastName: 'van der Veen', gender: 'f', emailAddress: 'veen.mia@example.org' },
};

/** Who ordered last has the highest ID. */
const shopOfVeens = () =>
  shopOfPeople({
    customers: people,
    orders: Object.fromEntries(
      [101, 102, 103].map((id) => [id + 900, { customerId: String(id), dateCreated: `2026-01-${id - 90} 10:00:00` }]),
    ),
    addresses: {},
    baskets: [101, 102, 103].map((id) => ({
      basketKey: `B${id}`,
      customerId: String(id),
      orderId: String(id + 900),
      dateCreated: `2026-01-${id - 90} 10:00:00`,
    })),
  });

test.each([
  ['the very last name before a longer one', 'M. van Veen', ['102', '101', '103']],
  ['a woman for mevr.', 'mevr. van Veen', ['101', '102', '103']],
  ['a man for de heer', 'de heer van Veen', ['102', '101', '103']],
  ['a man for Mr', 'Mr van Veen', ['102', '101', '103']],
  ['the very part before the @', 'veen.mia', ['103', '101', '102']],
])('%s comes first, and no one is dropped', async (_, text, ids) => {
  const { run } = await shopOfVeens();
  const { out } = await run(['customers', 'find', text, '--json']);
  expect(JSON.parse(out).map(({ customerId }: { customerId: string }) => customerId)).toEqual(ids);
});

test('the very street comes before a longer one', async () => {
  const { run, shop } = await shopOfVeens();
  for (const [orderId, streetAddress] of Object.entries({
    1001: 'Kerkstraat',
    1002: 'Lange Kerkstraat',
    1003: 'Kerkweg',
  }))
    Object.assign(shop.orders[orderId] ?? {}, { deliveryAddress: { streetAddress, houseNumber: '1', city: 'Delft' } });
  const { out } = await run('customers find kerkstraat --output csv --fields customerId');
  expect(out).toBe('customerId\n101\n102\n');
});

test('a table never cuts a name, and says guest where there is no ID', async () => {
  const { run, shop } = await shopOfVeens();
  const name = { firstName: 'Maximiliaan', lastName: 'van Veenendaal-Bakker' };
  Object.assign(shop.customers['102'] ?? {}, name, { emailAddress: 'maximiliaan.van.veenendaal@mail.example.com' });
  shop.orders['1009'] = { customer: { firstName: 'Gé', lastName: 'Veen' }, dateCreated: '2026-01-01 10:00:00' };
  shop.orders['1010'] = { customer: name, dateCreated: '2026-01-01 11:00:00' };
  for (const orderId of ['1009', '1010'])
    shop.baskets.push({ basketKey: orderId, customerId: null, orderId, dateCreated: '2026-01-28 10:00:00' });
  const { out } = await run('customers find veenendaal', { terminal: 72, env: { NO_COLOR: '1' } });
  expect(out.match(/Maximiliaan van Veenendaal-Bakker/g)).toHaveLength(2);
  expect(out).toMatch(/^guest {2}Maximiliaan/m);
  expect((await run('customers find veenendaal --output csv')).out).not.toContain('guest');
});
