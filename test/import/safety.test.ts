import { describe, expect, test } from 'vitest';
import { asText } from '../support/run.ts';
import { type Passage, serveSandboxBehind, type TestStore } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';
import { catalogue, importOnce, serveShop, storeOf } from './product-store.ts';

/** The checker: how often each SKU is in the store. */
async function multiset({ run }: TestStore): Promise<Readonly<Record<string, number>>> {
  const { out } = await run('products list --all --json');
  const counts: Record<string, number> = {};
  for (const { sku } of JSON.parse(out) as { sku: string }[]) counts[sku] = (counts[sku] ?? 0) + 1;
  return counts;
}

const once = (rows: number): Readonly<Record<string, number>> =>
  Object.fromEntries(Array.from({ length: rows }, (_, at) => [`S-${at}`, 1]));

/** Faults in turn: one for every third POST, and up to three for one row, which is sent five times at most. */
function faulty(...faults: readonly Passage[]): (request: { method: string; body: string }) => Passage {
  let posts = 0;
  const failures = new Map<string, number>();
  return ({ method, body }) => {
    const before = failures.get(body) ?? 0;
    if (method !== 'POST' || ++posts % 3 !== 0 || before === 3) return 'forward';
    failures.set(body, before + 1);
    return faults[(posts / 3) % faults.length] ?? 'forward';
  };
}

describe('every product is in the store exactly once', () => {
  sampled(3).each([
    ['answers are lost', ['forward and hang up']],
    ['requests are lost', ['hang up']],
    ['the store breaks after it created the product', ['forward and answer 500']],
    ['the store asks to slow down', ['answer 429']],
    ['all of it at once', ['hang up', 'forward and hang up', 'forward and answer 500', 'answer 429']],
  ] as const)('when %s while it is imported', async (_, faults) => {
    const store = await serveSandboxBehind(faulty(...faults));
    const { code, out } = await store.run('products import - --json', { stdin: catalogue(30) });
    expect({ code, created: JSON.parse(out).created, store: await multiset(store) }).toEqual({
      code: 0,
      created: 30,
      store: once(30),
    });
  });

  test('when other imports use up the limit while this one reads what is there', async () => {
    let reads = 0;
    const refuseFirst = ({ method }: { method: string }): Passage =>
      method === 'GET' && ++reads <= 8 ? 'answer 429' : 'forward';
    const store = await serveSandboxBehind(refuseFirst);
    const { code, err } = await store.run('products import -', { stdin: catalogue(5) });
    expect({ code, err, store: await multiset(store) }).toMatchObject({ code: 0, store: once(5) });
  });
});

describe('what the look-up cannot do is found before anything is sent', () => {
  const products = [{ productId: 1, sku: 'X', name: 'x' }];

  test.each([
    ['ignores the search', true, 'ignore filter[search]'],
    ['does not find what it has', false, 'not reliable'],
  ])('a store that %s', async (_, isFound, why) => {
    const store = storeOf(products, undefined, { finds: () => isFound });
    const err = expect.stringContaining(why);
    expect(await importOnce(catalogue(2), store)).toMatchObject({ code: 5, posts: 0, err });
  });
});

test.each([
  ['all of them', 30, 'All 30 rows already exist in the store. Nothing was sent.\nThe first 20:\nline 2: SKU "S-0"'],
  ['some', 31, 'line 2: SKU "S-0" exists in the store'],
])('--on-existing fail names the rows that exist, %s, and sends nothing', async (_, rows, message) => {
  const { run, write } = await serveShop(catalogue(30), storeOf());
  await run();
  await write('in.csv', catalogue(rows));
  const { code, err, posts } = await run('--on-existing fail');
  expect([code, asText(err), posts]).toEqual([2, expect.stringContaining(message), 0]);
});
