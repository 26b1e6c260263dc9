import { describe, expect, test } from 'vitest';
import { json, serveSandbox, serveStore } from '../support/store.ts';

const keyOf = (id: number): string => `${(0xa1000000 + id).toString(16)}-9CF9-49D8-8E52-5B2858894145`;

/** A store of so many baskets, oldest first. It answers any path of a basket with the first one, as a store that casts. */
const storeOf = (count: number, more: readonly string[] = [], isSorted = true) => {
  const keys = [...Array.from({ length: count }, (_, at) => keyOf(at)), ...more];
  const baskets = keys.map((key, at) => ({
    id: String(at + 1),
    basketKey: `{${key}}`,
    customerId: '101',
    dateCreated: `2025-01-01 10:00:${String(isSorted ? 10 + Math.floor(at / 20) : (at * 7) % 60).padStart(2, '0')}`,
    products: [{ productId: '200', uprid: '200', quantity: '1' }],
  }));
  return serveStore(({ method, path, query }, response) => {
    const named = /baskets\/(?:%7B|\{)([^}%]+)/i.exec(path)?.[1];
    if (method === 'DELETE' || method === 'PATCH') return json(response, 200, { success: true });
    if (path.includes('/baskets/')) return json(response, 200, { data: { ...baskets[0], basketKey: `{${named}}` } });
    const offset = Number(query.get('offset'));
    const data = baskets.slice(offset, offset + Number(query.get('limit')));
    return json(response, 200, { numRows: baskets.length, data });
  });
};

const pathsOf = (seen: readonly { method: string; path: string }[]): readonly string[] =>
  seen.map(({ method, path }) => `${method} ${decodeURIComponent(path.replace('/api/v2/', ''))}`);

describe('the beginning of a basket key', () => {
  test.each([
    ['baskets get a100001d', `GET baskets/{${keyOf(29)}}`],
    ['baskets get A100001D-9cf9', `GET baskets/{${keyOf(29)}}`],
    ['baskets get {a100001d', `GET baskets/{${keyOf(29)}}`],
    ['baskets items list a100001d', `GET baskets/{${keyOf(29)}}`],
    ['baskets delete a100001d --yes', `DELETE baskets/{${keyOf(29)}}`],
    ['baskets items delete a100001d 200 --yes', `DELETE baskets/{${keyOf(29)}}/200`],
    ['baskets update a100001d --unset coupon', `GET baskets/{${keyOf(29)}}`],
  ])('is enough: %s', async (line, request) => {
    const { run, seen } = await storeOf(30);
    const { code } = await run(line);
    expect([code, pathsOf(seen).filter((path) => path !== 'GET baskets')[0]]).toEqual([0, request]);
    expect(pathsOf(seen).filter((path) => path === 'GET baskets').length).toBeLessThan(3);
  });

  test('becomes the whole key in the closing line of a write', async () => {
    const { run } = await storeOf(30);
    expect((await run('baskets delete a100001d --yes')).closing).toBe(`✓ Deleted basket ${keyOf(29)}`);
    const dry = JSON.parse((await run('baskets delete a100001d --dry-run')).out) as { path: string };
    expect(decodeURIComponent(dry.path)).toContain(`{${keyOf(29)}}`);
  });

  test('makes no request where the key is whole', async () => {
    const { run, seen } = await storeOf(30);
    await run(`baskets get ${keyOf(3)}`);
    expect(pathsOf(seen)).toEqual([`GET baskets/{${keyOf(3)}}`]);
  });

  test('of several baskets is refused, with their keys, and nothing is written', async () => {
    const other = keyOf(29).replace('9CF9', '0000');
    const { run, seen } = await storeOf(30, [other]);
    const { code, err } = await run('baskets delete a100001d a1000002 --yes');
    expect({ code, err }).toEqual({
      code: 2,
      err: `Error: 2 baskets have a key that begins with a100001d:\n  ${keyOf(29)}\n  ${other}\nPass the full key.\n`,
    });
    expect(pathsOf(seen).filter((path) => !path.startsWith('GET'))).toEqual([]);
  });

  test('of no basket is not found; the error says where it was looked for', async () => {
    const few = await (await storeOf(30)).run('baskets get deadbeef');
    expect([few.code, few.err]).toEqual([
      3,
      'Error: No basket on shop.test has a key that begins with deadbeef.\nTo find a key, list the newest baskets: shop-cli baskets list --last 20\n',
    ]);
    const { run, seen } = await storeOf(1500);
    const many = await run('baskets get a1000000');
    expect([many.code, many.err]).toEqual([3, expect.stringMatching(/None of the \d{3} newest baskets on shop.test/)]);
    expect(seen.length).toBeLessThan(10);
    expect((await run(`baskets get ${keyOf(1499).slice(0, 8)} -q`)).out).toBe(`${keyOf(1499)}\n`);
  });

  test('is refused where the store does not list its baskets by date and has many', async () => {
    const { code, err } = await (await storeOf(1500, [], false)).run('baskets get a1000003');
    expect([code, err]).toEqual([2, expect.stringContaining('Pass the full key.')]);
  });

  test.each(['a100001', 'a100001g', '701', 'a100001d9cf9', 'a100001d-9CF9-49D8-8E52-5B28588941455'])(
    'is invalid if it is too short or none: %s',
    async (text) => {
      const { run, seen } = await storeOf(30);
      const { code, err } = await run(`baskets get ${text}`);
      expect([code, seen.length, err]).toEqual([2, 0, expect.stringContaining(`Invalid basket key "${text}"`)]);
    },
  );

  test('is not looked up for --curl, and a file has whole keys', async () => {
    const { run, seen } = await storeOf(30);
    expect((await run('baskets get a100001d --curl')).code).toBe(2);
    expect((await run('baskets delete --from - --yes', { stdin: 'a100001d\n' })).code).toBe(2);
    expect(seen).toEqual([]);
  });

  test('names the basket of an order', async () => {
    const { run } = await serveSandbox();
    const { closing } = await run('orders create --basket 42212126');
    expect(closing).toMatch(/from basket 42212126-9CF9-49D8-8E52-5B2858894145$/);
    expect((await run('orders create --basket deadbeef')).code).toBe(3);
  });
});
