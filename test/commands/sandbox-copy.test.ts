import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProduct } from '../../src/client/endpoints/products.ts';
import { readOnly } from '../../src/commands/sandbox/copy/copy-store.ts';
import { openCopy } from '../../src/sandbox/copy/open-copy.ts';
import { connected } from '../support/connection.ts';
import { writeProfiles } from '../support/profiles.ts';
import { canary, inDirectory, type Outcome, shopCli } from '../support/run.ts';
import {
  type Behaviour,
  json,
  namedStore,
  type SeenRequest,
  type TestStore,
  withSandbox,
  withStore,
} from '../support/store.ts';
import { type RunningTwin, withTwin } from '../support/twin.ts';

/** Copies a store to `twin.db` in a directory of its own. */
const copyOf = (
  store: TestStore,
  directory: string,
  { args = [], use }: { readonly args?: readonly string[]; readonly use?: (twin: RunningTwin) => Promise<void> } = {},
): Promise<Outcome> =>
  withTwin(['--copy-of', store.url, '--db', join(directory, 'twin.db'), ...args], { env: store.variables }, use);

interface Records {
  readonly [field: string]: unknown;
}

/** A store with these records, in pages of at most `cap`. */
const listing =
  (records: readonly Records[], { cap = 100, numRows = records.length as unknown } = {}) =>
  ({ path, query }: Pick<SeenRequest, 'path' | 'query'>): unknown => {
    if (path.endsWith('/baskets')) return [];
    const [limit, offset] = ['limit', 'offset'].map((name) => Number(query.get(name) ?? 0));
    const data = records.slice(offset, Number(offset) + Math.min(Number(limit) || cap, cap));
    return { ...(numRows === undefined ? {} : { numRows }), data };
  };

const product = (id: number, more: Records = {}): Records => ({
  productId: id,
  uprid: String(id),
  sku: `S-${id}`,
  ...more,
});
const products = (count: number): Records[] => Array.from({ length: count }, (_, at) => product(1000 + 7 * at));

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

describe('the connection of a copy', () => {
  test('refuses to send anything else', async () => {
    await withStore(
      (_, response) => json(response, 201, product(1)),
      ({ url }, seen) =>
        connected(url, async (connection) => {
          await expect(createProduct(readOnly(connection), { sku: 'A' })).rejects.toThrow('A copy sends no POST.');
          expect(seen).toEqual([]);
        }),
    );
  });
});

/** What the messages say, without the directory. */
const said = (err: string): string => namedStore(err).replace(/\/\S*\/(?=twin\.db)/g, '');

