import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inDirectory, shopCli } from '../support/run.ts';
import { copyOf, listing, products, said } from '../support/sandbox-copies.ts';
import { json, withSandbox, withStore } from '../support/store.ts';
import { type RunningTwin, withTwin } from '../support/twin.ts';

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
