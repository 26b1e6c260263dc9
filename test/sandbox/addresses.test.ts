import { describe, expect, test } from 'vitest';
import { dutchAddress as dutch, jo as person } from '../support/people.ts';
import { openStore, send } from './store.ts';

const { streetAddress: _street, city: _city, ...fromPostcode } = dutch;
const own = '/customers/105/addresses';

/** A store with a customer, 105, who has no address yet. */
async function openWithCustomer(options: Parameters<typeof openStore>[0] = {}) {
  const sandbox = await openStore(options);
  await send(sandbox, 'POST', '/customers', person);
  return sandbox;
}

test('an address comes back with its country in words and as it is written', async () => {
  const sandbox = await openWithCustomer();
  const sent = { ...dutch, company: 'Bos bv', houseNumberExtension: 'hs', btwNumber: 'NL1', kvkNumber: '2' };
  const { status, body } = await send(sandbox, 'POST', own, { ...sent, country: 'nld', gender: 'M' });
  expect([status, body]).toMatchObject([
    200,
    {
      ...sent,
      id: '306',
      customerId: '105',
      name: 'J. Bos',
      houseNumber: '1',
      state: null,
      gender: 'm',
      country: { id: '528', title: 'Nederland', isoCode2: 'NL', isoCode3: 'NLD' },
      addressFormatId: 1,
      addressFormat: 'Bos bv\nJ. Bos\nDam 1 hs\n1012 JS Amsterdam\nNederland',
      addressSummary: 'Amsterdam, Nederland',
    },
  ]);
  expect((await send(sandbox, 'GET', `${own}/306`)).body).toEqual(body);
});

test.each([
  ['US', { state: 'Oregon' }, 2, 'J. Bos\n1 Dam\nAmsterdam, Oregon 1012 JS\nVerenigde Staten'],
  ['GB', {}, 3, 'J. Bos\n1 Dam\nAmsterdam\n1012 JS\nVerenigd Koninkrijk'],
  ['FR', {}, 4, 'J. Bos\n1 Dam\n1012 JS Amsterdam\nFrankrijk'],
  ['DE', {}, 1, 'J. Bos\nDam 1\n1012 JS Amsterdam\nDuitsland'],
])('an address in %s with %j is written in its format', async (country, more, addressFormatId, addressFormat) => {
  const { body } = await send(await openWithCustomer(), 'POST', own, { ...dutch, country, ...more });
  expect(body).toMatchObject({ addressFormatId, addressFormat });
});

test('the default address is the first one, until it is deleted: then the oldest that is left, then none', async () => {
  const sandbox = await openWithCustomer();
  for (const city of ['Amsterdam', 'Breda', 'Coevorden']) await send(sandbox, 'POST', own, { ...dutch, city });
  const defaults = async () => {
    const { body } = await send(sandbox, 'GET', '/customers/105');
    return [body.addressBookIds, body.defaultBillingAddressId, body.defaultDeliveryAddressId];
  };
  const steps = [await defaults()];
  for (const id of [307, 306, 308]) {
    await send(sandbox, 'DELETE', `${own}/${id}`);
    steps.push(await defaults());
  }
  expect(steps).toEqual([
    ['306,307,308', '306', '306'],
    ['306,308', '306', '306'],
    ['308', '308', '308'],
    ['', '0', '0'],
  ]);
});

test('the addresses of a customer are a list, the oldest first', async () => {
  const { body } = await send(await openStore(), 'GET', '/customers/101/addresses');
  expect(body.map(({ id, city }: Record<string, string>) => [id, city])).toEqual([
    ['301', 'Utrecht'],
    ['302', 'Rotterdam'],
  ]);
});

test('a customer without addresses has an empty list', async () => {
  expect((await send(await openWithCustomer(), 'GET', own)).body).toEqual([]);
});

