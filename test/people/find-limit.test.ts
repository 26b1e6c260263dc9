import { describe, expect, test } from 'vitest';
import { type StoredShop, shopOfPeople } from './shop.ts';

const at = { terminal: 120, env: { NO_COLOR: '1' } };

const dayOf = (day: number): string => `2026-01-${String(day).padStart(2, '0')} 10:00:00`;

/** Customers 101 to 125, all called Jansen; who has a higher ID ordered later. Each fifth lives in Utrecht. */
function jansens(): StoredShop {
  const all = Array.from({ length: 25 }, (_, index) => index + 1);
  const cityOf = (one: number): string => (one % 5 === 0 ? 'Utrecht' : 'Breda');
  return {
    customers: Object.fromEntries(all.map((one) => [100 + one, { firstName: `Jo${one}`, lastName: 'Jansen' }])),
    orders: Object.fromEntries(
      all.map((one) => [
        1000 + one,
        {
          customerId: String(100 + one),
          dateCreated: dayOf(one),
          deliveryAddress: { streetAddress: 'Tuinstraat', houseNumber: one, city: cityOf(one) },
        },
      ]),
    ),
    addresses: {},
    baskets: all.map((one) => ({
      basketKey: `B${one}`,
      customerId: String(100 + one),
      orderId: String(1000 + one),
      dateCreated: dayOf(one),
    })),
  };
}

/** The IDs in the first column of a table. */
const idsIn = (table: string): readonly string[] => [...table.matchAll(/^ *(\d+) {2}Jo/gm)].map(([, id]) => id ?? '');

const newest = Array.from({ length: 20 }, (_, index) => String(125 - index));

describe('of many people with one name', () => {
  test('a terminal shows the twenty who ordered last, reads nobody else, and counts the others', async () => {
    const { run, paths } = await shopOfPeople(jansens());
    await run('customers find nobody -q');
    paths.splice(0);
    const { code, out, err } = await run('customers find jansen', at);
    expect([code, idsIn(out)]).toEqual([0, newest]);
    expect(paths.filter((path) => path.startsWith('/customers/'))).toHaveLength(20);
    expect(err).toContain(
      'Not shown: 5 more, who ordered earlier or never. Add a first name, city or postcode, or pass --all.\n',
    );
  });

  test('the first search shows the same', async () => {
    const { run } = await shopOfPeople(jansens());
    const { out, err } = await run('customers find jansen', at);
    expect([idsIn(out), err]).toEqual([newest, expect.stringContaining('Not shown: 5 more')]);
  });

  test.each([
    ['--all', at],
    ['--live', at],
    ['', {}],
  ])('everybody is shown with "%s" at %o', async (option, options) => {
    const { run } = await shopOfPeople(jansens());
    const { out, err } = await run(`customers find jansen ${option}`, options);
    expect([idsIn(out).length, err]).toEqual([25, expect.not.stringContaining('Not shown')]);
  });

  test.each(['--json', '-q', '--output csv'])('a script gets everybody: %s', async (format) => {
    const { run } = await shopOfPeople(jansens());
    const { out, err } = await run(`customers find jansen ${format}`, at);
    expect([[...out.matchAll(/\b1[012]\d\b/g)].length >= 25, err]).toEqual([
      true,
      expect.not.stringContaining('Not shown'),
    ]);
  });

  test.each([
    ['--json', '"customerId": "125"'],
    ['--output ndjson', '"customerId":"125"'],
  ])('unless it limits them, and is told how many more there are: %s', async (format, id) => {
    const { run } = await shopOfPeople(jansens());
    await run('customers find nobody -q');
    const { out, err } = await run(`customers find jansen --limit 1 ${format}`);
    expect([out, err]).toEqual([expect.stringContaining(id), expect.stringContaining('Not shown: 24 more')]);
  });

  test('IDs alone are limited too, after everybody was read', async () => {
    const { run } = await shopOfPeople(jansens());
    await run('customers find nobody -q');
    const { out, err } = await run('customers find jansen --limit 2 -q');
    expect([out.trim().split('\n').length, err]).toEqual([2, expect.stringContaining('Not shown: 23 more')]);
  });

  test('who has another name now is not shown, and leaves room for the next', async () => {
    const { run, shop } = await shopOfPeople(jansens());
    await run('customers find nobody -q');
    shop.customers[125] = { firstName: 'Jo25', lastName: 'Bakker' };
    const { out, err } = await run('customers find jansen', at);
    expect(idsIn(out)).toEqual([...newest.slice(1), '105']);
    expect(err).toContain('Not shown: 4 more');
  });

  test('who ordered a moment ago comes first', async () => {
    const { run, shop } = await shopOfPeople(jansens());
    await run('customers find nobody -q');
    shop.customers[200] = { firstName: 'Jo200', lastName: 'Jansen' };
    shop.orders[2000] = { customerId: '200', dateCreated: '2026-01-31 11:00:00' };
    shop.baskets.push({ basketKey: 'C1', customerId: '200', orderId: '2000', dateCreated: '2026-01-31 11:00:00' });
    const { out, err } = await run('customers find jansen', at);
    expect(idsIn(out)).toEqual(['200', ...newest.slice(0, -1)]);
    expect(err).toContain('Not shown: 6 more');
  });

  test('the walk that was asked for shows whom it finds first, among twenty', async () => {
    const shop = jansens();
    const { run } = await shopOfPeople({
      ...shop,
      customers: { ...shop.customers, 130: { firstName: 'Jo30', lastName: 'Jansen' }, 135: { lastName: 'Bos' } },
      baskets: [...shop.baskets, { basketKey: 'W', customerId: '135', orderId: null, dateCreated: dayOf(1) }],
    });
    const { out, err } = await run('customers find jansen --walk --yes', at);
    expect(idsIn(out)).toEqual(['130', ...newest.slice(0, -1)]);
    expect(err).toContain('Not shown: 6 more');
  });

  test('either all or a limit', async () => {
    const { run } = await shopOfPeople(jansens());
    expect(await run('customers find jansen --all --limit 3')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Use either --all or --limit, not both.'),
    });
  });
});

