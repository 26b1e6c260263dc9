import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeDirectory, removeDirectory } from '../support/directory.ts';
import { bin, type Ended, install, runProgram } from '../support/programs.ts';

// The built program on every Node that it is for, each from the package registry, but on the Node that runs these tests, as all
// others do. Needs a build (`npm test` makes one).

const directory = makeDirectory();
afterAll(() => removeDirectory(directory));

test.for(['20', '22', '24', '26'].filter((version) => !process.version.startsWith(`v${version}.`)))(
  'the main job on Node %s: the catalogue is imported, and its products are found',
  async (version, { skip }) => {
    const node = await nodeOf(version);
    skip(node === undefined, `The registry does not offer Node ${version}.`);
    const store = join(directory, `shop-${version}.db`);
    const shopCli = (...argv: readonly string[]) => run(node ?? '', [bin, '--store', `sandbox:${store}`, ...argv]);
    const catalogue = 'examples/products.csv';
    const imported = await shopCli('products', 'import', catalogue, '--json');
    const again = await shopCli('products', 'import', catalogue, '--json');
    const found = await shopCli('products', 'get', 'GARDEN-001', '--json');
    const { created } = JSON.parse(imported.out) as { created: number };
    const { existing } = JSON.parse(again.out) as { existing: number };
    const { name } = JSON.parse(found.out) as { name: string };
    const { out: running } = await run(node ?? '', ['--version']);
    expect([running.startsWith(`v${version}.`), created, existing, name]).toEqual([
      true,
      69,
      69,
      'Watering can, galvanised, 10 litres',
    ]);
  },
);

test('what was compiled is kept in a directory of this user, never in the shared one for temporary files', async () => {
  const node = join(directory, 'node-24/node_modules/.bin/node');
  const temporary = join(directory, 'temporary');
  await mkdir(temporary);
  await run(node, [bin, 'commands'], { TMPDIR: temporary });
  const kept = await readdir(join(directory, 'shop-cli/compiled'));
  expect([await readdir(temporary), kept.some((name) => name.startsWith('v24.'))]).toEqual([[], true]);
});

/** The newest Node of this line, installed in a directory of its own; undefined where that is not possible. */
async function nodeOf(version: string): Promise<string | undefined> {
  const own = join(directory, `node-${version}`);
  await mkdir(own);
  // The package `node` brings its binary with an install script.
  const { code } = await install(own, `node@${version}`, '--no-ignore-scripts');
  const node = join(own, 'node_modules/.bin/node');
  return code === 0 && (await run(node, ['--version'])).code === 0 ? node : undefined;
}

function run(command: string, argv: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const own = { XDG_DATA_HOME: directory, XDG_STATE_HOME: directory, XDG_CACHE_HOME: directory };
  const env = { ...process.env, ...own, SHOP_URL: '', SHOP_TOKEN: '', ...more };
  return runProgram(command, argv, { env, timeout: 120_000 });
}
