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

test('an address comes back with every field of the API', async () => {
  const sandbox = await openWithCustomer();
  const created = await send(sandbox, 'POST', own, {
    ...dutch,
    company: 'Bos bv',
    houseNumberExtension: 'hs',
    country: 'nld',
    gender: 'M',
    btwNumber: 'NL1',
    kvkNumber: '2',
  });
  expect([created.status, created.body]).toEqual([
    201,
    {
      id: '306',
      customerId: '105',
      company: 'Bos bv',
      name: 'J. Bos',
      firstName: 'J.',
      lastName: 'Bos',
      streetAddress: 'Dam',
      houseNumber: '1',
      houseNumberExtension: 'hs',
      zipcode: '1012 JS',
      city: 'Amsterdam',
      state: null,
      gender: 'm',
      btwNumber: 'NL1',
      kvkNumber: '2',
      country: { id: '528', title: 'Nederland', isoCode2: 'NL', isoCode3: 'NLD' },
      zoneId: '0',
      zoneCode: '',
      zoneName: '',
      addressFormatId: 1,
      addressFormat: 'Bos bv\nJ. Bos\nDam 1 hs\n1012 JS Amsterdam\nNederland',
      addressSummary: 'Amsterdam, Nederland',
    },
  ]);
  expect((await send(sandbox, 'GET', `${own}/306`)).body).toEqual(created.body);
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

describe('default addresses', () => {
  const defaults = async (sandbox: Awaited<ReturnType<typeof openWithCustomer>>) => {
    const { body } = await send(sandbox, 'GET', '/customers/105');
    return [body.addressBookIds, body.defaultBillingAddressId, body.defaultDeliveryAddressId];
  };

  test('are the first one, until it is deleted: then the oldest that is left, then none', async () => {
    const sandbox = await openWithCustomer();
    const steps = [await defaults(sandbox)];
    for (const city of ['Amsterdam', 'Breda', 'Coevorden']) await send(sandbox, 'POST', own, { ...dutch, city });
    steps.push(await defaults(sandbox));
    for (const id of [307, 306, 308]) {
      await send(sandbox, 'DELETE', `${own}/${id}`);
      steps.push(await defaults(sandbox));
    }
    expect(steps).toEqual([
      ['', '0', '0'],
      ['306,307,308', '306', '306'],
      ['306,308', '306', '306'],
      ['308', '308', '308'],
      ['', '0', '0'],
    ]);
  });
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
    const before = await send(sandbox, 'GET', '/customers/101/addresses/302');
    const changed = await send(sandbox, 'PATCH', '/customers/101/addresses/302', {
      company: '',
      houseNumber: '30',
      houseNumberExtension: null,
    });
    const expected = {
      ...before.body,
      company: '',
      houseNumber: '30',
      houseNumberExtension: '',
      addressFormat: 'S. de Wit\nBlaak 30\n3011 HE Rotterdam\nNederland',
    };
    expect([changed.status, changed.body, (await send(sandbox, 'GET', '/customers/101/addresses/302')).body]).toEqual([
      200,
      expected,
      expected,
    ]);
  });

  test('to the United States needs a state', async () => {
    const sandbox = await openStore();
    const [without, having] = [{ country: 'US' }, { country: 'US', state: 'CA' }];
    const answers = [
      await send(sandbox, 'PATCH', '/customers/101/addresses/301', without),
      await send(sandbox, 'PATCH', '/customers/101/addresses/301', having),
    ];
    expect(answers.map(({ status, body }) => [status, body.error?.field, body.state])).toEqual([
      [422, 'state', undefined],
      [200, undefined, 'CA'],
    ]);
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
    [
      'both',
      { ...fromPostcode, zipcode: '8011ab' },
      { streetAddress: 'Dorpsstraat', city: 'Zwolle', zipcode: '8011ab' },
    ],
    [
      'what was given stays',
      { ...fromPostcode, streetAddress: 'Rokin' },
      { streetAddress: 'Rokin', city: 'Amsterdam' },
    ],
    [
      'empty fields are filled in too',
      { ...fromPostcode, streetAddress: '', city: ' ' },
      { streetAddress: 'Dorpsstraat', city: 'Amsterdam' },
    ],
  ])('fills in street and city: %s', async (_, body, expected) => {
    const created = await send(await openWithCustomer({ postcodeAddon: true }), 'POST', own, body);
    expect([created.status, created.body]).toMatchObject([201, expected]);
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
  const demands = { require: ['company', 'gender', 'btwNumber', 'kvkNumber'] } as const;
  test('is required of an address, all of it named', async () => {
    const sandbox = await openStore(demands);
    const { status, body } = await send(sandbox, 'POST', '/customers/101/addresses', { ...dutch, company: ' ' });
    expect([status, body.error.errors.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      ['company', 'gender', 'btwNumber', 'kvkNumber'],
    ]);
  });

  test('and the gender of a customer', async () => {
    const sandbox = await openStore(demands);
    const without = await send(sandbox, 'POST', '/customers', person);
    const having = await send(sandbox, 'POST', '/customers', { ...person, gender: 'm' });
    expect([without.status, without.body.error?.field, having.status]).toEqual([422, 'gender', 201]);
  });

  test('satisfies it', async () => {
    const body = { ...dutch, company: 'Bos', gender: 'f', btwNumber: 'NL1', kvkNumber: '1' };
    expect((await send(await openStore(demands), 'POST', '/customers/101/addresses', body)).status).toBe(201);
  });
});
