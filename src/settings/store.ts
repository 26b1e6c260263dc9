import { CliError } from '../errors.ts';
import {
  type BaseUrl,
  formatBaseUrl,
  parseBaseUrl,
  pastedAddress,
  storeIdentity,
  storeIdentityOf,
} from './base-url.ts';
import { isReadOnly, marksOf, type Profile, profilesOf, type StoreMarks } from './profiles.ts';
import {
  disagreeing,
  profileNamed,
  type StoreSource,
  type StoreSources,
  type TokenSource,
  tokenForOption,
  tokenOf,
} from './token.ts';
import { isYes, type VariableValues } from './variables.ts';

/** The store of this invocation: the sandbox, or an address with its token. */
export type SelectedStore =
  | {
      readonly kind: 'sandbox';
      /** Database file; undefined for the default. */
      readonly database: string | undefined;
      readonly source: StoreSource;
    }
  | RemoteStore;

export interface RemoteStore extends StoreMarks {
  readonly kind: 'remote';
  readonly base: BaseUrl;
  readonly token: TokenSource;
  readonly source: StoreSource;
  /** The profile that names this store or has its token. */
  readonly profile: Profile | undefined;
  /** The profile that would be used in another directory: a `.env` names another store here. */
  readonly insteadOf: Profile | undefined;
  /** Why no profile could be read: a mark is not known. */
  readonly fault: CliError | undefined;
}

/** Whether an option or the environment names a store: then `.env` is not read. */
export const namesStore = ({ option, profileOption, environment }: Omit<StoreSources, 'dotenv'>): boolean =>
  option !== undefined || profileOption !== undefined || Boolean(environment.SHOP_URL || environment.SHOP_PROFILE);

/**
 * The store. Without profiles, only a store that is given with its token on the command line or in the environment.
 * @throws CliError `usage` or `auth`
 */
export function chooseStore(sources: StoreSources): SelectedStore {
  const { fault } = sources.profiles;
  if (fault === undefined) return storeOf(sources);
  try {
    const store = storeOf(sources);
    if (store.source !== '.env') return store;
  } catch {
    // A profile might have supplied what is missing.
  }
  throw fault;
}

/**
 * Chooses the store by the first source that names one: `--store`, `--profile`, SHOP_URL, SHOP_PROFILE, `.env`, the current
 * profile. URL and token come from the same source, so that no token reaches a host it was not meant for.
 * @throws CliError `usage` without a store or if sources disagree; `auth` if the source has no token.
 */
function storeOf(sources: StoreSources): SelectedStore {
  const { option, profileOption, environment, dotenv, profiles } = sources;
  if (option !== undefined) return named(option, '--store', (base) => tokenForOption(base, sources), sources);
  if (profileOption !== undefined) return ofProfile(profileOption, '--profile', sources);
  if (environment.SHOP_URL || environment.SHOP_PROFILE) return ofValues(environment, 'the environment', sources);
  if (dotenv.SHOP_URL || dotenv.SHOP_PROFILE) return ofValues(dotenv, '.env', sources);
  if (profiles.current !== undefined) return ofProfile(profiles.current, 'current profile', sources);
  throw noStore(sources);
}

