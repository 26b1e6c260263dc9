import { copyFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { answers } from '../support/replies.ts';
import { json, serveStore } from '../support/store.ts';
import { type StoredShop, shopOfPeople } from './shop.ts';

const day = (at: number): string => String(10 + (at % 20)).padStart(2, '0');

/** Customers 101 to 140, each with a basket, and an order of each second one. */
const shop: StoredShop = {
  customers: Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [101 + at, { firstName: 'Jo', lastName: `Nr${101 + at}` }]),
  ),
  orders: Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [1001 + at, { customerId: String(101 + at), dateCreated: '2026-01-20' }]),
  ),
  addresses: {},
  baskets: Array.from({ length: 40 }, (_, at) => ({
    basketKey: `A${at}`,
    id: at + 1,
    customerId: String(101 + at),
    orderId: at < 20 ? String(1001 + at) : null,
    dateCreated: `2026-01-${day(Math.floor(at / 2))} 10:00:00`,
  })),
};

const paged = { env: { SHOP_PAGE_SIZE: '6' } };
const everybody = Array.from({ length: 40 }, (_, at) => String(101 + at));
const idsIn = (out: string): readonly string[] => out.trim().split('\n').toSorted();
const find = ['customers', 'find', 'jo', '-q'];

describe('a search finds everybody', () => {
  test('while the store refuses every third request', async () => {
    const { run, paths } = await shopOfPeople(shop, (_, response, count) => {
      if (count % 3 !== 0) return false;
      json(response, 429, { error: { message: 'too many' } }, { 'retry-after': '1' });
      return true;
    });
    const { code, out, err } = await run(find, paged);
    expect([code, idsIn(out), err]).toEqual([0, everybody, '']);
    expect(paths.length).toBeLessThan(200);
  });

  test('while connections break in the middle of an answer or before it', async () => {
    const { run } = await shopOfPeople(shop, (_, response, count) => {
      if (count % 7 === 3) response.socket?.destroy();
      else if (count % 7 === 5)
        response.writeHead(200, { 'content-length': '1000' }).write('{"customerId":', () => response.socket?.destroy());
      else return false;
      return true;
    });
    const { code, out, err } = await run(find, paged);
    expect([code, idsIn(out), err]).toEqual([0, everybody, '']);
  });

  test('while baskets are created and deleted, and pages shift', async () => {
    let pages = 0;
    const { run, shop: changing } = await shopOfPeople(shop, (path, _, count) => {
      if (path !== '/baskets') return false;
      pages++;
      if (pages % 6 === 3) changing.baskets.splice(0, 1);
      if (pages % 6 === 0)
        changing.baskets.push({
          basketKey: `B${count}`,
          id: 100 + count,
          customerId: '0',
          orderId: null,
          dateCreated: '2026-01-31 10:00:00',
        });
      return false;
    });
    const { code, out, err } = await run(find, paged);
    // Those of deleted baskets may be missing, and nobody else.
    const left = new Set(changing.baskets.map(({ customerId }) => String(customerId)));
    left.delete('0');
    expect([code, err]).toEqual([0, '']);
    expect([...left].filter((id) => !idsIn(out).includes(id))).toEqual([]);
  });

  test.each([
    ['has a fault for one of them', 500, {}],
    ['refuses to show one of them', 400, { error: { message: 'broken' } }],
    ['has another shape for one of them', 200, { customerId: { id: 5 } }],
  ])('but one, where the store %s, and says so', async (_, status, body) => {
    const { run } = await shopOfPeople(shop, (path, response) => {
      if (path !== '/customers/110') return false;
      json(response, status, body);
      return true;
    });
    const { code, out, err } = await run(find, paged);
    expect([code, idsIn(out)]).toEqual([0, everybody.filter((id) => id !== '110')]);
    expect(err).toContain('The store did not show 1 more.');
  });

  test('among baskets that name customers and orders who are gone', async () => {
    const { run, shop: changing } = await shopOfPeople(shop);
    delete changing.customers[105];
    delete changing.orders[1006];
    const { code, out, err } = await run(find, paged);
    expect([code, idsIn(out), err]).toEqual([0, everybody.filter((id) => id !== '105'), '']);
  });

  test('whose IDs are no numbers', async () => {
    const { run, shop: changing } = await shopOfPeople(shop);
    changing.customers['KLANT-7'] = { firstName: 'Ann', lastName: 'Key' };
    changing.baskets.push({ basketKey: 'K', customerId: 'KLANT-7', orderId: null, dateCreated: '2026-01-31 10:00:00' });
    expect((await run(['customers', 'find', 'key', '-q'])).out).toBe('KLANT-7\n');
  });
});

