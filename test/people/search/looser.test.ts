import { expect, test } from 'vitest';
import { shopOfPeople } from '../shop.ts';

const at = { terminal: 120, env: { NO_COLOR: '1' } };

const addressIn = (city: string, id: string) => ({
  id,
  streetAddress: 'Hof',
  houseNumber: '1',
  zipcode: '4331 AA',
  city,
});

async function knownShop() {
  const shop = await shopOfPeople({
    customers: {
      101: { firstName: 'Esmée', lastName: 'Koster' },
      102: { firstName: 'Esmée', lastName: 'Koster' },
      103: { firstName: 'Max', lastName: 'Koster' },
      104: { firstName: 'Els', lastName: 'van Dam' },
      105: { firstName: 'Noor', lastName: 'Bakker-de Jong' },
    },
    orders: {},
    addresses: {
      101: [addressIn('Middelburg', '301')],
      102: [addressIn('Goes', '302')],
      103: [addressIn('Middelburg', '303')],
      104: [addressIn('Goes', '304')],
      105: [addressIn('Goes', '305')],
    },
    baskets: ['101', '102', '103', '104', '105'].map((customerId) => ({
      basketKey: `B${customerId}`,
      customerId,
      orderId: null,
    })),
  });
  await shop.run(['customers', 'find', '9999 ZZ 1', '-q']);
  return shop;
}

test.each([
  ['E. van Dam-Koster Middelburg', ['101']],
  ['mevr. E. Koster-van Dam, Middelburg', ['101']],
  ['E. van Dam-Koster', ['104', '102', '101']],
  ['E. Koster e/v van Dam uit Goes', ['102', '104']],
])('one of two names is enough at a terminal, with the initial and the city: %s', async (text, ids) => {
  const { run } = await knownShop();
  const { code, out, err } = await run(['customers', 'find', text], at);
  expect([code, out.match(/\b10\d\b/g)]).toEqual([0, ids]);
  expect(err).toContain('No one found with both names. Showing people who have one of them.');
});

test('two names in the other order are those of one person', async () => {
  const { run } = await knownShop();
  expect((await run(['customers', 'find', 'de Jong-Bakker Goes', '-q'])).out).toBe('105\n');
});

test('nobody has the initials, and the city is kept', async () => {
  const { run } = await knownShop();
  const { out, err } = await run(['customers', 'find', 'J. Koster Middelburg'], at);
  expect(out.match(/\b10\d\b/g)).toEqual(['103', '101']);
  expect(err).toContain('No one found with these initials. Showing people who have the name.');
});

test('a script gets who has both names', async () => {
  const { run } = await knownShop();
  expect((await run(['customers', 'find', 'E. van Dam-Koster Middelburg', '-q'], at)).code).toBe(3);
});
