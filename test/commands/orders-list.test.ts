import { describe, expect, test } from 'vitest';
import { type Behaviour, json, runAt, runInSandbox, serveStore } from '../support/store.ts';

const key = (id: number): string => `{00000000-0000-4000-8000-${String(id).padStart(12, '0')}}`;

const basketOf = (id: number, orderId: unknown, customerId = '101') => ({
  id: String(id),
  basketKey: key(id),
  customerId,
  dateCreated: `2026-01-0${id} 10:00:00`,
  ...(orderId === undefined ? {} : { orderId }),
});

const shop = [
  basketOf(1, 'A-7'),
  basketOf(2, null),
  basketOf(3, '1003', '102'),
  basketOf(4, '1004'),
  basketOf(5, '0'),
  basketOf(6, '1003', '102'),
  basketOf(7, ''),
  basketOf(8, '1008'),
];

/** Order 1004 is gone; an order is dated two days after its basket. */
const orders: Readonly<Record<string, object>> = {
  'A-7': { orderId: 'A-7', dateCreated: '2026-01-03 10:00:00', total: '10.0000' },
  '1003': { orderId: '1003', dateCreated: '2026-01-05 10:00:00', total: '20.0000' },
  '1008': { orderId: '1008', dateCreated: '2026-01-10 10:00:00', total: '30.0000' },
};

const storeOf =
  (baskets: readonly object[]): Behaviour =>
  ({ path, query }, response) => {
    const id = /\/orders\/(.*)$/.exec(path)?.[1];
    if (id !== undefined) return json(response, orders[id] ? 200 : 404, orders[id] ?? { message: 'Not found' });
    const offset = Number(query.get('offset'));
    const data = baskets.slice(offset, offset + Number(query.get('limit')));
    json(response, 200, { numRows: baskets.length, data });
  };

describe('the orders that baskets refer to', () => {
  test.each([
    ['', 'A-7 1003 1004 1008'],
    ['--last 2', '1008 1003'],
    ['--last 9', '1008 1003 1004 A-7'],
    ['--customer 102', '1003'],
    ['--limit 1', 'A-7'],
    ['--all --customer 101', 'A-7 1004 1008'],
    // Each is read for its date: one that is gone is not among them.
    ['--since 2026-01-05', '1008 1003'],
    ['--since 2026-01-05 --until 2026-01-05', '1003'],
    ['--until 2026-01-05', '1003 A-7'],
    ['--since 2026-01-04 --customer 102', '1003'],
    ['--until 2026-01-03', 'A-7'],
    ['--since 2026-01-04 --last 1', '1008'],
  ])('are listed by ID: orders list %s', async (options, ids) => {
    const { code, out } = await runAt(storeOf(shop), `orders list ${options} --quiet`);
    expect({ code, ids: out.trim().split('\n').join(' ') }).toEqual({ code: 0, ids });
  });

  test.each([
    ['orderId', /^Order {2}Basket/],
    ['id', /^Order +ID {2}Basket/],
  ])('have a column for an ID beside the number only where the store sends one: %s', async (name, heading) => {
    const { out } = await runAt(({ path }, response) => {
      if (path.includes('/orders/')) return json(response, 200, { [name]: '1003', basketKey: key(3) });
      json(response, 200, { numRows: 1, data: [basketOf(3, '1003', '102')] });
    }, 'orders list');
    expect(out).toMatch(heading);
  });

  test('are the records of the store, as it sends them, without those that are gone', async () => {
    const { code, out, err } = await runAt(storeOf(shop), 'orders list --json');
    expect({ code, records: JSON.parse(out) }).toEqual({
      code: 0,
      records: ['A-7', '1003', '1008'].map((id) => orders[id]),
    });
    expect(err).toContain('3 orders from the baskets that the store still lists. Read 8 baskets in ');
    expect(err).toContain('1 order that baskets refer to is gone: 1004.');
  });

  test.each(['--quiet', '--fields orderId,customerId,basketKey', '--fields orderId --json'])(
    'are not read where baskets say all that is printed: %s',
    async (options) => {
      const { run, seen } = await serveStore(storeOf(shop));
      expect((await run(`orders list ${options}`)).code).toBe(0);
      expect(seen.filter(({ path }) => path.includes('/orders'))).toEqual([]);
    },
  );

  test('are not all of the shop, and the footer says where the rest is', async () => {
    const { err } = await runAt(storeOf(shop), 'orders list --limit 1');
    expect(err).toContain(' Use --all for the rest, or --last for the newest.\n');
  });
});

