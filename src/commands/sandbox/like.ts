import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import type { FaultOptions, Habits } from '../../sandbox/faults/options.ts';
import type { StoreProbe } from '../../settings/profiles.ts';
import { readProfiles } from '../../settings/profiles-file.ts';
import { profileNamed } from '../../settings/token.ts';
import { isObject } from '../../text/json.ts';
import { largestPage } from './faults.ts';

/** A store as far as `doctor --probe` found out how it behaves. */
export interface Imitation {
  readonly faults: Pick<FaultOptions, 'pageCap' | 'rateLimit' | 'habits'>;
  /** What the sandbox does as the store does, and what it cannot, in words. */
  readonly alike: readonly string[];
  readonly unlike: readonly string[];
}

/** What is known about the store of a profile. @throws CliError `usage` where nothing is */
export async function imitationOf(name: string, context: Context): Promise<Imitation> {
  const { probe } = profileNamed(name, undefined, { profiles: await readProfiles(context) });
  if (probe !== undefined && Object.keys(probe).some((key) => key !== 'at')) return imitate(probe as StoreProbe);
  throw new CliError('usage', `The store of the profile ${name} has not been probed.`, {
    field: '--like',
    hint: `To probe it: shop-cli doctor --probe --profile ${name}`,
  });
}

/** The probe of a profile, which a person may have edited: unexpected values count as those of the sandbox. */
function imitate(probe: StoreProbe): Imitation {
  const parts = [ofPages(probe), ofFilters(probe), ofPath(probe), ofMissing(probe), ofLists(probe), ofLimits(probe)];
  const habits = Object.assign({}, ...parts.map((part) => part.habits)) as Habits;
  const isFolded = probe.searchFoldsCase === true;
  return {
    faults: Object.assign({}, ...parts.map((part) => part.faults), Object.keys(habits).length > 0 ? { habits } : {}),
    alike: parts.flatMap(({ alike }) => alike ?? []),
    unlike: [
      ...parts.flatMap(({ unlike }) => unlike ?? []),
      ...(isFolded ? ['a search finds an SKU in any case; here in its own'] : []),
    ],
  };
}

interface Part {
  readonly faults?: Imitation['faults'];
  readonly habits?: Habits;
  readonly alike?: string;
  readonly unlike?: string;
}

function ofPages({ pageCap }: StoreProbe): Part {
  if (typeof pageCap !== 'number' || !Number.isSafeInteger(pageCap) || pageCap < 1) return {};
  if (pageCap > largestPage) return { unlike: `pages of up to ${pageCap} products; here up to ${largestPage}` };
  return { faults: { pageCap }, alike: `pages of up to ${pageCap} records` };
}

function ofFilters({ filters }: StoreProbe): Part {
  if (filters === 'mixed') return { unlike: 'the limit is taken one way, and other filters the other way' };
  if (filters !== 'plain' && filters !== 'bracket' && filters !== 'ignored') return {};
  const words = {
    plain: 'only plain filters',
    bracket: 'only filters in brackets',
    ignored: 'no filters except the search',
  };
  return { habits: { filters }, alike: words[filters] };
}

function ofPath({ productPath }: StoreProbe): Part {
  if (productPath === 'sku') return { habits: { productPath }, alike: 'an SKU wins over an ID with the same digits' };
  return productPath === 'id only' ? { habits: { productPath }, alike: 'products are found only by ID' } : {};
}

function ofMissing({ missingProduct }: StoreProbe): Part {
  if (missingProduct === 'empty') return { habits: { missingProduct }, alike: 'an empty answer for a missing product' };
  if (missingProduct === 'another product') return { unlike: 'another product in the place of a missing one' };
  if (typeof missingProduct !== 'number' || missingProduct === 404) return {};
  return knownStatuses.has(missingProduct)
    ? { habits: { missingProduct }, alike: `status ${missingProduct} for a missing product` }
    : { unlike: `status ${missingProduct} for a missing product; here 404` };
}

/** The statuses that the sandbox refuses with. */
const knownStatuses: ReadonlySet<number> = new Set([400, 401, 404, 405, 409, 422, 500, 503]);

/** The field that the sandbox has the records in, by list. */
const ownLists = {
  productList: ['/products', 'data'],
  basketList: ['/baskets', 'data'],
  addressList: ['/customers/:customerId/addresses', 'array'],
} as const;

function ofLists(probe: StoreProbe): Part {
  const names = Object.keys(ownLists) as (keyof typeof ownLists)[];
  const others = names.flatMap((name) => {
    const [[path, own], shape] = [ownLists[name], probe[name]];
    return typeof shape === 'string' && shape !== own ? [[path, shape] as const] : [];
  });
  const lists = others.filter(([, shape]) => shape !== 'nested');
  return {
    ...(lists.length > 0 ? { habits: { lists: Object.fromEntries(lists) }, alike: 'the shape of lists' } : {}),
    ...(lists.length < others.length ? { unlike: 'lists within an object of an object' } : {}),
  };
}

function ofLimits({ limits }: StoreProbe): Part {
  if (!isObject(limits)) return {};
  const rates = Object.entries(limits).map(([name, value]) => announcedRate(name, String(value)));
  const known = rates.filter((rate) => rate !== undefined);
  if (known.length === 0)
    return { unlike: `${Object.keys(limits).join(', ')}: for how long is not known. Pass --rate-limit` };
  const rateLimit = Math.min(...known);
  return { faults: { rateLimit }, alike: `${Number(rateLimit.toFixed(3))} requests per second` };
}

/** `100;w=60` of the IETF draft, or a header that names its unit, in requests per second. */
function announcedRate(name: string, value: string): number | undefined {
  const [, first, quota = first, window] = /(\d{1,9})?(?:;q=(\d{1,9}))?;w=(\d{1,9})/.exec(value) ?? [];
  const [unit] = /second|minute|hour|day/.exec(name) ?? [];
  const [count, seconds] =
    window === undefined
      ? [/^\d+/.exec(value)?.[0], unit && units[unit as keyof typeof units]]
      : [quota, Number(window)];
  return count !== undefined && seconds && Number(count) > 0 ? Number(count) / seconds : undefined;
}

const units = { second: 1, minute: 60, hour: 3600, day: 86_400 } as const;
