import type { Connection } from '../../client/connection.ts';
import { listProducts } from '../../client/endpoints/products.ts';
import { countOf } from '../../client/pages.ts';
import type { Query } from '../../client/request-url.ts';
import { CliError } from '../../errors.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { type Profile, withProbe } from '../../settings/profiles.ts';
import { changeProfiles } from '../../settings/profiles-file.ts';
import { type Check, type Diagnosis, type Examination, found, ok, warning } from './check.ts';
import { noProducts, type Observation, readRaw, recordsIn, shapeOf, unknown } from './reading.ts';

/** What `--probe` finds out by about twelve more reads, and saves in the profile of the store under these keys. */
export const probe: readonly Check[] = [
  question('page cap', 'pageCap', pageCap),
  question('filter style', 'filters', filterStyle),
  question('list of products', 'productList', (examination) => shapeOf(examination, ['products'], 'products')),
  question('list of baskets', 'basketList', (examination) => shapeOf(examination, ['baskets'], 'baskets')),
  question('list of addresses', 'addressList', addressList),
  question('SKU in other case', 'searchFoldsCase', searchCase),
  question('announced limits', 'limits', limits),
  { group: 'Probe', name: 'profile', needs: ['access'], check: save },
];

/** The check that asks the store one thing. */
function question(name: string, key: string, ask: (examination: Examination) => Promise<Observation>): Check {
  const check = async (examination: Examination): Promise<Diagnosis> => {
    const { value, words, settings = {}, problem } = await ask(examination).catch(unlessInterrupted);
    if (value !== undefined) examination.probed = { ...examination.probed, [key]: value };
    examination.probedSettings = { ...examination.probedSettings, ...settings };
    const details = { value: value ?? null, settings };
    return problem === undefined ? ok(words, details) : warning(words, problem, details);
  };
  return { group: 'Probe', name, needs: ['access'], check };
}

/** A store that limits requests or breaks off says nothing about this question; a later one may be answered. */
function unlessInterrupted(error: unknown): Observation {
  if (error instanceof CliError && error.kind !== 'interrupted') return unknown(error.message);
  throw error;
}

const profileOf = ({ store }: Examination): Profile | undefined =>
  store?.kind === 'remote' ? store.profile : undefined;

/** The page that is asked for: it stands for that and more. */
const largestPage = 500;

/** How many products a page may have. Also what later questions take a product from. */
async function pageCap(examination: Examination): Promise<Observation> {
  const connection = found(examination.connection);
  const page = await listProducts(connection, { limit: String(largestPage) });
  examination.sample = page;
  const received = page.records.length;
  if (received === 0) return noProducts;
  if (received > largestPage) return unknown(`asked for ${largestPage}, got ${received}: the store ignores the limit`);
  const count = countOf(page.totals.numRows);
  const hasMore = count === undefined ? await hasProductAt(connection, received) : count > received;
  if (!hasMore && received < largestPage)
    return unknown(`the store has only ${received} products, and sends them all at once`);
  const words = `${received === largestPage ? `${received} or more` : received} products on a page`;
  return { value: received, words, settings: { SHOP_PAGE_SIZE: String(received) } };
}

const hasProductAt = async (connection: Connection, offset: number): Promise<boolean> =>
  (await listProducts(connection, { limit: '1', offset: String(offset) })).records.length > 0;

const styles = ['plain', 'bracket'] as const;
type Style = (typeof styles)[number];

/**
 * Whether filters other than the search are plain or in brackets, which the API leaves open: in each style a filter
 * that must find nothing and a search that must find something, both with a limit of 1. Up to four reads.
 */
async function filterStyle(examination: Examination): Promise<Observation> {
  if (!examination.sample?.records.length) return noProducts;
  const effects = { plain: await effectOf(examination, 'plain'), bracket: await effectOf(examination, 'bracket') };
  const all = Object.values(effects);
  const [style, other] = styles.filter((one) => effects[one] === 'works');
  if (other) return { value: 'either', words: 'both plain and in brackets' };
  if (style) {
    const words = style === 'plain' ? 'plain (limit=1)' : 'in brackets (filter[limit]=1)';
    return { value: style, words, settings: { SHOP_FILTER_STYLE: style } };
  }
  if (all.includes('works without the limit')) {
    const words = 'the limit one way, other filters the other way';
    return { value: 'mixed', words, settings: { SHOP_FILTER_STYLE: 'both' } };
  }
  if (all.every((effect) => effect === 'unclear')) return unknown('the answers contradict each other');
  return {
    value: 'ignored',
    words: 'none has an effect, apart from the search',
    problem: 'The store ignores filters and lists all products. Filter the results yourself.',
  };
}

