import { describe, expect, test } from 'vitest';
import { answers, customer, inTurn, key } from '../support/replies.ts';
import { runAt, serveStore } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';

// What a store says in the body of a reply, whatever the status of the reply is.

const lines = [
  'products list',
  'orders get 1',
  'baskets list',
  `baskets update ${key} --coupon A`,
  `baskets items update ${key} 200 --quantity 2`,
  'customers delete 101 --yes',
  `orders create --basket ${key}`,
  'products create --sku A --price 1 --allow-duplicate',
];

describe('a reply with status 2xx that says no is a refusal', () => {
  const bodies = [
    [{ code: 422, msg: 'Nope', data: null }, ' (422): Nope'],
    [{ status: 400, message: 'Nope' }, ' (400): Nope'],
    [{ statusCode: '409', error: 'Conflict', message: 'Nope' }, ' (409): Nope'],
    [{ success: false }, '.'],
    [{ success: '0', data: [], meta: { requestId: 'r' } }, '.'],
    [{ ok: false, error_description: 'Nope' }, ': Nope'],
    [{ success: false, data: null, message: 'Nope', meta: { requestId: 'r' } }, ': Nope'],
    [{ data: null, errors: [{ detail: 'Nope' }], warnings: [] }, ': Nope'],
    [{ data: null, error: 'Nope' }, ': Nope'],
    [{ error: { message: 'Nope', code: 3 } }, ': Nope'],
    [{ errors: ['Nope'] }, ': Nope'],
    [{ status: 200, errors: { sku: 'Nope' } }, ': sku: Nope'],
    [{ status: 'error', message: 'Nope' }, ': Nope'],
  ] as const;
  sampled(4).each(bodies.flatMap(([body, message]) => lines.map((line) => [body, line, message] as const)))(
    '%j as the reply to shop-cli %s',
    async (body, line, message) => {
      const { run, seen } = await serveStore(answers(200, body));
      const { code, out, err } = await run(line);
      // An update reads the record first, to show what changes.
      const sent = seen.filter(({ method }) => method !== 'GET' || / (list|get)\b/.test(line));
      expect([code, out, sent.length]).toEqual([5, '', 1]);
      expect(err.split('\n')[0]).toBe(`Error: The store shop.test refused the request${message}`);
    },
  );

  test.each([
    { code: 404, msg: 'No such customer', data: null },
    { status: 404, message: 'No such customer' },
    { error: { code: 404, message: 'No such customer' } },
  ])('%j says that nothing was found', async (body) => {
    const { run } = await serveStore(answers(200, body));
    for (const line of ['customers get 101', 'customers update 101 --phone-number 1', 'customers delete 101 --yes'])
      expect((await run(line)).code).toBe(3);
    expect((await run('customers get 101')).err).toContain('No customer 101 on shop.test.');
  });

  test('and so is that of a token', async () => {
    expect((await runAt(answers(200, { code: 401, msg: 'Bad token' }), 'customers get 101')).code).toBe(4);
  });

  test('and a failure of the store leaves the outcome of a write open', async () => {
    const { run } = await serveStore(answers(200, { code: 500, msg: 'Deadlock' }));
    expect((await run('customers update 101 --phone-number 1')).code).toBe(10);
    expect((await run('customers get 101')).code).toBe(6);
  });
});

test('a record with words beside it is no error', async () => {
  const body = { ...customer, error: null, message: 'Welcome' };
  expect((await runAt(answers(200, body), 'customers get 101 --json')).code).toBe(0);
});

describe('a reply that says there was no error is success', () => {
  test.each([
    { error: false, message: 'Saved' },
    { error: 0, message: 'Saved' },
    { error: '', errors: [], message: 'Saved' },
    { errors: {}, success: 'true' },
    { code: 0, msg: 'ok', data: null },
    { status: 200, message: 'Saved' },
    { error: null, success: 1 },
  ])('where the reply is %j', async (body) => {
    expect(
      (await runAt(inTurn(answers(200, body), answers(200, customer)), 'customers update 101 --phone-number 1')).code,
    ).toBe(0);
    expect((await runAt(answers(200, body), 'customers delete 101 --yes')).code).toBe(0);
  });
});

