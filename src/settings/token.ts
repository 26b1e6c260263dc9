import { CliError } from '../errors.ts';
import type { Secrets } from '../text/redact.ts';
import { firstOf, nearest } from '../text/words.ts';
import { type BaseUrl, formatBaseUrl, parseBaseUrl, pastedAddress } from './base-url.ts';
import { type Profile, type Profiles, profilesOf } from './profiles.ts';
import type { VariableValues } from './variables.ts';

/** What names the store. */
export type StoreSource = '--store' | '--profile' | 'SHOP_URL' | 'SHOP_PROFILE' | '.env' | 'current profile';

/** The token itself, the file or the command that the caller has it from, or the profile it is stored for. */
export type TokenSource =
  | { readonly value: string }
  | {
      readonly file: string;
      /** Named in a `.env`, which another person may have written: it must be in the same folder. */
      readonly isInFolder: boolean;
    }
  /** Of the environment: no line of a `.env` sets one. */
  | { readonly command: string }
  | { readonly profile: Profile };

/** Everything that may name a store. */
export interface StoreSources {
  /** `--store` */
  readonly option: string | undefined;
  /** `--profile` */
  readonly profileOption: string | undefined;
  readonly environment: VariableValues;
  /** Used only if neither an option nor the environment names a store. */
  readonly dotenv: VariableValues;
  readonly profiles: Profiles;
  readonly allowHttp: boolean;
  /** Whether a token command has started this process: that one has no token of a command. */
  readonly isInTokenCommand?: boolean;
}

/**
 * The token for `--store`: of `--profile`, else of the profile of that address, else SHOP_TOKEN, if SHOP_URL is unset or has
 * the same origin.
 */
export function tokenForOption(base: BaseUrl, sources: StoreSources): TokenSource {
  const { profileOption, environment, profiles, allowHttp } = sources;
  if (profileOption !== undefined) {
    const profile = profileNamed(profileOption, '--profile', sources);
    if (profile.url === formatBaseUrl(base)) return { profile };
    throw disagreeing(`--store is ${formatBaseUrl(base)}`, profile, '--store');
  }
  const [profile] = profilesOf(base, profiles);
  if (profile) return { profile };
  const other = environment.SHOP_URL && pastedAddress(environment.SHOP_URL);
  if (other === undefined || other === '') return tokenOf(environment, 'the environment', base, sources);
  const otherOrigin = other.startsWith('sandbox') ? 'sandbox' : parseBaseUrl(other, 'SHOP_URL', allowHttp).origin;
  if (otherOrigin === base.origin) return tokenOf(environment, 'the environment', base, sources);
  throw new CliError(
    'usage',
    `--store is ${formatBaseUrl(base)}, but SHOP_TOKEN belongs to SHOP_URL (${otherOrigin}).`,
    {
      field: '--store',
      hint: 'Set SHOP_URL and SHOP_TOKEN for the same store, or unset SHOP_URL.',
    },
  );
}

/** The error for two sources that name different stores. */
export const disagreeing = (claim: string, { name, url }: Profile, field: string): CliError =>
  new CliError('usage', `${claim}, but the profile ${name} is ${url}.`, { field, hint: 'Pass only one of the two.' });

/** The token for a SHOP_URL, from the same source; or that of its SHOP_PROFILE, if both name the same store. */
export function tokenOf(
  values: VariableValues,
  place: 'the environment' | '.env',
  base: BaseUrl,
  sources: StoreSources,
): TokenSource {
  const isOption = sources.option !== undefined;
  const beside =
    !isOption && values.SHOP_PROFILE ? profileNamed(values.SHOP_PROFILE, 'SHOP_PROFILE', sources) : undefined;
  if (beside && beside.url !== formatBaseUrl(base))
    throw disagreeing(`SHOP_URL names ${formatBaseUrl(base)}`, beside, 'SHOP_URL');
  if (values.SHOP_TOKEN && values.SHOP_TOKEN_FILE) {
    throw new CliError('usage', `Both SHOP_TOKEN and SHOP_TOKEN_FILE are set in ${place}.`, {
      hint: 'Keep one.',
      field: 'SHOP_TOKEN',
    });
  }
  if (values.SHOP_TOKEN) return { value: values.SHOP_TOKEN };
  if (values.SHOP_TOKEN_FILE) return { file: values.SHOP_TOKEN_FILE, isInFolder: place === '.env' };
  if (values.SHOP_TOKEN_COMMAND) return { command: values.SHOP_TOKEN_COMMAND };
  if (beside) return { profile: beside };
  throw noToken(place, base, sources);
}

