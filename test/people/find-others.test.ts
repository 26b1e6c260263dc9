import { expect, test } from 'vitest';
import { type StoredShop, shopOfPeople } from './shop.ts';

const at = { terminal: 120, env: { NO_COLOR: '1' } };

/** Two called Mirjam in Lelystad, and one elsewhere. */
const stored: StoredShop = {
  customers: {
    101: { firstName: 'Mirjam', lastName: 'Koster' },
    102: { firstName: 'Mirjam', lastName: 'Smit' },
    103: { firstName: 'Mirjam', lastName: 'Bos' },
  },
  orders: {},
  addresses: Object.fromEntries(
    ['Lelystad', 'Lelystad', 'Delft'].map((city, number) => [
      String(101 + number),
      [{ id: String(301 + number), streetAddress: 'Hof', houseNumber: '1', zipcode: '8225 WL', city }],
    ]),
  ),
  baskets: ['101', '102', '103'].map((customerId) => ({ basketKey: `B${customerId}`, customerId, orderId: null })),
};

/** The shop, and an index of it with everybody's addresses. */
async function knownShop() {
  const shop = await shopOfPeople(stored);
  await shop.run(['customers', 'find', '9999 ZZ 1', '-q']);
  shop.paths.splice(0);
  return shop;
}

test('somebody with a new name from another program is found beside a first name and a city', async () => {
  const { run, shop, paths } = await knownShop();
  Object.assign(shop.customers['101'] ?? {}, { lastName: 'Wolthuis' });
  const { code, out, err } = await run(['customers', 'find', 'Mirjam Wolthuis Lelystad'], at);
  expect([code, out.split('\n')[0], err]).toEqual([0, 'Mirjam Wolthuis', expect.not.stringContaining('Shown')]);
  // Each of those who have all else is read once.
  expect(paths.filter((path) => /^\/customers\/\d+$/.test(path)).toSorted()).toEqual([
    '/customers/101',
    '/customers/102',
  ]);
});

test('where nobody has the name, those who have all else are shown', async () => {
  const { run } = await knownShop();
  const { code, out, err } = await run(['customers', 'find', 'Mirjam Wolthuis Lelystad'], at);
  expect([code, out.match(/\b10\d\b/g)]).toEqual([3, ['102', '101']]);
  expect(err).toContain(
    'Showing people who match everything but "Wolthuis". One of them may have changed their name or address.',
  );
  expect(err).toContain('2 people match "Mirjam Lelystad", none of them "Wolthuis".');
});

test.each([['-q'], ['--mask-pii'], ['--output', 'json']])('but not with %s', async (...options) => {
  const { run } = await knownShop();
  const { code, out } = await run(['customers', 'find', 'Mirjam Wolthuis Lelystad', ...options], at);
  expect([code, out]).toEqual([3, '']);
});

const sentence = 'You cannot search for';

test.each([
  ['Lelystad', `${sentence} a city alone: add a name or a street.`],
  ['BOK-902', `${sentence} products here: shop-cli orders list --product <sku>`],
])('what is not searched is said where it was typed: %s', async (text, said) => {
  const { run } = await knownShop();
  expect((await run(['customers', 'find', text], at)).err).toContain(said);
});

test.each(['Wesselink', 'Wesselink Lelystad', '8225 XX', 'jo@example.com'])('and not beside %s', async (text) => {
  const { run } = await knownShop();
  expect((await run(['customers', 'find', text], at)).err).not.toContain(sentence);
});
