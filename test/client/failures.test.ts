import { describe, expect, test } from 'vitest';
import { answers, customer, key } from '../support/replies.ts';
import { runAt, serveStore } from '../support/store.ts';

describe('the body of an error', () => {
  const shapes: readonly (readonly [string, unknown])[] = [
    ['error.message', { error: { code: 7, message: 'No stock' } }],
    ['message', { message: 'No stock', code: 7 }],
    ['error', { error: 'No stock' }],
    ['detail', { type: 'about:blank', status: 422, detail: 'No stock', title: 'Unprocessable' }],
    ['title', { title: 'No stock' }],
    ['error.message before message', { message: 'Other', error: { message: 'No stock' } }],
    ['message before error', { error: 'Other', message: 'No stock' }],
    ['message after an empty error', { error: {}, message: 'No stock' }],
  ];
  test.each(shapes)('gives the message from %s', async (_, body) => {
    expect(await runAt(answers(422, body), 'orders get 1')).toEqual({
      code: 5,
      out: '',
      err: 'Error: The store shop.test refused the request (422): No stock\n',
    });
  });

  test.each([[{}], [[]], ['null'], ['7'], [{ a: 1 }], [{ message: '' }], [{ error: null, errors: [] }]])(
    '%j has no message, so only the status is shown',
    async (body) => {
      expect(await runAt(answers(400, body), 'orders get 1')).toEqual({
        code: 5,
        out: '',
        err: 'Error: The store shop.test refused the request (400).\n',
      });
    },
  );

  test('is shown up to 500 characters', async () => {
    expect((await runAt(answers(400, { message: 'x'.repeat(5000) }), 'orders get 1')).err).toBe(
      `Error: The store shop.test refused the request (400): ${'x'.repeat(500)}\n`,
    );
  });

  test('is escaped for the terminal, and in JSON too', async () => {
    const { run } = await serveStore(answers(400, { message: 'a\u001b[2J\u202eb\u0007' }));
    expect((await run('orders get 1')).err).toBe(
      'Error: The store shop.test refused the request (400): a\\u{1b}[2J\\u{202e}b\\u{7}\n',
    );
    const { err } = await run('orders get 1 --json');
    expect(err.split('\n')).toEqual([
      '{"error":{"code":"refused","message":"The store shop.test refused the request (400): a\\u001b[2J\\u202eb\\u0007","status":400,"field":null,"hint":null,"retryable":false},"messages":[]}',
      '',
    ]);
  });

  test('is quoted without tags when it is HTML', async () => {
    expect((await runAt(answers(400, '<h1>Bad <b>request</b></h1>', 'text/html'), 'orders get 1')).err).toMatch(
      /^Error: The reply from shop\.test is not from the shop API \(400, text\/html\): "Bad request"/,
    );
  });
});

describe('a reply with status 2xx that only holds an error', () => {
  const bodies = [
    { error: 'No' },
    { error: { message: 'No', code: 3 } },
    { errors: ['No'] },
    { success: false, error: 'No' },
    { status: 200, errors: { sku: 'No' } },
    { success: false, message: 'No' },
    { status: 'error', message: 'No' },
    { data: null, error: 'No' },
  ];
  const lines = [
    'products list',
    'orders get 1',
    'baskets list',
    'products create --sku A --price 1 --allow-duplicate',
    `baskets update ${key} --coupon A --quiet`,
    'customers delete 101 --yes',
  ];
  test.each(bodies.flatMap((body) => lines.map((line) => [body, line] as const)))(
    'such as %j to `%s` is a refusal',
    async (body, line) => {
      const { run, seen } = await serveStore(answers(200, body));
      const { code, out, err } = await run(line);
      expect([code, out, /^Error: The store shop\.test refused the request: .*No/.test(err), seen.length]).toEqual([
        5,
        '',
        true,
        1,
      ]);
    },
  );

  test('does not count as an error when it also holds a record', async () => {
    expect(
      (await runAt(answers(200, { ...customer, error: null, message: 'Welcome' }), 'customers get 101 --json')).code,
    ).toBe(0);
  });
});
