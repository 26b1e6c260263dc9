import { describe, expect, test } from 'vitest';
import { answers, hangsUp, requests } from '../support/replies.ts';
import { shopCli } from '../support/run.ts';
import { type Behaviour, json, runAt, serveSandbox, serveStore } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';

/** A store that has these products, finds them by part of their key, and creates what it is sent. */
const having =
  (...products: readonly object[]): Behaviour =>
  ({ method, query }, response) => {
    const search = query.get('filter[search]')?.replace(/^\w+:/, '') ?? '';
    const data = products.filter((product) => JSON.stringify(product).toLowerCase().includes(search.toLowerCase()));
    if (method === 'POST') json(response, 201, { productId: '9', name: 'Mug' });
    else json(response, 200, { numRows: data.length, data });
  };

const mug = { productId: '7', sku: 'MUG-01', ean: '8712345678906', name: 'Mug' };

const sold = 'Customers who see it can order it for 0.00.';

describe('a product whose SKU or EAN exists', () => {
  test.each([
    ['--sku MUG-01', 'SKU "MUG-01"'],
    ['--ean 8712345678906', 'EAN "8712345678906"'],
    ['--sku NEW --ean 8712345678906', 'EAN "8712345678906"'],
    ['--sku MUG-01 --yes', 'SKU "MUG-01"'],
  ])('%s is refused, and the product is named', async (options, key) => {
    const { run, seen } = await serveStore(having(mug));
    const { code, err } = await run(`products create ${options} --price 5`);
    expect([code, err, seen.filter(({ method }) => method === 'POST')]).toEqual([
      2,
      `Error: ${key} exists on shop.test: product 7 (Mug). Nothing was created.\n` +
        'To create it anyway, pass --allow-duplicate.\n',
      [],
    ]);
  });

  test('is created with --allow-duplicate, without a look-up', async () => {
    const { run, seen } = await serveStore(having(mug));
    expect(await run('products create --sku MUG-01 --price 5 --allow-duplicate')).toMatchObject({ code: 0, err: '' });
    // A reply with nothing of what was sent may be of another product.
    expect(requests(seen)).toEqual(['POST /products', 'GET /products/9']);
  });

  test.each(['MUG-0', 'mug-01', '8712345678906'])('is another one than SKU %s', async (sku) => {
    const { run, seen } = await serveStore(having(mug));
    expect(await run(`products create --sku ${sku} --price 5`)).toMatchObject({ code: 0, err: '' });
    // What is like it may be followed by it.
    expect(requests(seen)).toEqual(['GET /products', 'GET /products', 'POST /products', 'GET /products/9']);
  });

  test.each(['--name Mug', '--sku MUG-01 --dry-run', '--sku MUG-01 --curl'])(
    'is not looked up for %s',
    async (options) => {
      const { run, seen } = await serveStore(having(mug));
      expect((await run(`products create ${options} --price 5`)).code).toBe(0);
      expect(requests(seen).filter((request) => request.startsWith('GET'))).toEqual([]);
    },
  );
});

test.each([
  ['4006381333932', 'the check digit is 2, expected 1: one of the digits may be wrong'],
  ['12345', 'expected 8, 12, 13 or 14 digits'],
])('an EAN such as %s is a warning, in the words of an import, and keeps nothing from being sent', async (ean, why) => {
  const { run } = await serveStore(having());
  const command = `products create --sku A --price 5 --ean ${ean}`;
  const [created, shown] = [await run(command), await run(`${command} --dry-run`)];
  expect(created).toMatchObject({ code: 0, err: `Warning: EAN "${ean}": ${why}.\n` });
  expect(shown).toMatchObject({ code: 0, err: expect.stringContaining(`Warning: EAN "${ean}": ${why}.\n`) });
});

describe('a look-up that fails', () => {
  const creating =
    (search: Behaviour): Behaviour =>
    (request, response, count) =>
      request.method === 'POST'
        ? json(response, 201, { productId: '9', name: 'Mug' })
        : search(request, response, count);

  test.each([
    ['the token is refused', answers(401, {}), 4],
    ['the store is not reached', hangsUp, 6],
  ])('since %s keeps from creating', async (_, search, code) => {
    const { run, seen } = await serveStore(creating(search));
    expect((await run('products create --sku A --price 5')).code).toBe(code);
    expect(requests(seen)).not.toContain('POST /products');
  });
});

describe('the price', () => {
  test.each([
    ['products create --sku A --price -5', undefined],
    ['products create --body -', '{"sku":"A","price":"-5.00"}'],
    ['products import -', 'sku,name,price\nA,Mug,-5\n'],
    ['products import - --set price=-5', 'sku,name\nA,Mug\n'],
    ['products import - --vat-included 21', 'sku,name,price\nA,Mug,"-5,00"\n'],
  ])('must not be negative in shop-cli %s', async (line, stdin) => {
    const { run, seen } = await serveStore(having());
    const { code, err } = await run(line, stdin === undefined ? {} : { stdin });
    expect([code, err, seen]).toEqual([2, expect.stringContaining('must be an amount of 0 or more'), []]);
  });

  test.each([
    ['', `Warning: the product has no price. ${sold}\n`],
    ['--price 0.00', `Warning: the product has a price of 0. ${sold}\n`],
    ['--status offline', 'Warning: the product has no price.\n'],
    ['--price 0.01', ''],
  ])('of a new product with %j: %j', async (options, err) => {
    const { run } = await serveStore(having());
    expect(await run(`products create --sku A ${options}`)).toMatchObject({ code: 0, err });
    const dry = await run(`products create --sku A --dry-run ${options}`);
    expect(dry.err).toContain(`${err}The API cannot update or delete products: to undo this, use the back office.\n`);
  });

  test('that is missing is said before the store is asked for anything', async () => {
    const { code, err } = await runAt(having({ productId: 9, sku: 'A' }), 'products create --sku A');
    expect([code, err.startsWith(`Warning: the product has no price. ${sold}\nError: SKU "A" exists`)]).toEqual([
      2,
      true,
    ]);
  });

  sampled(3).each([
    ['A,Mug,1\n', undefined],
    ['A,Mug,1\nB,Cup,0.00\n', 'Warning: 1 row has no price, or a price of 0: line 3.'],
    ['A,Mug,\nB,Cup,0\nC,Pot,2\n', 'Warning: 2 rows have no price, or a price of 0: lines 2, 3.'],
    ['A,a,\nB,b,\nC,c,\nD,d,\n', 'Warning: 4 rows have no price, or a price of 0: lines 2, 3, 4, ….'],
  ])('in an import of %j warns once at most, and names the first lines', async (rows, warning) => {
    const { run } = await serveSandbox({ empty: true });
    const { code, err } = await run('products import -', { stdin: `sku,name,price\n${rows}` });
    const warnings = err.split('\n').filter((line) => line.startsWith('Warning'));
    expect([code, warnings]).toEqual([0, warning === undefined ? [] : [warning]]);
  });
});

test('products create --dry-run shows the request and needs no store', async () => {
  const body = { sku: 'A', quantity: '3', price: 12.5 };
  expect(await shopCli('products create --sku A --price 12.50 --quantity 3 --dry-run')).toEqual({
    code: 0,
    out: `${JSON.stringify({ store: null, method: 'POST', path: '/api/v2/products', body }, null, 2)}\n`,
    err: 'The API cannot update or delete products: to undo this, use the back office.\n',
  });
});