async function effectOf(
  examination: Examination,
  style: Style,
): Promise<'works' | 'works without the limit' | 'has no effect' | 'unclear'> {
  const written = (name: string): string => (style === 'plain' ? name : `filter[${name}]`);
  const countFrom = async (stock: string): Promise<number | undefined> => {
    const query: Query = [
      [written('limit'), '1'],
      [written('stockFrom'), stock],
    ];
    return recordsIn(await readRaw(examination, ['products'], query), 'products')?.length;
  };
  const none = await countFrom('999999999');
  if (none === undefined) return 'unclear';
  if (none > 0) return 'has no effect';
  const found = await countFrom('-999999999');
  if (found === 0) return 'unclear';
  return found === 1 ? 'works' : 'works without the limit';
}

async function addressList(examination: Examination): Promise<Observation> {
  const baskets = recordsIn(await readRaw(examination, ['baskets']), 'baskets') ?? [];
  const customer = baskets.map(({ customerId }) => String(customerId)).find((id) => /^[1-9]\d*$/.test(id));
  if (customer === undefined) return unknown('no basket refers to a customer');
  return await shapeOf(examination, ['customers', customer, 'addresses'], 'addresses');
}

const skuOf = ({ sku }: StoreRecord): string => String(sku ?? '');

/** `Mug-1` for `mUG-1`. */
const otherCase = (text: string): string =>
  [...text].map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase())).join('');

/** Whether a search finds an SKU in other case. Three reads. */
async function searchCase(examination: Examination): Promise<Observation> {
  const skus = new Set(examination.sample?.records.map(skuOf));
  if (skus.size === 0) return noProducts;
  const sku = [...skus].find((one) => /^[\w.-]+$/.test(one) && /[a-z]/i.test(one) && !skus.has(otherCase(one)));
  if (sku === undefined) return unknown('no product has an SKU with letters');
  const read = (text: string) => readRaw(examination, ['products'], [['filter[search]', `sku:${text}`]]);
  const search = async (text: string): Promise<readonly string[] | undefined> =>
    recordsIn(await read(text), 'products')?.map(skuOf);
  const missing = await read(`shop-cli-${examination.session.context.randomHex(8)}`);
  if (recordsIn(missing, 'products')?.length)
    return {
      ...unknown('a search for an SKU that does not exist finds products'),
      problem: 'The store seems to ignore the search. Imports need it: without it they send nothing.',
    };
  if (!(await search(sku))?.includes(sku))
    return {
      ...unknown('a search for an SKU does not find its product'),
      problem: 'Imports need that search: without it they send nothing. Ask the administrator of the store.',
    };
  const other = await read(otherCase(sku));
  // A refusal that a key of nothing got too, where a known one was found, says that there is none.
  const isNone = other.status >= 400 && other.status === missing.status;
  const value = isNone ? false : recordsIn(other, 'products')?.map(skuOf).includes(sku);
  if (value === undefined) return unknown('the store refuses the search');
  return { value, words: value ? 'found in any case' : 'found in exactly this case' };
}

/** Headers by which stores announce a rate limit: those of the IETF draft, and their forerunners. */
const limitHeader = /^(x-)?rate-?limit(-\w+){0,3}$/;
/** What differs each time. */
const passing = /remaining|reset|^ratelimit$/;
const maxValue = 200;

/** The lasting limits that the latest answer announces, by header: `x-ratelimit-limit: 4`. */
async function limits({ headers = {}, session }: Examination): Promise<Observation> {
  const { secrets } = session.context;
  const lasting = Object.entries(headers)
    .filter(([name]) => limitHeader.test(name) && !passing.test(name))
    .map(([name, value]) => [name, secrets.removeFrom(String(value)).slice(0, maxValue)] as const);
  if (lasting.length === 0) return unknown('the store announces none');
  return { value: Object.fromEntries(lasting), words: lasting.map((limit) => limit.join(': ')).join(', ') };
}

/** Saves the answers where the client finds them: their settings in those of the profile. */
async function save(examination: Examination): Promise<Diagnosis> {
  const { context, options } = examination.session;
  const { probed = {}, probedSettings: settings = {} } = examination;
  const profile = profileOf(examination);
  const texts = Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join(' and ');
  const details = { profile: profile?.name ?? null, settings };
  if (profile === undefined) {
    const without = texts && `. To use these answers without one, set ${texts}`;
    return ok(`not saved: the store has no profile. To create one: shop-cli auth login${without}`, details);
  }
  if (options.dryRun) return ok(`not saved in ${profile.name} (--dry-run)${texts && `: ${texts}`}`, details);
  const answers = { at: context.clock.now().toISOString(), ...probed };
  await changeProfiles(context, ({ current, profiles }) => ({
    current,
    profiles: profiles.map((one) => (one.name === profile.name ? withProbe(one, answers, settings) : one)),
  }));
  return ok(`saved in the profile ${profile.name}${texts && `, which now sets ${texts}`}`, details);
}
