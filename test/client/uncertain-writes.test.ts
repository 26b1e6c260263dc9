import { describe, expect, test } from 'vitest';
import { timeout, timesOut, watchDeadlines } from '../support/deadline.ts';
import { answers, basket, hangsUp, key } from '../support/replies.ts';
import { type Behaviour, serveStore } from '../support/store.ts';

describe('a POST or PATCH with an uncertain outcome', () => {
  const writes = [
    ['products create --sku A --allow-duplicate', 'shop-cli products get --sku "A"'],
    ['baskets create --product 200', 'shop-cli baskets list'],
    [`baskets update ${key} --coupon A`, `shop-cli baskets get ${key}`],
    [`baskets items add ${key} --product 200`, `shop-cli baskets get ${key}`],
    [`baskets items update ${key} 200 --quantity 2`, `shop-cli baskets get ${key}`],
    ['customers create --email-address a@b.example --first-name A --last-name B', 'back office'],
    ['customers update 101 --phone-number 1', 'shop-cli customers get 101'],
    ['addresses create --customer 101 --body examples/address.json', 'shop-cli addresses list --customer 101'],
    ['addresses update 301 --customer 101 --city Gent', 'shop-cli addresses get 301 --customer 101'],
    [`orders create --basket ${key}`, `shop-cli baskets get ${key}`],
    ['api POST products -f sku=A', 'shop-cli products get --sku "A"'],
  ] as const;
  const cutBody: Behaviour = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"id":');
    setImmediate(() => response.socket?.destroy());
  };
  const endings: readonly (readonly [string, Behaviour])[] = [
    ['the connection closes before the answer', hangsUp],
    ['the connection closes within the answer', cutBody],
    ['no answer comes in time', timesOut],
    ...[500, 502, 503, 504].map((status) => [`the answer is ${status}`, answers(status, { message: 'Oops' })] as const),
  ];

  test.each(
    writes.flatMap(([line, finds]) => endings.map(([how, behaviour]) => [line, how, behaviour, finds] as const)),
  )('`%s` is sent once and exits with 10 and a way to check when %s', async (line, _, behaviour, finds) => {
    watchDeadlines();
    const { run, seen } = await serveStore((request, response, count) =>
      (request.method === 'GET' ? answers(200, basket) : behaviour)(request, response, count),
    );
    const { code, out, err } = await run(
      `${line} --timeout ${timeout}ms --retries 5${line.startsWith('api') ? '' : ' --quiet'}`,
      { directory: 'examples/..' },
    );
    expect([code, seen.filter(({ method }) => method !== 'GET').length]).toEqual([10, 1]);
    expect(err).toContain(finds);
    if (!line.startsWith('api')) expect(out).toBe('');
  });
});
