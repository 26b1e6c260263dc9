import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { diagnose } from '../../support/doctor.ts';
import { writeProfiles } from '../../support/profiles.ts';
import { ownDirectory, shopCli } from '../../support/run.ts';
import { type Behaviour, json, serveStore } from '../../support/store.ts';

/** What a store does with a parameter that is plain, and with one in brackets. */
type Effects = readonly [plain: Effect, bracket: Effect];
type Effect = 'works' | 'ignored' | 'refused' | 'finds nothing';

interface OtherStore {
  /** The products that it has, by ID from 1. */
  readonly skus: readonly string[];
  /** What it does with a limit and an offset. */
  readonly limits?: Effects;
  /** What it does with another filter. */
  readonly filters?: Effects;
  readonly cap?: number;
  readonly isBare?: boolean;
  readonly foldsCase?: boolean;
}

/** A reasonable store, other than the sandbox. */
const otherStore =
  ({ skus, limits = ['works', 'works'], filters = limits, cap = 1000, ...store }: OtherStore): Behaviour =>
  ({ path, query }, response) => {
    const products = skus.map((sku, at) => ({ productId: at + 1, uprid: String(at + 1), sku }));
    const list = (found: readonly unknown[]) =>
      json(response, 200, store.isBare ? found : { numRows: products.length, data: found });
    if (path === '/api/v2/baskets') return list([{ basketKey: '{A}', customerId: '7' }]);
    if (path.includes('/customers/')) return json(response, 200, { addresses: [{ id: 1 }] });
    const given = (name: string, effects: Effects) =>
      [name, `filter[${name}]`].flatMap((one, at) =>
        query.has(one) ? [{ effect: effects[at], value: Number(query.get(one)) }] : [],
      );
    const [limit, offset, stock] = [given('limit', limits), given('offset', limits), given('stockFrom', filters)];
    if ([...limit, ...offset, ...stock].some(({ effect }) => effect === 'refused')) return json(response, 400, {});
    const working = (those: ReturnType<typeof given>) => those.find(({ effect }) => effect === 'works')?.value;
    const folded = (text: string): string => (store.foldsCase ? text.toLowerCase() : text);
    const search = query.get('filter[search]')?.replace('sku:', '');
    const isFound = stock.every(({ effect, value }) => effect === 'ignored' || (effect === 'works' && value < 1000));
    const found = products.filter(({ sku }) => isFound && (search === undefined || folded(sku) === folded(search)));
    const start = working(offset) ?? 0;
    list(found.slice(start, start + Math.min(working(limit) ?? 20, cap)));
  };

const many = Array.from({ length: 150 }, (_, at) => `Sku-${at}`);

/** What `--probe` says of a store, by the names of its checks. */
async function probed(store: OtherStore, names: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const { variables } = await serveStore(otherStore(store));
  const { line } = await diagnose('--probe', { env: variables });
  return Object.fromEntries(names.map((name) => [name, line(name).details.value]));
}

/** Runs `doctor --probe` with a profile of this store, and gives that profile. */
async function keptOf(behaviour: Behaviour, options = '') {
  const home = ownDirectory();
  const { url, seen } = await serveStore(behaviour);
  await writeProfiles(home, { staging: { url } }, 'staging');
  const run = await diagnose(`--probe ${options}`, { home });
  const { profiles } = JSON.parse(await readFile(`${home}/.config/shop-cli/config.json`, 'utf8'));
  expect(profiles.staging.url).toBe(url);
  return { run, home, profile: profiles.staging, seen };
}

