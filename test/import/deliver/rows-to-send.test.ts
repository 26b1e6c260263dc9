import { beforeEach, expect, test, vi } from 'vitest';
import { type Behaviour, json } from '../../support/store.ts';
import { isThorough } from '../../support/thorough.ts';
import {
  catalogue,
  doubledIn,
  isList,
  isPost,
  type Product,
  refusingAfter,
  serveShop,
  skusOf,
  storeOf,
} from '../product-store.ts';

const seen = vi.hoisted(() => ({ bytes: 0 }));

vi.mock('csv-parse/sync', async (original) => {
  const real = await original<typeof import('csv-parse/sync')>();
  const parse = (bytes: Buffer, options: object): unknown => {
    seen.bytes += bytes.length;
    return real.parse(bytes, options);
  };
  return { ...real, parse };
});

beforeEach(() => {
  seen.bytes = 0;
});

const rows = 200;
/** Some pieces of it are read at a time. */
const text = catalogue(rows).replaceAll('Product', `Product ${'long '.repeat(120)}`);

/** An import that stops twice before the end of its file, and is continued. `parsed` is the part of the file that is parsed before the first row is sent. */
async function continued(more: string, share: number, ...products: Product[]) {
  let [start, parsed] = [0, 0];
  const answers = storeOf(products);
  const { limit, behaviour } = refusingAfter(rows * share, products, (request, response, count) => {
    if (isPost(request)) parsed ||= seen.bytes - start;
    answers(request, response, count);
  });
  const { run } = await serveShop(text, behaviour);
  await run(more);
  limit.most += 5;
  await run(more);
  limit.most = rows * 2;
  start = seen.bytes;
  parsed = 0;
  const { code, report } = await run(more);
  return { code, report, parsed: parsed / text.length, skus: skusOf(products) };
}

test.each([
  ['an import', 0.9, ''],
  ['a shard', 0.3, '--shard 2/3'],
])('%s that is continued does not parse the rows before its place again', async (_, share, more) => {
  const { code, report, parsed, skus } = await continued(more, share);
  expect([code, report.notSent, new Set(skus).size]).toEqual([0, 0, skus.length]);
  expect(skus.length).toBe(rows - (report.elsewhere ?? 0));
  expect(parsed).toBeLessThan(0.75);
});

test.runIf(isThorough)(
  'an import that is continued sends the rows before those that it found in the store',
  async () => {
    const { code, skus } = await continued('', 0.3, { productId: 900, sku: `S-${rows - 1}`, name: 'x' });
    expect([code, new Set(skus).size, skus.length]).toEqual([0, rows, rows]);
  },
);

test.runIf(isThorough)(
  'an import that no longer believes the one before reads every row, also when it is continued twice',
  async () => {
    const products: Product[] = [];
    let refused: 'rows' | 'lists' | 'nothing' = 'nothing';
    const answers = storeOf(products);
    const behaviour: Behaviour = (request, response, count) => {
      const isRefused = refused === 'lists' ? isList(request) : refused === 'rows' && products.length >= 50;
      if (isRefused) json(response, 401, {});
      else answers(request, response, count);
    };
    const { run, write } = await serveShop(catalogue(44), behaviour);
    await run();
    await write('in.csv', catalogue(60));
    refused = 'rows';
    expect((await run()).code).toBe(8);
    products.splice(3, 1);
    refused = 'lists';
    await run();
    refused = 'nothing';
    expect((await run()).code).toBe(0);
    expect([skusOf(products).includes('S-3'), products.length, doubledIn(products)]).toEqual([true, 60, []]);
  },
);
