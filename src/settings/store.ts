import { CliError } from '../errors.ts';
import { type BaseUrl, formatBaseUrl, parseBaseUrl } from './base-url.ts';
import type { Variable } from './variables.ts';

/** The store of this invocation: the sandbox, or an address with its token. */
export type Store =
  | {
      readonly kind: 'sandbox';
      /** Database file; undefined for the default. */
      readonly database: string | undefined;
      readonly source: string;
    }
  | { readonly kind: 'remote'; readonly base: BaseUrl; readonly token: TokenSource; readonly source: string };

/** The token itself, or the file that the caller reads it from. */
export type TokenSource =
  | { readonly value: string }
  | {
      readonly file: string;
      /** Named in a `.env`, which may be somebody else's: it may name no file outside its folder. */
      readonly isInFolder: boolean;
    };

/** What one source (the environment or `.env`) sets. */
export type Values = Readonly<Partial<Record<Variable, string>>>;

interface StoreSources {
  readonly option: string | undefined;
  readonly environment: Values;
  /** Used only if neither the option nor the environment names a store. */
  readonly dotenv: Values;
  readonly allowHttp: boolean;
}

/**
 * Chooses the store: option, then environment, then `.env`. URL and token come from the same source, so that no token
 * reaches a host it was not meant for.
 * @throws CliError `usage` without a store or if sources disagree; `auth` if the source has no token.
 */
export function chooseStore({ option, environment, dotenv, allowHttp }: StoreSources): Store {
  if (option !== undefined)
    return named(option, '--store', (base) => tokenForOption(base, environment, allowHttp), allowHttp);
  if (environment.SHOP_URL)
    return named(environment.SHOP_URL, 'SHOP_URL', (base) => tokenOf(environment, 'the environment', base), allowHttp);
  if (dotenv.SHOP_URL) return named(dotenv.SHOP_URL, '.env', (base) => tokenOf(dotenv, '.env', base), allowHttp);
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
  throw new CliError('usage', `${source} has no database file after sandbox:.`, {
    hint: 'Use sandbox, or sandbox:shop.db.',
  });
}

/** `SHOP_TOKEN` belongs to `--store` only if `SHOP_URL` is unset or has the same origin. */
function tokenForOption(base: BaseUrl, environment: Values, allowHttp: boolean): TokenSource {
  const other = environment.SHOP_URL;
  if (other === undefined || other === '') return tokenOf(environment, 'the environment', base);
  const otherOrigin = other.startsWith('sandbox') ? 'sandbox' : parseBaseUrl(other, 'SHOP_URL', allowHttp).origin;
  if (otherOrigin === base.origin) return tokenOf(environment, 'the environment', base);
  throw new CliError(
    'usage',
    `--store names ${formatBaseUrl(base)}, but SHOP_TOKEN belongs to SHOP_URL (${otherOrigin}).`,
    {
      field: '--store',
      hint: 'Set SHOP_URL and SHOP_TOKEN for the same store, or unset SHOP_URL.',
    },
  );
}

function tokenOf(values: Values, source: 'the environment' | '.env', base: BaseUrl): TokenSource {
  if (values.SHOP_TOKEN && values.SHOP_TOKEN_FILE) {
    throw new CliError('usage', `Both SHOP_TOKEN and SHOP_TOKEN_FILE are set in ${source}.`, {
      hint: 'Keep one.',
      field: 'SHOP_TOKEN',
    });
  }
  if (values.SHOP_TOKEN) return { value: values.SHOP_TOKEN };
  if (values.SHOP_TOKEN_FILE) return { file: values.SHOP_TOKEN_FILE, isInFolder: source === '.env' };
  throw new CliError('auth', `No token for ${new URL(base.origin).host} in ${source}.`, {
    field: 'SHOP_TOKEN',
    hint: 'Set SHOP_TOKEN or SHOP_TOKEN_FILE in the same place. There is no --token option: every process can see arguments.',
  });
}

function noStore(environment: Values): CliError {
  const token = environment.SHOP_TOKEN ? ' (SHOP_TOKEN is set, but SHOP_URL is not.)' : '';
  return new CliError('usage', `No store selected.${token}`, {
    field: 'SHOP_URL',
    hint: [
      'Choose one:',
      '--store sandbox                            the embedded store, no setup',
      '--store https://shop.example               with SHOP_TOKEN in the environment',
      'SHOP_URL and SHOP_TOKEN                    in the environment',
      'SHOP_URL and SHOP_TOKEN                    in a file .env in this directory',
    ].join('\n  '),
  });
}

/** In characters. Redacting a shorter token would also remove ordinary text. */
const shortest = 8;

/** Why a text is not a token, as the end of a message. */
export const tokenRule = 'too short, or contains spaces';

/** Whether a text can be a token. */
export const isToken = (text: string): boolean => text.length >= shortest && !/[\s\p{Cc}]/u.test(text);