describe('a search that is interrupted', () => {
  test('shows and keeps whom it has read, and the next one reads only the others', async () => {
    const stop = new AbortController();
    const { run, paths } = await shopOfPeople(shop, (path) => {
      if (path === '/customers/120') stop.abort('SIGINT');
      return false;
    });
    const { code, out, err } = await run(find, { ...paged, interrupted: stop.signal });
    expect(code).toBe(130);
    expect(err).toMatch(/Searched \d+ customers and \d+ orders; older baskets/);
    const shown = idsIn(out);
    expect(shown.length).toBeGreaterThan(10);
    paths.splice(0);
    const again = await run(['customers', 'find', 'nr101', '-q'], paged);
    expect([again.code, again.out]).toEqual([0, '101\n']);
    expect(shown.filter((id) => paths.includes(`/customers/${id}`) && id !== '101')).toEqual([]);
    expect(idsIn((await run(find, paged)).out)).toEqual(everybody);
  });
});

describe('a store that does not answer', () => {
  test.each([
    ['is not there for now', 503, {}, 6],
    ['does not know the token', 401, { error: { message: 'no' } }, 4],
  ])('and %s is an error at once', async (_, status, body, exit) => {
    const { run, seen } = await serveStore(answers(status, body));
    const { code } = await run('customers find jansen');
    expect([code, seen.length <= 8]).toEqual([exit, true]);
  });

  test('since nobody listens is an error at once', async () => {
    const { run, close } = await serveStore(answers(200, {}));
    await close();
    const { code, err } = await run('customers find jansen --verbose');
    expect([code, err.match(/GET .*baskets/g)?.length]).toEqual([6, 3]);
  });
});

test('an index that was copied from another store is made anew, which is said', async () => {
  const [one, other] = [await shopOfPeople(shop), await shopOfPeople(shop)];
  for (const { run } of [one, other]) await run(['customers', 'find', 'nr102', '-q']);
  copyFileSync(one.index(), other.index());
  const { code, out, err } = await other.run(['customers', 'find', 'nr102', '-q']);
  expect([code, out, err]).toEqual([0, '102\n', 'The index belongs to another store. Making a new index.\n']);
  expect((await other.run(['customers', 'find', 'nr103', '-q'])).err).toBe('');
});

test('a name of one letter is refused before anything is read', async () => {
  const { run, paths } = await shopOfPeople(shop);
  const { code, err } = await run(['customers', 'find', 'J']);
  expect([code, paths]).toEqual([2, []]);
  expect(err).toContain('Type at least two letters or digits to search for.');
});

test('a misspelt name finds nobody, and the footer says that whole words were compared, and offers --live', async () => {
  const { run } = await shopOfPeople(shop);
  const { code, err } = await run(['customers', 'find', 'nr14']);
  expect(code).toBe(3);
  expect(err).toContain('Only whole words were compared.');
  expect(err).toContain('--live (reads ');
  expect((await run(['customers', 'find', 'nr14', '--live', '-q'])).out).toBe('140\n');
});

describe('other commands that read many records', () => {
  const limited = (count: number) => count % 2 === 0;

  test('orders list reads all of them while the store refuses every second request', async () => {
    const { run } = await shopOfPeople(shop, (_, response, count) => {
      if (!limited(count)) return false;
      json(response, 429, {}, { 'retry-after': '1' });
      return true;
    });
    const { code, out } = await run('orders list --all --json', paged);
    expect([code, JSON.parse(out).length]).toEqual([0, 20]);
  });

  test('customers get --full reads all of it while the store refuses every second request', async () => {
    const { run } = await shopOfPeople(shop, (_, response, count) => {
      if (!limited(count)) return false;
      json(response, 429, {}, { 'retry-after': '1' });
      return true;
    });
    const { code, out } = await run('customers get 103 --full --json', paged);
    expect([code, JSON.parse(out)]).toMatchObject([0, { orders: [{ orderId: '1003' }], baskets: [{ id: 3 }] }]);
  });

  test('a deletion of many is carried out while the store refuses every second request, and waits as it asks', async () => {
    const { run, seen } = await serveStore(({ path }, response, count) => {
      if (path.endsWith('/baskets') || !limited(count)) return json(response, 200, { success: true });
      return json(response, 429, {}, { 'retry-after': '1' });
    });
    const { code, closing } = await run(`customers delete ${everybody.join(' ')} --yes`);
    expect([code, closing]).toEqual([0, '✓ Deleted 40 customers']);
    expect(seen.length).toBeLessThan(100);
  });
});
