import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeProfiles } from '../support/profiles.ts';
import { ownDirectory, shopCli } from '../support/run.ts';
import { json, type ServedStore, serveSandbox, serveStore, type TestStore } from '../support/store.ts';
import { copyOf, inCopyOf, listing, products, type Records, said, withTwin } from '../support/twin.ts';

/** A store with so many products. */
const serveListing = (count: number): Promise<ServedStore> =>
  serveStore((request, response) => json(response, 200, listing(products(count))(request)));

describe('a copy of a store', () => {
  const lines = [
    'products list --all -o ndjson',
    'products list --search sku:RGJ-301 -o ndjson',
    'products get 201 --json',
    'products list --category 31 -o ndjson --all',
    'products list --manufacturer 4 -o ndjson --all',
    'products list --stock-to 5 -o ndjson --all',
  ];

  test('lists and gets the same products, with options, manufacturers and URLs', async () => {
    const store = await serveSandbox();
    const all = async (run: TestStore['run']): Promise<string[]> => {
      const shown: string[] = [];
      for (const line of lines) shown.push((await run(line)).out);
      return shown;
    };
    expect((await inCopyOf(store, all)).found).toEqual(await all(store.run));
  });

  test('has the baskets with their products, without whose they are', async () => {
    const store = await serveSandbox();
    const fields = '--fields basketKey,customerId,btwNumber,coupon,products -o json --all';
    const baskets = async (run: TestStore['run']): Promise<readonly Records[]> =>
      JSON.parse((await run(`baskets list ${fields}`)).out).map((basket: Records) => ({
        ...basket,
        products: (basket.products as Records[]).map(({ uprid, quantity, title, isCustom }) =>
          isCustom ? ['custom', quantity, title] : [uprid, quantity, title],
        ),
      }));
    const anonymous = ({ products, ...basket }: Records): Records => ({
      ...basket,
      customerId: '0',
      btwNumber: '',
      coupon: '',
      products: (products as unknown[][]).map((line) =>
        line[0] === 'custom' ? ['custom', line[1], 'Custom product'] : line,
      ),
    });
    expect((await inCopyOf(store, baskets)).found).toEqual((await baskets(store.run)).map(anonymous));
  });

  test('takes new products after those that were copied, in any category and with any image', async () => {
    const store = await serveListing(3);
    const { found } = await inCopyOf(store, async (run) => {
      await run('products create --sku NEW --name New --price 1 --category 77 --image ours.jpg --yes');
      return (await run('products list --all --fields uprid,sku,category.id -o csv')).out;
    });
    expect(found).toBe('uprid,sku,category.id\n1000,S-1000,\n1007,S-1007,\n1014,S-1014,\n1015,NEW,77\n');
  });

  test('sends the store nothing but GET requests', async () => {
    const store = await serveListing(250);
    await copyOf(store, ownDirectory());
    expect([...new Set(store.seen.map(({ method, path }) => `${method} ${path}`))].sort()).toEqual([
      'GET /api/v2/baskets',
      'GET /api/v2/products',
    ]);
  });
});

describe('a copy is made', () => {
  test('in the language of the settings', async () => {
    const store = await serveListing(3);
    await copyOf({ ...store, variables: { ...store.variables, SHOP_LANGUAGE: 'en' } }, ownDirectory());
    const languages = store.seen.map(({ path, headers }) => `${path} ${headers['accept-language']}`);
    expect(languages).toContain('/api/v2/products en');
  });

  test('of the store of a profile, with its token, whatever the environment names', async () => {
    const store = await serveSandbox();
    const home = ownDirectory();
    await writeProfiles(home, { production: { url: store.url, readOnly: true, production: true } });
    const env = { SHOP_URL: 'https://other.example', SHOP_TOKEN: 'another-token' };
    const { code, err } = await withTwin(['--copy-of', 'production', '--db', join(home, 'twin.db')], { home, env });
    expect([code, said(err)]).toEqual([0, expect.stringContaining('Copied 41 products (62 with their options)')]);
  });

  test('into a new database: one that is there is refused, and stays as it is', async () => {
    const store = await serveListing(2);
    const directory = ownDirectory();
    await copyOf(store, directory);
    const again = await copyOf(store, directory);
    const { out } = await shopCli(`--store sandbox:${join(directory, 'twin.db')} products list -q`);
    expect([again.code, said(again.err), out]).toEqual([
      2,
      'Error: The database twin.db exists. A copy is made into a new one.\n' +
        'Choose another file with --db, or serve what is there: shop-cli sandbox --db twin.db\n',
      '1000\n1007\n',
    ]);
  });

  test('whole or not at all: after a token that was refused, the same command begins again', async () => {
    let refuses = true;
    const store = await serveStore((request, response) =>
      refuses && Number(request.query.get('offset')) >= 200
        ? json(response, 401, { error: { message: 'no' } })
        : json(response, 200, listing(products(350))(request)),
    );
    const directory = ownDirectory();
    const first = await copyOf(store, directory);
    refuses = false;
    const second = await copyOf(store, directory);
    expect([first.code, second.code]).toEqual([4, 0]);
    const begins = 'Copying the products and baskets of shop.test to twin.db. Nothing is written to the store.\n';
    expect(said(first.err)).toContain(`${begins}The copy is not complete: nothing of it is kept.\nError: The store `);
    expect(first.err).toContain(`To find the cause: shop-cli doctor --store ${store.url}\n`);
    expect(said(second.err)).toBe(
      `${begins}Copied 350 products and 0 baskets. The copy has no customers, addresses or orders, and its baskets have no owner.\n` +
        'The sandbox is running, with its data in twin.db. Press Ctrl-C to stop it.\n',
    );
  });
});

test.each([
  ['--copy-of needs --db', ['--copy-of', 'https://shop.example'], '--copy-of needs --db: the file for the copy.'],
  ['a profile must be there', ['--copy-of', 'shop', '--db', 'x.db'], 'No profile is named "shop".'],
  [
    'a URL needs a token',
    ['--copy-of', 'https://shop.example', '--db', 'x.db'],
    'No token for shop.example in the environment.',
  ],
  [
    'it names another store too',
    ['--copy-of', 'sandbox', '--db', 'x.db', '--store', 'sandbox'],
    'Use either --copy-of or --store, not both.',
  ],
])('a sandbox is refused because %s', async (_, args, message) => {
  const directory = ownDirectory();
  const { code, err } = await withTwin(args, { directory });
  expect([[2, 4].includes(code), err]).toEqual([true, expect.stringContaining(`Error: ${message}`)]);
});