test('a store that asks to wait in the middle is waited for', async () => {
  let refusals = 0;
  const store = storeOf(shop);
  const { code, out } = await runAt((request, response, count) => {
    if (count % 2 === 0) return store(request, response, count);
    refusals++;
    json(response, 429, { message: 'Too many requests' }, { 'retry-after': '1' });
  }, 'orders list --json');
  expect({ code, count: JSON.parse(out).length }).toEqual({ code: 0, count: 3 });
  expect(refusals).toBeGreaterThan(3);
});

test('a basket that does not say whether it is ordered ends it before anything is printed', async () => {
  const { code, out, err } = await runAt(storeOf([...shop, basketOf(9, undefined)]), 'orders list --all');
  expect({ code, out, err }).toEqual({
    code: 5,
    out: '',
    err: expect.stringContaining('The baskets of shop.test have no orderId'),
  });
});

test('orders without a date cannot be compared with one', async () => {
  const store: Behaviour = ({ path }, response) =>
    json(response, 200, path.includes('/orders/') ? { orderId: 'A-7' } : { numRows: 1, data: [shop[0]] });
  const { code, out, err } = await runAt(store, 'orders list --since 2026-01-01');
  expect({ code, out, err }).toEqual({ code: 5, out: '', err: expect.stringContaining('have no dateCreated') });
});

test('a shop without orders says so', async () => {
  const { code, err } = await runAt(storeOf([basketOf(2, null)]), 'orders list');
  expect({ code, err }).toEqual({
    code: 0,
    err: expect.stringMatching(
      /^No orders found\. Orders are found through baskets; the store lists 1\. Read 1 basket in .*\n$/,
    ),
  });
});

test.each([
  ['--all --limit 3', 'Use either --all or --limit, not both.'],
  ['--last 3 --all', 'Use either --last or --all, not both.'],
  ['--since tomorrow', 'must be a day such as 2026-01-31, yesterday, tuesday or 7d'],
  ['--until 2026-13-01', 'must be a day such as 2026-01-31'],
  ['--since 03/04/2026', 'type 2026-01-31 or 31-01-2026.'],
  ['--since 02-01-2026 --until 01-01-2026', '--until 2026-01-01 is before --since 2026-01-02.'],
  ['--since 2026-02-30', 'a day such as 2026-01-31'],
  ['--since 2026-01-02 --until 2026-01-01', '--until 2026-01-01 is before --since 2026-01-02.'],
])('what cannot be meant is refused: orders list %s', async (options, why) => {
  const { code, err } = await runInSandbox(`orders list ${options}`);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(why) });
});

test('31 february is no day', async () => {
  const { code, err } = await runInSandbox(['orders', 'list', '--since', '31 february']);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('must be a day such as 2026-01-31') });
});

const two = (count: number): string => String(count).padStart(2, '0');

interface Day {
  /** What the store writes for a day of January and a time. */
  readonly written?: (day: string, time: string) => string;
  /** The header `Date`. */
  readonly now?: string;
  readonly baskets?: readonly object[];
  /** More fields of an order. */
  readonly more?: (id: string) => object;
}

const plain = (day: string, time: string): string => `2026-01-${day} ${time}`;

/** A basket a day in January, and its order on the same day, five minutes later. */
const dated = (written = plain) =>
  Array.from({ length: 31 }, (_, at) => ({
    id: String(at + 1),
    basketKey: key(at + 1),
    customerId: '101',
    orderId: `10${two(at + 1)}`,
    dateCreated: written(two(at + 1), '10:00:00'),
  }));

