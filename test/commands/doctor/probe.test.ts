import { describe, expect, test } from 'vitest';
import { type Diagnosis, diagnose } from '../../support/doctor.ts';
import { writeProfiles } from '../../support/profiles.ts';
import { ownDirectory, shopCli } from '../../support/run.ts';
import { type Behaviour, json, type SeenRequest, serveStore } from '../../support/store.ts';

interface OtherStore {
  /** The products that it has, by ID from 1. */
  readonly skus: readonly string[];
  readonly style?: 'plain' | 'bracket' | 'either' | 'ignored';
  /** Whether it refuses the other style. */
  readonly isStrict?: boolean;
  readonly cap?: number;
  readonly isBare?: boolean;
  readonly foldsCase?: boolean;
}

/** A reasonable store, other than the sandbox. */
const otherStore =
  (store: OtherStore): Behaviour =>
  ({ path, query }, response) => {
    const products = store.skus.map((sku, at) => ({ productId: at + 1, uprid: String(at + 1), sku }));
    const list = (found: readonly unknown[]) =>
      json(response, 200, store.isBare ? found : { numRows: products.length, data: found });
    if (path === '/api/v2/baskets') return list([{ basketKey: '{A}', customerId: '7' }]);
    if (path.includes('/customers/')) return json(response, 200, { addresses: [{ id: 1 }] });
    const { style = 'either' } = store;
    const refused = [...query.keys()].some(
      (name) => name !== 'filter[search]' && name !== 'token' && name.startsWith('filter[') !== (style === 'bracket'),
    );
    if (store.isStrict && refused) return json(response, 400, { message: 'unknown parameter' });
    const value = (name: string): string | null =>
      (style === 'plain' || style === 'either' ? query.get(name) : null) ??
      (style === 'bracket' || style === 'either' ? query.get(`filter[${name}]`) : null);
    const folded = (text: string): string => (store.foldsCase ? text.toLowerCase() : text);
    const search = query.get('filter[search]')?.replace('sku:', '');
    const found = products
      .filter(({ sku }) => search === undefined || folded(sku) === folded(search))
      .filter(() => Number(value('stockFrom') ?? 0) < 1000);
    const offset = Number(value('offset') ?? 0);
    list(found.slice(offset, offset + Math.min(Number(value('limit') ?? 20), store.cap ?? 1000)));
  };

/** What a store does with a parameter that is plain, and with one in brackets. */
type Effects = readonly [plain: Effect, bracket: Effect];
type Effect = 'works' | 'ignored' | 'refused' | 'finds nothing';

/** A store that treats the two styles of a limit and of another filter each in its own way. */
const twoStyles =
  ({
    count,
    limits,
    filters,
  }: {
    readonly count: number;
    readonly limits: Effects;
    readonly filters: Effects;
  }): Behaviour =>
  ({ path, query }, response) => {
    const products = Array.from({ length: count }, (_, at) => ({ productId: at + 1, sku: `S-${at}` }));
    if (!path.endsWith('/products')) return json(response, 200, []);
    const given = (name: string, effects: Effects): readonly (readonly [Effect, string])[] =>
      [name, `filter[${name}]`].flatMap((one, at) =>
        query.has(one) ? [[effects[at] as Effect, query.get(one) ?? '']] : [],
      );
    const [limited, filtered] = [given('limit', limits), given('stockFrom', filters)];
    if ([...limited, ...filtered].some(([effect]) => effect === 'refused')) return json(response, 400, {});
    const limit = limited.find(([effect]) => effect === 'works')?.[1] ?? '20';
    const isFound = filtered.every(
      ([effect, value]) => effect === 'ignored' || (effect === 'works' && Number(value) < 0),
    );
    json(response, 200, { numRows: count, data: isFound ? products.slice(0, Number(limit)) : [] });
  };

const many = Array.from({ length: 150 }, (_, at) => `Sku-${at}`);

/** What `--probe` says of a store, by the names of its checks. */
async function probed(store: OtherStore, names: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const { variables } = await serveStore(otherStore(store));
  const { line } = await diagnose('--probe', { env: variables });
  return Object.fromEntries(names.map((name) => [name, line(name).details.value]));
}

