import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SeenRequest } from '../../support/store.ts';
import { isThorough } from '../../support/thorough.ts';
import { type Answer, catalogue, created, lose, type Product, serveShop, skusOf, storeOf } from '../product-store.ts';

const usualAnswer = (sku: string): Answer => ({ status: sku === 'S-bad' ? 422 : 201 });

/** Asks for an hour of patience when this key is sent for the first time. */
function throttledOnce(key: string) {
  let times = 0;
  return (sku: string): Answer =>
    sku === key && ++times === 1 ? { status: 429, headers: { 'retry-after': '3600' } } : created;
}

/** Creates and refuses one key, and answers only the third attempt at another. */
function troubled(refused: string, silent: string) {
  let times = 0;
  return (sku: string): Answer => {
    if (sku === refused) return { status: 422, creates: true };
    return { status: sku === silent && ++times < 3 ? 500 : 201 };
  };
}

/** A store in memory, and a feed that is imported into it with one journal. */
async function openShop(answer = usualAnswer) {
  const products: Product[] = [];
  const shop = await serveShop('', storeOf(products, answer));
  /** Imports a file of this text as the feed of a day. */
  const feed = async (text: string, more = '') => {
    const before = shop.seen.length;
    await shop.write('in.csv', text);
    const day = await shop.run(`--settle 1ms ${more}`);
    return { ...day, lookedUp: lookUps(shop.seen.slice(before)) };
  };
  return { ...shop, products, feed };
}

type Day = Awaited<ReturnType<Awaited<ReturnType<typeof openShop>>['feed']>>;

/** Look-ups of keys of the file, each counted once. */
function lookUps(requests: readonly SeenRequest[]): number {
  const searches = requests.map(({ query }) => query.get('filter[search]') ?? '');
  return new Set(searches.filter((search) => /^sku:S-/i.test(search))).size;
}

const rows = (...lines: readonly string[]): string => `sku,name\n${lines.join('\n')}\n`;
const counts = ({ report: { created, existing, unchanged, changed, gone } }: Day) => [
  ...[created, existing, unchanged, changed, gone],
];

const timesOf = (sku: string, products: readonly Product[]) => skusOf(products).filter((one) => one === sku).length;

