import { describe, expect, test } from 'vitest';
import { catalogue, serveShop, storeOf } from '../import/product-store.ts';
import { key } from '../support/bodies.ts';
import { answers } from '../support/replies.ts';
import { json, runAt, runInSandbox, serveSandbox, serveStore } from '../support/store.ts';

describe('what has no result says where one is', () => {
  test('a category without products names the option for its subcategories, unless it was given', async () => {
    const { run } = await serveSandbox();
    expect((await run('products list --category 1')).err).toBe(
      'No products match.\nTo include its subcategories, add --recursive.\n',
    );
    expect((await run('products list --category 1 --recursive -q')).out).not.toBe('');
    expect((await run('products list --category 99 --recursive')).err).toBe('No products match.\n');
  });

  test.each(['--manufacturer Gazelle', '--category Lamps'])('%s is refused, with how to find the ID', async (typed) => {
    const { code, err } = await runInSandbox(`products list ${typed}`);
    const [, group] = /--(\w+)/.exec(typed) ?? [];
    expect([code, err]).toEqual([2, expect.stringContaining(`--fields name,${group}.id,${group}.name`)]);
  });

  test('a customer of an order is that of its basket', async () => {
    const { code, err } = await runInSandbox('orders create --customer-id 101');
    expect([code, err]).toEqual([2, expect.stringContaining('shop-cli baskets list --customer <id> --open')]);
  });
});

describe('orders create', () => {
  const unknown = key.replace(/^./, '0');

  test('of a basket that the store does not have ends with 3, whatever the store says', async () => {
    const { run } = await serveSandbox();
    const { code, err } = await run(`orders create --basket ${unknown}`);
    expect([code, err]).toEqual([3, expect.stringContaining(`No basket ${unknown} on shop.test`)]);
  });

  test('that is refused for another reason says what the store says', async () => {
    const { code, err } = await runAt(({ method }, response) => {
      if (method === 'POST') return json(response, 422, { error: { message: 'The basket is locked' } });
      return json(response, 200, { data: { basketKey: `{${key}}`, products: [] } });
    }, `orders create --basket ${key}`);
    expect([code, err]).toEqual([5, expect.stringContaining('The basket is locked')]);
    const silent = await runAt(answers(422, { error: { message: 'No' } }), `orders create --basket ${key}`);
    expect(silent.code).toBe(5);
  });
});

test('a product is not taken out of a basket by a quantity of 0, and nothing is sent', async () => {
  const { run, seen } = await serveStore(answers(200, {}));
  for (const [more, stdin] of [
    ['--quantity 0', ''],
    ['--body -', '{"quantity":0}'],
  ] as const) {
    const { code, err } = await run(`baskets items update ${key} 200 ${more}`, { stdin });
    expect([code, err]).toEqual([2, expect.stringContaining('shop-cli baskets items delete')]);
  }
  expect(seen).toEqual([]);
});

test('the card of a product of the embedded store has no address that ends with the command; JSON has it', async () => {
  const { out } = await runInSandbox('products get 200 --store sandbox');
  const data = JSON.parse((await runInSandbox('products get 200 --store sandbox --json')).out);
  expect([out.includes('http://'), out.includes('Fietsbel'), data.urlAbs]).toEqual([
    false,
    true,
    expect.stringContaining('http://'),
  ]);
});

test('an import says which fields it has compared', async () => {
  const product = { productId: 7, sku: 'S-0', name: 'Other' };
  const { ask } = await serveShop(catalogue(2), storeOf([product]));
  expect((await ask('products import in.csv')).err).toContain('1 differs in name, price or taxRate: name 1.');
});

test('rows that are invalid in a plan that was applied need another plan, since a plan is applied once', async () => {
  const { ask } = await serveShop('sku,name,price\nA,Lamp,1.00\nB,Chair,x\n', storeOf());
  await ask('products import in.csv --skip-invalid --save-plan p.plan');
  const { code, err } = await ask('imports apply p.plan');
  expect([code, err]).toEqual([7, expect.stringContaining('fix them and make another plan of the file.')]);
});

test('a plan for people has one column for the VAT rate', async () => {
  const { ask } = await serveShop('sku,name,taxRate\nA,Lamp,21\n', storeOf());
  await ask('products import in.csv --save-plan p.plan');
  const { out } = await ask('imports show p.plan');
  expect([out.match(/VAT %/g)?.length, out.includes('Tax rate')]).toEqual([1, false]);
  expect(JSON.parse((await ask('imports show p.plan --json')).out).sample[0]).toMatchObject({ taxRateVal: 21 });
});
