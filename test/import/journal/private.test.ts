import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canary, ownDirectory } from '../../support/run.ts';
import { json, serveStore } from '../../support/store.ts';

test('the journal holds neither the token nor what a store says of a customer, and is for this user alone', async () => {
  const directory = ownDirectory();
  const said = `https://shop.example/?token=${encodeURIComponent(canary)} {"password":"$2y$10$hash"}`;
  const { run } = await serveStore((request, response) =>
    request.method === 'GET'
      ? json(response, 200, { numRows: 0, data: [] })
      : json(response, 422, { error: { message: said, password: '$2y$10$hash' } }),
  );
  const { code } = await run('products import - --journal own/j.db', { directory, stdin: 'sku,name\nA,x\n' });
  const own = join(directory, 'own');
  const files = readdirSync(own).map((name) => join(own, name));
  const texts = files.map((path) => readFileSync(path, 'latin1')).join('');
  expect([code, texts.includes('shop.example'), texts.includes('canary'), texts.includes('$2y$')]).toEqual([
    7,
    true,
    false,
    false,
  ]);
  expect([own, ...files].filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([]);
});
