import { describe, expect, test } from 'vitest';
import type { StoreProbe } from '../../src/settings/profiles.ts';
import { writeProfiles } from '../support/profiles.ts';
import { inDirectory, type Outcome } from '../support/run.ts';
import { withTwin } from '../support/twin.ts';

/** Runs a sandbox like the store of the profile `production`, whose probe is this. */
async function like(
  probe: StoreProbe,
  { args = [], use }: { readonly args?: readonly string[]; readonly use?: Parameters<typeof withTwin>[2] } = {},
): Promise<Outcome> {
  return await inDirectory(async (home) => {
    await writeProfiles(home, { production: { url: 'https://shop.example', probe } });
    return await withTwin(['--like', 'production', '--db', ':memory:', ...args], { home }, use);
  });
}

/** What a probe is called in the report of `doctor`. */
const names: Readonly<Record<string, keyof StoreProbe>> = {
  'filter style': 'filters',
  'page cap': 'pageCap',
  'list of products': 'productList',
  'list of baskets': 'basketList',
  'list of addresses': 'addressList',
  'ID or SKU': 'productPath',
  'missing product': 'missingProduct',
};

type Report = readonly { readonly name: string; readonly details?: { readonly value?: unknown } }[];

describe('doctor --probe finds of a sandbox what it found of the store that this is like', () => {
  test.each<[name: string, probe: StoreProbe]>([
    ['small pages, plain filters', { filters: 'plain', pageCap: 20, missingProduct: 422 }],
    ['filters in brackets, lists of other names', { filters: 'bracket', productList: 'items', basketList: 'baskets' }],
    ['no filters, bare arrays', { filters: 'ignored', productList: 'array', basketList: 'array' }],
    ['IDs alone lead to a product', { productPath: 'id only', missingProduct: 400, addressList: 'addresses' }],
    ['an empty answer for a missing product', { missingProduct: 'empty' }],
  ])('%s', async (_, probe) => {
    const found: Partial<Record<keyof StoreProbe, unknown>> = {};
    await like(probe, {
      use: async ({ run }) => {
        const checks = JSON.parse((await run('doctor --probe --json')).out) as Report;
        for (const { name, details } of checks) {
          const key = names[name];
          if (key !== undefined) found[key] = details?.value;
        }
      },
    });
    expect(found).toMatchObject(probe);
  });
});

test('a sandbox says how it is like the store, and how it is not', async () => {
  const limits = { 'ratelimit-policy': '"default";q=120;w=60', 'x-ratelimit-limit': '500' };
  const { err } = await like({ pageCap: 250, filters: 'bracket', searchFoldsCase: true, limits });
  expect(err).toBe(
    'The sandbox is running, with its data in :memory:. Press Ctrl-C to stop it.\n' +
      'Like production: only filters in brackets; 2 requests per second.\n' +
      'Unlike production: pages of up to 250 products; here up to 100; a search finds an SKU in any case; here in its own.\n',
  );
});

test('what is typed goes before what is known of the store', async () => {
  let pages = '';
  await like(
    { pageCap: 20 },
    {
      args: ['--page-cap', '30'],
      use: async ({ run }) => {
        pages = (await run('products list --limit 100')).err;
      },
    },
  );
  expect(pages).toContain('30 of 62 shown');
});

test('a store that was never probed is exit code 2, with what to do', async () => {
  const { code, err } = await like({});
  expect([code, err]).toEqual([
    2,
    'Error: The store of the profile production has not been probed.\n' +
      'To probe it: shop-cli doctor --probe --profile production\n',
  ]);
});

test.each<[limits: Record<string, string>, words: string]>([
  [{ 'ratelimit-limit': '100, 100;w=50' }, 'Like production: 2 requests per second.'],
  [{ 'ratelimit-policy': '10;w=1, 300;w=60' }, 'Like production: 10 requests per second.'],
  [{ 'x-ratelimit-limit-minute': '30' }, 'Like production: 0.5 requests per second.'],
  [
    { 'x-ratelimit-limit': '40' },
    'Unlike production: x-ratelimit-limit: for how long is not known. Pass --rate-limit.',
  ],
  [{ 'ratelimit-policy': 'w=0' }, 'Unlike production: ratelimit-policy: for how long is not known. Pass --rate-limit.'],
])('the announced limits %j: %s', async (limits, words) => {
  expect((await like({ limits })).err).toContain(`${words}\n`);
});
