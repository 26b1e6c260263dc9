import { expect, test } from 'vitest';
import { json, withStore } from '../../support/store.ts';
import { catalogue, type Product, storeOf, withFile } from '../product-store.ts';

test('an import that is stopped before its rows are verified has no mark of success', async () => {
  const products: Product[] = [];
  const answers = storeOf(products, () => ({ status: 201 }));
  let throttled = 0;
  await withFile(catalogue(3), async (run) => {
    await withStore(
      (request, response, count) => {
        if (request.method === 'POST' && request.body.includes('S-2') && ++throttled === 1)
          return json(response, 429, {});
        if (request.method === 'GET' && products.length === 3) return json(response, 401, {});
        return answers(request, response, count);
      },
      async (store) => {
        const { code, closing, out } = await run(store);
        expect([code, JSON.parse(out).created, closing]).toEqual([8, 3, undefined]);
      },
    );
  });
});