describe('of many people with one name or street, and a city', () => {
  test.each(['jansen utrecht', 'tuinstraat utrecht', 'utrecht tuinstraat'])(
    'a terminal shows those in the city, reads nobody else, and counts the others: %s',
    async (text) => {
      const { run, paths } = await shopOfPeople(jansens());
      await run('customers find nobody -q');
      paths.splice(0);
      const { out, err } = await run(['customers', 'find', text], at);
      expect(idsIn(out)).toEqual(['125', '120', '115', '110', '105']);
      expect(new Set(paths.filter((path) => /^\/customers\/\d+$/.test(path))).size).toBe(5);
      expect(err.replaceAll(/\s+/g, ' ')).toContain(
        'Limited to the city, utrecht. 20 more have a different city, or none that is known. To see everyone, pass --all.',
      );
    },
  );

  test('the only one there is a card', async () => {
    const shop = jansens();
    const { run } = await shopOfPeople({
      ...shop,
      orders: { ...shop.orders, 1003: { customerId: '103', deliveryAddress: { city: 'Delft', streetAddress: 'Hof' } } },
    });
    await run('customers find nobody -q');
    const { out } = await run('customers find jansen delft', at);
    expect(out).toMatch(/^Jo3 Jansen\n/);
  });

  test('a terminal shows everybody again with --all, those in the city first', async () => {
    const { run } = await shopOfPeople(jansens());
    const { out, err } = await run('customers find jansen utrecht --all', at);
    expect([idsIn(out).length, idsIn(out).slice(0, 5)]).toEqual([25, ['125', '120', '115', '110', '105']]);
    expect(err).toContain('Searched without the city, utrecht. People who live there come first.');
  });

  test('who had only a former order sent there is shown with that order', async () => {
    const shop = jansens();
    const { run } = await shopOfPeople({
      ...shop,
      orders: {
        ...shop.orders,
        1100: { customerId: '105', dateCreated: dayOf(29), deliveryAddress: { city: 'Breda', streetAddress: 'Hof' } },
      },
      baskets: [...shop.baskets, { basketKey: 'N', customerId: '105', orderId: '1100', dateCreated: dayOf(29) }],
    });
    await run('customers find nobody -q');
    const { out } = await run('customers find jansen utrecht --limit 20 --json');
    expect(JSON.parse(out)).toMatchObject([
      { customerId: '105', city: 'Utrecht', lastOrderId: '1100', matchedOrderId: '1005' },
      { customerId: '125', city: 'Utrecht', matchedOrderId: '1025' },
      {},
      {},
      {},
    ]);
  });

  test('where nobody is there any more, people elsewhere are shown, those first who were there', async () => {
    const { run, shop } = await shopOfPeople(jansens());
    await run('customers find nobody -q');
    for (const order of Object.values(shop.orders)) Object.assign(order, { deliveryAddress: { city: 'Breda' } });
    const { code, out, err } = await run('customers find jansen utrecht', at);
    const there = ['125', '120', '115', '110', '105'];
    expect([code, idsIn(out), err]).toEqual([
      0,
      [...there, ...newest.filter((id) => !there.includes(id)).slice(0, 15)],
      expect.stringContaining('No one found is known to live in the city, utrecht.'),
    ]);
  });

  test('with --mask-pii the city is not named', async () => {
    const { run } = await shopOfPeople(jansens());
    await run('customers find nobody -q');
    const { out, err } = await run('customers find jansen utrecht --mask-pii', at);
    expect(out + err).not.toMatch(/jansen|Jo\d|tuinstraat/i);
    expect(err).toContain('Limited to the city. 20 more');
  });
});

test('a place that was not read as an address is named as that of an order', async () => {
  const shop = jansens();
  const addresses = Object.fromEntries(
    Object.keys(shop.customers).map((id) => [id, [{ id: `3${id}`, streetAddress: 'Tuinstraat', city: 'Breda' }]]),
  );
  const { run } = await shopOfPeople({ ...shop, addresses });
  const { out } = await run('customers find tuinstraat --json');
  const found = JSON.parse(out) as readonly { readonly matchedOrderId: unknown }[];
  expect([found.length, found.filter(({ matchedOrderId }) => matchedOrderId !== null).length]).toEqual([25, 15]);
});

test('three people are all shown, whatever their city is', async () => {
  const { customers, orders, baskets } = jansens();
  for (const id of ['101', '102', '105']) Object.assign(customers[id] ?? {}, { lastName: 'Vlietstra' });
  const { run } = await shopOfPeople({ customers, orders, addresses: {}, baskets });
  await run('customers find nobody -q');
  const { out, err } = await run('customers find vlietstra utrecht', at);
  expect([idsIn(out), err]).toEqual([
    ['105', '102', '101'],
    expect.stringContaining('People who live there come first'),
  ]);
});

test('where nobody is found, the word that helps is named, and not the name of many', async () => {
  const { customers, orders, baskets } = jansens();
  Object.assign(customers['101'] ?? {}, { lastName: 'Zwartjes' });
  const { run } = await shopOfPeople({ customers, orders, addresses: {}, baskets });
  const { err } = await run('customers find jansen zwartjes', at);
  expect(err.replaceAll(/\s+/g, ' ')).toContain('1 person matches "zwartjes", but not "jansen".');
});
