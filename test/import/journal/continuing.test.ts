import { describe, expect, test } from 'vitest';
import { messageOf } from '../../support/run.ts';
import { json, serveStore } from '../../support/store.ts';
import {
  catalogue,
  created,
  ownFile,
  type Product,
  posts,
  refusingAfter,
  serveShop,
  storeOf,
  tooLong,
} from '../product-store.ts';

const skus = (rows: number) => Array.from({ length: rows }, (_, row) => `S-${row}`).sort();

describe('the same command after an interruption', () => {
  test('continues the run, sends only the rest, and reports the whole file', async () => {
    const products: Product[] = [];
    const { limit, behaviour } = refusingAfter(25, products, storeOf(products));
    const { run } = await serveShop(catalogue(40), behaviour);
    const { code, report, err } = await run();
    // What was refused with 401 may be there all the same; another row may have left before it was known to be of every row.
    const rest = report.uncertain > 0 ? report.uncertain + report.notSent : 0;
    expect([code, report, rest, err]).toMatchObject([
      ...[8, { created: 25, run: 1 }, 15],
      expect.stringMatching(
        /Stopped early: The store shop\.test refused the token \(401\)[\s\S]*Rerun the command to continue import 1\./,
      ),
    ]);
    limit.most = Number.POSITIVE_INFINITY;
    const again = await run();
    expect([again.code, again.report.created, Object.keys(again.report), again.posts, again.err]).toEqual([
      ...[0, 40, Object.keys(report), 15],
      expect.stringContaining('Continuing import 1: 25 of 40 rows are in the store.'),
    ]);
    expect(again.err).toMatch(/✓ All 40 products are on \S+ \(15 created now, 25 before\)\.$/m);
    expect(products.map(({ sku }) => sku).sort()).toEqual(skus(40));
  });

  test('sends every row once the token may write, and rejects none before', async () => {
    let isRefused = true;
    const store = storeOf();
    const { run } = await serveShop(catalogue(2), (request, response, count) =>
      isRefused && request.method === 'POST' ? json(response, 401, {}) : store(request, response, count),
    );
    const { code, report, err } = await run();
    expect([code, report, err]).toMatchObject([4, { created: 0, rejected: 0 }, expect.stringContaining('may write')]);
    isRefused = false;
    const again = await run();
    expect([again.code, again.report.created]).toEqual([0, 2]);
  });

  test('is refused by a store that does not have what the run created', async () => {
    const { run } = await ownFile(catalogue(3));
    const refusing = storeOf([], (sku) => ({ status: sku === 'S-2' ? 401 : 201 }));
    const first = await serveStore(refusing);
    await run(first, '--max-errors 0');
    await first.close();
    const second = await serveStore(storeOf(), { port: Number(new URL(first.url).port) });
    const other = await run(second, '--max-errors 0');
    expect([other.code, posts(second.seen), messageOf(other.err)]).toEqual([
      ...[5, 0],
      expect.stringContaining('Import 1 created line 2 (sku "S-0"), but this store does not have it.'),
    ]);
    const anew = await run(second, '--max-errors 0 --restart');
    expect([anew.code, posts(second.seen)]).toEqual([0, 3]);
  });
});

test.each([
  ['with rows of unknown outcome', tooLong],
  ['where all is done', created],
])('a journal is of one store: %s it is not used for another', async (_, answer) => {
  const { run, store, directory } = await serveShop(
    catalogue(1),
    storeOf([], () => answer),
  );
  await run();
  const other = await serveStore(storeOf());
  const { seen } = other;
  const { code, err } = await other.run('products import in.csv --json --journal j.db', { directory });
  expect([code, posts(seen), err.includes(`belongs to another store, ${store.url}.`)]).toEqual([2, 0, true]);
});
