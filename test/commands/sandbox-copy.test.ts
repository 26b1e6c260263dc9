import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openCopy } from '../../src/sandbox/copy/open-copy.ts';
import { writeProfiles } from '../support/profiles.ts';
import { inDirectory, type Outcome } from '../support/run.ts';
import { copyOf, listing, products, type Records, said } from '../support/sandbox-copies.ts';
import { json, withSandbox, withStore } from '../support/store.ts';
import { withTwin } from '../support/twin.ts';

describe('a copy of a store', () => {
  const lines = [
    'products list --all -o ndjson',
    'products list --all --main-only -o ndjson',
    'products list --search sku:RGJ-301 -o ndjson',
    'products get 206 --json',
    'products get RGJ-301 --json',
    'products list --category 3 --recursive -o ndjson --all',
    'products list --manufacturer 4 -o ndjson --all',
    'products list --stock-to 5 -o ndjson --all',
  ];

  test('lists and gets the same products, with options, categories, manufacturers and URLs', async () => {
    await withSandbox((store) =>
      inDirectory(async (directory) => {
        const of = async (run: (line: string) => Promise<Outcome>): Promise<string[]> => {
          const all: string[] = [];
          for (const line of lines) all.push((await run(line)).out);
          return all;
        };
        const expected = await of((line) => store.run(line));
        let found: string[] = [];
        await copyOf(store, directory, {
          use: async (twin) => {
            found = await of(twin.run);
          },
        });
        expect(found).toEqual(expected);
      }),
    );
  });

  test('has the baskets with their products, without whose they are', async () => {
    await withSandbox((store) =>
      inDirectory(async (directory) => {
        const fields = '--fields basketKey,customerId,btwNumber,coupon,products -o json --all';
        const baskets = async (run: (line: string) => Promise<Outcome>) => {
          const all = JSON.parse((await run(`baskets list ${fields}`)).out);
          const shown = ({ uprid, quantity, title, isCustom }: Records) => [
            isCustom ? 'custom' : uprid,
            quantity,
            title,
          ];
          return all.map((basket: Records) => ({ ...basket, products: (basket.products as Records[]).map(shown) }));
        };
        const expected = await baskets((line) => store.run(line));
        let found: unknown;
        await copyOf(store, directory, {
          use: async (twin) => {
            found = await baskets(twin.run);
          },
        });
        const anonymous = expected.map((basket: Records) => ({
          ...basket,
          ...{ customerId: '0', btwNumber: '', coupon: '' },
          products: (basket.products as unknown[][]).map(([uprid, quantity, title]) => [
            ...[uprid, quantity, title ? 'Custom product' : title],
          ]),
        }));
        expect(found).toEqual(anonymous);
      }),
    );
  });

  test('takes new products after those that were copied, in any category and with any image', async () => {
    await withStore(
      (request, response) => json(response, 200, listing(products(3))(request)),
      (store) =>
        inDirectory(async (directory) => {
          let found: unknown;
          await copyOf(store, directory, {
            use: async (twin) => {
              await twin.run('products create --sku NEW --name New --price 1 --category-id 77 --image ours.jpg --yes');
              found = (await twin.run('products list --all --fields uprid,sku,category.id -o csv')).out;
            },
          });
          expect(found).toBe('uprid,sku,category.id\n1000,S-1000,\n1007,S-1007,\n1014,S-1014,\n1015,NEW,77\n');
        }),
    );
  });

  test('sends the store nothing but GET requests', async () => {
    await withStore(
      (request, response) => json(response, 200, listing(products(250))(request)),
      (store, seen) =>
        inDirectory(async (directory) => {
          await copyOf(store, directory);
          expect([...new Set(seen.map(({ method, path }) => `${method} ${path}`))].sort()).toEqual([
            'GET /api/v2/baskets',
            'GET /api/v2/products',
          ]);
        }),
    );
  });
});

describe('a copy is made', () => {
  test('in the language that is asked for, and without baskets', async () => {
    await withStore(
      (request, response) => json(response, 200, listing(products(350))(request)),
      (store, seen) =>
        inDirectory(async (directory) => {
          const args = ['--language', 'en', '--no-baskets', '--rate', '500/s'];
          const { err } = await copyOf(store, directory, { args });
          const [, ...lists] = seen.map(({ path, headers }) => `${path} ${headers['accept-language']}`);
          expect([new Set(lists), said(err)]).toEqual([
            new Set(['/api/v2/products en']),
            expect.stringContaining('Copied 350 products and 0 baskets.'),
          ]);
          const other = await copyOf(store, directory);
          expect([other.code, said(other.err)]).toEqual([
            2,
            'Error: The copy in twin.db has its texts in the language "en".\n' +
              'Pass the same language, or choose another file with --db.\n',
          ]);
        }),
    );
  });

  test('of the store of a profile, with its token, whatever the environment names', async () => {
    await withSandbox((store) =>
      inDirectory(async (home) => {
        await writeProfiles(home, { production: { url: store.url, readOnly: true, production: true } });
        const env = { SHOP_URL: 'https://other.example', SHOP_TOKEN: 'another-token' };
        const { code, err } = await withTwin(['--copy-of', 'production', '--db', join(home, 'twin.db')], { home, env });
        expect([code, said(err)]).toEqual([0, expect.stringContaining('Copied 41 products (62 with their options)')]);
      }),
    );
  });

  test('by one process at a time', async () => {
    await inDirectory(async (directory) => {
      const options = {
        ...{ database: join(directory, 'twin.db'), source: 'https://shop.example', language: '', refresh: false },
        now: () => new Date(0),
      };
      const [one, other] = [await openCopy(options), await openCopy(options)];
      one.advance({ ...one.progress, offset: 100 });
      expect(() => other.advance({ ...other.progress, offset: 100 })).toThrow(
        'Another process is copying a store into',
      );
      one.close();
      other.close();
    });
  });
});

test.each([
  ['--copy-of needs --db', ['--copy-of', 'https://shop.example'], '--copy-of needs --db: the file for the copy.'],
  ['--refresh needs --copy-of', ['--refresh'], '--refresh needs --copy-of.'],
  [
    'a copy cannot be empty',
    ['--copy-of', 'sandbox', '--db', 'x.db', '--empty'],
    'Use either --copy-of or --empty, not both.',
  ],
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
  await inDirectory(async (directory) => {
    const { code, err } = await withTwin(args, { directory });
    expect([[2, 4].includes(code), err]).toEqual([true, expect.stringContaining(`Error: ${message}`)]);
  });
});
