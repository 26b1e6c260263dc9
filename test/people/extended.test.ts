import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openSqlite } from '../../src/system/sqlite.ts';
import { filesIn, shopOfPeople } from './shop.ts';

const baskets = ['101', '102'].map((customerId) => ({
  basketKey: `B${customerId}`,
  customerId,
  orderId: null,
  dateCreated: '2026-01-29 10:00:00',
}));

/** A shop with an index as two versions before made it: without parts of e-mail addresses, and products. */
async function ofVersionBefore() {
  const shop = await shopOfPeople({
    customers: {
      101: { firstName: 'Sanne', lastName: 'Bos', emailAddress: 'sannebakker84@example.com' },
      102: { firstName: 'Jan', lastName: 'Smit', emailAddress: 'smit@example.com' },
    },
    orders: { 1001: { customerId: '0', customer: { lastName: 'Gast', emailAddress: 'gast.vries7@example.com' } } },
    addresses: {},
    baskets: [...baskets, { basketKey: 'G', customerId: '0', orderId: '1001', dateCreated: '2026-01-29 10:00:00' }],
  });
  await shop.run('customers find bos -q');
  const database = await openSqlite(shop.index());
  database.exec('DROP TABLE outdated; DROP TABLE missing; DROP TABLE ordered');
  database.run("UPDATE fact SET value = '4' WHERE name = 'version'");
  database.exec('DELETE FROM part WHERE entry IN (SELECT number FROM entry)');
  database.close();
  shop.paths.splice(0);
  return shop;
}

test('an index of the version before is kept, and extended by the first search that needs it', async () => {
  const { run, paths } = await ofVersionBefore();
  const first = await run('customers find sannebakker84 -q');
  expect([first.out, first.err]).toEqual(['101\n', expect.not.stringContaining('another version')]);
  expect(paths).toContain('/customers/101');
  paths.splice(0);
  expect((await run('customers find sannebakker84 -q')).out).toBe('101\n');
  expect(paths).not.toContain('/customers/102');
});

test('a name reads nobody again, and the footer says what was not searched', async () => {
  const { run, paths } = await ofVersionBefore();
  const { err } = await run('customers find sannebakker');
  expect(err).toContain('Parts of the e-mail addresses of 3 people were not searched');
  expect(paths.filter((path) => path.startsWith('/customers'))).toEqual([]);
});

test('a guest is then found by a part of an e-mail address, too', async () => {
  const { run } = await ofVersionBefore();
  expect(JSON.parse((await run('customers find vries7 --json')).out)).toMatchObject([
    { customerId: null, lastOrderId: '1001' },
  ]);
});

test('until then the next step takes baskets from it, as before', async () => {
  const { run } = await ofVersionBefore();
  const { err } = await run('baskets list --customer 101');
  expect(err).toContain('from the index');
});

test('nobody can be read in the index by a part of an e-mail address', async () => {
  const { run, home } = await ofVersionBefore();
  await run('customers find sannebakker84 -q');
  const contents = filesIn(home).map((path) => readFileSync(path, 'latin1'));
  expect(contents.join('\n')).not.toMatch(/sanne|bakker|example\.com|gast/i);
});
