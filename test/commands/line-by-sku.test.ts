import { expect, test } from 'vitest';
import { key } from '../support/bodies.ts';
import { runInSandbox, serveSandbox } from '../support/store.ts';

const lines = ['baskets create', `baskets update ${key}`, `baskets items add ${key}`];

test.each(lines)('%s --product takes an SKU', async (line) => {
  const { run } = await serveSandbox();
  const { code, out } = await run(`${line} --product BEL-001:7 --json`);
  expect([code, JSON.parse(out).products.map((one: { sku: string }) => one.sku)]).toEqual([
    0,
    expect.arrayContaining(['BEL-001']),
  ]);
  const { products } = JSON.parse((await run(`${line} --product BEL-001:7 --dry-run --json`)).out).body;
  expect(products).toEqual([{ uprid: '200', quantity: 7 }]);
});

test.each(lines)('%s refuses an SKU of no product or of several, and lists these', async (line) => {
  const { run } = await serveSandbox();
  const none = await run(`${line} --product bel-001`);
  expect([none.code, none.err]).toEqual([3, expect.stringContaining('has the SKU "bel-001"')]);
  const several = await run(`${line} --product RGJ-301`);
  expect([several.code, several.err]).toEqual([2, expect.stringMatching(/ {2}206\{3\}\d+\S* {2}\S/)]);
});

test.each(['get', 'update --quantity 2', 'delete --yes'])(
  'baskets items %s takes an ID, and says where to find it',
  async (verb) => {
    const [name = '', ...more] = verb.split(' ');
    const { code, err } = await runInSandbox(`baskets items ${name} ${key} BEL-001 ${more.join(' ')}`);
    expect([code, err]).toEqual([
      2,
      'Error: Invalid product ID "BEL-001": expected a product ID, optionally with options, such as 206 or 206+3-12+4-7.\n' +
        'To see the products of the basket: shop-cli baskets get <key>\n',
    ]);
  },
);

test('--product sku:4711 is the product with that SKU, whatever has the ID', async () => {
  const { run } = await serveSandbox();
  const id = (await run('products create --sku 4711 --name Digits --price 1 -q')).out.trim();
  const { out } = await run('baskets create --product 200 --product sku:4711:3 --dry-run');
  expect(JSON.parse(out).body.products).toEqual([{ uprid: '200' }, { uprid: id, quantity: 3 }]);
});
