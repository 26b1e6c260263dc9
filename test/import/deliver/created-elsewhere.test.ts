import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inDirectory } from '../../support/run.ts';
import { type Behaviour, withStore } from '../../support/store.ts';
import { catalogue, type Product, posts, storeOf, withFile } from '../product-store.ts';

const doubledIn = (products: readonly Product[]): number =>
  products.length - new Set(products.map(({ sku }) => sku)).size;

/** Answers the first creation when another import has sent one too: both have seen the store without these products. */
function onceTwoSend(answers: Behaviour): Behaviour {
  let waiting: (() => void) | undefined;
  let creations = 0;
  return (request, response, count) => {
    const answer = () => answers(request, response, count);
    if (request.method === 'POST') creations++;
    if (request.method === 'POST' && creations === 1) {
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

describe('somebody else who creates the same keys meanwhile', () => {
  // By look-ups, and by listing the store.
  test.each([3, 150])('is noticed at the end of an import of %i rows: every double is listed', async (rows) => {
    const products: Product[] = [];
    const answers = storeOf(products, (sku) => {
      if (sku === 'S-1') products.push({ productId: 900, sku, name: 'elsewhere' });
      return { status: 201 };
    });
    await withFile(catalogue(rows), async (run) => {
      await withStore(answers, async (store) => {
        const { code, out, err } = await run(store);
        const { created, duplicate, problems } = JSON.parse(out);
        expect({ code, created, duplicate, problems, isSaid: err.includes('1 more product than') }).toMatchObject({
          ...{ code: 7, created: rows - 1, duplicate: 1, isSaid: true },
          problems: [{ line: 3, key: 'S-1', message: expect.stringContaining('products 900 and 3') }],
        });
      });
    });
  });

  test('is noticed although the list shows their product before that of this import', async () => {
    const products: Product[] = [];
    const answers = storeOf(products, (sku) => {
      const theirs = [900, 901].map((productId) => ({
        productId,
        sku: productId === 900 ? sku : 'T',
        name: 'elsewhere',
      }));
      if (sku === 'S-120') products.push(...theirs);
      return { status: 201 };
    });
    let late: Product | undefined;
    const behaviour: Behaviour = (request, response, count) => {
      if (late && request.query.get('filter[search]') === 'sku:S-120') products.push(late);
      answers(request, response, count);
      late = request.body.includes('"S-120"') ? products.pop() : late;
    };
    await withFile(catalogue(150), async (run) => {
      await withStore(behaviour, async (store) => {
        const { code, out } = await run(store);
        expect([code, JSON.parse(out).duplicate]).toEqual([7, 1]);
      });
    });
  });

  test('from another home directory, in the same or in other parts, is noticed by the import that ends last', async () => {
    for (const parts of [
      ['', ''],
      ['--shard 1/3', '--shard 1/4'],
    ]) {
      const products: Product[] = [];
      await inDirectory(async (directory) => {
        await writeFile(join(directory, 'in.csv'), catalogue(60));
        await withStore(onceTwoSend(storeOf(products, () => ({ status: 201 }))), async (store) => {
          const runs = await Promise.all(
            parts.map((part, at) =>
              store.run(`products import in.csv --json --concurrency 1 --journal ${at}.db ${part}`, { directory }),
            ),
          );
          const reported = Math.max(...runs.map(({ out }) => JSON.parse(out).duplicate));
          expect([doubledIn(products) > 0, Math.max(...runs.map(({ code }) => code)), reported]).toEqual([
            ...[true, 7, doubledIn(products)],
          ]);
        });
      });
    }
  });

  test.each([
    ['', 'Warning: the store has 1 more product than this import counted'],
    ['--shard 1/1', 'The store has 1 more product than this shard created: other shards may have created them.'],
  ])('is no warning of a shard, whose siblings create too: "%s"', async (part, message) => {
    const products: Product[] = [];
    const answers = storeOf(products, (sku) => {
      if (sku === 'S-1') products.push({ productId: 900, sku: 'OTHER', name: 'elsewhere' });
      return { status: 201 };
    });
    await withFile(catalogue(3), async (run) => {
      await withStore(answers, async (store) => {
        const { code, err } = await run(store, part);
        expect([code, err.includes(message), err.includes('Warning: the store')]).toEqual([0, true, part === '']);
      });
    });
  });

  test('with other keys costs one list of the store', async () => {
    const products: Product[] = [];
    const answers = storeOf(products, () => ({ status: 201 }));
    const behaviour: Behaviour = (request, response, count) => {
      if (request.method === 'POST') products.push({ productId: 1000 + count, sku: `OTHER-${count}`, name: 'x' });
      answers(request, response, count);
    };
    await withFile(catalogue(150), async (run) => {
      await withStore(behaviour, async (store, seen) => {
        const { code } = await run(store);
        const lists = seen.slice(seen.findLastIndex(({ method }) => method === 'POST'));
        expect([code, posts(seen), lists.length < 40]).toEqual([0, 150, true]);
      });
    });
  });
});
