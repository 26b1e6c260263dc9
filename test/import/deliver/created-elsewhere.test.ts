import { describe, expect, test } from 'vitest';
import type { Behaviour } from '../../support/store.ts';
import {
  catalogue,
  created,
  doubledIn,
  importOnce,
  isPost,
  type Product,
  posts,
  serveShop,
  storeOf,
} from '../product-store.ts';

/** Answers the first creation when another import has sent one too: both have seen the store without these products. */
function onceTwoSend(answers: Behaviour): Behaviour {
  let waiting: (() => void) | undefined;
  let creations = 0;
  return (request, response, count) => {
    const answer = () => answers(request, response, count);
    if (isPost(request) && ++creations === 1) {
      waiting = answer;
      return;
    }
    if (creations === 2) {
      waiting?.();
      waiting = undefined;
    }
    answer();
  };
}

/** A store in which somebody creates this product while S-1 is sent. */
const joined = (sku: string) => {
  const products: Product[] = [];
  return storeOf(products, (sent) => {
    if (sent === 'S-1') products.push({ productId: 900, sku, name: 'elsewhere' });
    return created;
  });
};

describe('somebody else who creates the same keys meanwhile', () => {
  // By look-ups, and by listing the store.
  test.each([3, 150])('is noticed at the end of an import of %i rows: every double is listed', async (rows) => {
    expect(await importOnce(catalogue(rows), joined('S-1'))).toMatchObject({
      ...{ code: 7, err: expect.stringContaining('1 more product than') },
      report: {
        ...{ created: rows - 1, duplicate: 1 },
        problems: [{ line: 3, key: 'S-1', message: expect.stringContaining('IDs 900 and 3') }],
      },
    });
  });

  test('is noticed although the list shows their product before that of this import', async () => {
    const products: Product[] = [];
    const answers = storeOf(products, (sku) => {
      const theirs = [sku, 'T'].map((one, at) => ({ productId: 900 + at, sku: one, name: 'elsewhere' }));
      if (sku === 'S-120') products.push(...theirs);
      return created;
    });
    let late: Product | undefined;
    const behaviour: Behaviour = (request, response, count) => {
      if (late && request.query.get('filter[search]') === 'sku:S-120') products.push(late);
      answers(request, response, count);
      late = request.body.includes('"S-120"') ? products.pop() : late;
    };
    expect(await importOnce(catalogue(150), behaviour)).toMatchObject({ code: 7, report: { duplicate: 1 } });
  });

  test('from another home directory stops both imports soon', async () => {
    const products: Product[] = [];
    const { run } = await serveShop(catalogue(200), onceTwoSend(storeOf(products)));
    const runs = await Promise.all(['0', '1'].map((at) => run(`--concurrency 2 --journal ${at}.db`)));
    expect(runs).toMatchObject(
      Array(2).fill({ code: 7, err: expect.stringContaining('Another import of the same products is running') }),
    );
    expect(doubledIn(products).length).toBeLessThan(60);
    expect(runs[0]?.report.duplicate).toBeGreaterThan(1);
    // The rest is found by the import that is continued.
    const { code, report } = await run('--journal 0.db');
    expect([code, report.duplicate, products.length - doubledIn(products).length]).toEqual([
      ...[7, doubledIn(products).length],
      200,
    ]);
  });

  test('of one product alone is no reason to stop', async () => {
    const products: Product[] = [];
    const answers = storeOf(products, (sku) => {
      if (sku === 'S-4') products.push({ productId: 900, sku, name: 'elsewhere' });
      return created;
    });
    expect(await importOnce(catalogue(60), answers, '--concurrency 1')).toMatchObject({
      ...{ code: 7, report: { created: 59, duplicate: 1 } },
    });
  });

  test('by an answer that was lost is a duplicate of this import alone', async () => {
    const products: Product[] = [];
    const late: Product[] = [];
    const answers = storeOf(products, (sku) => {
      const isLost = products.length < 20 && !late.some((one) => one.sku === sku);
      if (isLost) late.push({ productId: 900 + late.length, sku, name: 'late' });
      else if (late.length > 0 && products.length === 20) products.push(...late.splice(0));
      return isLost ? { status: 500, creates: false } : created;
    });
    const { err } = await importOnce(catalogue(60), answers, '--concurrency 1');
    expect(err).not.toContain('Another import of the same');
  });

  test('from another home directory, in other parts, is noticed by the import that ends last', async () => {
    const parts = ['--shard 1/3', '--shard 1/4'];
    const products: Product[] = [];
    const { run } = await serveShop(catalogue(60), onceTwoSend(storeOf(products)));
    const runs = await Promise.all(parts.map((part, at) => run(`--journal ${at}.db ${part}`)));
    const doubled = doubledIn(products).length;
    expect(doubled).toBeGreaterThan(0);
    expect(Math.max(...runs.map(({ code }) => code))).toBe(7);
    expect(Math.max(...runs.map(({ report }) => report.duplicate))).toBe(doubled);
  });

  test('is noticed by an import that was killed meanwhile, when it is continued', async () => {
    const products: Product[] = [];
    const user = new AbortController();
    const answers = storeOf(products, (sku) => {
      if (sku === 'S-2') user.abort('SIGTERM');
      return created;
    });
    const { run } = await serveShop(catalogue(5), answers);
    await run('', { interrupted: user.signal });
    products.push({ productId: 900, sku: 'S-0', name: 'elsewhere' });
    expect(await run()).toMatchObject({
      code: 7,
      err: expect.stringContaining('Continuing import 1'),
      report: { duplicate: 1, problems: [{ key: 'S-0', message: expect.stringContaining('IDs 1 and 900') }] },
    });
  });

  test.each([
    ['', 'Warning: the store has 1 more product than this import counted'],
    ['--shard 1/1', 'The store has 1 more product than this shard created: other shards may have created them.'],
  ])(
    'is a warning, but for a shard, whose siblings create too, no more than a message: "%s"',
    async (part, message) => {
      const { code, err } = await importOnce(catalogue(3), joined('OTHER'), part);
      expect([code, err.includes(message), err.includes('Warning: the store')]).toEqual([0, true, part === '']);
    },
  );

  test('with other keys costs one list of the store', async () => {
    const products: Product[] = [];
    const answers = storeOf(products);
    const behaviour: Behaviour = (request, response, count) => {
      if (isPost(request)) products.push({ productId: 1000 + count, sku: `OTHER-${count}`, name: 'x' });
      answers(request, response, count);
    };
    const { run, seen } = await serveShop(catalogue(150), behaviour);
    const { code } = await run();
    expect([code, posts(seen), seen.length - seen.findLastIndex(isPost) < 40]).toEqual([0, 150, true]);
  });
});
