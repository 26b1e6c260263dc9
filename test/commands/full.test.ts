import { describe, expect, test } from 'vitest';
import { answers, key, requests } from '../support/replies.ts';
import { json, runAt, runInSandbox, serveSandbox, serveStore } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';
import { words } from '../support/words.ts';

describe('--full', () => {
  test('of a basket adds the customer and both addresses under their names, each as its own command shows it', async () => {
    const { run } = await serveSandbox();
    const full = JSON.parse((await run(`baskets get ${key} --full --json`)).out);
    const customer = JSON.parse((await run('customers get 101 --json')).out);
    const address = JSON.parse((await run('addresses get 301 --customer 101 --json')).out);
    expect(full).toMatchObject({ customer, billingAddress: address, deliveryAddress: address });
    expect(full.products).toHaveLength(2);
  });

  test('fetches the customer and each of the addresses', async () => {
    const basket = { basketKey: `{${key}}`, customerId: '101', billingAddressId: '301', deliveryAddressId: '302' };
    const { run, seen } = await serveStore(({ path }, response) =>
      json(response, 200, path.includes('baskets') ? basket : { customerId: '101', id: path.split('/').at(-1) }),
    );
    expect((await run(`baskets get ${key} --full -q`)).code).toBe(0);
    const [, ...others] = requests(seen);
    const [one, other] = ['GET /customers/101/addresses/301', 'GET /customers/101/addresses/302'];
    expect(others.sort()).toEqual(['GET /customers/101', one, other]);
  });

  test.each([
    ['in a table is shown in its place', '', /Customer {2,}failed to load: No customer 101 /],
    ['in JSON is an error in its place', '--json', /"customer": \{\s+"error": \{\s+"code": "not-found"/],
  ])('what cannot be fetched %s, and the rest is shown', async (_, format, expected) => {
    const { code, out } = await runAt(
      (request, response) =>
        request.path.includes('baskets')
          ? json(response, 200, { basketKey: `{${key}}`, customerId: '101', value: '5.0000' })
          : json(response, 404, { error: { message: 'no customer' } }),
      `baskets get ${key} --full ${format}`,
    );
    expect([code, out.includes('5.00')]).toEqual([0, true]);
    expect(out).toMatch(expected);
  });

  test('of an order brings its products from its basket, and says where they cannot be brought', async () => {
    const products = [{ name: 'Mug', quantity: '2', value: '10.00' }];
    const { run } = await serveStore((request, response) =>
      request.path.includes('orders')
        ? json(response, 200, {
            orderId: request.path.split('/').at(-1),
            basketKey: request.path.endsWith('1') ? `{${key}}` : `{${key.replace('4', '5')}}`,
          })
        : request.path.includes(key)
          ? json(response, 200, { basketKey: `{${key}}`, products })
          : json(response, 404, {}),
    );
    expect((await run('orders get 1 --full')).out).toMatch(/Qty +Product +Price +VAT % +Value\n +2 +Mug +10\.00\n/);
    expect((await run('orders get 2 --full')).out).toMatch(/Products +failed to load/);
  });

  test('of an order adds its customer as they are now, beside the one who ordered', async () => {
    const { run } = await serveSandbox();
    await run('customers update 104 --phone-number 030-5550199');
    const { out, err } = await run('orders get 1001 --full');
    expect([err, out]).toEqual(['', expect.stringMatching(/^Customer now +Emily Carter\n.*\n +030-5550199\n/m)]);
    const { customer, currentCustomer } = JSON.parse((await run('orders get 1001 --full --json')).out);
    expect(currentCustomer).toEqual(JSON.parse((await run('customers get 104 --json')).out));
    expect([customer.phoneNumber, currentCustomer.phoneNumber]).toEqual(['+1 503 555 0142', '030-5550199']);
    await run('customers delete 104 --yes');
    expect((await run('orders get 1001 --full')).out).toMatch(/^Customer now +failed to load: No customer 104 /m);
  });

  test('adds fields that --fields may name, and without it they are refused', async () => {
    const { run } = await serveSandbox();
    const fields = '--fields customer.emailAddress,billingAddress.city --json';
    expect(JSON.parse((await run(`baskets get ${key} --full ${fields}`)).out)).toEqual({
      customer: { emailAddress: 'sanne.dewit@example.com' },
      billingAddress: { city: 'Utrecht' },
    });
    expect((await run(`baskets get ${key} ${fields}`)).code).toBe(2);
  });
});

/** Everything in the first data that says who customers 101 and 104 are or how to reach them. */
const secrets = /Sanne|Wit\b|Tekstwerk|Emily|Carter|@example|555|NL02|Domplein|Blaak|Hawthorne|3512|3011|97214|2140/;

describe('--mask-pii', () => {
  const lines = [
    'customers get 101',
    'addresses list --customer 101',
    'addresses get 301 --customer 101',
    'addresses get 301 302 --customer 101',
    `baskets get ${key} --full`,
    'orders get 1001',
    'orders get 1001 --full',
    'api GET customers/101',
    'api GET customers/101/addresses',
    'api GET orders/1001',
    'customers update 101 --phone-number 030-5550142',
    'customers update 101 --first-name Sanne --dry-run',
    'addresses create --customer 101 --first-name Sanne --last-name Wit --street-address Domplein --house-number 2140 --zipcode 97214 --city Gent --country BE',
  ];

  sampled(4).each(lines)('%s shows no personal data in any format', async (line) => {
    const { run } = await serveSandbox();
    for (const format of ['table', 'json', 'ndjson', 'csv', 'yaml']) {
      const { out, err, code } = await run(`${line} --mask-pii -o ${format}`);
      expect({ code, found: secrets.exec(`${out}${err}`)?.[0], masked: out.includes('***') }).toEqual({
        code: 0,
        found: undefined,
        masked: true,
      });
    }
  });

  test('hides personal fields that --fields names', async () => {
    const { out } = await runInSandbox('customers get 101 --fields customerId,emailAddress --json --mask-pii');
    expect(JSON.parse(out)).toEqual({ customerId: '101', emailAddress: '***' });
  });

  test('leaves products, ids, amounts and places to see', async () => {
    const { run } = await serveSandbox();
    const { out } = await run('orders get 1001 --mask-pii');
    for (const seen of ['1001', '104', '105.80', 'Double pannier', 'Portland', 'New']) expect(out).toContain(seen);
  });

  test.each(['table', 'json'])(
    'leaves the values of the products to see, each beside a name, in %s',
    async (format) => {
      const { run } = await serveSandbox();
      for (const line of ['orders get 1001 --full', `baskets get ${key}`]) {
        const { out } = await run(`${line} --mask-pii -o ${format}`);
        expect(out).toMatch(format === 'table' ? /(64|79)\.95 +(0|21) +(64|79)\.95\n/ : /"value": "(64|79)\.9500"/);
      }
    },
  );

  test.each([
    ['a reply that is not JSON', 'Jo de Vries'],
    ['a reply that is a text', '"Jo de Vries"'],
    ['a reply that is a list of texts', '["Jo de Vries"]'],
  ])('hides as a whole %s', async (_, body) => {
    expect((await runAt((_request, response) => json(response, 200, body), 'api GET who --mask-pii')).out).toBe(
      '***\n',
    );
  });

  const said = 'Jo de Vries (jo@example.com, 0612345678, NL02ABNA0123456789) lives at Dam 1';
  const person = /Jo\b|jo@|0612345678|NL02|Dam/;
  const create = 'customers create --email-address jo@example.com --first-name A --last-name B';

  sampled(4).each<[status: number, body: unknown, type?: string]>([
    [422, { error: { message: said } }],
    [400, { errors: [{ field: 'Jo de Vries', message: said }] }],
    [400, { errors: { 'Jo de Vries': [said] } }],
    [409, { detail: said, source: { pointer: `/${said}` } }],
    [200, { success: false, message: said }],
    [200, { error: said }],
    [404, { error: said }],
    [401, { message: said }],
    [500, said, 'text/plain'],
    [502, `<title>${said}</title>`, 'text/html'],
    [200, said, 'text/plain'],
    [429, said, 'text/plain'],
  ])('no message of the store is shown in an error: %i %j', async (status, body, type) => {
    const { run } = await serveStore(answers(status, body, type));
    const lines = [
      create,
      'customers get 101',
      'customers update 101 --phone-number 1',
      'api GET customers/101',
      'api POST customers -f a=b',
    ];
    for (const line of [...lines, 'baskets list', 'orders get 1001 --full', 'customers delete 101 --yes']) {
      for (const format of ['', ' --json']) {
        const { err, out } = await run(`${line} --mask-pii --retries 0${format}`);
        expect([line, person.exec(`${out}${err}`)?.[0]]).toEqual([line, undefined]);
      }
    }
  });

  test('an error still names its status and the field', async () => {
    const refusal = answers(422, { error: { message: said, field: 'phoneNumber' } });
    const { err } = await runAt(refusal, `${create} --mask-pii --json`);
    expect(JSON.parse(err).error).toMatchObject({ code: 'refused', status: 422, field: 'phoneNumber' });
    expect(JSON.parse(err).error.message).toMatch(/refused the request \(422\)\.$/);
  });

  test.each([
    [[...words(create), '--dob', 'Jo 1970']],
    [['customers', 'create', '--email-address', 'Jo']],
    [['customers', 'update', '101', '--gender', 'Jo']],
    [['customers', 'get', 'Jo de Vries']],
    [['addresses', 'list', '--customer', 'Jo de Vries']],
    [['baskets', 'create', '--customer', 'Jo']],
    [['orders', 'get', 'Jo']],
    [['orders', 'list', 'Jo']],
    [['addresses', 'create', '--customer', '101', '--house-number', '12 Jo', '--house-number-extension', 'b']],
    [['api', 'POST', 'customers', '-f', 'Jo de Vries']],
    [['customers', 'update', '101', '--unset', 'Jo de Vries']],
    [['baskets', 'create', '--custom-product', 'Mug for Jo']],
  ])('what was typed is not repeated by an error: %j', async (line) => {
    const { run } = await serveSandbox();
    for (const format of [[], ['--json']]) {
      const { err, code } = await run([...line, '--mask-pii', ...format]);
      expect([code, person.exec(err)?.[0]]).toEqual([2, undefined]);
    }
  });

  test('what was typed is not repeated from a body either, and its known fields are', async () => {
    const body = JSON.stringify({ firstName: 'Jo', emailAddress: 'Jo', gender: 'Jo', frstName: 'Jo' });
    const { run } = await serveSandbox();
    const { err, code } = await run('customers create --body - --mask-pii', { stdin: body });
    expect([code, person.exec(err)?.[0], err.includes('"firstName"')]).toEqual([2, undefined, true]);
  });

  test('does not go with --curl, which would write what is masked', async () => {
    expect((await runInSandbox('customers get 101 --mask-pii --curl')).code).toBe(2);
  });
});

test.each(['#1001', 'order 1001', 'order #1001'])('orders get "%s" is order 1001', async (typed) => {
  const { code, out } = await runInSandbox(['orders', 'get', typed, '--json']);
  expect([code, String(JSON.parse(out).orderId)]).toEqual([0, '1001']);
});

test('orders delete takes a number as people write it', async () => {
  const { code, out } = await runInSandbox(['orders', 'delete', '#1001', 'order 1001', '--dry-run', '--json']);
  expect([code, out]).toEqual([0, expect.stringContaining('/orders/1001')]);
});
