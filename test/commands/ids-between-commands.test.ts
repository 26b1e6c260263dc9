import { describe, expect, test } from 'vitest';
import { json, runAt, runInSandbox, serveSandbox, serveStore } from '../support/store.ts';

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');
const repeated = (lines: readonly string[]): readonly string[] =>
  lines.filter((line, at) => lines.indexOf(line) !== at);

describe('what a list shows and --quiet prints is what the next command takes', () => {
  test('products list --quiet prints each product once, and products get takes every line', async () => {
    const { run } = await serveSandbox();
    const ids = linesOf((await run('products list --all --quiet')).out);
    const got = await run(['products', 'get', ...ids, '--quiet']);
    expect([repeated(ids), got.code, linesOf(got.out)]).toEqual([[], 0, ids]);
  });

  test.each(['206{3}12{4}7', '206{4}7{3}12', '206+3-12+4-7', '206%7B3%7D12%7b4%7d7', '206%2B3-12%2B4-7'])(
    'products get %s shows that variant',
    async (typed) => {
      const { code, out } = await runInSandbox(['products', 'get', typed, '--json']);
      expect([code, JSON.parse(out || '{}').uprid]).toEqual([0, '206{3}12{4}7']);
    },
  );

  test('options that the product does not have are not found, exit code 3', async () => {
    const { code, out, err } = await runInSandbox('products get 206{3}99 --json');
    expect([code, out, JSON.parse(err).error.message]).toEqual([
      3,
      '',
      expect.stringContaining('has no variant "206{3}99"'),
    ]);
  });

  test('a product that does not exist is not found, with options too', async () => {
    expect(await runInSandbox('products get 99999{3}12')).toMatchObject({
      code: 3,
      err: expect.stringContaining('No product on shop.test has the ID or SKU "99999{3}12".'),
    });
  });

  test('an SKU that looks like an ID with options is that SKU', async () => {
    const { run } = await serveSandbox();
    await run('products create --sku 206+3-12 --name Plus');
    expect(JSON.parse((await run('products get 206+3-12 --json')).out).name).toBe('Plus');
  });

  test.each(['get', 'update', 'delete'])('baskets items %s takes every ID that the basket shows', async (verb) => {
    const { run } = await serveSandbox();
    const products = ['206{3}12{4}7', '206{3}13{4}8', '201'].flatMap((uprid) => ['--product', uprid]);
    const key = linesOf((await run(['baskets', 'create', ...products, '--custom-product', '5:Gift', '-q'])).out)[0];
    const ids = linesOf((await run(`baskets items list ${key} --quiet`)).out);
    expect([ids.length, repeated(ids)]).toEqual([4, []]);
    const more = { get: '', update: ' --quantity 2', delete: ' --yes' }[verb];
    for (const id of ids) {
      const { code, out } = await run(`baskets items ${verb} ${key} ${id}${more} --quiet`);
      expect([code, out]).toEqual([0, `${id}\n`]);
    }
  });
});

describe('stores that list no variants, or read paths loosely', () => {
  const main = { productId: 206, uprid: 206, sku: 'COAT', name: 'Coat' };
  const list = (data: readonly object[]) => ({ numRows: data.length, data });

  test('without variants, the product is not shown in place of one', async () => {
    const { code, out, err } = await runAt(({ path }, response) => {
      if (path.endsWith('/products')) json(response, 200, list([main]));
      else json(response, path.endsWith('/206') ? 200 : 404, path.endsWith('/206') ? main : '');
    }, 'products get 206+3-12');
    const why = 'Product 206 on shop.test is listed without variants, so "206+3-12" was not found.';
    expect([code, out, err.split('\n')[0]]).toEqual([3, '', `Error: ${why}`]);
  });

  test('variants with SKUs of their own, in a path that reads only the leading digits', async () => {
    const variants = [12, 13].map((value) => ({ ...main, uprid: `206{3}${value}`, sku: `COAT-${value}` }));
    const { run } = await serveStore(({ path, query }, response) => {
      if (!path.endsWith('/products')) json(response, 200, main);
      else json(response, 200, list(query.get('filter[search]') === 'Coat' ? variants : []));
    });
    const { code, out } = await run('products get 206+3-13 --json');
    expect([code, JSON.parse(out || '{}').sku]).toEqual([0, 'COAT-13']);
  });

  test('a store that repeats its first page does not keep the command busy', async () => {
    const others = Array.from({ length: 100 }, (_, at) => ({ ...main, uprid: `206{3}${at + 100}` }));
    const { run, seen } = await serveStore(({ path }, response) =>
      json(response, 200, path.endsWith('/products') ? list(others) : main),
    );
    expect((await run('products get 206{3}12')).code).toBe(3);
    expect(seen.length).toBeLessThan(30);
  });
});
