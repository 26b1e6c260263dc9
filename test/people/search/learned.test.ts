import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filesIn, type StoredShop, shopOfPeople } from '../shop.ts';

const stored: StoredShop = {
  customers: { 101: { lastName: 'Bos' }, 102: { lastName: 'Smit' }, 103: { lastName: 'Zonder' } },
  orders: { 1001: { customerId: '101', dateCreated: '2025-11-01 10:00:00' }, 1002: { customerId: '0' } },
  addresses: { 101: [{ id: '301', zipcode: '1000 AA', houseNumber: '1' }], 102: [{ id: '302', zipcode: '2000 AA' }] },
  baskets: [
    { basketKey: 'B1', customerId: '101', orderId: '1001', dateCreated: '2025-11-01 10:00:00' },
    { basketKey: 'B2', customerId: '102', orderId: null, dateCreated: '2025-11-02 10:00:00' },
    { basketKey: 'B3', customerId: '0', orderId: '1002', dateCreated: '2025-11-03 10:00:00' },
  ],
};

/** The shop, searched once, addresses included; then it changes by another machine. */
async function changed() {
  const people = await shopOfPeople(stored);
  await people.run('customers find 9999ZZ');
  Object.assign(people.shop.customers['101'] ?? {}, { lastName: 'Bakker' });
  Object.assign(people.shop.addresses, { 102: [{ id: '302', zipcode: '3011 HE', houseNumber: '28' }] });
  Object.assign(people.shop.orders['1001'] ?? {}, { customer: { lastName: 'Visser' } });
  Object.assign(people.shop.orders['1002'] ?? {}, { customer: { lastName: 'Gast' } });
  return people;
}

describe('what a command reads of somebody is found by the next search', () => {
  test.each([
    ['a new name', 'customers get 101', 'bakker', '101'],
    ['a new name, with all that there is', 'customers get 101 --full --json', 'bakker', '101'],
    ['a new address', 'addresses list --customer 102', '3011 HE 28', '102'],
    ['a new address that is read alone', 'addresses get 302 --customer 102', '3011 HE 28', '102'],
    ['the name of an order', 'orders get 1001', 'visser', '101'],
    ['the name of a listed order', 'orders list --json', 'visser', '101'],
    ['somebody without a basket', 'customers get 103', 'zonder', '103'],
  ])('%s: %s', async (_, line, text, id) => {
    const { run } = await changed();
    expect((await run(line)).code).toBe(0);
    expect((await run(['customers', 'find', text, '-q'])).out).toBe(`${id}\n`);
  });

  test('the name of a guest', async () => {
    const { run } = await changed();
    await run('orders get 1002');
    expect(JSON.parse((await run('customers find gast --json')).out)).toMatchObject([{ lastOrderId: '1002' }]);
  });
});

test('without such a command, a new name is not known', async () => {
  const { run } = await changed();
  expect((await run('customers find bakker -q')).code).toBe(3);
});

describe('whom another machine has changed', () => {
  test.each([
    ['the name before', 'bos', '101', 'Bakker'],
    ['the address before', '2000AA', '102', 'Smit'],
  ])('is found by %s, as the store has them now, and it is said', async (_, text, id, name) => {
    const { run } = await changed();
    for (const _again of [1, 2]) {
      const { out, err } = await run(['customers', 'find', text], { terminal: 200, env: { NO_COLOR: '1' } });
      expect(out).toMatch(new RegExp(`${name}[\\s\\S]*Changed since +yes`));
      expect(err).toContain('No one has this now.');
    }
    expect(JSON.parse((await run(['customers', 'find', text, '--json'])).out)).toMatchObject([
      { customerId: id, name, changedSince: true },
    ]);
  });

  test('has no ID that is printed alone: a script does not see what has changed', async () => {
    const { run } = await changed();
    expect(await run('customers find bos -q')).toMatchObject({ code: 3, out: '' });
  });

  test('is found by the new name once that was shown', async () => {
    const { run } = await changed();
    await run('customers find bos -q');
    expect((await run('customers find bakker -q')).out).toBe('101\n');
  });

  test('is not shown to a script where somebody else has what was searched, and to a person below', async () => {
    const { run, shop } = await changed();
    shop.customers['102'] = { lastName: 'Bos' };
    await run('customers get 102');
    const { out } = await run('customers find bos --json');
    expect(JSON.parse(out)).toMatchObject([{ customerId: '102', changedSince: null }]);
    const table = await run('customers find bos', { terminal: 200, env: { NO_COLOR: '1' } });
    expect(table.out).toMatch(/102 {2}Bos .*\n101 {2}Bakker .*yes/);
  });

  test('is told to search for what is the same, where the new name finds nobody', async () => {
    const { run } = await changed();
    const { err } = await run('customers find bakker');
    expect(err).toContain('Try something that has not changed, such as a phone number');
  });
});

test('an order of a customer whom no search has read stays for the search', async () => {
  const { run, shop } = await changed();
  shop.customers['104'] = { lastName: 'Nieuw' };
  shop.orders['1003'] = { customerId: '104', customer: { lastName: 'Nieuw' } };
  await run('orders get 1003');
  shop.baskets.push({ basketKey: 'B4', customerId: '104', orderId: '1003', dateCreated: '2026-01-31 10:00:00' });
  expect((await run('customers find nieuw -q')).out).toBe('104\n');
});

test('no index is made by it, and nobody can be read in the one that there is', async () => {
  const { run, home } = await shopOfPeople(stored);
  await run('customers get 101');
  expect(filesIn(home)).toEqual([]);
  await run('customers find bos -q');
  await run('customers erase 102 --dry-run');
  await run('customers get 101 102');
  const contents = filesIn(home).map((path) => readFileSync(path, 'latin1'));
  expect(contents.join('\n')).not.toMatch(/bos|smit|2000/i);
});

test('an index that is damaged, or whose key is lost, keeps nothing from being shown', async () => {
  const { run, home, index } = await changed();
  const { rmSync, writeFileSync } = await import('node:fs');
  for (const path of filesIn(home).filter((each) => each.endsWith('people-keys.json'))) rmSync(path);
  expect(await run('customers get 101 -q')).toMatchObject({ code: 0, out: '101\n', err: '' });
  writeFileSync(index(), 'hello'.repeat(1000));
  expect(await run('customers get 101 -q')).toMatchObject({ code: 0, out: '101\n', err: '' });
});
