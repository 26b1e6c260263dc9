import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSqlite } from '../../src/system/sqlite.ts';
import { writeProfiles } from '../support/profiles.ts';
import { ownDirectory } from '../support/run.ts';
import { json, serveSandbox, serveStore } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';
import { filesIn, type StoredShop, shopOfPeople } from './shop.ts';

const sanne: StoredShop = {
  customers: {
    101: { emailAddress: 'Sanne@Example.com', firstName: 'Sanne', lastName: 'de Wit', phoneNumber: '030-555 01 42' },
    102: { emailAddress: 'thijs@example.com', firstName: 'Thijs', lastName: 'de Vríes', phoneNumber: '+31 6 12345678' },
    103: { emailAddress: 'eva@example.com', firstName: 'Eva', lastName: 'de Vries' },
  },
  orders: {
    1001: {
      customerId: '102',
      dateCreated: '2026-01-30 10:00:00',
      deliveryAddress: {
        name: 'T. de Vries',
        streetAddress: 'Kerkstraat',
        houseNumber: '12',
        zipcode: '1012 JS',
        city: 'Amsterdam',
      },
    },
    1002: {
      dateCreated: '2026-01-31 09:00:00',
      customer: { emailAddress: 'guest@example.com', firstName: 'Gerda', lastName: 'Gast' },
      billingAddress: { zipcode: '3011 AA', city: 'Rotterdam' },
    },
  },
  addresses: {
    103: [{ id: '301', streetAddress: 'Dorpsplein', houseNumber: '3', zipcode: '9712 AB', city: 'Groningen' }],
  },
  baskets: [
    { basketKey: 'A1', customerId: '101', orderId: null, dateCreated: '2026-01-29 10:00:00' },
    { basketKey: 'A2', customerId: '102', orderId: '1001', dateCreated: '2026-01-30 10:00:00' },
    { basketKey: 'A3', customerId: '103', orderId: '', dateCreated: '2026-01-30 11:00:00' },
    { basketKey: 'A4', customerId: '0', orderId: '1002', dateCreated: '2026-01-31 09:00:00' },
    { basketKey: 'A5', customerId: '999', orderId: '0', dateCreated: '2026-01-31 10:00:00' },
  ],
};

describe('customers find finds somebody', () => {
  sampled(4).each([
    ['by e-mail address', 'SANNE@example.com', '101'],
    ['by phone number', '06 1234 5678', '102'],
    ['by name', 'Thys de Vries', '102'],
    ['by the postcode of an order', '1012js 12', '102'],
    ['by the street of an order', 'Kerkstr. 12', '102'],
    ['by a name and a postcode', 'Vries, 1012JS', '102'],
    ['by the street of an address', 'Dorpsplein', '103'],
    ['by the postcode of an address', '9712 AB 3', '103'],
  ])('%s', async (_, text, id) => {
    const { run } = await shopOfPeople(sanne);
    const { code, out } = await run(['customers', 'find', text, '-q']);
    expect([code, out]).toEqual([0, `${id}\n`]);
  });
});

test('customers find shows the only one it finds as a card, with his orders', async () => {
  const { run } = await shopOfPeople(sanne);
  expect((await run(['customers', 'find', 'thijs@example.com'])).out).toMatchInlineSnapshot(`
    "Thijs de Vríes
    thijs@example.com
    +31 6 12345678

    ID      102
    City    Amsterdam
    Orders  1001  2026-01-30 10:00:00
    "
  `);
});

test('several are a table, who ordered last comes first, and the footer says where they were looked for', async () => {
  const { run } = await shopOfPeople(sanne);
  const { out, err } = await run(['customers', 'find', 'de vries'], { terminal: 80, env: { NO_COLOR: '1' } });
  expect(`${out}${err}`).toMatchInlineSnapshot(`
    " ID  Name            E-mail address     City       Last order  Date
    102  Thijs de Vríes  thijs@example.com  Amsterdam        1001  2026-01-30 10:00
    103  Eva de Vries    eva@example.com    Groningen
    2 more columns do not fit this terminal; --output json shows everything.
    Searched 3 customers and 2 orders; customers without a basket may be missing.
    "
  `);
});