describe('a copy that stopped', () => {
  test('goes on where it was, after a token that was refused', async () => {
    let refuses = true;
    await withStore(
      (request, response) =>
        refuses && Number(request.query.get('offset')) >= 200
          ? json(response, 401, { error: { message: 'no' } })
          : json(response, 200, listing(products(350))(request)),
      (store, seen) =>
        inDirectory(async (directory) => {
          const first = await copyOf(store, directory);
          refuses = false;
          const before = seen.length;
          const second = await copyOf(store, directory);
          const offsets = seen.slice(before).map(({ query }) => query.get('offset'));
          expect([first.code, second.code, offsets]).toEqual([4, 0, [null, '200', '300', '350', '0']]);
          expect(said(first.err)).toBe(
            'Copying the products and baskets of shop.test to twin.db. Nothing is written to the store.\n' +
              'Error: The store shop.test refused the token (401): no\nCheck SHOP_TOKEN.\nTo find the cause: shop-cli doctor\n' +
              'The copy so far is kept (200 products). Rerun the same command to continue.\n',
          );
          expect(said(second.err)).toBe(
            'Continuing the copy of shop.test that began on 2026-01-31 12:00, at products 200.\n' +
              'Copied 350 products and 0 baskets. The copy has no customers, addresses or orders, and its baskets have no owner.\n' +
              'The sandbox is running, with its data in twin.db. Press Ctrl-C to stop it.\n',
          );
        }),
    );
  });

  test('is no store to work with', async () => {
    await withStore(
      (request, response) =>
        Number(request.query.get('offset')) > 0
          ? json(response, 401, {})
          : json(response, 200, listing(products(200))(request)),
      (store) =>
        inDirectory(async (directory) => {
          await copyOf(store, directory);
          const { code, err } = await shopCli(`--store sandbox:${join(directory, 'twin.db')} products list`);
          expect([code, said(err)]).toEqual([
            2,
            `Error: The copy of ${store.url} in twin.db is not finished.\n` +
              `To continue it: shop-cli sandbox --copy-of ${store.url} --db twin.db\n`,
          ]);
        }),
    );
  });

  test('that is finished is served without reading again, and made anew with --refresh', async () => {
    let count = 2;
    await withStore(
      (request, response) => json(response, 200, listing(products(count))(request)),
      (store, seen) =>
        inDirectory(async (directory) => {
          const skus: string[] = [];
          const use = async (twin: RunningTwin) => void skus.push((await twin.run('products list -q')).out);
          await copyOf(store, directory, { use });
          count = 3;
          const before = seen.length;
          const again = await copyOf(store, directory, { use });
          const read = seen.length - before;
          await copyOf(store, directory, { use, args: ['--refresh'] });
          expect([read, skus]).toEqual([0, ['1000\n1007\n', '1000\n1007\n', '1000\n1007\n1014\n']]);
          expect(said(again.err)).toContain(
            'This copy of shop.test was made on 2026-01-31 12:00. To read the store again, pass --refresh.\n',
          );
        }),
    );
  });

  test('belongs to its store: another one is refused, and so is an ordinary sandbox', async () => {
    await withSandbox((one) =>
      withSandbox((other) =>
        inDirectory(async (directory) => {
          await copyOf(one, directory);
          const ofOther = await copyOf(other, directory);
          await shopCli(`--store sandbox:${join(directory, 'own.db')} products list`);
          const own = await withTwin(['--copy-of', one.url, '--db', join(directory, 'own.db')], { env: one.variables });
          expect([ofOther.code, said(ofOther.err), own.code, own.err.replace(/\/\S*\/(?=own\.db)/, '')]).toEqual([
            2,
            `Error: The database twin.db is a copy of another store, ${one.url}.\nChoose another file with --db.\n`,
            2,
            `Error: The database own.db is a sandbox of its own, not a copy of ${one.url}.\nChoose another file with --db.\n`,
          ]);
        }),
      ),
    );
  });
});

