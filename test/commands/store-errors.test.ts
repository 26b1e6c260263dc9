import { describe, expect, test } from 'vitest';
import { answers } from '../support/replies.ts';
import { canary } from '../support/run.ts';
import { json, runAt, runInSandbox, serveStore } from '../support/store.ts';

describe('a misbehaving store is reported with its own exit code', () => {
  test.each([
    ['HTML', 200, '<html>Hello</html>', 5],
    ['another API', 200, '{"users":[]}', 5],
    ['a refused token', 401, '{"error":{"message":"no"}}', 4],
    ['a wrong path', 404, '<html>404</html>', 5],
    ['a redirect', 301, '', 5],
    ['a fault', 500, '', 5],
  ])('where it answers with %s', async (_, status, body, code) => {
    const outcome = await runAt((__, response) => json(response, status, body), 'products list --json --retries 0');
    expect({ code: outcome.code, out: outcome.out }).toEqual({ code, out: '' });
  });

  test('where it never answers', async () => {
    expect(await runAt(() => undefined, 'products list --timeout 100ms --retries 0')).toMatchObject({
      code: 6,
      out: '',
      err: expect.stringContaining('did not answer in time'),
    });
  });

  test.each([
    ['customers get 9999', 404, { error: { message: 'None' } }],
    ['products get 9999', 404, ''],
    ['baskets list', 200, { payload: [1] }],
    ['customers delete 101 --yes', 500, ''],
    ['orders create --basket x', 200, {}],
    ['products list --no-such-option', 200, {}],
    ['products create', 200, {}],
  ])('%s --json leaves one line on stderr: the error as JSON', async (line, status, body) => {
    const { run } = await serveStore((_, response) => json(response, status, body));
    for (const format of ['--json', '-o ndjson']) {
      const { code, out, err } = await run(`${line} ${format}`);
      expect([out, err.split('\n').length, typeof JSON.parse(err).error.message, code > 1]).toEqual([
        ...['', 2, 'string', true],
      ]);
    }
  });

  test('an error is one JSON object with --json', async () => {
    const { code, err } = await runAt(
      (_, response) => json(response, 422, { error: { message: 'Bad \u001b[31mfilter\u001b[0m', field: 'limit' } }),
      'products list --json',
    );
    expect({ code, err }).toMatchInlineSnapshot(`
          {
            "code": 5,
            "err": "{"error":{"code":"refused","message":"The store shop.test refused the request (422): Bad \\u001b[31mfilter\\u001b[0m","status":422,"field":"limit","hint":"Option: --limit <n>  maximum number of results (default 20)","retryable":false},"messages":[]}
          ",
          }
        `);
  });

  test('a store that echoes the token does not get it printed', async () => {
    const { out, err } = await runAt(
      (_, response) =>
        json(response, 422, {
          message: `bad request /api/v2/products?token=${encodeURIComponent(canary)} and ${canary}`,
        }),
      'products list --json --verbose',
    );
    expect(`${out}${err}`).not.toMatch(/canary/);
  });
});

describe('what was not found is named', () => {
  const key = '42212126-9CF9-49D8-8E52-5B2858894145';
  test.each([
    ['customers get 9999', 'No customer 9999 on shop.test.\nTo find a customer, '],
    ['addresses list --customer 9999', 'No customer 9999 on shop.test.\n'],
    [
      'customers get 101 9998 9999',
      'No customer 9998 on shop.test.\nNo customer 9999 on shop.test.\nTo find a customer, ',
    ],
    ['addresses get 5 --customer 101', 'No address 5 of customer 101 on shop.test.\nTo find an address, '],
    [
      'addresses get 5 --customer 9999',
      'No address 5 of customer 9999 on shop.test: There is no customer with this ID.\n',
    ],
    [
      `baskets items get ${key} 9999`,
      `No product 9999 in basket ${key} on shop.test.\nTo see the products of the basket: `,
    ],
  ])('with the command that finds another, by shop-cli %s', async (line, start) => {
    const { code, err } = await runInSandbox(line);
    expect([code, err]).toEqual([3, expect.stringContaining(`Error: ${start}`)]);
  });

  test.each([
    ['Customer 9999 does not exist.', '.'],
    ['Deleted on 2026-01-05', ': Deleted on 2026-01-05'],
  ])('and the store is quoted where it says more: %s', async (message, end) => {
    expect((await runAt(answers(404, { message }), 'customers get 9999')).err).toContain(
      `Error: No customer 9999 on shop.test${end}\n`,
    );
  });
});