test.each([80, 130, 200])('namesakes differ by their e-mail addresses at %i columns', async (terminal) => {
  const twins = {
    201: { firstName: 'Sanne', lastName: 'Bos', emailAddress: 'sanne.bos@example.com', phoneNumber: '0611111111' },
    202: { firstName: 'Sanne', lastName: 'Bos', emailAddress: 'sanne.bos.1988@example.com', phoneNumber: '0622222222' },
  };
  const { run } = await shopOfPeople({
    ...sanne,
    customers: twins,
    baskets: Object.keys(twins).map((customerId) => ({ basketKey: customerId, customerId, orderId: null })),
  });
  const { out } = await run(['customers', 'find', 'sanne bos'], { terminal, env: { NO_COLOR: '1' } });
  expect(out).toContain('sanne.bos@example.com');
  expect(out).toContain('sanne.bos.1988@example.com');
});

test('--fields takes the fields of the person', async () => {
  const { run } = await shopOfPeople(sanne);
  const { out } = await run('customers find thijs@example.com --fields emailAddress,phoneNumber --output csv');
  expect(out).toContain('thijs@example.com');
  expect(out).toContain('12345678');
});

test('a hit by an address shows the address that matched, not that of the last order', async () => {
  const { run } = await shopOfPeople({
    ...sanne,
    addresses: {
      102: [{ id: '9', streetAddress: 'Dorpsplein', houseNumber: 3, zipcode: '9712 AB', city: 'Groningen' }],
    },
  });
  expect((await run(['customers', 'find', '9712 AB 3'])).out).toContain('Address  Dorpsplein 3, 9712 AB Groningen\n');
});

test.each(['12 1012js', '12, 1012 JS', '12 1012js amsterdam'])(
  'a number before a postcode is the house: %s',
  async (text) => {
    const { run } = await shopOfPeople(sanne);
    expect((await run(['customers', 'find', text, '-q'])).out).toBe('102\n');
  },
);

test('another number before a postcode finds nobody', async () => {
  const { run } = await shopOfPeople(sanne);
  expect((await run(['customers', 'find', '14 1012js', '-q'])).code).toBe(3);
});

test('a hit by the address of an order says so', async () => {
  const { run } = await shopOfPeople(sanne);
  const { out } = await run('customers find kerkstraat 12');
  expect(out).toContain('Address  Kerkstraat 12, 1012 JS Amsterdam, as in order 1001\n');
  expect(JSON.parse((await run('customers find kerkstraat 12 --json')).out)).toMatchObject([
    { matchedOrderId: '1001' },
  ]);
});

test('but not where the customer has this address now', async () => {
  const { deliveryAddress } = sanne.orders[1001] ?? {};
  const { run } = await shopOfPeople({ ...sanne, addresses: { 102: [{ id: '9', ...(deliveryAddress as object) }] } });
  const { out } = await run('customers find kerkstraat 12');
  expect(out).toContain('Address  Kerkstraat 12, 1012 JS Amsterdam\n');
  expect(out).not.toContain('As in order');
});

test.each([
  ['a former name', 'Thijs Jansen'],
  ['a former e-mail address', 'old@example.com'],
])('a hit by %s says of which order it is', async (_, text) => {
  const { run } = await shopOfPeople({
    ...sanne,
    orders: {
      1001: {
        ...sanne.orders[1001],
        customer: { firstName: 'Thijs', lastName: 'Jansen', emailAddress: 'old@example.com' },
      },
    },
  });
  const { out } = await run(['customers', 'find', text]);
  expect(out).toContain('As in order  1001\n');
  const json = await run(['customers', 'find', text, '--json']);
  expect(JSON.parse(json.out)).toMatchObject([{ customerId: '102', matchedOrderId: '1001' }]);
});

test('eight digits are also a mobile number without its 06', async () => {
  const { run } = await shopOfPeople(sanne);
  expect((await run('customers find 12345678 -q')).out).toBe('102\n');
});

test('IDs of orders that were not read are shown with --mask-pii, as everywhere', async () => {
  const { run } = await shopOfPeople(sanne);
  const { out } = await run('customers find thijs@example.com --mask-pii --json');
  expect(JSON.parse(out)).toMatchObject([{ orderIds: ['1001'], emailAddress: '***' }]);
});