const products = (id: string) => [{ productId: '1', sku: id === '1003' || id === '1029' ? 'LAMP-1' : 'MUG' }];

/** It is Saturday, whatever the clock of this machine says. */
const calendar =
  ({
    written = plain,
    now = '31 Jan 2026 12:00:00',
    baskets = dated(written),
    more = () => ({}),
  }: Day = {}): Behaviour =>
  ({ path, query }, response) => {
    const date = { date: `Sat, ${now} GMT` };
    const sku = /\/products\/(.*)$/.exec(path)?.[1];
    if (sku !== undefined) return json(response, 200, { productId: '1', sku }, date);
    const id = /\/orders\/(.*)$/.exec(path)?.[1];
    if (id !== undefined) {
      const dateCreated = written(id.slice(2), '10:05:00');
      return json(response, 200, { orderId: id, dateCreated, products: products(id), ...more(id) }, date);
    }
    const offset = Number(query.get('offset'));
    const data = baskets.slice(offset, offset + Number(query.get('limit')));
    json(response, 200, { numRows: baskets.length, data }, date);
  };

const idsOf = async (store: Behaviour, options: string, env = {}): Promise<string> => {
  const { code, out, err } = await runAt(store, `orders list ${options} --quiet`, { env });
  expect([code, err]).toEqual([0, '']);
  return out.trim().split('\n').join(' ');
};

describe('days of the store', () => {
  test.each([
    ['--since today', '1031'],
    ['--since Yesterday', '1031 1030'],
    ['--since yesterday --until yesterday', '1030'],
    ['--since thursday --until thu', '1029'],
    ['--since saturday --until saturday', '1024'],
    ['--since 2d', '1031 1030 1029'],
    ['--until 2026-01-02', '1002 1001'],
    ['--since 30-01-2026 --until 31.1.2026', '1031 1030'],
    ['--until 2026-01-20 --limit 2', '1020 1019'],
    ['--product lamp-1 --all', '1029 1003'],
    ['--product LAMP-1', '1029 1003'],
    ['--product LAMP-1 --limit 1', '1029'],
    ['--product LAMP-1 --since 7d', '1029'],
    ['--product LAMP-1 --until 2026-01-05', '1003'],
    ['--since 2027-01-01', ''],
  ])('are counted from the clock of the store: orders list %s', async (options, ids) => {
    expect(await idsOf(calendar(), options, { SHOP_PAGE_SIZE: '5' })).toBe(ids);
    expect(await idsOf(calendar(), options)).toBe(ids);
  });

  test('may be of an option with a blank: last tuesday', async () => {
    const line = ['orders', 'list', '--since', 'last tuesday', '--until', ' 2026-01-27 ', '--quiet'];
    expect((await runAt(calendar(), line)).out).toBe('1027\n');
  });

  test('may be those of a store without the header Date', async () => {
    const store: Behaviour = (request, response, count) => {
      response.sendDate = false;
      calendar({ now: '' })(request, response, count);
    };
    const { out } = await runAt(store, 'orders list --since yesterday --quiet', {
      now: () => new Date('2026-01-31T12:00:00Z'),
    });
    expect(out).toBe('1031\n1030\n');
  });

  const iso =
    (zone: string) =>
    (day: string, time: string): string =>
      `2026-01-${day}T${time}${zone}`;

  test.each([
    ['a day ahead, by its newest basket', plain, '30 Jan 2026 22:30:00', '1031'],
    ['ahead, by what it writes', iso('+05:30'), '30 Jan 2026 22:30:00', '1031'],
    ['behind, by what it writes', iso('-08:00'), '31 Jan 2026 03:00:00', '1031 1030'],
    ['the same, by what it writes', iso('Z'), '31 Jan 2026 03:00:00', '1031'],
  ])('are those of its own time zone: %s', async (_, written, now, ids) => {
    expect(await idsOf(calendar({ written, now }), '--since today')).toBe(ids);
  });

  test.each([
    ['31-01-2026 10:00', 5],
    ['1769850000', 5],
    ['0000-00-00 00:00:00', 5],
    [null, 5],
  ])('are none that another way of writing may mean: %j', async (dateCreated, expected) => {
    const { code, err } = await runAt(calendar({ more: () => ({ dateCreated }) }), 'orders list --since 7d');
    expect([code, err]).toEqual([expected, expect.stringContaining('have no dateCreated to compare')]);
  });
});