describe('the probe detects filters', () => {
  test('of an empty store as unknown', async () => {
    expect(await probed({ skus: [] }, ['filter style', 'page cap', 'SKU in other case'])).toEqual({
      'filter style': null,
      'page cap': null,
      'SKU in other case': null,
    });
  });

  test.each<[products: number, limits: Effects, filters: Effects, value: string | null, setting: string | undefined]>([
    [150, ['works', 'works'], ['works', 'works'], 'either', undefined],
    [150, ['works', 'ignored'], ['works', 'ignored'], 'plain', 'plain'],
    [150, ['works', 'refused'], ['works', 'refused'], 'plain', 'plain'],
    [150, ['ignored', 'works'], ['ignored', 'works'], 'bracket', 'bracket'],
    [150, ['refused', 'works'], ['refused', 'works'], 'bracket', 'bracket'],
    [150, ['ignored', 'ignored'], ['ignored', 'ignored'], 'ignored', undefined],
    [2, ['works', 'ignored'], ['works', 'refused'], 'plain', 'plain'],
    [2, ['works', 'ignored'], ['ignored', 'works'], 'mixed', 'both'],
    [1, ['works', 'works'], ['ignored', 'works'], 'bracket', 'bracket'],
    [2, ['works', 'works'], ['ignored', 'ignored'], 'ignored', undefined],
    [2, ['works', 'works'], ['finds nothing', 'finds nothing'], null, undefined],
  ])(
    'of %i products, with limits that are %j and filters that are %j: %s',
    async (count, limits, filters, ...found) => {
      const store = otherStore({ skus: many.slice(0, count), limits, filters });
      const { line } = (await keptOf(store, '--dry-run')).run;
      const setting = /SHOP_FILTER_STYLE=(\w+)/.exec(line('profile').message)?.[1];
      expect([line('filter style').details.value, setting]).toEqual(found);
    },
  );
});

describe('pages, lists and products', () => {
  test.each([
    ['that caps its pages', { cap: 100 }, 100],
    ['that caps them and does not count', { cap: 100, isBare: true }, 100],
    ['that sends all that it has, which shows no cap', {}, null],
  ])('of a store %s', async (_, store, cap) => {
    expect(await probed({ skus: many, ...store }, ['page cap'])).toEqual({ 'page cap': cap });
  });

  test.each([
    [false, { 'list of products': 'data', 'list of baskets': 'data', 'list of addresses': 'addresses' }],
    [true, { 'list of products': 'array', 'list of baskets': 'array', 'list of addresses': 'addresses' }],
  ])('are found, also where lists are bare arrays: %s', async (isBare, shapes) => {
    expect(await probed({ skus: many, isBare }, Object.keys(shapes))).toEqual(shapes);
  });

  test.each([true, false])('a search that folds case: %s', async (foldsCase) => {
    expect(await probed({ skus: many, foldsCase }, ['SKU in other case'])).toEqual({ 'SKU in other case': foldsCase });
  });
});

describe('what the probe found is saved in the profile', () => {
  const store = otherStore({ skus: many, limits: ['ignored', 'works'], cap: 50 });

  test('with the settings that follow', async () => {
    const { profile } = await keptOf(store);
    expect(profile).toMatchObject({
      settings: { SHOP_FILTER_STYLE: 'bracket', SHOP_PAGE_SIZE: '50' },
      probe: { filters: 'bracket', pageCap: 50, productList: 'data', searchFoldsCase: false },
    });
  });

  test('no more than 40 reads, and no write', async () => {
    const { seen } = await keptOf(store);
    expect({ methods: new Set(seen.map(({ method }) => method)), isFew: seen.length <= 40 }).toEqual({
      ...{ methods: new Set(['GET']), isFew: true },
    });
  });

  test('but not with --dry-run, which only shows it', async () => {
    const { run, profile } = await keptOf(store, '--dry-run');
    expect(run.line('profile').message).toContain(
      'not saved in staging (--dry-run): SHOP_PAGE_SIZE=50 and SHOP_FILTER_STYLE=bracket',
    );
    expect(profile).not.toHaveProperty('probe');
  });

  test('and used: a list asks for pages of that size, with filters of that style', async () => {
    const { home, seen } = await keptOf(store);
    const before = seen.length;
    const { code, out } = await shopCli('products list --all -q', { home });
    const queries = seen.slice(before).map(({ query }) => [query.get('filter[limit]'), query.get('limit')]);
    expect({ code, count: out.trim().split('\n').length, queries: new Set(queries.map(String)) }).toEqual({
      ...{ code: 0, count: 150, queries: new Set(['50,']) },
    });
  });

  test('without a profile, the variables to set are named', async () => {
    const { variables } = await serveStore(store);
    const { line } = await diagnose('--probe', { env: variables });
    expect(line('profile').message).toContain('set SHOP_PAGE_SIZE=50 and SHOP_FILTER_STYLE=bracket');
  });
});
