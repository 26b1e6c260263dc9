import { chmod, chown, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { emptyStore } from '../support/replies.ts';
import { canary, ownDirectory, shopCli } from '../support/run.ts';
import { serveSandbox, serveStore } from '../support/store.ts';

// A token goes to the store that it was set for, whoever changed a file meanwhile.

test('a profile whose address was changed by hand has no token for it', async () => {
  const { url } = await serveSandbox();
  const foreign = await serveStore(emptyStore);
  const { seen } = foreign;
  const home = ownDirectory();
  const run = (line: string) => shopCli(line, { home, directory: home, stdin: canary });
  expect((await run(`auth login shop --store ${url} --token-stdin --insecure-storage`)).code).toBe(0);
  expect((await run('products list')).code).toBe(0);
  const config = join(home, '.config', 'shop-cli', 'config.json');
  await writeFile(config, (await readFile(config, 'utf8')).replaceAll(url, foreign.url));
  const { code, err } = await run('products list');
  expect([code, err.includes('No token is stored for the profile shop'), seen]).toEqual([4, true, []]);
});

const isRoot = process.getuid?.() === 0;

describe.skipIf(process.platform === 'win32')(
  'a .env that somebody else may have written is refused, and nothing is sent',
  () => {
    test.each<readonly [string, boolean, (folder: string) => Promise<void>]>([
      ['everybody may change it', true, (folder) => chmod(join(folder, '.env'), 0o666)],
      ['everybody may replace it', true, (folder) => chmod(folder, 0o777)],
      ['it belongs to another user', isRoot, (folder) => chown(join(folder, '.env'), 12_345, 12_345)],
      ['its directory belongs to another user', isRoot, (folder) => chown(folder, 12_345, 12_345)],
    ])('where %s', async (_, isPossible, change) => {
      if (!isPossible) return;
      const { url, seen } = await serveStore(emptyStore);
      const folder = ownDirectory();
      await writeFile(join(folder, '.env'), `SHOP_URL=${url}\nSHOP_TOKEN=${canary}\n`, { mode: 0o600 });
      expect((await shopCli('products list', { directory: folder })).code).toBe(0);
      await change(folder);
      const { code, err } = await shopCli('products list', { directory: folder });
      expect([code, err.includes('Refusing the file .env'), seen.length]).toEqual([2, true, 1]);
    });
  },
);
