import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue, type Product, posts, serveShop, storeOf } from '../import/product-store.ts';
import type { Outcome } from '../support/run.ts';
import { type SeenRequest, serveStore, type TestStore } from '../support/store.ts';

interface Imported {
  readonly products: Product[];
  readonly directory: string;
  readonly seen: readonly SeenRequest[];
  readonly store: TestStore;
  /** Verifies the latest import. */
  readonly verify: (more?: string) => Promise<Outcome>;
}

/** Imports a file of products `S-<n>` into a store in memory, which `others` fill up before. */
async function imported(rows: number, { others = 0 } = {}): Promise<Imported> {
  const other = (at: number): Product => ({ productId: at + 1, sku: `other ${at}`, name: 'x' });
  const products = Array.from({ length: others }, (_, at) => other(at));
  const behaviour = storeOf(products, (sku) => ({ status: sku === 'S-9' ? 422 : 201 }));
  const { run, ask, directory, seen, store } = await serveShop(catalogue(rows), behaviour);
  await run();
  return { products, directory, seen, store, verify: (more = '--json') => ask(`imports verify ${more}`) };
}

/** Changes the store behind the import's back: S-1 has another name, S-2 is there twice, S-3 is gone, S-4 has another key. */
function change(products: Product[]): void {
  const at = (sku: string) => products.findIndex((product) => product.sku === sku);
  products[at('S-1')] = { ...(products[at('S-1')] as Product), name: 'Other' };
  products.push({ productId: 900, sku: 'S-2', name: 'Product 2' });
  products[at('S-4')] = { ...(products[at('S-4')] as Product), sku: 's-4' };
  products.splice(at('S-3'), 1);
}

const outcomes = ({ out }: Outcome): readonly string[] =>
  JSON.parse(out).problems.map(
    ({ line, key, outcome, productId, message }: Record<string, unknown>) =>
      `${line} ${key} ${outcome} ${productId}: ${message}`,
  );

describe('imports verify', () => {
  test('finds every row once, and sends nothing', async () => {
    const { verify, seen } = await imported(5);
    const before = posts(seen);
    const { code, out, err } = await verify();
    expect({ code, posts: posts(seen) - before, counts: JSON.parse(out), err }).toMatchObject({
      code: 0,
      posts: 0,
      counts: { run: 1, rows: 5, once: 5, different: 0, twice: 0, missing: 0, uncertain: 0, problems: [] },
      err: expect.stringContaining('5 of 5 rows of import 1 are on shop.test exactly once.'),
    });
  });

  test.each([
    ['by the list', 0],
    ['by a look-up each', 900],
  ])('names every row that needs attention, %s', async (_, others) => {
    const { products, verify } = await imported(6, { others });
    change(products);
    const outcome = await verify();
    const id = (number: number): number => others + number;
    expect([outcome.code, outcomes(outcome)]).toEqual([
      7,
      [
        `3 S-1 different ${id(2)}: differs from the row that was imported`,
        `4 S-2 twice ${id(3)} 900: the store has it as IDs ${id(3)} and 900`,
        `5 S-3 missing ${id(4)}: not in the store; outcome of the import: created, ID ${id(4)}`,
        `6 S-4 uncertain ${id(5)}: the store has "s-4" (ID ${id(5)}), which may be the same as this row`,
      ],
    ]);
  });

  test('rows that the store refused are missing', async () => {
    const { verify } = await imported(11);
    const outcome = await verify();
    expect([outcome.code, outcomes(outcome)]).toEqual([
      7,
      [expect.stringMatching(/^11 S-9 missing null: not in the store; outcome of the import: rejected \(.*422/)],
    ]);
  });

  test('writes those rows as CSV and NDJSON, and says the counts', async () => {
    const { products, verify } = await imported(6);
    change(products);
    const [csv, lines, ids] = [
      await verify('-o csv --fields line,outcome'),
      await verify('-o ndjson'),
      await verify('-q'),
    ];
    expect([csv.out, lines.out.trim().split('\n').length, ids.out, csv.err]).toEqual([
      'line,outcome\n3,different\n4,twice\n5,missing\n6,uncertain\n',
      4,
      'S-1\nS-2\nS-3\nS-4\n',
      expect.stringContaining(
        '3 of 6 rows of import 1 are on shop.test exactly once, 1 of them different; 1 twice, 1 missing, 1 uncertain.',
      ),
    ]);
  });

  test('shows the counts and the rows as tables', async () => {
    const { products, verify } = await imported(6);
    products.splice(3, 1);
    const { out } = await verify('');
    expect(out.split('\n').map((line) => line.trim().replace(/\s+/g, ' '))).toEqual(
      expect.arrayContaining([
        'Once, as imported 5',
        'Missing 1',
        '5 S-3 missing 4 not in the store; outcome of the import: created, ID 4',
      ]),
    );
  });

  test('refuses the journal of another store, and an import that is not there', async () => {
    const { verify, directory } = await imported(2);
    const missing = await verify('7');
    const store = await serveStore(storeOf());
    const other = await store.run('imports verify --journal j.db', { directory });
    expect([missing.code, other.code, other.err.includes('belongs to another store')]).toEqual([3, 2, true]);
  });

  test('one that an earlier version recorded is looked up, and not compared', async () => {
    const { verify, directory } = await imported(3);
    const { openSqlite } = await import('../../src/system/sqlite.ts');
    const database = await openSqlite(join(directory, 'j.db'));
    database.exec('UPDATE row SET cells = json_array(cells ->> 0, cells ->> 1)');
    database.close();
    const { code, out, err } = await verify();
    expect([code, JSON.parse(out).notCompared, err.includes('3 rows could not be compared')]).toEqual([0, 3, true]);
  });

  test('rows that were announced and never left are not sent, not missing', async () => {
    // The first refusals end the import while the other rows of its window wait.
    const behaviour = storeOf([], (sku) => ({ status: sku === 'S-0' ? 201 : 422 }));
    const { run, ask } = await serveShop(catalogue(6), behaviour);
    await run('--max-errors 0');
    const { once, missing, notSent } = JSON.parse((await ask('imports verify --json')).out);
    expect({ once, missing, rows: once + missing + notSent }).toEqual({ once: 1, missing: 1, rows: 6 });
  });
});