/** How questions and messages name the store: `shop.example/nl`, `the sandbox`. Not escaped. */
export function storeName(store: SelectedStore): string {
  if (store.kind === 'sandbox') return store.database === undefined ? 'the sandbox' : `the sandbox ${store.database}`;
  return formatBaseUrl(store.base).replace(/^https?:\/\//, '');
}

/** The same for programs: of the sandbox, what `--store` takes. */
export function storeValue(store: SelectedStore): string {
  if (store.kind !== 'sandbox') return storeName(store);
  return store.database === undefined ? 'sandbox' : `sandbox:${store.database}`;
}

/** The same, and whether it is production: `shop.example (production)`. Not escaped. */
export const storeLabel = (store: SelectedStore): string =>
  `${storeName(store)}${isProduction(store) ? ' (production)' : ''}`;

/** Whether a write has to be confirmed with the name of the store. */
export const isProduction = (store: SelectedStore): boolean => store.kind === 'remote' && store.production;

/** Whether a text names this store: host and path, with a scheme or without, or one of its profiles. */
export function isNameOf(text: string, store: SelectedStore): boolean {
  const name = text.trim();
  if (store.kind === 'sandbox') return [storeName(store), storeValue(store)].includes(name);
  if (store.profiles.some((profile) => profile.name === name && isAt(profile, store))) return true;
  // A URL would take the part before an @ as a user, and drop what follows a question mark.
  if (/[\s?#@\\]/.test(name)) return false;
  const { protocol } = new URL(store.base.origin);
  return storeIdentityOf(`${protocol}//${name.replace(/^https?:\/\//i, '')}`) === storeIdentity(store.base);
}

/** Whether a profile is of this store, and not only of one on its host whose marks count. */
const isAt = ({ url }: Profile, { base }: RemoteStore): boolean => storeIdentityOf(url) === storeIdentity(base);

/** The profiles of other addresses that make this store production. */
export const markedBy = (store: SelectedStore): readonly Profile[] =>
  store.kind === 'remote' ? store.profiles.filter((profile) => profile.production && !isAt(profile, store)) : [];

type FindToken = (base: BaseUrl) => TokenSource;

function named(text: string, source: StoreSource, token: FindToken, sources: StoreSources): SelectedStore {
  // The name of a file may end with a quote.
  const value = text.startsWith('sandbox:') ? text : pastedAddress(text);
  const isSandbox = value === 'sandbox' || value.startsWith('sandbox:');
  if (isSandbox && source === '--store' && sources.profileOption !== undefined)
    throw disagreeing('--store is the sandbox', profileNamed(sources.profileOption, '--profile', sources), '--store');
  if (value === 'sandbox') return { kind: 'sandbox', database: undefined, source };
  if (isSandbox) return { kind: 'sandbox', database: sandboxFile(value, source), source };
  if (sources.profiles.profiles.some(({ name }) => name === value)) throw profileAsUrl(value, source);
  const base = parseBaseUrl(value, source, sources.allowHttp);
  return remote(base, token(base), source, sources);
}

const profileAsUrl = (name: string, source: StoreSource): CliError =>
  new CliError('usage', `The store URL in ${source} is not a URL.`, {
    field: source,
    hint: `To use the profile ${name}: ${source === '--store' ? '--profile ' : 'SHOP_PROFILE='}${name}`,
  });

function ofValues(values: VariableValues, place: 'the environment' | '.env', sources: StoreSources): SelectedStore {
  const { SHOP_URL: url, SHOP_PROFILE: profile = '' } = values;
  const source = place === '.env' ? '.env' : url ? 'SHOP_URL' : 'SHOP_PROFILE';
  return url
    ? named(url, source, (base) => tokenOf(values, place, base, sources), sources)
    : ofProfile(profile, source, sources);
}

function ofProfile(name: string, source: StoreSource, sources: StoreSources): SelectedStore {
  const profile = profileNamed(name, source, sources);
  const base = parseBaseUrl(profile.url, `the profile ${profile.name}`, sources.allowHttp);
  return remote(base, { profile }, source, sources);
}

function remote(base: BaseUrl, token: TokenSource, source: StoreSource, { profiles }: StoreSources): RemoteStore {
  const profile = 'profile' in token ? token.profile : profilesOf(base, profiles)[0];
  const current = profiles.profiles.find(({ name }) => name === profiles.current);
  return {
    kind: 'remote',
    base,
    token,
    source,
    profile,
    ...marksOf(formatBaseUrl(base), profiles),
    fault: profiles.fault,
    insteadOf: source === '.env' && current?.url !== formatBaseUrl(base) ? current : undefined,
  };
}

function sandboxFile(value: string, source: StoreSource): string {
  const file = value.slice('sandbox:'.length);
  if (file !== '') return file;
  throw new CliError('usage', `${source} has no database file after sandbox:.`, {
    hint: 'Use sandbox, or sandbox:shop.db.',
  });
}

function noStore({ environment, profiles: { profiles } }: StoreSources): CliError {
  const token = environment.SHOP_TOKEN ? ' (SHOP_TOKEN is set, but SHOP_URL is not.)' : '';
  return new CliError('usage', `No store selected.${token}`, {
    field: 'SHOP_URL',
    hint: [
      'Choose one:',
      ...profiles.slice(0, 3).map(({ name, url }) => `${`--profile ${name}`.padEnd(42)} ${url}`),
      '--store sandbox                            the embedded store, no setup',
      'shop-cli auth login                        save a store URL and its token',
      '--store https://shop.example               with SHOP_TOKEN in the environment',
      'SHOP_URL and SHOP_TOKEN                    in the environment',
      'SHOP_URL and SHOP_TOKEN                    in a file .env in this directory',
    ].join('\n  '),
  });
}

/** What forbids every write. */
export type ReadOnlySource =
  | 'the environment'
  | '.env'
  /** Unknown: the profiles or `.env` cannot be read, or a name is almost that of the mark. */
  | {
      readonly fault: string;
      /** What to change. */
      readonly remedy: string;
    }
  | {
      readonly profile: string;
      /** By its mark, not only by its settings. */
      readonly isMarked: boolean;
    };

/**
 * Every source that forbids writes; one is enough.
 * @param store undefined where none is selected
 * @param doubts what may forbid writes to a store that is not the sandbox
 */
export const readOnlySources = (
  environment: VariableValues,
  dotenv: VariableValues,
  store: SelectedStore | undefined,
  doubts: readonly ReadOnlySource[],
): readonly ReadOnlySource[] => [
  ...(isYes(environment.SHOP_READ_ONLY) ? (['the environment'] as const) : []),
  ...(isYes(dotenv.SHOP_READ_ONLY) ? (['.env'] as const) : []),
  ...(store?.kind === 'remote'
    ? [
        ...(store.fault ? [{ fault: store.fault.message, remedy: 'fix that file or its permissions' }] : []),
        ...doubts,
        ...store.profiles.filter(isReadOnly).map(({ name, readOnly }) => ({ profile: name, isMarked: readOnly })),
      ]
    : []),
];