test('who waits sees the first ten as they are found', async () => {
  const ids = Array.from({ length: 13 }, (_, at) => String(101 + at));
  let refused = 0;
  const { run } = await serveStore(({ path }, response) => {
    const id = path.split('/').at(-1) ?? '';
    if (id === 'baskets')
      return json(response, 200, { baskets: ids.map((id) => ({ id, customerId: id, orderId: null })) });
    if (id === ids.at(-1) && refused++ === 0)
      return json(response, 429, { error: { message: 'slow down' } }, { 'retry-after': '5' });
    return json(response, 200, { customerId: id, firstName: 'Jo', lastName: 'Bos', phoneNumber: '0612345678' });
  });
  const { code, out, err } = await run('customers find bos', { terminal: 80, env: { NO_COLOR: '1' } });
  const lines = err.match(/Found .*/g) ?? [];
  expect([code, out.trimEnd().split('\n').length]).toEqual([0, 14]);
  expect(new Set(lines).size).toBe(11);
  expect(lines.slice(0, 10)).toEqual(Array(10).fill(expect.stringMatching(/^Found customer 1\d\d: Jo Bos$/)));
  expect(lines[10]).toBe('Found more people. The list comes at the end.');
});

test('a guest is found by his order', async () => {
  const { run } = await shopOfPeople(sanne);
  const { out } = await run(['customers', 'find', 'gast', '--json']);
  expect(JSON.parse(out)).toMatchObject([
    { customerId: null, name: 'Gerda Gast', city: 'Rotterdam', orderIds: ['1002'] },
  ]);
  expect(await run(['customers', 'find', 'gast', '-q'])).toMatchObject({
    code: 3,
    out: '',
    err: expect.stringContaining('Only guests were found, who have no customer ID: order 1002.'),
  });
});

test('nobody is exit 3, and the message says what was searched, without the text', async () => {
  const { run } = await shopOfPeople(sanne);
  const { code, out, err } = await run(['customers', 'find', 'Jansen']);
  expect([code, out]).toEqual([3, '']);
  expect(err).toMatchInlineSnapshot(`
    "Error: No one found on shop.test.
    Searched 3 customers and 2 orders; customers without a basket and the addresses of 3 customers may be missing.
    Only whole words were compared. Try something that has not changed, such as a phone number, or --live (reads 8 records).
    "
  `);
});

test('a company is found by its numbers', async () => {
  const { run } = await shopOfPeople({
    ...sanne,
    orders: {
      ...sanne.orders,
      1002: { billingAddress: { company: 'Noordlicht', btwNumber: 'NL 8123.45.678.B01', kvkNumber: '30123456' } },
    },
  });
  for (const text of ['nl812345678b01', 'NL8123.45.678.B01', '30123456'])
    expect([text, (await run(['customers', 'find', text, '--json'])).code]).toEqual([text, 0]);
});

test('the company of a person is on the card, and in the table', async () => {
  const people = { 101: { lastName: 'Bos' }, 102: { lastName: 'Bos' } };
  const { run } = await shopOfPeople({
    ...sanne,
    customers: people,
    addresses: { 101: [{ id: '301', company: 'Noordlicht BV', zipcode: '1012 JS', houseNumber: '4' }] },
    baskets: [101, 102].map((id) => ({ basketKey: `B${id}`, customerId: String(id), orderId: null })),
  });
  await run('customers find 9999ZZ');
  expect((await run('customers find noordlicht')).out).toContain('Company  Noordlicht BV\n');
  expect((await run(['customers', 'find', '1012JS 4', '--output', 'csv'])).out).toContain('Noordlicht BV');
});

