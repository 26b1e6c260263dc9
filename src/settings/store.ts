import { CliError } from '../errors.ts';
import { type BaseUrl, formatBaseUrl, parseBaseUrl } from './base-url.ts';
import type { Variable } from './variables.ts';

/** The store of this invocation: the embedded one, or an address with the token that belongs to it. */
export type Store =
  | {
      readonly kind: 'sandbox' /** Database file; undefined for the usual one. */;
      readonly database: string | undefined;
      readonly source: string;
    }
  | { readonly kind: 'remote'; readonly base: BaseUrl; readonly token: TokenSource; readonly source: string };

/** Where the token is: at hand, or in a file that the caller reads. */
export type TokenSource = { readonly value: string } | { readonly file: string };

/** One place that may name a store and its token. */
export type Values = Readonly<Partial<Record<Variable, string>>>;

export interface StoreSources {
  readonly option: string | undefined;
  readonly environment: Values;
  /** The `.env` file; looked at only when neither the option nor the environment names a store. */
  readonly dotenv: Values;
  readonly allowHttp: boolean;
}

/**
 * Chooses the store. URL and token are one pair from the first source that names a store (design: option, environment, `.env`); a token of
 * another source is never joined to it, so that no token travels to a host it was not meant for.
 * @throws CliError `usage` without a store or with sources that disagree; `auth` when the store's own source holds no token.
 */
export function chooseStore({ option, environment, dotenv, allowHttp }: StoreSources): Store {
  if (option !== undefined)
    return named(option, '--store', (base) => tokenForOption(base, environment, allowHttp), allowHttp);
  if (environment.SHOP_URL)
    return named(environment.SHOP_URL, 'SHOP_URL', () => tokenOf(environment, 'the environment'), allowHttp);
  if (dotenv.SHOP_URL) return named(dotenv.SHOP_URL, '.env', () => tokenOf(dotenv, '.env'), allowHttp);
  throw noStore(environment);
}

/** How questions and messages name the store: `shop.example/nl`, `the sandbox`. Not escaped. */
export function storeName(store: Store): string {
  if (store.kind === 'sandbox') return store.database === undefined ? 'the sandbox' : `the sandbox ${store.database}`;
  return formatBaseUrl(store.base).replace(/^https?:\/\//, '');
}

function named(value: string, source: string, token: (base: BaseUrl) => TokenSource, allowHttp: boolean): Store {
  if (value === 'sandbox') return { kind: 'sandbox', database: undefined, source };
  if (value.startsWith('sandbox:')) return { kind: 'sandbox', database: sandboxFile(value, source), source };
  const base = parseBaseUrl(value, source, allowHttp);
  return { kind: 'remote', base, token: token(base), source };
}

function sandboxFile(value: string, source: string): string {
  const file = value.slice('sandbox:'.length);
  if (file !== '') return file;
  throw new CliError('usage', `${source} names a sandbox without a database file.`, {
    hint: 'Write sandbox, or sandbox:shop.db',
  });
}

/** `SHOP_TOKEN` goes with `--store` only if `SHOP_URL` is not set or is of the same origin. */
function tokenForOption(base: BaseUrl, environment: Values, allowHttp: boolean): TokenSource {
  const other = environment.SHOP_URL;
  if (other === undefined || other === '') return tokenOf(environment, 'the environment');
  const otherOrigin = other.startsWith('sandbox') ? 'sandbox' : parseBaseUrl(other, 'SHOP_URL', allowHttp).origin;
  if (otherOrigin === base.origin) return tokenOf(environment, 'the environment');
  throw new CliError(
    'usage',
    `--store names ${formatBaseUrl(base)}, but SHOP_TOKEN belongs to SHOP_URL (${otherOrigin}).`,
    {
      field: '--store',
      hint: 'Set SHOP_URL and SHOP_TOKEN for the same store, or unset SHOP_URL.',
    },
  );
}

function tokenOf(values: Values, source: string): TokenSource {
  if (values.SHOP_TOKEN && values.SHOP_TOKEN_FILE) {
    throw new CliError('usage', `Both SHOP_TOKEN and SHOP_TOKEN_FILE are set in ${source}.`, {
      hint: 'Keep one of them.',
      field: 'SHOP_TOKEN',
    });
  }
  if (values.SHOP_TOKEN) return { value: values.SHOP_TOKEN };
  if (values.SHOP_TOKEN_FILE) return { file: values.SHOP_TOKEN_FILE };
  throw new CliError('auth', `There is no token for this store in ${source}.`, {
    field: 'SHOP_TOKEN',
    hint: 'Set SHOP_TOKEN, or SHOP_TOKEN_FILE, beside the address. There is no --token option: arguments are visible to every process.',
  });
}

function noStore(environment: Values): CliError {
  const token = environment.SHOP_TOKEN ? ' (SHOP_TOKEN is set, but SHOP_URL is not.)' : '';
  return new CliError('usage', `No store is chosen.${token}`, {
    field: 'SHOP_URL',
    hint: [
      'Name one in one of these ways:',
      '--store sandbox                            the embedded store, nothing to set up',
      '--store https://shop.example               with SHOP_TOKEN in the environment',
      'SHOP_URL and SHOP_TOKEN                    in the environment',
      'SHOP_URL and SHOP_TOKEN                    in a file .env in this directory',
    ].join('\n  '),
  });
}

/** A token shorter than this would be found in ordinary text, and taken out of it. */
const shortest = 8;

/** What a token must be, as the end of a sentence about one that is not. */
export const tokenRule = `it is shorter than ${shortest} characters or holds spaces`;

/** Whether this can be a token. */
export const isToken = (text: string): boolean => text.length >= shortest && !/[\s\p{Cc}]/u.test(text);
