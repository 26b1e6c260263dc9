import { describe, expect, test } from 'vitest';
import { sampled } from '../../support/thorough.ts';
import { created, type Product, serveShop, storeOf } from '../product-store.ts';

const file = 'name,price,Alt\nMug,1.50,2.50\nJug,1.75,2.75\nCup,1.25,2.25\n';

/** An import that was interrupted after its first row. */
async function interrupted(typed: string, text = file) {
  const products: Product[] = [];
  const user = new AbortController();
  const answers = storeOf(products, () => {
    user.abort('SIGTERM');
    return created;
  });
  const shop = await serveShop(text, answers);
  await shop.run(typed, { interrupted: user.signal });
  return { ...shop, names: () => products.map(({ name }) => name).toSorted() };
}

describe('rows with generated SKUs that an unfinished import created', () => {
  sampled(3).each([
    ['--set price=9', '--generate-sku --set price=8', '--generate-sku --set price=9'],
    ['--map price=Alt', '--generate-sku', '--generate-sku --map price=Alt'],
    ['--vat-included 21', '--generate-sku --vat-included 6', '--generate-sku --vat-included 21'],
    ['', '--generate-sku --vat-included 21', '--generate-sku"'],
    ['--map price=Alt', '--restart --generate-sku', '--generate-sku --map price=Alt'],
    ['', '--map sku=price --map price=none', '--generate-sku"'],
  ])('are not created again with other options: first %s, then %s', async (first, then, had) => {
    const { run, names } = await interrupted(`--generate-sku ${first}`);
    const before = names();
    const { code, err } = await run(then);
    expect([code, names(), err]).toEqual([2, before, expect.stringContaining(`options that it had: ${had}`)]);
    expect(await run(`--generate-sku ${first}`)).toMatchObject({ code: 0 });
    expect(names()).toEqual(['Cup', 'Jug', 'Mug']);
  });

  test('do not matter where it sent none', async () => {
    const user = new AbortController();
    const answers = storeOf();
    const { run } = await serveShop(file, (request, response, count) => {
      if (request.query.has('filter[search]')) user.abort('SIGTERM');
      answers(request, response, count);
    });
    await run('--generate-sku', { interrupted: user.signal });
    expect(await run('--generate-sku --set price=9')).toMatchObject({ code: 0, posts: 3 });
  });

  test('of another name of the file are not created again either', async () => {
    const { ask, write, names } = await interrupted('--generate-sku');
    await write('copy.csv', file);
    const before = names();
    const { code } = await ask('products import copy.csv --generate-sku --set price=9');
    expect([code, names()]).toEqual([2, before]);
  });
});

test('an unfinished import with SKUs of the file is replaced by one with other options', async () => {
  const text = 'sku,name,price\nA,Mug,1\nB,Jug,1\nC,Cup,1\n';
  const { run, names } = await interrupted('', text);
  expect(await run('--set price=9')).toMatchObject({ code: 0 });
  expect(names()).toEqual(['Cup', 'Jug', 'Mug']);
});
