import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rowStates } from '../../../src/import/journal/schema.ts';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { type Outcome, ownDirectory } from '../../support/run.ts';
import { type SeenRequest, serveStore, type TestStore } from '../../support/store.ts';
import { catalogue, created, type Product, posts, storeOf } from '../product-store.ts';

interface Shop {
  readonly products: Product[];
  readonly seen: readonly SeenRequest[];
  readonly directory: string;
  readonly store: TestStore;
  /** Imports a file of this text as the feed of a day. */
  readonly feed: (text: string, more?: string) => Promise<Day>;
}

interface Day {
  readonly code: number;
  readonly err: string;
  readonly report: Readonly<Record<string, unknown>>;
  /** Keys that were looked up, besides the test of the look-up. */
  readonly lookedUp: number;
  readonly posts: number;
}

type Answer = (sku: string) => {
  readonly status: number;
  readonly creates?: boolean;
  readonly headers?: Record<string, string>;
};

const usualAnswer: Answer = (sku) => ({ status: sku === 'S-bad' ? 422 : 201 });

/** Asks for an hour of patience when this key is sent for the first time. */
function throttledOnce(key: string): Answer {
  let times = 0;
  return (sku) => (sku === key && ++times === 1 ? { status: 429, headers: { 'retry-after': '3600' } } : created);
}

/** Refuses this key when it is sent for the second time. */
function refusedAgain(key: string): Answer {
  let times = 0;
  return (sku) => ({ status: sku === key && ++times === 2 ? 422 : 201 });
}

/** Creates and refuses one key, and answers only the third attempt at another. */
function troubled(refused: string, silent: string): Answer {
  let times = 0;
  return (sku) => {
    if (sku === refused) return { status: 422, creates: true };
    return { status: sku === silent && ++times < 3 ? 500 : 201 };
  };
}

/** Imports with one journal into a store in memory. */
const withShop = async (use: (shop: Shop) => Promise<void>, answer = usualAnswer): Promise<void> => {
  const directory = ownDirectory();
  const products: Product[] = [];
  const store = await serveStore(storeOf(products, answer));
  const { seen } = store;
  await use(shopAt({ products, directory, store, seen }));
};

function shopAt(shop: Omit<Shop, 'feed'>): Shop {
  const { directory, store, seen } = shop;
  return {
    ...shop,
    async feed(text, more = '') {
      await writeFile(join(directory, 'feed.csv'), text);
      const before = seen.length;
      const outcome: Outcome = await store.run(`products import feed.csv --json --journal j.db --settle 1ms ${more}`, {
        directory,
      });
      const requests = seen.slice(before);
      return {
        ...{ code: outcome.code, err: outcome.err, report: outcome.out === '' ? {} : JSON.parse(outcome.out) },
        ...{ lookedUp: lookUps(requests), posts: posts(requests) },
      };
    },
  };
}

/** Look-ups of keys of the file, each counted once. */
function lookUps(requests: readonly SeenRequest[]): number {
  const searches = requests.map(({ query }) => query.get('filter[search]') ?? '');
  return new Set(searches.filter((search) => /^sku:S-/i.test(search))).size;
}

/** Somebody deletes a product in the back office, and perhaps creates another. */
function lose(products: Product[], sku: string, ...instead: readonly Product[]): void {
  products.splice(
    products.findIndex((product) => product.sku === sku),
    1,
    ...instead,
  );
}

const rows = (...lines: readonly string[]): string => `sku,name\n${lines.join('\n')}\n`;
const counts = ({ report }: Day): unknown[] => [
  report.created,
  report.existing,
  report.unchanged,
  report.changed,
  report.gone,
];

