import { describe, expect, test } from 'vitest';
import { answers, inTurn, key } from '../support/replies.ts';
import { type Behaviour, runAt, serveStore } from '../support/store.ts';
import { sampleOf } from '../support/thorough.ts';
import { typed } from '../support/words.ts';

const braced = `{${key}}`;
const person = '--first-name Jo --last-name Bos';
const place = '--street-address Meir --house-number 1 --zipcode 2000 --city Gent --country BE';
const product = { productId: 206, sku: 'LAMP', ean: '', name: 'Lamp', quantity: '15', price: '9.9500', status: '1' };
const basket = { basketKey: braced, customerId: '101', products: [{ uprid: '206', quantity: '2' }], coupon: 'A' };
const customer = { customerId: '101', emailAddress: 'jo@example.com', firstName: 'Jo', phoneNumber: '+31612345678' };
const address = { id: '301', customerId: '101', lastName: 'Bos', zipcode: '2000', city: 'Gent', houseNumber: '1' };
const order = { orderId: '501', basketKey: braced };

interface Creation {
  readonly line: string;
  readonly record: object;
  /** Records that are not what was asked for, and the field that shows it. */
  readonly wrong: readonly (readonly [object, string])[];
  /** Records that are. */
  readonly right: readonly object[];
  /** Those of which a person is warned. */
  readonly warned: readonly (readonly [object, string])[];
}

const creations: Readonly<Record<string, Creation>> = {
  product: {
    line: 'products create --sku LAMP --name Lamp --quantity 15 --price 9.95 --status online --allow-duplicate',
    record: product,
    wrong: [
      [{ sku: 'CHAIR' }, 'sku'],
      [{ sku: 'lamp' }, 'sku'],
      [{ quantity: '0' }, 'quantity'],
      [{ price: '0.0000' }, 'price'],
      [{ prices: { basePrice: '9.94' } }, 'price'],
      [{ status: 0 }, 'status'],
      [{ name: 'Chair' }, 'name'],
    ],
    right: [{ quantity: '15.0000' }, { price: 9.95 }, { name: ' Lamp ' }, { status: true }],
    warned: [[{ name: 'Lam' }, 'name']],
  },
  basket: {
    line: 'baskets create --customer 101 --product 206:2 --coupon A',
    record: basket,
    wrong: [
      [{ customerId: '102' }, 'customerId'],
      [{ customerId: '0' }, 'customerId'],
      [{ products: [{ uprid: '207', quantity: 2 }] }, 'products[0].uprid'],
      [{ products: [{ uprid: '206', quantity: 1 }] }, 'products[0].quantity'],
      [{ products: [] }, 'products[0].uprid'],
    ],
    right: [
      { customerId: 101 },
      { products: [{ productId: 206, quantity: '2.00' }] },
      { products: [{ name: 'Lamp' }] },
      { products: [{ uprid: '206{1}2', productId: 206, quantity: 2 }] },
      { products: [1, 1].map((quantity) => ({ uprid: '206', quantity })) },
    ],
    warned: [[{ coupon: 'OTHER' }, 'coupon']],
  },
  customer: {
    line: `customers create --email-address jo@example.com ${person} --phone-number +31612345678 --discount-group-id 3`,
    record: customer,
    wrong: [
      [{ emailAddress: 'an@example.com' }, 'emailAddress'],
      [{ lastName: 'Claes' }, 'lastName'],
      [{ phoneNumber: '000' }, 'phoneNumber'],
    ],
    right: [{ emailAddress: 'JO@Example.com ' }],
    warned: [
      [{ phoneNumber: '06 1234 5678' }, 'phoneNumber'],
      [{ firstName: 'JO' }, 'firstName'],
      [{ discountGroupId: '0' }, 'discountGroupId'],
    ],
  },
  address: {
    line: `addresses create --customer 101 ${person} ${place}`,
    record: address,
    wrong: [
      [{ customerId: '102' }, 'customerId'],
      [{ customerId: '0' }, 'customerId'],
      [{ city: 'Brugge' }, 'city'],
      [{ lastName: 'Boss' }, 'lastName'],
      [{ country: { isoCode2: 'NL' } }, 'country'],
    ],
    right: [{ customerId: 101 }, { country: { isoCode2: 'BE' } }],
    warned: [
      [{ city: 'GENT' }, 'city'],
      [{ lastName: 'Bo' }, 'lastName'],
    ],
  },
  order: {
    line: `orders create --basket ${key} --currency USD`,
    record: order,
    wrong: [
      [{ basketKey: '{00000000-9CF9-49D8-8E52-5B2858894145}' }, 'basketKey'],
      [{ currencyType: 'EUR' }, 'currencyType'],
    ],
    right: [{ basketKey: key.toLowerCase() }],
    warned: [],
  },
};

/** A store whose answer to a POST is this record, and that shows a basket that is not ordered. */
const createsAs =
  (record: object): Behaviour =>
  (request, response, count) =>
    answers(200, request.method === 'POST' ? record : { basketKey: braced, orderId: null })(request, response, count);

