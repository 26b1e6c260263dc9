import { scryptSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { jo as person } from '../support/people.ts';
import { sampled } from '../support/thorough.ts';
import { openStore, send } from './store.ts';

test('a customer without a password is a guest', async () => {
  const sandbox = await openStore();
  const created = await send(sandbox, 'POST', '/customers', person);
  expect(created).toMatchObject({
    status: 200,
    body: {
      ...person,
      customerId: '105',
      gender: '',
      dob: '0000-00-00',
      addressBookIds: '',
      defaultBillingAddressId: '0',
      password: '',
      subscribedToNewsletter: '0',
      guestAccount: '1',
      groupDiscount: '0.0000',
      numberOfLogins: '0',
      lastLoginDate: null,
      dateCreated: '2026-01-31 12:34:56',
      lastModified: '2026-01-31 12:34:56',
    },
  });
  expect((await send(sandbox, 'GET', '/customers/105')).body).toEqual(created.body);
});

test('a password is stored as a salted hash, and only the hash comes back', async () => {
  const { body } = await send(await openStore(), 'POST', '/customers', { ...person, password: 'geheim wachtwoord' });
  const [scheme, salt = '', hash] = String(body.password).split('$');
  const expected = scryptSync('geheim wachtwoord', Buffer.from(salt, 'hex'), 32).toString('hex');
  expect([scheme, salt.length, hash, body.guestAccount]).toEqual(['scrypt', 32, expected, '0']);
});

test('equal passwords have different hashes', async () => {
  const sandbox = await openStore();
  const hashOf = async (emailAddress: string) =>
    (await send(sandbox, 'POST', '/customers', { ...person, emailAddress, password: 'geheim' })).body.password;
  expect(await hashOf('jo@example.com')).not.toBe(await hashOf('bo@example.com'));
});

describe('an update', () => {
  test('changes some fields, clears others, and answers with the whole record', async () => {
    let now = new Date('2026-01-31T12:00:00Z');
    const sandbox = await openStore({ now: () => now });
    const numbers = { phoneNumber: '0612', faxNumber: '0613' };
    const { body: before } = await send(sandbox, 'POST', '/customers', { ...person, ...numbers });
    now = new Date('2026-02-01T08:00:00Z');
    const changes = { lastName: 'de Bos', phoneNumber: null, faxNumber: '', gender: 'F' };
    const { body } = await send(sandbox, 'PATCH', '/customers/105', changes);
    const cleared = { phoneNumber: '', faxNumber: '' };
    expect(body).toEqual({
      ...before,
      ...cleared,
      lastName: 'de Bos',
      gender: 'f',
      lastModified: '2026-02-01 08:00:00',
    });
    expect((await send(sandbox, 'GET', '/customers/105')).body).toEqual(body);
  });

  test('a password turns a guest into an account, and no password turns it back', async () => {
    const sandbox = await openStore();
    await send(sandbox, 'POST', '/customers', person);
    const account = await send(sandbox, 'PATCH', '/customers/105', { password: 'geheim' });
    const renamed = await send(sandbox, 'PATCH', '/customers/105', { firstName: 'Joost' });
    const guest = await send(sandbox, 'PATCH', '/customers/105', { password: '' });
    expect([account, renamed, guest].map(({ body }) => [body.guestAccount, body.password.slice(0, 7)])).toEqual([
      ['0', 'scrypt$'],
      ['0', 'scrypt$'],
      ['1', ''],
    ]);
    expect(renamed.body.password).toBe(account.body.password);
  });
});

describe('an e-mail address is one account', () => {
  const account = { ...person, password: 'geheim' };
  sampled(3).each([
    ['a second account', 'POST', '/customers', { ...account, emailAddress: 'JO@example.com' }, 409],
    ['a guest with it', 'POST', '/customers', person, 200],
    ['another customer who takes it', 'PATCH', '/customers/101', { emailAddress: 'jo@example.com' }, 409],
    ['its owner who writes it otherwise', 'PATCH', '/customers/105', { emailAddress: 'Jo@Example.com' }, 200],
    ['a guest who gets a password', 'PATCH', '/customers/106', { password: 'x' }, 409],
  ] as const)('%s', async (_, method, path, body, status) => {
    const sandbox = await openStore();
    await send(sandbox, 'POST', '/customers', account);
    await send(sandbox, 'POST', '/customers', person);
    const answer = await send(sandbox, method, path, body);
    expect([answer.status, answer.body.error?.field]).toEqual([status, status === 409 ? 'emailAddress' : undefined]);
  });
});

describe('the customer-groups add-on', () => {
  test('shows the group, and takes only those that exist', async () => {
    const sandbox = await openStore({ customerGroups: true });
    const group = { discountGroupId: '2', discountGroupName: 'Wederverkopers', groupDiscount: '12.5000' };
    const { body } = await send(sandbox, 'POST', '/customers', { ...person, discountGroupId: '2' });
    const unknown = await send(sandbox, 'PATCH', '/customers/105', { discountGroupId: '9' });
    expect([body, unknown.body]).toMatchObject([group, { error: { field: 'discountGroupId' } }]);
  });
});

test('deleting a customer deletes the addresses, detaches the basket and leaves the order unchanged', async () => {
  const sandbox = await openStore();
  expect((await send(sandbox, 'DELETE', '/customers/104')).body).toEqual({ deleted: '104' });
  const get = (path: string) => send(sandbox, 'GET', path);
  for (const path of ['/customers/104', '/customers/104/addresses/305']) expect((await get(path)).status).toBe(404);
  expect((await get('/baskets')).body.data[2]).toMatchObject({
    customerId: '0',
    billingAddressId: '0',
    deliveryAddressId: '0',
    orderId: '1001',
  });
  expect((await get('/orders/1001')).body).toMatchObject({ customerId: '104', customer: { lastName: 'Carter' } });
});

test('an id is never reused', async () => {
  const sandbox = await openStore();
  await send(sandbox, 'POST', '/customers', person);
  await send(sandbox, 'DELETE', '/customers/105');
  expect((await send(sandbox, 'POST', '/customers', person)).body.customerId).toBe('106');
});
