import { expect, test, vi } from 'vitest';
import { PeopleIndex } from '../../src/people/index/people-index.ts';
import { shopOfPeople } from './shop.ts';

const at = { terminal: 120, env: { NO_COLOR: '1' } };

/** A shop with these names, each in Delft, and an index of it. */
async function knownShop(lastNames: readonly string[]) {
  const ids = lastNames.map((_, number) => String(101 + number));
  const shop = await shopOfPeople({
    customers: Object.fromEntries(
      ids.map((id, number) => [id, { firstName: 'Fleur', lastName: lastNames[number] ?? '' }]),
    ),
    orders: {},
    addresses: Object.fromEntries(
      ids.map((id) => [
        id,
        [{ id: `2${id}`, streetAddress: 'Hof', houseNumber: '1', zipcode: '2611 AB', city: 'Delft' }],
      ]),
    ),
    baskets: ids.map((customerId) => ({ basketKey: `B${customerId}`, customerId, orderId: null })),
  });
  await shop.run(['customers', 'find', '9999 ZZ 1', '-q']);
  shop.paths.splice(0);
  return shop;
}

test('a name that was misheard finds the one person with a name that sounds like it', async () => {
  const { run, paths } = await knownShop(['Wijnands', 'Bos', 'Smit']);
  const { code, out, err } = await run(['customers', 'find', 'Fleur Weinans Delft'], at);
  expect([code, out.split('\n')[0]]).toEqual([0, 'Fleur Wijnands']);
  expect(err).toContain('No one matches "Fleur Weinans Delft". Showing results for "');
  expect(paths.filter((path) => /^\/customers\/(?!101\b)\d+$/.test(path))).toEqual([]);
});

test.each([['-q'], ['--mask-pii'], ['--output', 'json']])('but not with %s', async (...options) => {
  const { run } = await knownShop(['Wijnands', 'Bos', 'Smit']);
  const { code, out } = await run(['customers', 'find', 'Fleur Weinans Delft', ...options], at);
  expect([code, out]).toEqual([3, '']);
});

test('nor where two names sound like it, which are suggested', async () => {
  const { run } = await knownShop(['Janser', 'Jansen', 'Bos']);
  const { code, err } = await run(['customers', 'find', 'Fleur Jansef Delft'], at);
  expect([code, err.match(/Similar searches that find people: .*, .*/)]).toEqual([3, expect.anything()]);
});

test('also where the person has another name since, which is said', async () => {
  const { run, shop } = await knownShop(['Wijnands', 'Bos', 'Smit']);
  Object.assign(shop.customers['101'] ?? {}, { lastName: 'de Groot' });
  const { out, err } = await run(['customers', 'find', 'Fleur Weinans Delft'], at);
  expect([out.split('\n')[0], err]).toEqual(['Fleur de Groot', expect.stringContaining('No one has this now.')]);
});

test('what sounds like it is looked up once, for the message and for the search that follows', async () => {
  const { run } = await knownShop(['Wijnands', 'Bos', 'Smit']);
  const lookUp = vi.spyOn(PeopleIndex.prototype, 'countOf');
  await run(['customers', 'find', 'Fleur Weinans Delft'], at);
  const looked = lookUp.mock.calls.map(([wanted]) => JSON.stringify(wanted.alternatives));
  lookUp.mockRestore();
  expect(looked.filter((alternatives) => alternatives === '[["name:weinams"]]')).toHaveLength(1);
});
