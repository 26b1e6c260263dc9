import { expect } from 'vitest';
import { type Behaviour, json } from '../../support/store.ts';
import { sampled } from '../../support/thorough.ts';
import { catalogue, doubledIn, isList, isPost, type Product, serveShop, skusOf, storeOf } from '../product-store.ts';

/** A shard that is stopped after three rows and continued, while others fill the store. */
async function continued({ endsEarly = false, isSettled = false, isSentElsewhere = false }) {
  const products: Product[] = [];
  let refused: 'everything' | 'lists' | 'nothing' = 'everything';
  const answers = storeOf(products);
  const behaviour: Behaviour = (request, response, count) => {
    const isRefused = refused === 'everything' ? products.length >= 3 : refused === 'lists' && isList(request);
    return isRefused ? json(response, 401, {}) : answers(request, response, count);
  };
  const { run, seen } = await serveShop(catalogue(60), behaviour);
  await run('--shard 1/3');
  // The other shards.
  for (let at = 0; at < 5; at++) products.push({ productId: 100 + at, sku: `OTHER-${at}`, name: 'x' });
  // The same shard, from another machine.
  for (let at = 0; isSentElsewhere && at < 60; at++)
    if (!skusOf(products).includes(`S-${at}`)) products.push({ productId: 200 + at, sku: `S-${at}`, name: 'x' });
  refused = 'lists';
  if (endsEarly) await run('--shard 1/3');
  refused = 'nothing';
  // It finds out what became of the open rows of the first.
  if (isSettled) await run('--shard 2/3');
  const before = seen.length;
  const { code } = await run('--shard 1/3');
  const requests = seen.slice(before);
  // Reads of the store's whole list before anything is sent: it has fewer pages than the file has rows.
  const lists = requests.slice(0, requests.findIndex(isPost)).filter(isList).length;
  return { lists, code, doubled: doubledIn(products) };
}

sampled(3).each([
  ['', {}],
  [', while another machine sends the same rows,', { isSentElsewhere: true }],
  [', after another shard with its journal,', { isSettled: true }],
  [', after an attempt that ended early,', { endsEarly: true }],
])(
  'a shard that is continued%s looks up every row that is left: other shards create products too',
  async (_, options) => {
    const { code, lists, doubled } = await continued(options);
    expect([code, lists > 0, doubled]).toEqual([0, true, []]);
  },
);