/** The line of the check in the group Probe: `filters` is also one of the API. */
const settingsKept = async (home: string, url: string): Promise<unknown> => {
  const { readFile } = await import('node:fs/promises');
  const { profiles } = JSON.parse(await readFile(`${home}/.config/shop-cli/config.json`, 'utf8'));
  expect(profiles.staging.url).toBe(url);
  return profiles.staging;
};

/** Runs `doctor --probe` with a profile of this store, as often as there are options. */
async function keptOf(behaviour: Behaviour, ...options: readonly string[]) {
  const home = ownDirectory();
  const { url, seen } = await serveStore(behaviour);
  await writeProfiles(home, { staging: { url } }, 'staging');
  const runs: Diagnosis[] = [];
  for (const option of options) runs.push(await diagnose(`--probe ${option}`, { home }));
  return { runs, profile: await settingsKept(home, url), seen: [...seen] as readonly SeenRequest[] };
}

describe('the probe detects filters', () => {
  test.each(['plain', 'bracket', 'either', 'ignored'] as const)('as a store reads them: %s', async (style) => {
    expect(await probed({ skus: many, style }, ['filter style'])).toEqual({ 'filter style': style });
  });

  test.each(['plain', 'bracket'] as const)('%s, where the other way is refused', async (style) => {
    expect(await probed({ skus: many, style, isStrict: true }, ['filter style'])).toEqual({ 'filter style': style });
  });

  test('of an empty store as unknown', async () => {
    expect(await probed({ skus: [] }, ['filter style', 'page cap', 'SKU in other case'])).toEqual({
      'filter style': null,
      'page cap': null,
      'SKU in other case': null,
    });
  });

  test.each<[products: number, limits: Effects, filters: Effects, value: string | null, setting: string | undefined]>([
    [2, ['works', 'works'], ['works', 'works'], 'either', undefined],
    [2, ['works', 'ignored'], ['works', 'refused'], 'plain', 'plain'],
    [2, ['works', 'ignored'], ['ignored', 'works'], 'mixed', 'both'],
    [1, ['works', 'works'], ['ignored', 'works'], 'bracket', 'bracket'],
    [2, ['works', 'works'], ['ignored', 'ignored'], 'ignored', undefined],
    [2, ['works', 'works'], ['finds nothing', 'finds nothing'], null, undefined],
  ])(
    'of %i products, with limits that are %j and filters that are %j: %s',
    async (count, limits, filters, ...found) => {
      const { runs } = await keptOf(twoStyles({ count, limits, filters }), '--dry-run');
      const [line] = runs.map((run) => run.line);
      const setting = /SHOP_FILTER_STYLE=(\w+)/.exec(line?.('profile').message ?? '')?.[1];
      expect([line?.('filter style').details.value, setting]).toEqual(found);
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
  const store = otherStore({ skus: many, style: 'bracket', cap: 50 });

  test('with the settings that follow', async () => {
    const { profile } = await keptOf(store, '');
    expect(profile).toMatchObject({
      settings: { SHOP_FILTER_STYLE: 'bracket', SHOP_PAGE_SIZE: '50' },
      probe: { filters: 'bracket', pageCap: 50, productList: 'data', searchFoldsCase: false },
    });
  });

  test('no more than 40 reads, and no write', async () => {
    const { seen } = await keptOf(store, '');
    expect({ methods: new Set(seen.map(({ method }) => method)), isFew: seen.length <= 40 }).toEqual({
      ...{ methods: new Set(['GET']), isFew: true },
    });
  });

  test('but not with --dry-run, which only shows it', async () => {
    const { runs, profile } = await keptOf(store, '--dry-run');
    expect(runs[0]?.line('profile').message).toContain(
      'not saved in staging (--dry-run): SHOP_PAGE_SIZE=50 and SHOP_FILTER_STYLE=bracket',
    );
    expect(profile).not.toHaveProperty('probe');
  });

  test('and used: a list asks for pages of that size, with filters of that style', async () => {
    const home = ownDirectory();
    const { url, seen } = await serveStore(store);
    await writeProfiles(home, { staging: { url } }, 'staging');
    await diagnose('--probe', { home });
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