describe('a number is an order first', () => {
  test.each([
    ['1001', '102', ['/orders/1001', '/customers/1001', '/customers/102']],
    ['#1001', '102', ['/orders/1001', '/customers/102']],
    ['order 1001', '102', ['/orders/1001', '/customers/102']],
    ['Bestelnummer: #1001', '102', ['/orders/1001', '/customers/102']],
  ])('%s is shown with its person, and nothing else is read', async (text, id, reads) => {
    const { run, paths } = await shopOfPeople(sanne);
    const { code, out } = await run(['customers', 'find', text, '-q']);
    expect([code, out, paths]).toEqual([0, `${id}\n`, reads]);
  });

  test('an order of a guest is shown with the guest', async () => {
    const { run } = await shopOfPeople(sanne);
    const { code, out } = await run('customers find 1002 --json');
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      [{ customerId: null, foundOrderId: '1002', name: 'Gerda Gast', city: 'Rotterdam' }],
    ]);
  });

  test('a customer with the same ID is shown too, the order first', async () => {
    const { run } = await shopOfPeople({
      ...sanne,
      orders: { 103: { customerId: '101', dateCreated: '2025-01-01 10:00:00' }, ...sanne.orders },
    });
    const { out, err } = await run('customers find 103', { terminal: 80, env: { NO_COLOR: '1' } });
    expect(`${out}${err}`).toMatchInlineSnapshot(`
      " ID  Order  Name          E-mail address     City  Last order  Date
      101    103  Sanne de Wit  Sanne@Example.com               103  2025-01-01 10:00
      103         Eva de Vries  eva@example.com
      2 more columns do not fit this terminal; --output json shows everything.
      103 is an order and also the ID of another customer: the Order column marks who
      placed the order.
      Only the order and the customer with this ID were read: --live also searches
      phone numbers and postcodes.
      "
    `);
  });

  test('a postcode of digits is found in the index too, and no addresses are read for it', async () => {
    const { run, paths } = await shopOfPeople({
      ...sanne,
      orders: { ...sanne.orders, 1003: { customerId: '103', billingAddress: { zipcode: '1001', city: 'Brussel' } } },
      baskets: [
        ...sanne.baskets,
        { basketKey: 'A6', customerId: '103', orderId: '1003', dateCreated: '2026-01-31 12:00:00' },
      ],
    });
    await run('customers find sanne');
    const { out, err } = await run('customers find 1001 --json');
    expect(JSON.parse(out)).toMatchObject([
      { customerId: '102', foundOrderId: '1001' },
      { customerId: '103', foundOrderId: null },
    ]);
    expect([paths.filter((path) => path.endsWith('/addresses')), err]).toEqual([
      [],
      expect.stringContaining('the addresses of 3 customers may be missing.'),
    ]);
  });

  test.each([
    ['0101', 'a number with a zero before it'],
    ['1234567890', 'more than nine digits'],
  ])('%s is none: %s', async (text) => {
    const { run, paths } = await shopOfPeople(sanne);
    expect((await run(['customers', 'find', text])).code).toBe(3);
    expect(paths).not.toContain(`/orders/${text}`);
  });

  test('another record than that of the number is not shown', async () => {
    const { run } = await shopOfPeople({
      ...sanne,
      orders: { ...sanne.orders, 7: { orderId: '8', number: '7', customerId: '101' } },
      customers: { ...sanne.customers, 7: { customerId: '101', lastName: 'Other' } },
    });
    expect(await run('customers find order 7')).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining('There is no order 7 on shop.test.'),
    });
    expect(await run('customers find 7')).toMatchObject({ code: 3, out: '' });
  });

  test('a store that does not show the order does not make it missing', async () => {
    const { run } = await shopOfPeople(sanne, (path, response) => {
      if (path !== '/orders/1001') return false;
      json(response, 400, { error: { message: 'no' } });
      return true;
    });
    const { code, err } = await run('customers find order 1001');
    expect([code, err]).toEqual([5, expect.stringContaining('No customer and no order could be read.')]);
  });
});

test('with --mask-pii nothing personal is shown', async () => {
  const { run } = await shopOfPeople(sanne);
  for (const format of ['--json', '--output=csv', '']) {
    const { out, err } = await run(['customers', 'find', 'vries', '--mask-pii', ...(format ? [format] : [])]);
    expect(out + err).not.toMatch(/vr[ií]es|thijs|eva|1234|kerk/i);
    expect(out).toContain('102');
  }
});