describe.each(Object.entries(creations))('a %s', (_, { line, record, wrong, right, warned }) => {
  test('that was created otherwise than asked is named and no success, in JSON too', async () => {
    for (const [fields, field] of wrong) {
      const { code, out, err, closing } = await runAt(createsAs({ ...record, ...fields }), `${line} --json`);
      expect([field, code, out, closing, JSON.parse(err).error]).toMatchObject([
        field,
        10,
        '',
        undefined,
        {
          code: 'outcome-unknown',
          field,
          message: expect.stringContaining(field),
          hint: expect.stringContaining('shop'),
        },
      ]);
      expect((await runAt(createsAs({ ...record, ...fields }), `${line} -q`)).out).toBe('');
    }
  });

  test('that is only written otherwise is what was asked for', async () => {
    for (const fields of [{}, ...right]) {
      const { code, err } = await runAt(createsAs({ ...record, ...fields }), `${line} --json`);
      expect([fields, code, err]).toEqual([fields, 0, '']);
    }
  });

  test.runIf(warned.length > 0)('of which another field came back otherwise is warned of', async () => {
    for (const [fields, field] of warned) {
      const { code, err } = await runAt(createsAs({ ...record, ...fields }), `${line} --json`);
      expect([code, err]).toEqual([0, expect.stringMatching(`^Warning: .* for ${field}: .*\\n$`)]);
    }
  });
});

test('a name that the store has is not shown where another e-mail address came back', async () => {
  const line = `${creations.customer?.line}`;
  const { out, err } = await runAt(createsAs({ ...customer, emailAddress: 'an@example.com' }), line);
  expect([out, err]).toEqual(['', expect.not.stringContaining('an@')]);
});

const updates: readonly (readonly [line: string, before: object, changed: object, field?: string])[] = [
  [`baskets update ${key} --coupon B`, basket, { coupon: 'B' }],
  [`baskets update ${key} --customer 102`, basket, { customerId: '102' }],
  [
    `baskets items add ${key} --product 206`,
    basket,
    { products: [{ uprid: '206', quantity: '3' }] },
    'products[0].quantity',
  ],
  [`baskets items update ${key} 206 --quantity 5`, { productId: '206', quantity: '1.0000' }, { quantity: '5.0000' }],
  ['customers update 101 --phone-number 0201234567', customer, { phoneNumber: '0201234567' }],
  ['customers update 101 --unset phoneNumber', customer, { phoneNumber: '' }],
  ['addresses update 301 --customer 101 --city Brugge', address, { city: 'Brugge' }],
];

/** A store that shows `before` until it was changed, and then `after`. */
const changesTo =
  (before: object, after: object): Behaviour =>
  (request, response, count) =>
    answers(200, count === 1 ? before : after)(request, response, count);

describe('an update', () => {
  test.each(updates)('that was ignored is no success: %s', async (...update) => {
    const [line, before, changed, field] = update as unknown as (typeof updates)[number];
    const [named] = Object.keys(changed);
    for (const options of ['', ' --json', ' -q']) {
      const { code, out, err, closing } = await runAt(changesTo(before, before), `${line}${options}`);
      expect([code, out, closing, err]).toEqual([10, '', undefined, expect.stringContaining(field ?? `${named}`)]);
    }
    const { code, closing } = await runAt(changesTo(before, { ...before, ...changed }), line);
    expect([code, closing]).toEqual([0, expect.stringMatching(/^✓ (Updated|Added)/)]);
  });

  test.each([
    ['customers update 101 --phone-number +31612345678', customer],
    ['addresses update 301 --customer 101 --city Gent', address],
    [`baskets items update ${key} 206 --quantity 1`, { productId: '206', quantity: '1.0000' }],
  ])('to what is there already changes nothing: %s', async (line, record) => {
    const { code, closing } = await runAt(changesTo(record, record), line);
    expect([code, closing]).toEqual([0, expect.stringMatching(/^✓ Unchanged: /)]);
  });

  test.each([
    ['addresses update 301 --customer 101 --zipcode 1012js', { ...address, zipcode: '1012 JS' }],
    ['addresses update 301 --customer 101 --house-number 15', { ...address, houseNumber: '15.0000' }],
    ['customers update 101 --phone-number +31698765432', { ...customer, phoneNumber: '06 9876 5432' }],
    ['customers update 101 --first-name "Jo Ann"', { ...customer, firstName: 'JO ANN' }],
    ['customers update 101 --discount-group-id 7', { ...customer, discountGroupId: '0' }],
  ])('that came back in another form is warned of: %s', async (line, after) => {
    const before = line.startsWith('customers') ? { ...customer, discountGroupId: '0' } : address;
    const { code, err } = await runAt(changesTo(before, after), typed(`${line} --json`));
    expect([code, err]).toEqual([0, expect.stringMatching(/^Warning: The store did not keep what was sent for /)]);
  });

  test.each([
    ['NL', 0],
    ['BE', 10],
  ])('of the city may be replaced by the postcode add-on in the Netherlands alone: %s', async (country, expected) => {
    const before = { ...address, country: { isoCode2: country } };
    const line = 'addresses update 301 --customer 101 --city Brugge';
    expect((await runAt(changesTo(before, before), line)).code).toBe(expected);
  });

  test('that emptied another field is warned of', async () => {
    const after = { ...customer, phoneNumber: '1', firstName: '' };
    const { code, err } = await runAt(changesTo(customer, after), 'customers update 101 --phone-number 1 --json');
    expect([code, err]).toEqual([0, 'Warning: The store emptied fields that were not sent: firstName.\n']);
  });
});