describe('The second import of a feed', { timeout: 60_000 }, () => {
  test('looks up twenty of the unchanged rows, and sends nothing', async () => {
    await withShop(async ({ feed, seen, products }) => {
      // The test of the look-up searches the first product.
      products.push({ productId: 1, sku: 'first', name: 'x' });
      await feed(catalogue(150));
      const before = seen.length;
      const day = await feed(catalogue(150));
      expect([day.code, counts(day), day.lookedUp <= 20, day.posts, seen.length - before <= 25, day.err]).toEqual([
        ...[0, [0, 150, 150, 0, 0], true, 0, true],
        expect.stringContaining('Skipped looking up 150 unchanged rows (use --full to check them).'),
      ]);
    });
  });

  test('records rows that moved, in another order and on other lines, as the journal would have them', async () => {
    await withShop(async ({ feed, directory }) => {
      const lines = catalogue(30).trimEnd().split('\n').slice(1);
      await feed(rows(...lines), '--concurrency 1');
      const moved = [...lines.slice(20), ...lines.slice(0, 10).reverse(), 'S-99,"Two\nlines"', ...lines.slice(12, 20)];
      const day = await feed(rows(...moved), '--results results.csv');
      const results = await readFile(join(directory, 'results.csv'), 'utf8');
      expect([
        counts(day),
        results
          .trimEnd()
          .split('\n')
          .slice(1)
          .map((line) => line.split(',').slice(0, 4)),
      ]).toEqual([
        [1, 28, 28, 0, 2],
        moved.map((line, at) => [
          String(at + 2 + (at > 20 ? 1 : 0)),
          line.split(',')[0],
          line.startsWith('S-99') ? 'created' : 'existing',
          line.startsWith('S-99') ? '31' : String(Number(/\d+/.exec(line)?.[0]) + 1),
        ]),
      ]);
    });
  });

  test('looks up and sends what is new, looks up what has changed, and names what is gone', async () => {
    await withShop(async ({ feed, products }) => {
      await feed(catalogue(40), '--concurrency 1');
      const lines = catalogue(42).trimEnd().split('\n').slice(1);
      const day = await feed(
        rows(...lines.filter((_, at) => at !== 7).map((line, at) => (at === 3 ? `${line}!` : line))),
      );
      expect([day.code, counts(day), day.report.differing, day.report.goneProducts, products.length]).toEqual([
        0,
        [2, 39, 38, 1, 1],
        1,
        [{ key: 'S-7', productId: '8' }],
        42,
      ]);
      expect(day.err).toContain('1 product of import 1 is no longer in the file, and stays in the store: S-7');
      expect(day.err).toContain(
        '\n1 row has changed since the previous import, and exists in the store: an import never changes a product. 1 differs: name 1. To see the differences: shop-cli products diff ',
      );
      expect(day.err).not.toContain('already exists');
    });
  });

  test('a row that differs from the store stays listed as different while it is unchanged', async () => {
    await withShop(async ({ feed }) => {
      await feed(rows('S-1,Mug', 'S-2,Cup'));
      await feed(rows('S-1,Mug', 'S-2,Cup 2'));
      const days = [await feed(rows('S-1,Mug', 'S-2,Cup 2')), await feed(rows('S-1,Mug', 'S-2,Cup 2'))];
      expect(
        days.map(({ report, err }) => [
          report.unchanged,
          report.differing,
          err.includes('still differs in name or price'),
        ]),
      ).toEqual([
        [2, 1, true],
        [2, 1, true],
      ]);
    });
  });

  test('a row in another language, or with another image, has changed', async () => {
    await withShop(async ({ feed }) => {
      await feed('sku,name,image\nS-1,Mug,a.png\nS-2,Cup,b.png\n');
      const image = await feed('sku,name,image\nS-1,Mug,a.png\nS-2,Cup,c.png\n');
      const language = await feed('sku,name,image\nS-1,Mug,a.png\nS-2,Cup,c.png\n', '--language de');
      expect([image, language].map(counts)).toEqual([
        [0, 2, 1, 1, 0],
        [0, 2, 0, 2, 0],
      ]);
    });
  });

  test('--full and --restart look up every row; --on-existing fail fails', async () => {
    await withShop(async ({ feed }) => {
      await feed(catalogue(9));
      const unchanged: unknown[] = [];
      for (const option of ['', '--full', '--restart'])
        unchanged.push((await feed(catalogue(9), option)).report.unchanged);
      const failed = await feed(catalogue(9), '--on-existing fail');
      expect([unchanged, failed.code, failed.err.includes('S-8')]).toEqual([[9, 0, 0], 2, true]);
    });
  });

  test('of another name is another feed, unless only the date in it is another', async () => {
    await withShop(async ({ store, directory }) => {
      const names = ['a-2026-11-21.csv', 'a-2026-11-22.csv', 'a-20261123T0600.csv', 'b-2026-11-22.csv'];
      const unchanged: unknown[] = [];
      for (const name of names) {
        await writeFile(join(directory, name), catalogue(6));
        const { out } = await store.run(`products import ${name} --json --journal j.db`, { directory });
        unchanged.push(JSON.parse(out).unchanged);
      }
      expect(unchanged).toEqual([0, 6, 6, 0]);
    });
  });

  test('of another shard is another feed', async () => {
    await withShop(async ({ feed }) => {
      const [first, second] = [await feed(catalogue(30), '--shard 1/2'), await feed(catalogue(30), '--shard 2/2')];
      const again = await feed(catalogue(30), '--shard 1/2');
      expect([second.report.unchanged, again.report.unchanged, again.report.gone]).toEqual([
        0,
        first.report.created,
        0,
      ]);
    });
  });
});