describe('the next search', () => {
  test('reads the baskets of the last days and whom it shows', async () => {
    const { run, paths } = await shopOfPeople(sanne);
    await run(['customers', 'find', 'sanne', '-q']);
    paths.splice(0);
    expect((await run(['customers', 'find', 'thijs', '-q'])).out).toBe('102\n');
    expect(paths).toEqual(['/customers/102', '/orders/1001', '/baskets', '/baskets']);
  });

  test('reads whom a new basket names', async () => {
    const { run, paths, shop } = await shopOfPeople(sanne);
    await run(['customers', 'find', 'sanne', '-q']);
    shop.customers[104] = { firstName: 'Nieuw', lastName: 'Komer' };
    shop.baskets.push({ basketKey: 'A6', customerId: '104', orderId: null, dateCreated: '2026-01-31 11:00:00' });
    paths.splice(0);
    expect((await run(['customers', 'find', 'komer', '-q'])).out).toBe('104\n');
    expect(paths).toContain('/customers/104');
    expect(paths).not.toContain('/customers/101');
  });

  describe('finds a guest whose basket was ordered later', () => {
    const basket = (key: string, dateCreated: string) => ({
      basketKey: key,
      customerId: '0',
      orderId: '',
      dateCreated,
    });
    const shopOfLateGuest = () =>
      shopOfPeople({
        ...sanne,
        baskets: [
          basket('B1', '2025-11-01 10:00:00'),
          basket('B2', '2025-11-02 10:00:00'),
          basket('B3', '2026-01-05 10:00:00'),
          ...sanne.baskets,
        ],
      });
    const paged = { env: { SHOP_PAGE_SIZE: '2' } };

    test('up to a month', async () => {
      const { run, shop } = await shopOfLateGuest();
      await run(['customers', 'find', 'sanne', '-q'], paged);
      await run(['customers', 'find', 'eva', '-q'], paged);
      shop.orders[1003] = { customer: { lastName: 'Laatkomer' } };
      Object.assign(shop.baskets[2] ?? {}, { orderId: '1003' });
      const { out } = await run(['customers', 'find', 'laatkomer', '--json'], paged);
      expect(JSON.parse(out)).toMatchObject([{ orderIds: ['1003'] }]);
    });

    test('and says that --live finds one of an older basket, which it does', async () => {
      const { run, shop, paths } = await shopOfLateGuest();
      await run(['customers', 'find', 'sanne', '-q'], paged);
      shop.orders[1003] = { customer: { lastName: 'Laatkomer' } };
      Object.assign(shop.baskets[0] ?? {}, { orderId: '1003' });
      paths.splice(0);
      const { code, err } = await run(['customers', 'find', 'laatkomer'], paged);
      expect([code, paths.includes('/orders/1003')]).toEqual([3, false]);
      expect(err).toContain(
        'customers without a basket, late orders and the addresses of 3 customers may be missing.\nOnly whole words were compared.',
      );
      expect((await run(['customers', 'find', 'laatkomer', '--live', '--json'], paged)).out).toContain('1003');
    });
  });

  test('does not show who has changed since, and finds him by what he is now', async () => {
    const { run, shop } = await shopOfPeople(sanne);
    await run(['customers', 'find', 'sanne', '-q']);
    shop.customers[101] = { emailAddress: 'sanne.bakker@example.com', firstName: 'Sanne', lastName: 'Bakker' };
    expect((await run(['customers', 'find', 'de wit', '-q'])).code).toBe(3);
    expect((await run(['customers', 'find', 'sanne.bakker@example.com', '-q'])).out).toBe('101\n');
  });

  test('finds by an address what an address alone shows, and goes on doing so', async () => {
    const { run } = await shopOfPeople({
      ...sanne,
      addresses: { 103: [{ id: '301', company: 'Noordlicht BV', streetAddress: 'Dorpsplein', houseNumber: '3' }] },
    });
    for (const text of ['Dorpsplein', 'Noordlicht', 'Dorpsplein 3'])
      expect([text, (await run(['customers', 'find', text, '-q'])).out]).toEqual([text, '103\n']);
  });

  test('says whose addresses were not searched, and reads them with --live', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [String(501 + at), { firstName: 'Jo', lastName: 'Bos' }]),
    );
    const { run, shop } = await shopOfPeople({
      ...sanne,
      customers: { ...sanne.customers, ...many },
      addresses: {
        501: [{ id: '301', streetAddress: 'Kerkstraat', houseNumber: '9', zipcode: '1012 JS', company: 'Noordlicht' }],
      },
      baskets: [
        ...sanne.baskets,
        ...Object.keys(many).map((customerId) => ({
          basketKey: customerId,
          customerId,
          orderId: null,
          dateCreated: '2026-01-29 09:00:00',
        })),
      ],
    });
    const first = await run('customers find Kerkstraat -q');
    expect([first.code, first.out, first.err]).toEqual([
      0,
      '102\n',
      expect.stringContaining('the addresses of 122 customers may be missing.'),
    ]);
    const company = await run('customers find Noordlicht -q');
    expect([company.code, company.err]).toEqual([
      3,
      expect.stringContaining('the addresses of 122 customers may be missing.'),
    ]);
    const live = await run('customers find Kerkstraat -q --live');
    expect([live.out.trim().split('\n').toSorted(), live.err]).toEqual([['102', '501'], '']);
    expect((await run('customers find Noordlicht -q')).out).toBe('501\n');
    shop.customers['700'] = { firstName: 'Nieuw', lastName: 'Komer' };
    Object.assign(shop.addresses, { 700: [{ id: '302', streetAddress: 'Kerkstraat', houseNumber: '1' }] });
    shop.baskets.push({ basketKey: 'A9', customerId: '700', orderId: null, dateCreated: '2026-01-31 11:30:00' });
    // The addresses of a few new customers take no time.
    const next = await run('customers find Kerkstraat -q');
    expect([next.out.trim().split('\n').toSorted(), next.err]).toEqual([['102', '501', '700'], '']);
  });

  test('finds by the oldest of many orders', async () => {
    const orderIds = Array.from({ length: 12 }, (_, at) => String(2001 + at));
    const { run } = await shopOfPeople({
      ...sanne,
      orders: Object.fromEntries(
        orderIds.map((id, at) => [id, { customerId: '101', customer: { phoneNumber: `0100000${100 + at}` } }]),
      ),
      baskets: orderIds.map((orderId, at) => ({
        basketKey: `B${at}`,
        customerId: '101',
        orderId,
        dateCreated: `2026-01-${10 + at} 10:00:00`,
      })),
    });
    for (const text of ['0100000111', '0100000100', '0100000100'])
      expect([text, (await run(['customers', 'find', text, '-q'])).out]).toEqual([text, '101\n']);
  });

  test('finds the orders of a customer who is gone', async () => {
    const { run, shop } = await shopOfPeople(sanne);
    await run(['customers', 'find', 'thijs', '-q']);
    delete shop.customers[102];
    const { out } = await run(['customers', 'find', '1012 JS', '--json']);
    expect(JSON.parse(out)).toMatchObject([{ customerId: null, orderIds: ['1001'] }]);
  });

  test('with --live reads all again, and matches parts of words', async () => {
    const { run, paths } = await shopOfPeople(sanne);
    expect((await run(['customers', 'find', 'sann', '-q'])).code).toBe(3);
    paths.splice(0);
    expect((await run(['customers', 'find', 'sann', '-q', '--live'])).out).toBe('101\n');
    expect(paths).toContain('/customers/103');
  });

  test('makes the index anew where its key is lost, and says so', async () => {
    const { run, home } = await shopOfPeople(sanne);
    await run(['customers', 'find', 'sanne', '-q']);
    rmSync(join(home, '.config/shop-cli/people-keys.json'));
    const { code, out, err } = await run(['customers', 'find', 'sanne', '-q']);
    expect([code, out, err]).toEqual([0, '101\n', 'The key of the index is lost. Making a new index.\n']);
  });

  test.each([
    ['damaged', 'SQLite format 3\0 and then something else'.padEnd(4096, 'x')],
    ['no database', 'hello'.repeat(1000)],
  ])('makes the index anew where its file is %s', async (_, content) => {
    const { run, home, index } = await shopOfPeople(sanne);
    await run(['customers', 'find', 'sanne', '-q']);
    writeFileSync(index(), content);
    const { code, out, err } = await run(['customers', 'find', 'sanne', '-q']);
    expect([code, out, err]).toEqual([0, '101\n', 'The index is damaged. Making a new index.\n']);
    expect(home).not.toBe('');
  });
});