function noToken(
  place: 'the environment' | '.env',
  base: BaseUrl,
  { profiles, isInTokenCommand = false }: StoreSources,
): CliError {
  const [profile] = profilesOf(base, profiles);
  const message = `No token for ${new URL(base.origin).host} in ${place}.`;
  if (isInTokenCommand) return inTokenCommand(message);
  return new CliError('auth', message, {
    field: 'SHOP_TOKEN',
    hint: profile
      ? `The profile ${profile.name} has one: pass --profile ${profile.name}, or set SHOP_TOKEN in ${place}.`
      : `Set SHOP_TOKEN or SHOP_TOKEN_FILE in ${place}. To store the token in a profile instead: shop-cli auth login`,
  });
}

/**
 * The variable that a token command has in its environment: a command that runs shop-cli would run itself without end.
 */
export const tokenCommandMark = 'SHOP_TOKEN_COMMAND_RUNS';

/** The error of a shop-cli that a token command has started, and that would need one itself. */
export const inTokenCommand = (message: string): CliError =>
  new CliError('auth', `${message} A token command started this shop-cli.`, {
    field: 'SHOP_TOKEN_COMMAND',
    hint: 'Use a token command that prints the token without running shop-cli.',
  });

/** The profile of a name. @param source what names it, for the error @throws CliError `usage` if there is none */
export function profileNamed(
  name: string,
  source: StoreSource | undefined,
  { profiles: { profiles } }: Pick<StoreSources, 'profiles'>,
): Profile {
  const found = profiles.find((profile) => profile.name === name);
  if (found) return found;
  const names = profiles.map((profile) => profile.name);
  const [likely] = nearest(name, names);
  const known = names.length === 0 ? 'No profiles are stored.' : `Profiles: ${firstOf(names)}`;
  throw new CliError('usage', `No profile is named "${name}"${source === undefined ? '' : ` (${source})`}.`, {
    field: source ?? 'profile',
    hint: likely === undefined ? `${known}\nTo add one: shop-cli auth login <name>` : `Did you mean '${likely}'?`,
  });
}

/** In characters. Redacting a shorter token would also remove ordinary text. */
const minLength = 8;
/** In bytes. It is part of a URL, of which servers take 8 KiB; a longer text is another file. */
const maxBytes = 4096;

/**
 * Makes a text that stands where a token belongs a secret, also a text that is no valid token: before anything else is
 * read, since any message may repeat it. A URL is none, unless it holds more than a place: messages name the store by
 * its URL.
 */
export function keepSecret(text: string, secrets: Secrets): void {
  const token = withoutQuotes(text.trim());
  if (token.length >= minLength && !(isUrl(token) && /^[^@?#]*$/.test(token))) secrets.add(token);
}

/** docker's --env-file keeps the quotes around a value. */
export const withoutQuotes = (text: string): string => text.replace(/^(["'])(.*)\1$/s, '$2');

/** Whether a text is the URL of a store or of a page, also mistyped as `https//`: no token begins so. */
const isUrl = (text: string): boolean => /^(?:[a-z][a-z\d+.-]*:\/\/|https?[:/]|www\.)/i.test(text);

/** `$SHOP_TOKEN`, `${SHOP_TOKEN}`, `${{ secrets.SHOP_TOKEN }}`, `$env:SHOP_TOKEN`, `%SHOP_TOKEN%`: the file or shell takes it as it is. */
export const isReference = (text: string): boolean =>
  /^(?:\$\{\{[^{}]{1,200}\}\}|\$\{[A-Za-z_]\w{0,99}\}|\$(?:env:)?[A-Z_][A-Z\d_]{2,99}|%[A-Z_][A-Z\d_]{2,99}%)$/.test(
    text,
  );

/** Why a text cannot be a token, as the end of a message that does not repeat it; undefined for a text that can. */
export function tokenFault(text: string): string | undefined {
  if (text === '') return 'empty';
  if (isUrl(text)) return 'it is a URL';
  if (isReference(text)) return 'it is the name of a variable, which was not replaced by its value';
  if (/[\s\p{Cc}]/u.test(text)) return 'it contains spaces';
  if (text.length < minLength) return `shorter than ${minLength} characters`;
  return Buffer.byteLength(text) > maxBytes ? 'longer than 4,096 bytes' : undefined;
}