describe('an update', () => {
  test('changes some fields, clears others, and answers with the whole record', async () => {
    const sandbox = await openStore();
    const path = '/customers/101/addresses/302';
    const { body: before } = await send(sandbox, 'GET', path);
    const changes = { company: '', houseNumber: '30', houseNumberExtension: null };
    const { body } = await send(sandbox, 'PATCH', path, changes);
    const addressFormat = 'S. de Wit\nBlaak 30\n3011 HE Rotterdam\nNederland';
    expect(body).toEqual({ ...before, ...changes, houseNumberExtension: '', addressFormat });
    expect((await send(sandbox, 'GET', path)).body).toEqual(body);
  });

  test('to the United States needs a state', async () => {
    const change = async (body: unknown) =>
      (await send(await openStore(), 'PATCH', '/customers/101/addresses/301', body)).body;
    expect((await change({ country: 'US' })).error.field).toBe('state');
    expect((await change({ country: 'US', state: 'CA' })).state).toBe('CA');
  });
});

test('a deleted address is gone, and its number answered', async () => {
  const sandbox = await openStore();
  const deleted = await send(sandbox, 'DELETE', '/customers/101/addresses/301');
  expect([deleted.status, deleted.body, (await send(sandbox, 'GET', '/customers/101/addresses/301')).status]).toEqual([
    200,
    { deleted: '301' },
    404,
  ]);
});

describe('the postcode add-on', () => {
  test.each([
    ['both', { zipcode: '8011ab' }, { streetAddress: 'Dorpsstraat', city: 'Zwolle', zipcode: '8011ab' }],
    ['not what was given', { streetAddress: 'Rokin' }, { streetAddress: 'Rokin', city: 'Amsterdam' }],
    ['also what is empty', { streetAddress: '', city: ' ' }, { streetAddress: 'Dorpsstraat', city: 'Amsterdam' }],
  ])('fills in street and city: %s', async (_, given, expected) => {
    const sandbox = await openWithCustomer({ postcodeAddon: true });
    expect((await send(sandbox, 'POST', own, { ...fromPostcode, ...given })).body).toMatchObject(expected);
  });

  test.each([
    ['a postcode that is none', { ...fromPostcode, zipcode: '0123 AB' }, ['zipcode']],
    ['no postcode', { ...fromPostcode, zipcode: '' }, ['zipcode']],
    ['another country', { ...fromPostcode, country: 'BE' }, ['streetAddress', 'city']],
  ])('cannot fill them in for %s', async (_, body, fields) => {
    const { status, body: answer } = await send(await openWithCustomer({ postcodeAddon: true }), 'POST', own, body);
    expect([status, answer.error?.errors.map(({ field }: { field: string }) => field)]).toEqual([422, fields]);
  });

  test('is off by default', async () => {
    expect((await send(await openWithCustomer(), 'POST', own, fromPostcode)).status).toBe(422);
  });
});

describe('what the general configuration requires', () => {
  const openStrict = () => openStore({ require: ['company', 'gender', 'btwNumber', 'kvkNumber'] });

  test('is required of an address, all of it named', async () => {
    const sandbox = await openStrict();
    const body = { company: 'Bos', gender: 'f', btwNumber: 'NL1', kvkNumber: '1' };
    const refused = await send(sandbox, 'POST', '/customers/101/addresses', { ...dutch, company: ' ' });
    const taken = await send(sandbox, 'POST', '/customers/101/addresses', { ...dutch, ...body });
    expect([refused.body.error.errors.map(({ field }: { field: string }) => field), taken.status]).toEqual([
      Object.keys(body),
      200,
    ]);
  });

  test('and the gender of a customer', async () => {
    const sandbox = await openStrict();
    const refused = await send(sandbox, 'POST', '/customers', person);
    const taken = await send(sandbox, 'POST', '/customers', { ...person, gender: 'm' });
    expect([refused.body.error?.field, taken.status]).toEqual(['gender', 200]);
  });
});
