import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Behaviour, json } from '../../support/store.ts';
import { isThorough, sampleOf } from '../../support/thorough.ts';
import { catalogue, doubledIn, exactly, isPost, type Product, posts, serveShop, storeOf } from '../product-store.ts';

/** What the clocks of the store and of this machine say. */
const start = Date.parse('2026-01-31T12:00:00Z');
let hours = 0;
const now = () => new Date(start + hours * 3_600_000);

type Lists = (all: readonly Product[]) => readonly Product[];

/** A store whose list and count leave out some products; its search finds all. */
function partialStore(products: Product[], lists: Lists): Behaviour {
  const store = storeOf(products, undefined, { finds: exactly, lists });
  return (request, response, count) => {
    response.setHeader('date', now().toUTCString());
    store(request, response, count);
  };
}

const isOffline = ({ productId }: Product): boolean => productId % 5 === 0;

const kinds = [
  ['leaves out products that are offline', (all) => all.filter((product) => !isOffline(product))],
  ['ends after 50 products', (all) => all.slice(0, 50)],
  ['ends after the latest 50 products', (all) => all.slice(-50).reverse()],
  ['shows nothing', () => []],
  ['shows only what is not in the file', (all) => all.filter(({ sku }) => !sku.startsWith('S-'))],
] as const satisfies readonly [string, Lists][];

const imported = (rows: number): Product[] =>
  Array.from({ length: rows }, (_, at) => ({ productId: at + 1, sku: `S-${at}`, name: `Product ${at}` }));
const others = (count: number): Product[] =>
  Array.from({ length: count }, (_, at) => ({ productId: at + 1, sku: `OTHER-${at}`, name: 'x' }));

describe.each(sampleOf(kinds, 2))('a store whose list %s', (_, lists) => {
  test('gets no product twice by an import without the journal of the first', async () => {
    const { run, directory, seen } = await serveShop(catalogue(60), partialStore(others(1), lists));
    const first = await run('', { now });
    await rm(join(directory, 'j.db'));
    hours++;
    const again = await run('', { now });
    expect([first.code, again.code, posts(seen), again.report.existing]).toEqual([0, 0, 60, 60]);
  });

  test('has no row that diff calls new, a dry run would create, or verify misses', async () => {
    const { run, ask, store, directory } = await serveShop(catalogue(60), partialStore(imported(60), lists));
    const diff = await store.run('products diff in.csv --json', { directory, now });
    const dry = await run('--dry-run', { now });
    await run('', { now });
    const verified = await ask('imports verify 1 --json', { now });
    expect([JSON.parse(diff.out).summary.new, dry.report.wouldCreate, JSON.parse(verified.out).missing]).toEqual([
      0, 0, 0,
    ]);
  });
});

/** Rows: of so many, hardly ever one of those that are searched at random. */
const many = isThorough ? 2000 : 150;
/** The row that the journal knows. */
const known = isThorough ? 500 : 100;

test('a row that the journal has as created is looked up, although the list lacks it and is believed', async () => {
  const products = others(3);
  const store = partialStore(products, (all) => all.slice(0, 2));
  // Its ID is nowhere near those that are listed.
  const { run, write, seen } = await serveShop(catalogue(1, known), store);
  await run('', { now });
  products.splice(2, 1);
  hours++;
  await write('in.csv', catalogue(many));
  expect((await run('--dry-run', { now })).report).toMatchObject({ wouldCreate: many - 1, exists: 1 });
  await write('in.csv', catalogue(100, known - 99));
  const again = await run('', { now });
  expect([again.code, posts(seen), again.report.existing]).toEqual([0, 100, 1]);
});

test('rows before the one that shows what the list lacks are compared once, with what a search finds', async () => {
  const products = others(3);
  const { run, write } = await serveShop(
    catalogue(1, known),
    partialStore(products, (all) => all.slice(0, 2)),
  );
  await run('', { now });
  products.splice(2, 1);
  for (const at of [0, 1, 2]) products.push({ productId: 9000 + 10 * at, sku: `S-${at}`, name: 'Another' });
  hours++;
  await write('in.csv', catalogue(many));
  const refused = await run('--on-existing fail', { now });
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('4 rows already exist in the store.')]);
  const { code, report, err } = await run('', { now });
  expect([code, report.created, report.existing, report.differing]).toEqual([0, many - 4, 4, 3]);
  expect(err.match(/lacks some that the search finds/g)).toHaveLength(1);
  expect(doubledIn(products)).toEqual([]);
});

test('one product whose ID is missing between those listed is reason enough to look up every row', async () => {
  const store = partialStore(others(40), (all) => all.filter(({ productId }) => productId !== 20));
  const { run, seen } = await serveShop(catalogue(100), store);
  await run('--dry-run');
  const searches = seen.map(({ query }) => query.get('filter[search]') ?? '');
  expect(new Set(searches.filter((search) => search.startsWith('sku:S-'))).size).toBe(100);
});

test('products that only the store has are not told from a list that leaves out others', async () => {
  const lists: Lists = (all) => all.filter((product) => !isOffline(product));
  const { store, directory } = await serveShop(catalogue(90), partialStore(imported(100), lists));
  const { code, err } = await store.run('products diff in.csv --store-only --json', { directory, now });
  expect([code, err.replace(/\s+/g, ' ')]).toEqual([11, expect.stringContaining('lacks some that the search finds')]);
});

test('a row that another import created while this one was interrupted is looked up, although the count is the same', async () => {
  const products = others(1);
  let isDown = true;
  const answers = partialStore(products, (all) => all.filter(({ name }) => name !== 'offline'));
  const { run, ask, write } = await serveShop(catalogue(60), (request, response, count) => {
    if (isPost(request) && isDown && products.length > 10) json(response, 422, {});
    else answers(request, response, count);
  });
  await write('other.csv', catalogue(30, 30).replace(/Product \d+/g, 'offline'));
  await run('--max-errors 0', { now });
  isDown = false;
  await ask('products import other.csv --concurrency 1 --max-errors 0', { now });
  hours++;
  const { err } = await run('--max-errors 0', { now });
  expect([err.includes('Continuing import 1'), doubledIn(products)]).toEqual([true, []]);
});