test('--forget removes the index and its key, and needs no text', async () => {
  const { run, home, index } = await shopOfPeople(sanne);
  await run(['customers', 'find', 'sanne', '-q']);
  expect((await run(['customers', 'find', '--forget'])).err).toBe('Deleted the search index of shop.test.\n');
  expect([statSync(index()).size, readFileSync(join(home, '.config/shop-cli/people-keys.json'), 'utf8')]).toEqual([
    0,
    expect.stringContaining('"keys": {}'),
  ]);
  expect((await run(['customers', 'find', '--forget'])).err).toBe('There is no search index of shop.test.\n');
});

test('auth logout --forget forgets the index of the store too', async () => {
  const { run, url, home, index } = await shopOfPeople(sanne);
  await writeProfiles(home, { shop: { url } }, 'shop');
  await run(['customers', 'find', 'sanne', '-q']);
  const before = statSync(index()).size;
  expect((await run(['auth', 'logout', 'shop', '--yes'])).code).toBe(0);
  expect([before > 0, statSync(index()).size]).toEqual([true, before]);
  expect((await run(['auth', 'logout', 'shop', '--forget', '--yes'])).code).toBe(0);
  expect(statSync(index()).size).toBe(0);
});

test('an erased customer is forgotten by the index', async () => {
  const { run } = await serveSandbox();
  const home = ownDirectory();
  expect((await run(['customers', 'find', 'Sanne', '-q'], { home })).out).toBe('101\n');
  const path = filesIn(home).find((file) => file.endsWith('people.db')) ?? '';
  const known = async (): Promise<unknown> => {
    const database = await openSqlite(path);
    const row = database.get("SELECT count(*) AS count FROM entry WHERE id = '101' OR customer = '101'");
    database.close();
    return row?.count;
  };
  expect(await known()).not.toBe(0);
  expect((await run(['customers', 'erase', '101', '--yes'], { home })).code).toBe(0);
  expect(await known()).toBe(0);
});

