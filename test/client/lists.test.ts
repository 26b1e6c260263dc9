import { describe, expect, test } from 'vitest';
import { address, answers, basket, key } from '../support/replies.ts';
import { runAt, serveStore } from '../support/store.ts';

describe('a list of the store', () => {
  const lists = [
    ['baskets', 'baskets list', basket, key],
    ['addresses', 'addresses list --customer 101', address, '301'],
  ] as const;
  const shapes = (name: string, record: object): readonly (readonly [string, unknown])[] => [
    ['a bare array', [record]],
    ['the field data', { numRows: 1, data: [record] }],
    [`the field ${name}`, { total: 1, [name]: [record], links: [] }],
    ['the only array of an object', { page: { number: 1 }, rows: [record] }],
    ['the field data, next to another array', { warnings: ['slow'], data: [record] }],
  ];

  test.each(
    lists.flatMap(([name, line, record, id]) =>
      shapes(name, record).map(([shape, body]) => [name, shape, line, body, id] as const),
    ),
  )('of %s is found, whatever it is in: %s', async (_, __, line, body, id) => {
    expect(await runAt(answers(200, body), `${line} --quiet`)).toEqual({ code: 0, out: `${id}\n`, err: '' });
  });

  const others = [
    { first: [basket], second: [basket] },
    { total: 0 },
    '7',
    '"baskets"',
    [7],
    [null],
    { data: { a: 1 } },
    [{ x: 1 }],
    '',
  ];
  test.each(lists.flatMap(([name, line]) => others.map((body) => [name, line, body] as const)))(
    'of %s: `%s` reports the reply %j as unexpected',
    async (_, line, body) => {
      const { run, seen } = await serveStore(answers(200, body));
      const { code, out, err } = await run(`${line} --quiet`);
      expect({
        code,
        out,
        hasMessage: err.includes('Unexpected reply from shop.test to '),
        requests: seen.length,
      }).toEqual({ code: 5, out: '', hasMessage: true, requests: 1 });
    },
  );

  test('in an unexpected shape is still printed by the api command', async () => {
    const body = { first: [1], second: [2] };
    const { run } = await serveStore(answers(200, body));
    const { code, out } = await run('api GET baskets');
    expect({ code, reply: JSON.parse(out) }).toEqual({ code: 0, reply: body });
  });

  test('without records succeeds with a message', async () => {
    const { run } = await serveStore(answers(200, []));
    expect([await run('baskets list --json'), await run('addresses list --customer 101 --json')]).toEqual([
      { code: 0, out: '[]\n', err: 'No baskets match.\n' },
      { code: 0, out: '[]\n', err: 'No addresses found for customer 101.\n' },
    ]);
  });

  test('is requested with limit and offset for baskets, and without paging for addresses', async () => {
    const { run, seen } = await serveStore(answers(200, []));
    await run('baskets list --limit 7 --offset 3');
    await run('addresses list --customer 101');
    expect(seen.map(({ query }) => [...query.keys()].filter((name) => name !== 'token'))).toEqual([
      ['limit', 'filter[limit]', 'offset', 'filter[offset]'],
      [],
    ]);
    expect(seen[0]?.query.get('offset')).toBe('3');
  });
});
