import { expect, test } from 'vitest';
import { writeProfiles } from '../support/profiles.ts';
import { answers } from '../support/replies.ts';
import { canary, ownDirectory, type RunOptions, shopCli } from '../support/run.ts';
import { serveStore } from '../support/store.ts';

const write = 'products create --sku A --allow-duplicate';

/** Runs a command where a current profile names the store. Gives the writes that the store got. */
async function run(line: string, options: (url: string) => RunOptions & { readonly dotenv?: string }) {
  const { url, seen } = await serveStore(answers(200, { productId: '1', customerId: '101' }));
  const { dotenv = '', ...rest } = options(url);
  const home = ownDirectory({ '.env': dotenv });
  await writeProfiles(home, { laptop: { url } }, 'laptop');
  const { code, err } = await shopCli(line, { home, directory: home, ...rest });
  return {
    code,
    err: err.replaceAll(url.replace('http://', ''), 'shop.test'),
    writes: seen.filter(({ method }) => method === 'POST').length,
  };
}

test.each([write, 'api POST customers -f emailAddress=a@b.example'])(
  'in CI %s is refused where only the current profile names the store',
  async (line) => {
    expect(await run(line, () => ({ env: { CI: 'true' } }))).toEqual({
      code: 2,
      err:
        'Error: Refusing to write to shop.test in CI (CI is set): only the current profile selects this store. Nothing was sent.\n' +
        'Select the store: set SHOP_URL or SHOP_PROFILE, or pass --store or --profile.\n',
      writes: 0,
    });
  },
);

test.each<readonly [string, (url: string) => RunOptions & { readonly dotenv?: string }, string]>([
  ['SHOP_URL', (url) => ({ env: { CI: '1', SHOP_URL: url, SHOP_TOKEN: canary } }), ''],
  ['SHOP_PROFILE', () => ({ env: { CI: '1', SHOP_PROFILE: 'laptop' } }), ''],
  ['--profile', () => ({ env: { CI: '1' } }), '--profile laptop'],
  ['.env', () => ({ env: { CI: '1' }, dotenv: 'SHOP_PROFILE=laptop\n' }), ''],
  ['the current profile, but not in CI', () => ({}), ''],
])('a write goes to the store that is named by %s', async (_, options, option) => {
  expect(await run(`${write} ${option}`.trim(), options)).toMatchObject({ code: 0, writes: 1 });
});

test.each(['products list', `${write} --dry-run`, `${write} --curl`])(
  'in CI the current profile is enough for %s',
  async (line) => {
    expect(await run(line, () => ({ env: { CI: 'true' } }))).toMatchObject({ code: 0, writes: 0 });
  },
);
