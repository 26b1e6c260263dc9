import { CliError } from '../errors.ts';
import { type BaseUrl, formatBaseUrl, placeOf, storeIdentityOf } from './base-url.ts';
import { isYes, type Variable, type VariableValues } from './variables.ts';

/** A named store. Its token is kept elsewhere: see `credentials.ts`. */
export interface Profile {
  readonly name: string;
  /** `https://shop.example/nl` */
  readonly url: string;
  /** Whether a write asks for the store's name. */
  readonly production: boolean;
  /** Whether every write is refused. */
  readonly readOnly: boolean;
  /** Where its token is kept, or that a command prints it; absent after `auth logout`. */
  readonly token?: 'keychain' | 'file' | 'command';
  /** Tells tokens apart without revealing them. */
  readonly tokenFingerprint?: string;
  /** When its token was stored, in ISO 8601. */
  readonly since?: string;
  /** Settings for this store, where neither an option nor the environment nor `.env` gives another. */
  readonly settings?: Readonly<Partial<Record<Variable, string>>>;
  /** What `doctor --probe` found out about the store. */
  readonly probe?: Readonly<Record<string, unknown>>;
}

/** The profiles of this user, and which is used where nothing names a store. */
export interface Profiles {
  readonly current: string | undefined;
  readonly profiles: readonly Profile[];
  /** Why there are none: a file that cannot be read, which may hold a mark. */
  readonly fault?: CliError | undefined;
}

/** What any profile of a store says of it, even if the store is named in another way now. */
export interface Marks {
  readonly production: boolean;
  readonly readOnly: boolean;
}

/** The same, with the profiles of the store, whatever their spelling of its address. */
export interface StoreMarks extends Marks {
  readonly profiles: readonly Profile[];
}

/** The marks of the store of a profile, whichever profile has them. */
export const marksAt = ({ url }: Pick<Profile, 'url'>, profiles: Profiles): StoreMarks => marksOf(url, profiles);

/**
 * What the profiles say of the store at an address. A mark counts even if the address of its profile was edited by hand
 * and is none of a store.
 */
export function marksOf(address: string, { profiles }: Profiles): StoreMarks {
  const counting = profilesFor(address, profiles);
  return {
    production: counting.some(({ production }) => production),
    readOnly: counting.some(isReadOnly),
    profiles: counting,
  };
}

/** The same for a profile that is being made: a shop in a path below that of another one is a shop of its own. */
export function marksToKeep(address: string, { current, profiles }: Profiles): StoreMarks {
  const path = placeOf(address)?.canonicalPath ?? '';
  const isBelow = ({ url }: Profile): boolean => isWithin(path, pathOf(url)) && path !== pathOf(url);
  const isPlain = !mayBeAny(address, profiles);
  return marksOf(address, { current, profiles: profiles.filter((profile) => !(isPlain && isBelow(profile))) });
}

/**
 * The profiles whose marks count at an address: of those on its host, the ones with the longest path that it is in, so that two
 * shops on one host stay two. Where servers may take the path for another one: all on its host.
 */
function profilesFor(address: string, profiles: readonly Profile[]): readonly Profile[] {
  const place = placeOf(address);
  if (!place) return profiles.filter(({ url }) => storeIdentityOf(url) === storeIdentityOf(address));
  const onHost = profiles.filter(({ url }) => placeOf(url)?.origin === place.origin);
  if (mayBeAny(address, profiles)) return onHost;
  const isAround = ({ url }: Profile): boolean => isWithin(place.canonicalPath, pathOf(url));
  const longest = Math.max(...onHost.filter(isAround).map(({ url }) => pathOf(url).length));
  const isNearest = (profile: Profile): boolean => isAround(profile) && pathOf(profile.url).length === longest;
  return onHost.filter((profile) => isNearest(profile) || placeOf(profile.url)?.isOdd);
}

/** Whether an address may lead to any store on its host: by its path, or by capitals that no profile has. */
function mayBeAny(address: string, profiles: readonly Profile[]): boolean {
  const place = placeOf(address);
  if (!place) return false;
  const isKnown = profiles.some(({ url }) => placeOf(url)?.path === place.path);
  return place.isOdd || (/[A-Z]/.test(place.path) && !isKnown);
}

const pathOf = (address: string): string => placeOf(address)?.canonicalPath ?? '';

const isWithin = (path: string, outer: string): boolean => path === outer || path.startsWith(`${outer}/`);

/** `production and read-only`; '' without marks. */
export const marksText = ({ production, readOnly }: Marks): string =>
  [production ? ['production'] : [], readOnly ? ['read-only'] : []].flat().join(' and ');

/** Whether a profile says that every write is refused: by its mark, or by its settings. */
export const isReadOnly = ({ readOnly, settings }: Pick<Profile, 'readOnly' | 'settings'>): boolean =>
  readOnly || isYes(settings?.SHOP_READ_ONLY);

/** The first profile whose marks would hold no more for its store. */
export const losingMark = (before: Profiles, after: Profiles): Profile | undefined =>
  before.profiles.find((profile) => {
    const { production, readOnly } = marksAt(profile, after);
    return (profile.production && !production) || (isReadOnly(profile) && !readOnly);
  });

/** The error for a change that would take the marks of a profile away. */
export const keptMark = ({ name, url, ...profile }: Profile): CliError =>
  new CliError(
    'usage',
    `The profile ${name} marks ${url} as ${marksText({ ...profile, readOnly: isReadOnly(profile) })}. Nothing was stored.`,
    {
      field: 'profile',
      hint: `Pass another name, or remove the profile and its settings: shop-cli auth logout ${name} --forget`,
    },
  );

/** The profiles of a base URL, the current one first. */
export const profilesOf = (base: BaseUrl, { current, profiles }: Profiles): readonly Profile[] =>
  profiles
    .filter(({ url }) => url === formatBaseUrl(base))
    .sort((left, right) => Number(right.name === current) - Number(left.name === current));

/** Names that need no quotes in any shell, and no escaping in a message. */
export const isProfileName = (name: string): boolean => /^[a-z\d][\w.-]{0,62}$/i.test(name);

/** The profile with what was found out. What was found out before and not now stays. */
export const withProbe = (profile: Profile, probe: Profile['probe'], settings: VariableValues): Profile => ({
  ...profile,
  ...(Object.keys(settings).length === 0 ? {} : { settings: { ...profile.settings, ...settings } }),
  probe: { ...profile.probe, ...probe },
});
