import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../support/directory.ts';
import { shopCli } from '../support/run.ts';

// A `.env` may come with a folder that somebody else made, and the database beside it, too.

test('a sandbox file that .env names is not opened by itself, whatever the command', async () => {
  const directory = ownDirectory({ '.env': 'SHOP_URL=sandbox:shop.db\n' });
  const lines = ['products list', 'products list --dry-run', 'doctor', 'products import - --dry-run'];
  const runs = await Promise.all(lines.map((line) => shopCli(line, { directory, stdin: 'sku,name\nA-1,x\n' })));
  const refused = 'Refusing to open shop.db, which .env selects, without confirmation.';
  expect(runs.map(({ code, err, out }) => [code === 0, `${err}${out}`.includes(refused)])).toEqual(
    lines.map(() => [false, true]),
  );
  expect(readdirSync(directory)).toEqual(['.env']);
});

test.each(['products list --yes', 'products list --store sandbox:shop.db'])(
  'a sandbox file that .env names is opened with %s',
  async (line) => {
    const directory = ownDirectory({ '.env': 'SHOP_URL=sandbox:shop.db\n' });
    expect([(await shopCli(line, { directory })).code, readdirSync(directory).includes('shop.db')]).toEqual([0, true]);
  },
);

test('a sandbox file that .env names is opened in the directory of shop-cli', async () => {
  const home = ownDirectory();
  const database = join(home, '.local/share/shop-cli/other.db');
  const directory = ownDirectory({ '.env': `SHOP_URL=sandbox:${database}\n` });
  expect(await shopCli('products list -q --limit 1', { directory, home })).toMatchObject({ code: 0 });
});
