import { expect, test } from 'vitest';
import { json } from '../../support/store.ts';
import { catalogue, importOnce, type Product, storeOf } from '../product-store.ts';

test('an import that is stopped before its rows are verified has no mark of success', async () => {
  const products: Product[] = [];
  let times = 0;
  const answers = storeOf(products, (sku) => ({ status: sku === 'S-2' && ++times === 1 ? 429 : 201 }));
  const { code, closing, report } = await importOnce(catalogue(3), (request, response, count) => {
    if (request.method === 'GET' && products.length === 3) json(response, 401, {});
    else answers(request, response, count);
  });
  expect([code, report.created, closing]).toEqual([8, 3, undefined]);
});