const paged = { env: { SHOP_PAGE_SIZE: '5' } };
const orderReads = (seen: readonly { readonly path: string }[]): number =>
  seen.filter(({ path }) => path.includes('/orders/')).length;

describe('a list of days reads no further than it needs', () => {
  test('but a week, in which a basket may become an order', async () => {
    const { run, seen } = await serveStore(calendar());
    const { err } = await run('orders list --since yesterday --output csv', paged);
    expect(err).toMatch(
      /^2 orders from 2026-01-30 from the baskets that the store still lists\. Read 1\d baskets in .*\. Read (?:[89]|10) orders\. Not read: baskets /,
    );
    expect(orderReads(seen)).toBeLessThan(20);
  });

  test('also where the newest are found that were placed until a day', async () => {
    const { err } = await runAt(calendar(), 'orders list --until 2026-01-28 --limit 1 --output csv', paged);
    expect(err).toMatch(
      /^1 order up to 2026-01-28 .* For more, pass a higher --limit\. With --all, shop-cli reads every basket of the store\. Not read: baskets more than 7 days older, and/,
    );
  });

  test.each([
    ['--since yesterday', 6, 6],
    ['--since today --until today', 3, 3],
    ['--since 3d --product LAMP-1', 12, 0],
    ['--since 7d --limit 5', 6, 5],
    ['--since 2025-06-01 --until yesterday --limit 5', 11, 5],
  ])('of 3,000 baskets it takes 20 requests, and those of its days: orders list %s', async (options, placed, shown) => {
    const dayOf = (at: number): string =>
      new Date(Date.UTC(2026, 0, 31) - (299 - Math.floor(at / 10)) * 86_400_000).toISOString();
    const baskets = Array.from({ length: 3000 }, (_, at) => ({
      id: String(at + 1),
      basketKey: key(at + 1),
      customerId: '101',
      orderId: at % 10 < 3 ? String(20_000 + at) : null,
      dateCreated: `${dayOf(at).slice(0, 10)} 08:0${at % 10}:00`,
    }));
    const more = (id: string) => ({ dateCreated: `${dayOf(Number(id) - 20_000).slice(0, 10)} 09:00:00` });
    const { run, seen } = await serveStore(calendar({ baskets, more }));
    const { out } = await run(`orders list ${options} --quiet`);
    expect(out.split('\n').length - 1).toBe(shown);
    expect(seen.length - placed).toBeLessThanOrEqual(20);
  });

  test('and all of it with --all', async () => {
    const { run, seen } = await serveStore(calendar());
    const { err } = await run('orders list --since yesterday --all --output csv', paged);
    expect([orderReads(seen), err]).toEqual([31, expect.stringMatching(/Read 31 baskets in .* Read 31 orders\.\n$/)]);
  });

  test('where nothing is found it does not say that there are no orders', async () => {
    const { err } = await runAt(calendar(), 'orders list --since 2026-02-10 --product MUG', paged);
    expect(err).toMatch(
      /^No orders from 2026-02-10 with product MUG found\. Orders are found through baskets; the store lists 31\. Read .* Not read: /,
    );
  });

  test('an order of an old basket is found by --all', async () => {
    const [first, ...others] = dated();
    const baskets = [{ ...first, dateCreated: '2025-11-01 10:00:00', orderId: '1031' }, ...others.slice(0, 29)];
    expect(await idsOf(calendar({ baskets }), '--since today', paged.env)).toBe('');
    expect(await idsOf(calendar({ baskets }), '--since today --all', paged.env)).toBe('1031');
  });

  test('an order of an old basket comes where its date says, not its basket', async () => {
    const baskets = dated()
      .map((basket) => (basket.id === '27' ? { ...basket, orderId: '1031' } : basket))
      .slice(0, 30);
    expect(await idsOf(calendar({ baskets }), '--since 3d', paged.env)).toBe('1031 1030 1029 1028');
  });

  test('nothing is left out by numbers that do not go with the dates of orders', async () => {
    const baskets = dated().map((basket, at) => ({ ...basket, orderId: `20${two(31 - at)}` }));
    const more = (id: string) => ({ dateCreated: plain(two(32 - Number(id.slice(2))), '10:05:00') });
    expect(await idsOf(calendar({ baskets, more }), '--since 2d', paged.env)).toBe('2001 2002 2003');
    expect(await idsOf(calendar({ baskets, more }), '--since 2d --limit 2', paged.env)).toBe('2001 2002');
    expect((await idsOf(calendar({ baskets, more }), '--since 2d')).split(' ').sort()).toEqual([
      '2001',
      '2002',
      '2003',
    ]);
  });

  test('nothing is left out where IDs are no numbers', async () => {
    const baskets = dated().map((basket) => ({ ...basket, orderId: `A-${basket.orderId.slice(2)}` }));
    const { run, seen } = await serveStore(calendar({ baskets }));
    const { err } = await run('orders list --since 2d');
    expect([orderReads(seen), err]).toEqual([31, expect.not.stringContaining('Not read')]);
  });

  test('a store that lists its baskets in another order is read whole', async () => {
    const baskets = dated().toSorted((left, right) => (Number(left.id) % 7) - (Number(right.id) % 7));
    expect(await idsOf(calendar({ baskets }), '--since 2d', paged.env)).toBe('1031 1030 1029');
  });

  test('a basket without a date may be a new one', async () => {
    const baskets = dated().map((basket) => (Number(basket.id) < 20 ? { ...basket, dateCreated: null } : basket));
    expect(await idsOf(calendar({ baskets }), '--product LAMP-1', paged.env)).toBe('1029 1003');
  });
});