describe('an update from a file', () => {
  const csv = 'customerId,phoneNumber\n101,1\n102,2\n103,3\n';
  const ofCustomer = (change: (sent: object) => object): Behaviour => {
    const sent = new Map<string, object>();
    return ({ method, path, body }, response, count) => {
      const id = path.split('/').at(-1) ?? '';
      if (method === 'PATCH') sent.set(id, JSON.parse(body));
      const changed = sent.has(id) ? change(sent.get(id) ?? {}) : {};
      answers(200, { ...customer, customerId: id, ...changed })({} as never, response, count);
    };
  };

  test('that was ignored has failed rows', async () => {
    const { code, out, closing } = await runAt(
      ofCustomer(() => ({})),
      'customers update --from - --yes --json',
      {
        stdin: csv,
      },
    );
    expect([code, closing, JSON.parse(out)]).toEqual([
      7,
      undefined,
      [101, 102, 103].map((customerId) =>
        expect.objectContaining({ customerId, outcome: 'failed', message: expect.stringContaining('phoneNumber') }),
      ),
    ]);
  });

  test('stops after a record of which other fields were emptied', async () => {
    const { run, seen } = await serveStore(ofCustomer((sent) => ({ ...sent, firstName: '' })));
    const { code, out } = await run('customers update --from - --yes --json', { stdin: csv });
    const outcomes = JSON.parse(out).map(({ outcome }: { outcome: string }) => outcome);
    expect([code, outcomes]).toEqual([7, ['changed', 'not sent', 'not sent']]);
    expect(seen.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
  });

  test('is done where the store only writes in another form', async () => {
    const formatting = ofCustomer(() => ({ phoneNumber: '06 9876 5432' }));
    const { code, out } = await runAt(formatting, 'customers update --from - --yes --json', {
      stdin: 'customerId,phoneNumber\n101,+31698765432\n',
    });
    expect([code, JSON.parse(out)]).toEqual([0, [expect.objectContaining({ outcome: 'changed' })]]);
  });
});

describe('an order', () => {
  const line = `orders create --basket ${key}`;
  const open = answers(200, { basketKey: braced, orderId: null });

  test('answered with 1 is true, and not order 1', async () => {
    for (const text of ['1', '"1"', 'true'])
      expect(await runAt(inTurn(open, answers(200, text), open), `${line} -q`)).toMatchObject({ code: 10, out: '' });
    const named = answers(200, { basketKey: braced, orderId: '77' });
    expect((await runAt(inTurn(open, answers(200, '1'), named), `${line} -q`)).out).toBe('77\n');
  });

  test('has its ID as orderId, however the store calls it', async () => {
    for (const reply of [{ success: true, id: 501 }, { id: 501 }, { success: true, data: { id: '501' } }]) {
      const { code, out } = await runAt(inTurn(open, answers(200, reply), open), `${line} --fields orderId --json`);
      expect([code, String(JSON.parse(out).orderId)]).toEqual([0, '501']);
    }
  });

  test('of a basket that is ordered already is not the old order', async () => {
    const ordered = answers(200, { basketKey: braced, orderId: '77' });
    for (const reply of [{ success: true }, 'true', { orderId: '77' }]) {
      const { run, seen } = await serveStore(inTurn(ordered, answers(200, reply), ordered));
      const { code, out } = await run(`${line} -q`);
      expect([code, out, seen.map(({ method }) => method)]).toEqual([2, '', ['GET']]);
    }
  });
});

test('a line with options does not touch the product without, on a store that casts keys', async () => {
  const line = { productId: '206', uprid: '206', quantity: '1' };
  const shapes = [line, { productId: '206' }, { id: '206', quantity: 1 }, { basketKey: braced, products: [line] }];
  for (const shape of sampleOf(shapes, 1))
    for (const verb of ['update', 'delete'])
      for (const id of ['206+3-12', '206{3}12']) {
        const { run, seen } = await serveStore(answers(200, shape));
        const options = verb === 'update' ? '--quantity 3 --json' : '--yes';
        const { code } = await run(`baskets items ${verb} ${key} ${id} ${options}`);
        expect([code, new Set(seen.map(({ method }) => method))]).toEqual([3, new Set(['GET'])]);
      }
});
