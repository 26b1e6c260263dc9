import { expect, test } from 'vitest';
import { importOnce, type Product, serveShop, storeOf } from '../product-store.ts';

const changes = (change: (product: Product & { readonly price?: unknown }) => object) =>
  storeOf([], () => ({ status: 201, body: (product) => ({ ...product, ...change(product) }) }));

test('an import counts the fields that the store did not keep as sent, a line each', async () => {
  const cut = changes(({ name, price }) => ({ name: String(name).slice(0, 2), price: Number(price) + 0.004 }));
  const { code, err } = await importOnce('sku,name,price\nA,Mug,1.50\nB,Jug,2.50\n', cut);
  expect([code, err.match(/the store did not keep .*/g)]).toEqual([
    0,
    [
      "the store did not keep product name as it was sent in 2 rows. Compare with 'shop-cli products diff'.",
      "the store did not keep price excluding VAT as it was sent in 2 rows. Compare with 'shop-cli products diff'.",
    ],
  ]);
});

test('a report for CI has them as warnings', async () => {
  const { run, read } = await serveShop(
    'sku,name,price\nA,Mug,1.50\n',
    changes(() => ({ name: 'Mu' })),
  );
  const { code } = await run('--report-junit junit.xml --report report.json');
  const said = 'he store did not keep product name as it was sent in 1 row.';
  expect([code, JSON.parse(await read('report.json')).warnings]).toEqual([0, [expect.stringContaining(said)]]);
  expect(await read('junit.xml')).toContain(`<skipped message="The store did not keep`);
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
