import { expect, test } from 'vitest';
import { products } from '../../../src/client/endpoints/products.ts';
import { lookUp } from '../../../src/import/march/lookup.ts';
import { StoreTest } from '../../../src/import/march/store-test.ts';
import { connectTo } from '../../support/connection.ts';
import { virtualClock } from '../../support/run.ts';
import { json, serveStore } from '../../support/store.ts';

test('a store that passed the test at the start, and says 404 of everything since, says nothing of what is absent', async () => {
  const known = { productId: 1, sku: 'S-1' };
  let isFailing = false;
  const { url } = await serveStore(({ query }, response) =>
    !isFailing && query.get('filter[search]') === 'sku:S-1'
      ? json(response, 200, { numRows: 1, data: [known] })
      : json(response, 404, {}),
  );
  const tested = new StoreTest({ clock: virtualClock(), randomHex: () => 'f00' });
  const store = { connection: connectTo(url), noun: products, tested };
  const unreliable = await tested.begin(store, [known]);
  const before = await lookUp(store, { field: 'sku', code: 'S-2' });
  expect([unreliable, before]).toEqual([undefined, { kind: 'absent' }]);
  const failing = new StoreTest({ clock: virtualClock(), randomHex: () => 'f00' });
  await failing.begin(store, [known]);
  isFailing = true;
  await expect(lookUp({ ...store, tested: failing }, { field: 'sku', code: 'S-2' })).rejects.toThrow();
});