describe('A new row of a feed that gets no answer twice, while the store grows', { timeout: 60_000 }, () => {
  const day = `${catalogue(40)}S-901,x\nS-902,x\n`;

  test('is sent a third time, and created once', async () => {
    await withShop(
      async ({ feed, products }) => {
        await feed(catalogue(40));
        const { report } = await feed(day, '--concurrency 1');
        expect([report.uncertain, report.rejected, products.filter(({ sku }) => sku === 'S-902').length]).toEqual([
          0, 1, 1,
        ]);
      },
      troubled('S-901', 'S-902'),
    );
  });
});

describe('What a feed remembers is not believed', { timeout: 60_000 }, () => {
  test('when the store has fewer products than before: every row is looked up, and what is gone is created', async () => {
    await withShop(async ({ feed, products }) => {
      await feed(catalogue(110));
      lose(products, 'S-90');
      const day = await feed(catalogue(110));
      expect([counts(day), products.length, day.err]).toEqual([
        [1, 109, 0, 0, null],
        110,
        expect.stringContaining('The store has 109 products; it had 110 after import 1. Looking up every row.'),
      ]);
    });
  });

  test('when the store was emptied and filled again with something else', async () => {
    await withShop(async ({ feed, products }) => {
      await feed(catalogue(30));
      products.splice(0, 30, ...Array.from({ length: 40 }, (_, at) => ({ productId: at, sku: `O-${at}`, name: 'x' })));
      const day = await feed(catalogue(30));
      expect([
        counts(day),
        products.length,
        /Import 1 found sku "S-\d+" in the store exactly once/.test(day.err),
      ]).toEqual([[30, 0, 0, 0, null], 70, true]);
    });
  });

  test('when a backup was put back that lacks the last products, and others were created since', async () => {
    await withShop(async ({ feed, products }) => {
      await feed(catalogue(200));
      products.splice(198, 2);
      for (const sku of ['O-1', 'O-2', 'O-3']) products.push({ productId: products.length + 1, sku, name: 'x' });
      const day = await feed(catalogue(200));
      expect([counts(day), day.err.includes('Looking up every row')]).toEqual([[2, 198, 0, 0, null], true]);
    });
  });

  test('for rows that were rejected or are uncertain: they are looked up and sent', async () => {
    await withShop(async ({ feed, products }) => {
      const text = rows('S-1,Mug', 'S-bad,Cup', 's-9,Plate');
      products.push({ productId: 77, sku: 'S-9', name: 'Plate' });
      const first = await feed(text);
      const day = await feed(text);
      expect([
        first.report.rejected,
        first.report.uncertain,
        counts(day),
        day.report.rejected,
        day.report.uncertain,
      ]).toEqual([1, 1, [0, 1, 1, 0, 0], 1, 1]);
    });
  });

  test('for a row of which another import has found out something else since', async () => {
    await withShop(async ({ feed, products, store, directory }) => {
      await feed(catalogue(150));
      await writeFile(join(directory, 'one.csv'), rows('S-20,Product 20'));
      await store.run('products import one.csv --journal j.db', { directory });
      const database = await openSqlite(join(directory, 'j.db'));
      database.exec(`UPDATE rows SET state = ${rowStates.uncertain} WHERE run = 2`);
      database.close();
      lose(products, 'S-20', { productId: 999, sku: 'other', name: 'x' });
      await feed(catalogue(150));
      expect(products.filter(({ sku }) => sku === 'S-20').length).toBe(1);
    });
  });

  test('after imports delete removed its history', async () => {
    await withShop(async ({ feed, store, directory }) => {
      await feed(catalogue(8));
      await store.run('imports delete 1 --yes --journal j.db', { directory });
      expect(counts(await feed(catalogue(8)))).toEqual([0, 8, 0, 0, null]);
    });
  });

  test('for a row that the store refused because it exists: it was never compared', async () => {
    await withShop(
      async ({ feed }) => {
        await feed(rows('S-1,Mug', 'S-2,Cup'));
        expect(counts(await feed(rows('S-1,Mug', 'S-2,Cup')))).toEqual([0, 2, 1, 0, 0]);
      },
      (sku) => (sku === 'S-2' ? { status: 409, creates: true } : created),
    );
  });

  test('when an import that believed it is continued: what it did not look up is looked up then', async () => {
    await withShop(async ({ feed, products }) => {
      await feed(catalogue(40));
      const stopped = await feed(catalogue(44), '--max-wait 1s');
      lose(products, 'S-3');
      const day = await feed(catalogue(44));
      expect([stopped.code, stopped.report.unchanged, day.err.includes('Continuing import 2'), counts(day)]).toEqual([
        8,
        40,
        true,
        [5, 39, 0, 0, 0],
      ]);
      expect(products.filter(({ sku }) => sku === 'S-3').length).toBe(1);
    }, throttledOnce('S-42'));
  });

  test('in an import that looked up every row once, also when it is continued', async () => {
    await withShop(async ({ feed, products }) => {
      await feed(catalogue(120));
      for (const sku of ['S-5', 'S-20', 'S-30', 'S-40'])
        lose(products, sku, { productId: 900 + products.length, sku: `instead of ${sku}`, name: 'x' });
      // It stops at S-5, before S-40 is in the journal.
      const stopped = await feed(catalogue(120), '--full --max-errors 0 --concurrency 1 --rate 20');
      const day = await feed(catalogue(120));
      expect([stopped.code, day.err.includes('Continuing import 2'), day.report.unchanged]).toEqual([8, true, 0]);
      expect(products.filter(({ sku }) => sku === 'S-40').length).toBe(1);
    }, refusedAgain('S-5'));
  });

  test('a journal of the day before yesterday only has more rows looked up', async () => {
    await withShop(async ({ feed, directory, products }) => {
      await feed(catalogue(20));
      await cp(join(directory, 'j.db'), join(directory, 'old.db'));
      await feed(catalogue(25));
      await cp(join(directory, 'old.db'), join(directory, 'j.db'));
      const day = await feed(catalogue(25));
      expect([counts(day), products.length]).toEqual([[0, 25, 20, 0, 0], 25]);
    });
  });
});