describe('who bought a product', () => {
  const inBasket =
    (status: number, lines: readonly object[] = []): Behaviour =>
    (request, response, count) => {
      const baskets = dated().slice(0, 2);
      if (request.path.includes('/baskets/'))
        return json(response, status, {
          basketKey: decodeURIComponent(request.path).split('/').at(-1),
          products: lines,
        });
      calendar({ baskets, more: () => ({ products: undefined }) })(request, response, count);
    };

  test('is looked up in the basket, where an order has no products', async () => {
    expect(await idsOf(inBasket(200, [{ sku: 'LAMP-1' }]), '--product LAMP-1 --all')).toBe('1002 1001');
  });

  test.each([
    ['is gone', inBasket(404)],
    ['has no SKUs', inBasket(200, [{ productId: '1' }])],
  ])('is not known where the basket %s, and that is said', async (_, store) => {
    const { code, err } = await runAt(store, 'orders list --product LAMP-1 --all');
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('Warning: 2 orders do not say what was ordered: 1002, 1001.'),
    ]);
  });
});

test('of a customer, a table has the newest orders first, and a script the order of the list', async () => {
  const line = 'orders list --customer 101 --limit 1';
  expect((await runAt(storeOf(shop), line)).out).toContain('1008');
  expect((await runAt(storeOf(shop), `${line} --output csv --fields orderId`)).out).toBe('orderId\nA-7\n');
});