describe('The second import of a feed', () => {
  test('looks up twenty of the unchanged rows, and sends nothing', async () => {
    const { feed, seen, products } = await openShop();
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

  test.runIf(isThorough)(
    'records rows that moved, in another order and on other lines, as the journal would have them',
    async () => {
      const { feed, read } = await openShop();
      const lines = catalogue(30).trimEnd().split('\n').slice(1);
      await feed(rows(...lines));
      const moved = [...lines.slice(20), ...lines.slice(0, 10).reverse(), 'S-99,"Two\nlines"', ...lines.slice(12, 20)];
      const day = await feed(rows(...moved), '--results results.csv');
      const [, ...results] = (await read('results.csv')).trimEnd().split('\n');
      expect([counts(day), results.map((line) => line.split(',').slice(0, 4))]).toEqual([
        [1, 28, 28, 0, 2],
        moved.map((line, at) => [
          String(at + 2 + (at > 20 ? 1 : 0)),
          line.split(',')[0],
          line.startsWith('S-99') ? 'created' : 'existing',
          line.startsWith('S-99') ? '31' : String(Number(/\d+/.exec(line)?.[0]) + 1),
        ]),
      ]);
    },
  );

  test.runIf(isThorough)(
    'looks up and sends what is new, looks up what has changed, and names what is gone',
    async () => {
      const { feed, products } = await openShop();
      await feed(catalogue(40));
      const lines = catalogue(42).trimEnd().split('\n').slice(1);
      const day = await feed(
        rows(...lines.filter((_, at) => at !== 7).map((line, at) => (at === 3 ? `${line}!` : line))),
      );
      expect([counts(day), products.length, day]).toMatchObject([
        ...[[2, 39, 38, 1, 1], 42],
        { code: 0, report: { differing: 1, goneProducts: [{ key: 'S-7', productId: '8' }] } },
      ]);
      expect(day.err).toContain('1 product of import 1 is no longer in the file, and stays in the store: S-7');
      expect(day.err).toContain(
        '\n1 row has changed since the previous import, and exists in the store: an import never changes a product. 1 differs: name 1.\n',
      );
      expect(day.err).not.toContain('already exists');
    },
  );

  test.runIf(isThorough)(
    'a row that differs from the store stays listed as different while it is unchanged',
    async () => {
      const { feed } = await openShop();
      await feed(rows('S-1,Mug', 'S-2,Cup'));
      await feed(rows('S-1,Mug', 'S-2,Cup 2'));
      const listed = {
        report: { unchanged: 2, differing: 1 },
        err: expect.stringContaining('still differs in name, price or taxRate'),
      };
      for (let day = 0; day < 2; day++) expect(await feed(rows('S-1,Mug', 'S-2,Cup 2'))).toMatchObject(listed);
    },
  );

  test.runIf(isThorough)('a row in another language, or with another image, has changed', async () => {
    const { feed } = await openShop();
    await feed('sku,name,image\nS-1,Mug,a.png\nS-2,Cup,b.png\n');
    const image = await feed('sku,name,image\nS-1,Mug,a.png\nS-2,Cup,c.png\n');
    const language = await feed('sku,name,image\nS-1,Mug,a.png\nS-2,Cup,c.png\n', '--language de');
    expect([image, language].map(counts)).toEqual([
      [0, 2, 1, 1, 0],
      [0, 2, 0, 2, 0],
    ]);
  });

  test('--full and --restart look up every row; --on-existing fail fails', async () => {
    const { feed } = await openShop();
    await feed(catalogue(9));
    const unchanged: unknown[] = [];
    for (const option of ['', '--full', '--restart'])
      unchanged.push((await feed(catalogue(9), option)).report.unchanged);
    const failed = await feed(catalogue(9), '--on-existing fail');
    expect([unchanged, failed.code, failed.err.includes('S-8')]).toEqual([[9, 0, 0], 2, true]);
  });

  test.runIf(isThorough)('of another name is another feed, unless only the date in it is another', async () => {
    const { ask, write } = await openShop();
    const names = ['a-2026-11-21.csv', 'a-2026-11-22.csv', 'a-20261123T0600.csv', 'b-2026-11-22.csv'];
    const unchanged: unknown[] = [];
    for (const name of names) {
      await write(name, catalogue(6));
      const { out } = await ask(`products import ${name} --json`);
      unchanged.push(JSON.parse(out).unchanged);
    }
    expect(unchanged).toEqual([0, 6, 6, 0]);
  });

  test.runIf(isThorough)('of another shard is another feed', async () => {
    const { feed } = await openShop();
    const [first, second] = [await feed(catalogue(30), '--shard 1/2'), await feed(catalogue(30), '--shard 2/2')];
    const again = await feed(catalogue(30), '--shard 1/2');
    expect([second.report.unchanged, again.report.unchanged, again.report.gone]).toEqual([0, first.report.created, 0]);
  });
});

test.runIf(isThorough)(
  'A new row of a feed that gets no answer twice, where no created row shows that the search finds it, is uncertain',
  async () => {
    const { feed, products } = await openShop(troubled('S-901', 'S-902'));
    await feed(catalogue(40));
    const { report } = await feed(`${catalogue(40)}S-901,x\nS-902,x\n`);
    expect([report.uncertain, report.rejected, timesOf('S-902', products)]).toEqual([1, 1, 0]);
  },
);

describe('What a feed remembers is not believed', () => {
  test.runIf(isThorough)(
    'when the store has fewer products than before: every row is looked up, and what is gone is created',
    async () => {
      const { feed, products } = await openShop();
      await feed(catalogue(110));
      lose(products, 'S-90');
      const day = await feed(catalogue(110));
      expect([counts(day), products.length, day.err]).toEqual([
        [1, 109, 0, 0, null],
        110,
        expect.stringContaining('The store has 109 products; it had 110 after import 1. Looking up every row.'),
      ]);
    },
  );

  test.runIf(isThorough)('when the store was emptied and filled again with something else', async () => {
    const { feed, products } = await openShop();
    await feed(catalogue(30));
    products.splice(0, 30, ...Array.from({ length: 40 }, (_, at) => ({ productId: at, sku: `O-${at}`, name: 'x' })));
    const day = await feed(catalogue(30));
    expect([
      counts(day),
      products.length,
      /Import 1 found sku "S-\d+" in the store exactly once/.test(day.err),
    ]).toEqual([[30, 0, 0, 0, null], 70, true]);
  });

  test.runIf(isThorough)(
    'when a backup was put back that lacks the last products, and others were created since',
    async () => {
      const { feed, products } = await openShop();
      await feed(catalogue(200));
      products.splice(198, 2);
      for (const sku of ['O-1', 'O-2', 'O-3']) products.push({ productId: products.length + 1, sku, name: 'x' });
      const day = await feed(catalogue(200));
      expect([counts(day), day.err.includes('Looking up every row')]).toEqual([[2, 198, 0, 0, null], true]);
    },
  );

  test('for rows that were rejected or are uncertain: they are looked up and sent', async () => {
    const { feed, products } = await openShop();
    const text = rows('S-1,Mug', 'S-bad,Cup', 's-9,Plate');
    products.push({ productId: 77, sku: 'S-9', name: 'Plate' });
    const report = { rejected: 1, uncertain: 1 };
    expect(await feed(text)).toMatchObject({ report });
    const day = await feed(text);
    expect([day, counts(day)]).toMatchObject([{ report }, [0, 1, 1, 0, 0]]);
  });

  test.runIf(isThorough)('for a row of which another import has found out something else since', async () => {
    const { feed, products, ask, write, changeJournal } = await openShop();
    await feed(catalogue(150));
    await write('one.csv', rows('S-20,Product 20'));
    await ask('products import one.csv');
    await changeJournal("UPDATE row SET state = 'uncertain' WHERE run = 2; DELETE FROM seals WHERE run = 2");
    lose(products, 'S-20', { productId: 999, sku: 'other', name: 'x' });
    await feed(catalogue(150));
    expect(timesOf('S-20', products)).toBe(1);
  });

  test('after imports delete removed its history', async () => {
    const { feed, ask } = await openShop();
    await feed(catalogue(8));
    await ask('imports delete 1 --yes');
    expect(counts(await feed(catalogue(8)))).toEqual([0, 8, 0, 0, null]);
  });

  test('for a row that the store refused because it exists: it was never compared', async () => {
    const { feed } = await openShop((sku) => (sku === 'S-2' ? { status: 409, creates: true } : created));
    await feed(rows('S-1,Mug', 'S-2,Cup'));
    expect(counts(await feed(rows('S-1,Mug', 'S-2,Cup')))).toEqual([0, 2, 1, 0, 0]);
  });

  test.runIf(isThorough)(
    'when an import that believed it is continued: what it did not look up is looked up then',
    async () => {
      const { feed, products } = await openShop(throttledOnce('S-42'));
      await feed(catalogue(40));
      const stopped = await feed(catalogue(44), '--max-wait 1s');
      lose(products, 'S-3');
      const day = await feed(catalogue(44));
      expect(stopped).toMatchObject({ code: 8, report: { unchanged: 40 } });
      expect([day.err.includes('Continuing import 2'), counts(day)]).toEqual([true, [5, 39, 0, 0, 0]]);
      expect(timesOf('S-3', products)).toBe(1);
    },
  );

  test.runIf(isThorough)('in an import that looked up every row once, also when it is continued', async () => {
    const { feed, products } = await openShop((sku) => ({ status: sku === 'S-5' ? 422 : 201 }));
    for (let at = 0; at < 1000; at++) products.push({ productId: at + 1, sku: `S-${at}`, name: `Product ${at}` });
    await feed(catalogue(1000));
    for (const sku of ['S-5', 'S-20', 'S-40'])
      lose(products, sku, { productId: 1000 + Number(sku.slice(2)), sku: `instead of ${sku}`, name: 'x' });
    // It stops at S-5. At this rate a window is one row, and the next is announced meanwhile: S-40 is not in the journal.
    const stopped = await feed(catalogue(1000), '--full --max-errors 0 --rate 5');
    const day = await feed(catalogue(1000));
    expect([stopped.code, day.err.includes('Continuing import 2'), day.report.unchanged]).toEqual([8, true, 0]);
    expect(timesOf('S-40', products)).toBe(1);
  });

  test.runIf(isThorough)('a journal of the day before yesterday only has more rows looked up', async () => {
    const { feed, directory, products } = await openShop();
    await feed(catalogue(20));
    await cp(join(directory, 'j.db'), join(directory, 'old.db'));
    await feed(catalogue(25));
    await cp(join(directory, 'old.db'), join(directory, 'j.db'));
    const day = await feed(catalogue(25));
    expect([counts(day), products.length]).toEqual([[0, 25, 20, 0, 0], 25]);
  });
});