test('two searches at once find both, and leave one index', async () => {
  const { run, paths } = await shopOfPeople(sanne);
  const found = await Promise.all(['sanne', 'thijs'].map((name) => run(['customers', 'find', name, '-q'])));
  expect(found.map(({ out }) => out)).toEqual(['101\n', '102\n']);
  paths.splice(0);
  expect((await run(['customers', 'find', 'eva', '-q'])).out).toBe('103\n');
  expect(paths).not.toContain('/customers/101');
});

test('customers find finds somebody where it can remember nothing, and says so', async () => {
  const { run, home } = await shopOfPeople(sanne);
  writeFileSync(join(home, '.local'), 'no directory');
  const { code, out, err } = await run(['customers', 'find', 'sanne', '-q']);
  expect([code, out]).toEqual([0, '101\n']);
  expect(err).toMatch(/This search is not remembered/);
});

test('after many searches no file has anything personal in it', async () => {
  const { run, home } = await shopOfPeople(sanne);
  const texts = [
    'Sanne@Example.com',
    '06 12345678',
    'de Vries',
    '1012JS 12',
    'Kerkstraat',
    'Gast',
    'Nobody',
    'Dorpsplein',
  ];
  for (let time = 0; time < 3; time++) for (const text of texts) await run(['customers', 'find', text]);
  const contents = filesIn(home)
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
  // The index and its key.
  expect(filesIn(home)).toHaveLength(2);
  expect(contents).not.toMatch(
    /sanne|de wit|thijs|vries|12345678|5550142|555 01|kerkst|1012 ?js|gerda|guest|3011 ?aa|dorps|9712 ?ab|groning|amsterdam|rotterdam|example\.com/i,
  );
});

test('a store whose baskets name nobody is refused', async () => {
  const { run } = await serveStore((_, response) =>
    json(response, 200, { baskets: [{ basketKey: 'A1', value: '1' }] }),
  );
  const { code, err } = await run('customers find jansen');
  expect([code, err]).toEqual([5, expect.stringContaining('refer to neither customers nor orders')]);
});