describe('a customer of whom nothing is found', () => {
  const withCustomers: Behaviour = (request, response, count) => {
    const id = /\/customers\/(.*)$/.exec(request.path)?.[1];
    if (id === undefined) return storeOf(shop)(request, response, count);
    if (id === '403') return json(response, 403, { message: 'Forbidden' });
    json(response, id === '105' ? 200 : 404, id === '105' ? { customerId: id } : { message: 'Not found' });
  };

  test.each(['orders list', 'baskets list', 'baskets list --open', 'orders list --since 2026-01-01'])(
    'does not exist, and there is no empty list: %s',
    async (line) => {
      const { code, out, err } = await runAt(withCustomers, `${line} --customer 999999 --output csv`);
      expect({ code, out, err }).toEqual({
        code: 3,
        out: '',
        err: expect.stringMatching(/^Error: No customer 999999 on .*\n.*customers find/),
      });
    },
  );

  test.each(['orders list --customer 105', 'baskets list --customer 105', 'orders list --customer 403'])(
    'may have none, or not be shown: %s',
    async (line) => {
      const { code, err } = await runAt(withCustomers, line);
      expect([code, err]).toEqual([0, expect.stringMatching(/^No (orders found|baskets match)/)]);
    },
  );

  test('costs one more request, and none where something is found', async () => {
    const { run, seen } = await serveStore(withCustomers);
    await run('orders list --customer 105');
    await run('baskets list --customer 101');
    expect(seen.filter(({ path }) => path.includes('/customers'))).toHaveLength(1);
  });
});

describe('the table of orders says who', () => {
  const listing =
    (order: object): Behaviour =>
    ({ path }, response) =>
      path.includes('/orders/')
        ? json(response, 200, { orderId: '1003', basketKey: key(3), ...order })
        : json(response, 200, { numRows: 1, data: [basketOf(3, '1003', '102')] });

  const rowOf = async (order: object, options = ''): Promise<string | undefined> =>
    (await runAt(listing(order), `orders list --no-color ${options}`, { terminal: 80 })).out
      .split('\n')[1]
      ?.trim()
      .replace(/ {2,}/g, '  ');

  const jan = { firstName: 'Jan', lastName: 'de Vries' };
  test.each([
    [
      'by the customer of the order',
      { customer: jan, deliveryAddress: { firstName: 'Piet', lastName: 'Bos' } },
      'Jan de Vries',
    ],
    ['by its address for a guest', { customerId: '0', customer: null, deliveryAddress: jan }, 'Jan de Vries'],
    ['by the address of the invoice', { deliveryAddress: { city: 'Delft' }, billingAddress: jan }, 'Jan de Vries'],
    ['by a name in one field', { customer: { name: 'J. Jansen' } }, 'J. Jansen'],
    ['by the order itself', jan, 'Jan de Vries'],
    ['not with another shape', { customer: [jan], deliveryAddress: { firstName: { a: 1 }, lastName: 7 } }, ''],
    ['without control characters', { customer: { lastName: 'de\u001b[31mVries' } }, 'de\\u{1b}[31mVries'],
  ])('%s', async (_, order, who) => {
    expect(await rowOf(order)).toBe(`1003  ${who}`.trim());
  });

  test('but not with --mask-pii', async () => {
    expect(await rowOf({ customer: jan }, '--mask-pii')).toBe('1003  ***');
  });

  test('and the key of the basket goes first where the terminal is narrow', async () => {
    const { out } = await runInSandbox('orders list --no-color', { terminal: 80 });
    expect(out.split('\n')[0]).toBe('Order  Customer ID  Status  Currency  Created              Customer       Total');
  });
});

