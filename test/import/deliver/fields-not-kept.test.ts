import { expect, test } from 'vitest';
import { importOnce, type Product, storeOf } from '../product-store.ts';

const changes = (change: (product: Product & { readonly price?: unknown }) => object) =>
  storeOf([], () => ({ status: 201, body: (product) => ({ ...product, ...change(product) }) }));

test('an import counts the fields that the store did not keep as sent, a line each', async () => {
  const cut = changes(({ name, price }) => ({ name: String(name).slice(0, 2), price: Number(price) + 0.004 }));
  const { code, err } = await importOnce('sku,name,price\nA,Mug,1.50\nB,Jug,2.50\n', cut);
  expect([code, err.match(/The store did not keep .*/g)]).toEqual([
    0,
    [
      "The store did not keep product name as it was sent in 2 rows. Compare with 'shop-cli products diff'.",
      "The store did not keep price excluding VAT as it was sent in 2 rows. Compare with 'shop-cli products diff'.",
    ],
  ]);
});

test('a price that is more than a cent away needs attention', async () => {
  const dearer = changes(({ price }) => ({ price: Number(price) + 1 }));
  const { code, err } = await importOnce('sku,name,price\nA,Mug,1.50\nB,Jug,2.50\n', dearer);
  expect([code, err.match(/the store did not keep price as sent/g)?.length]).toEqual([7, 2]);
});

test('another way to write a value is the same value', async () => {
  const escaped = changes(({ name, price }) => ({ name: `${name}`.replace('&', '&amp;'), price: `${price}000` }));
  const { code, err } = await importOnce('sku,name,price\nA,Mug & Cup,1.5\n', escaped);
  expect([code, err.includes('did not keep')]).toEqual([0, false]);
});