describe('a city beside a name or a street is left out by itself', () => {
  const vries: StoredShop = {
    ...sanne,
    orders: {
      ...sanne.orders,
      1003: {
        customerId: '103',
        dateCreated: '2026-01-10 10:00:00',
        deliveryAddress: { city: 'Den Haag', zipcode: '2511 AA' },
      },
    },
    baskets: [
      ...sanne.baskets,
      { basketKey: 'A9', customerId: '103', orderId: '1003', dateCreated: '2026-01-10 10:00:00' },
    ],
  };

  test.each([
    ['de vries den haag', ['103', '102']],
    ['Vries, AMSTERDAM', ['102', '103']],
    ['amsterdam de vries', ['102', '103']],
  ])('%s: who is there comes first, also in the first search', async (text, ids) => {
    const { run } = await shopOfPeople(vries);
    for (const time of [1, 2]) {
      const { code, out, err } = await run(['customers', 'find', text, '--output', 'csv', '--fields', 'customerId']);
      expect([time, code, out.trim().split('\n').slice(1)]).toEqual([time, 0, ids]);
      expect(err).toContain('Searched without the city. People who live there come first.');
    }
  });

  test('which a terminal names', async () => {
    const { run } = await shopOfPeople(vries);
    const { err } = await run('customers find vries den haag --all', { terminal: 100, env: { NO_COLOR: '1' } });
    expect(err).toContain('Searched without the city, den haag. People who live there come first.');
  });

  test.each(['vries paris', 'jansen amsterdam', 'amsterdam'])('but not where that finds nobody: %s', async (text) => {
    const { run } = await shopOfPeople(vries);
    expect(await run(['customers', 'find', text])).toMatchObject({ code: 3, out: '' });
  });

  test('nor where somebody has that name', async () => {
    const { run } = await shopOfPeople({
      ...vries,
      customers: { ...vries.customers, 101: { firstName: 'Vries', lastName: 'Amsterdam' } },
    });
    const { out, err } = await run('customers find vries amsterdam -q');
    expect([out, err]).toEqual(['101\n', '']);
  });
});

test('nobody is found in a store whose customers have other fields: that is no "not found", also the next time', async () => {
  const { run } = await shopOfPeople({
    ...sanne,
    customers: { 101: { naam: 'Sanne', adres: { plaats: 'Gent' } }, 102: { naam: 'Thijs' }, 103: { naam: 'Eva' } },
  });
  for (const time of [1, 2])
    expect([time, await run('customers find jansen')]).toMatchObject([
      time,
      { code: 5, err: expect.stringContaining('have none of the fields that are searched, such as lastName') },
    ]);
  // By the fields of his order.
  expect((await run('customers find 1012JS -q')).out).toBe('102\n');
});

test('a customer without any field, among others, does not make the store one of another shape', async () => {
  const { run } = await shopOfPeople({ ...sanne, customers: { ...sanne.customers, 101: {} } });
  expect((await run('customers find jansen')).code).toBe(3);
});

test('customers find searches the sandbox', async () => {
  const { run } = await serveSandbox();
  expect((await run(['customers', 'find', 'emily.carter@example.com', '-q'])).out).toBe('104\n');
});

test.each(['', '--json', '-q'])('an order that is found after its customer is shown with him: %s', async (format) => {
  const baskets = Array.from({ length: 150 }, (_, at) => ({
    ...{ basketKey: `B${at}`, customerId: '0', orderId: null, dateCreated: '2026-01-20 10:00:00' },
  }));
  const { run } = await shopOfPeople({
    customers: { 101: { firstName: 'Sanne', lastName: 'de Wit' } },
    orders: { 1001: { customerId: '101', dateCreated: '2026-01-10 10:00:00', total: '12.50' } },
    addresses: {},
    baskets: [
      { basketKey: 'A1', customerId: '101', orderId: '1001', dateCreated: '2026-01-10 10:00:00' },
      ...baskets,
      { basketKey: 'A2', customerId: '101', orderId: null, dateCreated: '2026-01-30 10:00:00' },
    ],
  });
  const [first, second] = [await run(`customers find wit ${format}`), await run(`customers find wit ${format}`)];
  expect(first.out).toBe(second.out);
  expect(first.out).toContain(format === '-q' ? '101' : '1001');
});