describe('a copy of a store that', () => {
  /** The records of the copy, and what was said between the first line and the last two. */
  async function copied(
    behaviour: Behaviour,
    options: { readonly hasBaskets?: boolean } = {},
  ): Promise<{ readonly code: number; readonly records: readonly string[]; readonly said: string }> {
    const answer: Behaviour = (request, response, count) =>
      request.path.endsWith('/baskets') && !options.hasBaskets
        ? json(response, 200, [])
        : behaviour(request, response, count);
    return await withStore(answer, (store) =>
      inDirectory(async (directory) => {
        let records: string[] = [];
        const { code, err } = await copyOf(store, directory, {
          use: async (twin) => {
            records = (await twin.run('products list --all -o ndjson')).out.split('\n').filter(Boolean);
          },
        });
        return {
          code,
          records,
          said: said(err)
            .replace(/^Copying .*\n/, '')
            .replace(/(^|\n)Copied [\s\S]*/, '$1'),
        };
      }),
    );
  }
  const serving =
    (...listings: Parameters<typeof listing>): Behaviour =>
    (request, response) =>
      json(response, 200, listing(...listings)(request));
  const asText = (records: readonly Records[]): readonly string[] => records.map((record) => JSON.stringify(record));

  test('caps its pages, and counts each alone, is whole', async () => {
    const all = products(70);
    const found = await copied((request, response) => {
      const page = listing(all, { cap: 20 })(request) as { data: unknown[] };
      json(response, 200, { numRows: page.data.length, data: page.data });
    });
    expect(found).toEqual({ code: 0, records: asText(all), said: '' });
  });

  test('ignores paging, is whole', async () => {
    const all = products(130);
    const found = await copied((_, response) => json(response, 200, { numRows: 130, data: all }));
    expect(found).toEqual({ code: 0, records: asText(all), said: '' });
  });

  test('refuses an offset behind the last product, and has no list of baskets, is whole', async () => {
    const all = products(100);
    const found = await copied(
      (request, response) => {
        if (request.path.endsWith('/baskets')) json(response, 404, {});
        else if (request.query.get('offset') === '100') json(response, 400, {});
        else json(response, 200, listing(all)(request));
      },
      { hasBaskets: true },
    );
    expect(found).toEqual({
      code: 0,
      records: asText(all),
      said: 'Skipped the baskets: the store does not list them (404).\n',
    });
  });

  test('has fields that nobody knows, products without SKU, and numbers as text is the same in each', async () => {
    const all = [
      product(5, { sku: null, odd: { nested: ['ä', '\u0000', '\ud800'] }, price: '12.5', quantity: '-3' }),
      { uprid: '9', name: '', category: { id: '4', name: 'X', cPath: '4_4' }, images: [], price: null },
      { productId: '2', attributes: [{ any: 1 }], stockId: '7', taxRate: '5.5000', quantity: 1e12, dimensions: [] },
    ];
    expect(await copied(serving(all))).toEqual({ code: 0, records: asText(all), said: '' });
  });

  test('has variants with codes of their own shows them, and finds them by these', async () => {
    const all = [
      ...[product(1, { sku: 'A' }), product(2, { uprid: '2{3}1', stockId: 11, sku: 'B-1' })],
      ...[product(2, { uprid: '2{3}2', stockId: 12, sku: 'B-2' }), product(3, { sku: 'C' })],
    ];
    const main = [product(3, { sku: 'C' }), product(2, { sku: 'B' }), product(1, { sku: 'A' })];
    const answer: Behaviour = (request, response) =>
      json(response, 200, listing(request.query.has('only_main_products') ? main : all)(request));
    await withStore(answer, (store) =>
      inDirectory(async (directory) => {
        const found: string[][] = [];
        const lines = ['--main-only', '', '--sku B-2', '--sku C', '--sku B'];
        await copyOf(store, directory, {
          use: async (twin) => {
            for (const line of lines)
              found.push((await twin.run(`products list --fields uprid -o csv ${line}`)).out.split('\n').slice(1, -1));
          },
        });
        expect(found).toEqual([['3', '2', '1'], ['1', '2{3}1', '2{3}2', '3'], ['2{3}2'], ['3'], []]);
      }),
    );
  });

  test('lists main products in the order of all products, over many pages, is whole', async () => {
    const all = [product(1), product(2, { uprid: '2{3}1' }), ...products(500)];
    const main = [product(1), product(2), ...products(500)];
    const found = await copied((request, response) =>
      json(response, 200, listing(request.query.has('only_main_products') ? main : all)(request)),
    );
    expect(found).toEqual({ code: 0, records: asText(all), said: '' });
  });

  test('shows products twice has each once, after a second look', async () => {
    const all = products(120);
    const found = await copied(serving([...all, ...all.slice(0, 4)]));
    expect(found).toEqual({
      ...{ code: 0, records: asText(all) },
      said:
        'The store changed while it was copied: reading its products again (2 of at most 3).\n' +
        'Since the first reading: 0 added, 0 changed, 0 removed.\n4 records came twice. The copy has each once.\n' +
        'The store counts 124 records, but shows 120. The copy has those.\n',
    });
  });

  test('counts wrongly is copied as far as it shows', async () => {
    const found = await copied(serving(products(120), { numRows: 125 }));
    expect([found.records.length, found.said.split('\n').at(-2)]).toEqual([
      120,
      'The store counts 125 records, but shows 120. The copy has those.',
    ]);
  });

  test('changes while it is copied is read again: what came is in the copy, what went is not', async () => {
    const [before, gone] = [products(250), 1000 + 7 * 3];
    const after = [
      ...before
        .filter(({ productId }) => productId !== gone)
        .map((one, at) => (at === 5 ? { ...one, name: 'New' } : one)),
      product(7, { name: 'Added' }),
      product(8, { name: 'Added too' }),
    ];
    let reads = 0;
    const found = await copied((request, response) =>
      json(response, 200, listing(reads++ < 3 ? before : after)(request)),
    );
    expect([[...found.records].sort(), found.said]).toEqual([
      [...asText(after)].sort(),
      'The store changed while it was copied: reading its products again (2 of at most 3).\n' +
        'Since the first reading: 1 added, 1 changed, 1 removed.\n',
    ]);
  });

  test('never stops changing is copied with a warning', async () => {
    let reads = 0;
    const found = await copied((request, response) =>
      json(response, 200, listing(products(120 + Math.floor(++reads / 3)))(request)),
    );
    expect([found.code, found.said]).toEqual([0, expect.stringContaining('Warning: the store kept changing.')]);
  });

  test('repeats its first page for ever is refused', async () => {
    const page = products(100);
    const found = await copied((_, response) => json(response, 200, { numRows: 5000, data: page }));
    expect([found.code, found.said]).toEqual([
      5,
      'Error: The list from shop.test is inconsistent: the pages before 300 come again and again.\n' +
        'The store may ignore the offset. Run shop-cli doctor --probe.\n' +
        'The copy so far is kept (400 products). Rerun the same command to continue.\n',
    ]);
  });

  test('answers with a web page is refused before anything is copied', async () => {
    const found = await copied(
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hi</h1>'),
    );
    expect([found.code, found.said]).toEqual([5, expect.stringContaining('not from the shop API')]);
  });

  test('asks to wait is waited for, and a page of HTML, a reset or an error in the middle is read again', async () => {
    const all = products(350);
    let failures = 0;
    const found = await copied((request, response) => {
      if (request.query.get('offset') !== '200' || ++failures > 4) return json(response, 200, listing(all)(request));
      if (failures === 1) return json(response, 429, {}, { 'retry-after': '30' });
      if (failures === 2) return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>soon</p>');
      if (failures === 3) return void response.socket?.destroy();
      return json(response, 503, {});
    });
    expect(found).toEqual({ code: 0, records: asText(all), said: expect.stringContaining('300 of 350') });
  });

  test('echoes the token in its records leaves none of it in the copy', async () => {
    const all = [product(1, { urlAbs: `https://shop.example/?token=${encodeURIComponent(canary)}`, [canary]: canary })];
    const found = await copied(serving(all));
    expect(found.records).toEqual([
      JSON.stringify(product(1, { urlAbs: 'https://shop.example/?token=***', '***': '***' })),
    ]);
  });

  test('has products without a numeric ID leaves these out, and says so', async () => {
    const found = await copied(serving([product(1), { uprid: 'x', name: 'Odd' }]));
    expect([found.records, found.said]).toEqual([asText([product(1)]), 'Skipped 1 products without a numeric ID.\n']);
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
  ['a profile must be there', ['--copy-of', 'shop', '--db', 'x.db'], 'There is no profile shop.'],
  [
    'a URL needs a token',
    ['--copy-of', 'https://shop.example', '--db', 'x.db'],
    'No token for shop.example in the environment.',
  ],
  [
    'it names another store too',
    ['--copy-of', 'sandbox', '--db', 'x.db', '--store', 'sandbox'],
    '--copy-of names the store. Do not pass --store.',
  ],
])('a sandbox is refused because %s', async (_, args, message) => {
  await inDirectory(async (directory) => {
    const { code, err } = await withTwin(args, { directory });
    expect([[2, 4].includes(code), err]).toEqual([true, expect.stringContaining(`Error: ${message}`)]);
  });
});