describe('a product that the store does not have', () => {
  const lamps = [
    { productId: '7', sku: 'LMP-102', ean: '2004711001910', name: 'Koplamp 80 lux USB' },
    { productId: '8', sku: 'LMP-103', name: 'Koplamp 30 lux' },
    { productId: '9', sku: 'TAS-501-S', name: 'Tas' },
    { productId: '213', sku: 'BEL-1', name: 'Bel' },
  ];

  const search = (pattern: string): RegExp => new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 'i');

  /** It finds SKUs by their exact text. */
  const selling: Behaviour = (request, response, count) => {
    const [, , key] = /^(.*)\/products(?:\/(.*))?$/.exec(decodeURIComponent(request.path)) ?? [];
    const one = lamps.find(({ productId, sku }) => productId === key || sku === key);
    if (key !== undefined) return json(response, one ? 200 : 404, one ?? { message: 'Not found' });
    if (!request.path.endsWith('/products')) return calendar()(request, response, count);
    const wanted = request.query.get('filter[search]') ?? '*';
    const data = lamps.filter(({ sku, name, ean }) =>
      wanted.startsWith('sku:')
        ? wanted === `sku:${sku}`
        : [sku, name, ean].some((text) => search(wanted).test(text ?? '')),
    );
    json(response, 200, { numRows: data.length, numPages: 1, data });
  };

  test.each([
    ['Koplamp 80 lux USB', 'LMP-102 (Koplamp 80 lux USB)'],
    ['koplamp 80', 'LMP-102 (Koplamp 80 lux USB)'],
    ['koplamp', 'LMP-102 (Koplamp 80 lux USB) or LMP-103 (Koplamp 30 lux)'],
    ['LMP102', 'LMP-102 (Koplamp 80 lux USB)'],
    ['LPM-102', 'LMP-102 (Koplamp 80 lux USB)'],
    ['2004711001910', 'LMP-102 (Koplamp 80 lux USB)'],
  ])('is no product of which nobody bought any: %s', async (typed, meant) => {
    const { run, seen } = await serveStore(selling);
    const { code, out, err } = await run(['orders', 'list', '--product', typed, '--all', '--output', 'csv']);
    expect({ code, out, err, orders: orderReads(seen) }).toEqual({
      code: 3,
      out: '',
      err: expect.stringContaining(`has the SKU "${typed}".\nDid you mean ${meant}?`),
      orders: 0,
    });
  });

  test.each(['LAMP-1', 'lamp-1'])('may have been sold before it was deleted: %s', async (typed) => {
    const { code, out, err } = await runAt(selling, `orders list --product ${typed} --quiet`);
    expect({ code, out, err }).toEqual({
      code: 0,
      out: '1029\n1003\n',
      err: expect.stringMatching(/^Warning: No product on .* has the SKU ".*": it may have been deleted\.\n/),
    });
  });

  test.each([
    ['NONE', ''],
    ['LMP-101', ' Similar: LMP-102 (Koplamp 80 lux USB) or LMP-103 (Koplamp 30 lux).'],
    ['TAS-501-M', ' Similar: TAS-501-S (Tas).'],
    ['213', ' Similar: BEL-1 (Bel).'],
  ])('and of which no order is found is an error, not an empty list: %s', async (typed, similar) => {
    const { code, out, err } = await runAt(selling, `orders list --product ${typed} --all --output csv`);
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain(`it may have been deleted.${similar}\n`);
    expect(err).toContain(`Error: No orders with product ${typed} found`);
  });

  test('and is written in words is not looked for in every order', async () => {
    const { run, seen } = await serveStore(selling);
    const { code, err } = await run(['orders', 'list', '--product', 'blauwe lamp']);
    expect([code, err]).toEqual([3, expect.stringContaining('has the SKU "blauwe lamp", or this name.')]);
    expect(orderReads(seen)).toBe(0);
  });

  test('is looked up by one request where there is one', async () => {
    const { run, seen } = await serveStore(selling);
    expect((await run('orders list --product LMP-102')).code).toBe(0);
    expect(seen.filter(({ path }) => path.includes('/products'))).toHaveLength(1);
  });

  test('does not keep orders from being listed where the store shows no products', async () => {
    const forbidden: Behaviour = (request, response, count) =>
      request.path.includes('/products')
        ? json(response, 403, { message: 'Forbidden' })
        : calendar()(request, response, count);
    const { code, out, err } = await runAt(forbidden, 'orders list --product LAMP-1 --all --quiet');
    expect({ code, out, err }).toEqual({
      code: 0,
      out: '1029\n1003\n',
      err: expect.stringContaining('Warning: The product "LAMP-1" could not be looked up: '),
    });
  });
});
