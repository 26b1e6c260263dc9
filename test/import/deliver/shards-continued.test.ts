import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { type Behaviour, json, type SeenRequest } from '../../support/store.ts';
import { catalogue, doubledIn, isPost, type Product, skusOf, storeOf, withShop } from '../product-store.ts';

const start = Date.parse('2026-01-31T12:00:00Z');
const minute = 60_000;

const isList = ({ query }: SeenRequest): boolean => !query.has('filter[search]') && query.get('limit') === '100';

/** A shard that is stopped after three rows and continued some time later, while others fill the store. */
async function continued(
  minutes: number,
  { hasClock = true, endsEarly = false, isSettled = false, isSentElsewhere = false } = {},
) {
  const products: Product[] = [];
  let refused: 'everything' | 'lists' | 'nothing' = 'everything';
  const answers = storeOf(products);
  const behaviour: Behaviour = (request, response, count) => {
    if (hasClock) response.setHeader('date', new Date(start).toUTCString());
    else response.sendDate = false;
    const isRefused = refused === 'everything' ? products.length >= 3 : refused === 'lists' && isList(request);
    return isRefused ? json(response, 401, {}) : answers(request, response, count);
  };
  return await withShop(catalogue(60), behaviour, async ({ run, directory, seen }) => {
    const pass = async (time: number): Promise<void> => {
      const journal = await openSqlite(join(directory, 'j.db'));
      journal.run('UPDATE rows SET at = at - ?', BigInt(time * minute));
      journal.close();
    };
    await run('--shard 1/3');
    // The other shards.
    for (let at = 0; at < 5; at++) products.push({ productId: 100 + at, sku: `OTHER-${at}`, name: 'x' });
    // The same shard, from another machine.
    for (let at = 0; isSentElsewhere && at < 60; at++)
      if (!skusOf(products).includes(`S-${at}`)) products.push({ productId: 200 + at, sku: `S-${at}`, name: 'x' });
    await pass(minutes);
    refused = 'lists';
    if (endsEarly) await run('--shard 1/3');
    refused = 'nothing';
    // It finds out what became of the open rows of the first.
    if (isSettled) await run('--shard 2/3').then(() => pass(5));
    const before = seen.length;
    const { code } = await run('--shard 1/3');
    const requests = seen.slice(before);
    // Reads of the store's whole list before anything is sent: it has fewer pages than the file has rows.
    const lists = requests.slice(0, requests.findIndex(isPost)).filter(isList).length;
    return { lists, code, doubled: doubledIn(products) };
  });
}

test('a shard that continues within ten minutes does not look up its other rows again, whatever other shards created', async () => {
  const { code, lists } = await continued(9);
  expect([code, lists]).toEqual([0, 0]);
});

test.each([
  ['later', 11, {}],
  ['at a time that cannot be known', 0, { hasClock: false }],
  ['within ten minutes, while another machine sends the same rows,', 9, { isSentElsewhere: true }],
  ['later, after another shard with its journal,', 11, { isSettled: true }],
  ['later, after an attempt that ended early,', 11, { endsEarly: true }],
])('a shard that continues %s looks up every row that is left', async (_, minutes, options) => {
  const { code, lists, doubled } = await continued(minutes, options);
  expect([code, lists > 0, doubled]).toEqual([0, true, []]);
});