describe('the words of an error', () => {
  test.each([
    [{ error: { code: 7, message: 'No stock' } }, 'No stock'],
    [{ message: 'No stock', code: 7 }, 'No stock'],
    [{ error: 'No stock' }, 'No stock'],
    [{ type: 'about:blank', status: 422, detail: 'No stock', title: 'Unprocessable' }, 'No stock'],
    [{ title: 'No stock' }, 'No stock'],
    [{ message: 'Other', error: { message: 'No stock' } }, 'No stock'],
    [{ error: 'Other', message: 'No stock' }, 'No stock'],
    [{ error: {}, message: 'No stock' }, 'No stock'],
    [{ message: 'x'.repeat(5000) }, 'x'.repeat(500)],
    [{ errors: ['No stock', 'No price'] }, 'No stock; No price'],
    [{ errors: { sku: ['taken', 'short'], ean: 'wrong' } }, 'sku: taken, short; ean: wrong'],
    [{ errors: [{ status: '422', title: 'Invalid', detail: 'No stock' }] }, 'No stock'],
    [{ errors: [{ field: 'sku', message: 'taken' }, 'wrong'] }, 'sku: taken; wrong'],
    [{ errors: { base: ['No stock'] } }, 'base: No stock'],
    [{ error: { reason: 'No stock' } }, 'No stock'],
    [{ error: true, msg: 'No stock' }, 'No stock'],
    [{ message: ['No stock', 'No price'], error: 'Bad Request', statusCode: 400 }, 'No stock; No price'],
  ])('are all read from the reply %j', async (body, message) => {
    expect((await runAt(answers(422, body), 'orders get 1')).err).toBe(
      `Error: The store shop.test refused the request (422): ${message}\n`,
    );
  });

  test.each([
    { errors: { emailAddress: ['taken'] } },
    { errors: [{ field: 'emailAddress', message: 'taken' }] },
    { errors: [{ source: { pointer: '/data/attributes/emailAddress' }, detail: 'taken' }] },
    { error: { field: 'emailAddress', message: 'taken' } },
    { field: 'emailAddress', message: 'taken' },
  ])('name the field of the reply %j', async (body) => {
    const { err } = await runAt(
      answers(422, body),
      'customers create --email-address a@b.example --first-name A --last-name B --json',
    );
    expect(err).toContain('--email-address');
    expect(err).toContain('"field":"emailAddress"');
  });

  test.each([[{}], [[]], ['null'], ['7'], [{ a: 1 }], [{ message: '' }], [{ error: null, errors: [] }]])(
    'are missing in %j, so only the status is shown',
    async (body) => {
      expect((await runAt(answers(400, body), 'orders get 1')).err).toBe(
        'Error: The store shop.test refused the request (400).\n',
      );
    },
  );

  test('are escaped for the terminal, and in JSON too', async () => {
    const { run } = await serveStore(answers(400, { message: 'a\u001b[2J\u202eb\u0007' }));
    expect((await run('orders get 1')).err).toBe(
      'Error: The store shop.test refused the request (400): a\\u{1b}[2J\\u{202e}b\\u{7}\n',
    );
    expect((await run('orders get 1 --json')).err).toContain('(400): a\\u001b[2J\\u202eb\\u0007",');
  });

  test('are quoted without tags from HTML', async () => {
    expect((await runAt(answers(400, '<h1>Bad <b>request</b></h1>', 'text/html'), 'orders get 1')).err).toMatch(
      /^Error: The reply from shop\.test is not from the shop API \(400, text\/html\): "Bad request"/,
    );
  });
});
