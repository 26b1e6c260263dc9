import { describe, expect, test } from 'vitest';
import { customer, key } from '../support/replies.ts';
import { type Behaviour, json, runAt, runInSandbox, serveStore } from '../support/store.ts';

const basket = { id: '701', basketKey: `{${key}}`, customerId: '101', orderId: '1004', value: '12.5000' };
const others = [
  { ...basket, id: '702', customerId: '102', orderId: '1001', basketKey: '{00000000-0000-4000-8000-000000000702}' },
  { ...basket, id: '703', orderId: null, basketKey: '{00000000-0000-4000-8000-000000000703}' },
];
const address = { id: '301', customerId: '101', name: 'Jo Bos', city: 'Gent' };

const replies: Readonly<Record<string, unknown>> = {
  '/customers/101': customer,
  '/customers/101/addresses': [address],
  '/baskets': { numRows: 3, data: [basket, ...others] },
  '/orders/1004': { orderId: '1004', dateCreated: '2026-01-03 10:00:00', total: '15.0000' },
};

/** A store with these replies; a number is a status. */
const storeOf =
  (changed: Readonly<Record<string, unknown>> = {}): Behaviour =>
  ({ path }, response) => {
    const reply = { ...replies, ...changed }[path.replace('/api/v2', '')] ?? 404;
    json(response, typeof reply === 'number' ? reply : 200, typeof reply === 'number' ? { message: 'no' } : reply);
  };

const open = others[1];

describe('a customer with all that the store has', () => {
  test('is one record: addresses, baskets and orders as the store sends them', async () => {
    const { code, out } = await runAt(storeOf(), 'customers get 101 --full --json');
    expect({ code, record: JSON.parse(out) }).toEqual({
      code: 0,
      record: { ...customer, addresses: [address], baskets: [basket, open], orders: [replies['/orders/1004']] },
    });
  });

  test('is one page for a person, which says what it cost and what may be missing', async () => {
    const { out, err } = await runAt(storeOf(), 'customers get 101 --full');
    expect(out).toMatchInlineSnapshot(`
      "ID              101
      E-mail address  jo@example.com
      Addresses       301  Jo Bos, Gent
      Baskets         00000000-0000-4000-8000-000000000703  12.50, open
                      42212126-9CF9-49D8-8E52-5B2858894145  12.50, ordered
      Orders          1004  2026-01-03 10:00:00, 15.00
      "
    `);
    expect(err).toMatch(/^Baskets and orders: those that the store still lists\. Read 3 baskets in .* s\.\n$/);
  });

  test('says that there are none, where a person has no addresses, baskets and orders', async () => {
    const empty = { '/customers/101/addresses': { addresses: [] }, '/baskets': { baskets: [], numRows: 0 } };
    const { out } = await runAt(storeOf(empty), 'customers get 101 --full');
    expect(out).toMatch(/Addresses +none\nBaskets +none\nOrders +none known\n/);
    const { out: json } = await runAt(storeOf(empty), 'customers get 101 --full --json');
    expect(JSON.parse(json)).toMatchObject({ addresses: [], baskets: [], orders: [] });
  });

  test('says whether the person has ever logged in', async () => {
    const logins = { '/customers/101': { ...customer, numberOfLogins: '0', lastLoginDate: null } };
    expect((await runAt(storeOf(logins), 'customers get 101 --full')).out).toMatch(/^Logins +none$/m);
    const often = { '/customers/101': { ...customer, numberOfLogins: '7', lastLoginDate: '2026-01-02 09:00:00' } };
    const { out } = await runAt(storeOf(often), 'customers get 101 --full');
    expect(out).toMatch(/^Logins +7\nLast login +2026-01-02 09:00:00$/m);
  });

  test('is printed with the addresses before the first basket is read, and not twice', async () => {
    let printed = '';
    const before: string[] = [];
    const store = storeOf();
    const { run } = await serveStore((request, response, count) => {
      if (request.path.endsWith('/baskets')) before.push(printed);
      store(request, response, count);
    });
    const onOut = (text: string): void => {
      printed += text;
    };
    await run('customers get 101 --full', { onOut });
    expect(before[0]).toMatch(/jo@example.com\nAddresses .*Gent\n$/);
    expect(printed.match(/jo@example.com/g)).toHaveLength(1);
  });

  test('does not show whom a ticket must not show', async () => {
    const { out } = await runAt(storeOf(), 'customers get 101 --full --mask-pii --json');
    expect(out).not.toMatch(/Jo|jo@/);
    expect(JSON.parse(out).orders).toEqual([replies['/orders/1004']]);
  });

  test('has the reason in the place of an order that is gone', async () => {
    const { code, out } = await runAt(storeOf({ '/orders/1004': 404 }), 'customers get 101 --full --json');
    const error = expect.objectContaining({ code: 'not-found', status: 404 });
    expect({ code, orders: JSON.parse(out).orders }).toEqual({ code: 0, orders: [{ orderId: '1004', error }] });
    expect((await runAt(storeOf({ '/orders/1004': 404 }), 'customers get 101 --full')).out).toContain(
      'failed to load: No order 1004 on shop.test.',
    );
  });

  test('has the reason in the place of orders that baskets do not name', async () => {
    const { orderId: _, ...nameless } = basket;
    const baskets = { '/baskets': { numRows: 1, data: [nameless] } };
    const { code, out } = await runAt(storeOf(baskets), 'customers get 101 --full --json');
    const { orders, baskets: shown } = JSON.parse(out);
    expect({ code, orders, shown }).toEqual({
      code: 0,
      orders: { error: expect.objectContaining({ code: 'refused' }) },
      shown: [nameless],
    });
  });

  test('is several for several: the baskets are read once', async () => {
    const two = { '/customers/102': { customerId: '102' }, '/customers/102/addresses': [] };
    const { run, seen } = await serveStore(storeOf(two));
    const { out } = await run('customers get 101 102 --full --json');
    expect(JSON.parse(out).map(({ baskets }: { baskets: object[] }) => baskets.length)).toEqual([2, 1]);
    expect(seen.filter(({ path }) => path.endsWith('/baskets')).length).toBe(2);
  });

  test('is his ID alone with --quiet, and nothing more is read', async () => {
    const { run, seen } = await serveStore(storeOf());
    expect(await run('customers get 101 --full --quiet')).toMatchObject({ code: 0, out: '101\n', err: '' });
    expect(seen.length).toBe(1);
  });
});

test('whom there is not is not found', async () => {
  expect((await runInSandbox('customers get 9999 --full')).code).toBe(3);
});
