import { join } from 'node:path';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { escapeText } from '../text/escape.ts';
import { isObject } from '../text/json.ts';
import { parseUrl } from '../text/urls.ts';
import { type BaseUrl, formatBaseUrl, storeIdentity, storePath } from './base-url.ts';
import { configDirectory } from './directories.ts';
import { isYes, type Variable, variables } from './variables.ts';

/** A named store. Its token is kept elsewhere: see `credentials.ts`. */
export interface Profile {
  readonly name: string;
  /** `https://shop.example/nl` */
  readonly url: string;
  /** Whether a write asks for the store's name. */
  readonly production: boolean;
  /** Whether every write is refused. */
  readonly readOnly: boolean;
  /** Where its token is kept; absent after `auth logout`. */
  readonly token?: 'keychain' | 'file';
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

/** The file of profiles. */
export const configFile = (context: Pick<Context, 'env' | 'platform' | 'home'>): string =>
  join(configDirectory(context), 'config.json');

/** The profiles of this user. Says which permissions were fixed. @throws CliError `usage` for a file that is not valid */
export async function readProfiles(context: Context): Promise<Profiles> {
  const path = configFile(context);
  const found = context.files.readPrivate(path);
  await warnOfFixed(context, found?.fixed ?? []);
  return found === undefined ? none : parsed(found.text, path);
}

/** The same for a command that may need no profile: a broken file is a `fault`, not an error. */
export async function readUsableProfiles(context: Context): Promise<Profiles> {
  try {
    return await readProfiles(context);
  } catch (error) {
    if (error instanceof CliError) return { ...none, fault: error };
    throw error;
  }
}

/** Changes the profiles; another process waits. @returns the new ones */
export async function changeProfiles(context: Context, change: (profiles: Profiles) => Profiles): Promise<Profiles> {
  const path = configFile(context);
  let changed = none;
  const { fixed } = await context.files.changePrivate(path, (text) => {
    changed = change(text === undefined ? none : parsed(text, path));
    return written(changed);
  });
  await warnOfFixed(context, fixed);
  return changed;
}

/** What the profiles say of a store, by its identity. */
export function marksOf(identity: string, { profiles }: Profiles): StoreMarks {
  const same = profiles.filter(({ url }) => identityOf(url) === identity);
  return { production: same.some(({ production }) => production), readOnly: same.some(isReadOnly), profiles: same };
}

/** A mark counts even if the address was edited by hand and is none of a store. */
function identityOf(url: string): string | undefined {
  const address = parseUrl(url);
  return address && storeIdentity({ origin: address.origin, path: storePath(address.pathname) });
}

/** Whether a profile says that every write is refused: by its mark, or by its settings. */
export const isReadOnly = ({ readOnly, settings }: Profile): boolean => readOnly || isYes(settings?.SHOP_READ_ONLY);

/** The profiles of a base URL, the current one first. */
export const profilesOf = (base: BaseUrl, { current, profiles }: Profiles): readonly Profile[] =>
  profiles
    .filter(({ url }) => url === formatBaseUrl(base))
    .sort((left, right) => Number(right.name === current) - Number(left.name === current));

/** Names that need no quotes in any shell, and no escaping in a message. */
export const isProfileName = (name: string): boolean => /^[a-z\d][\w.-]{0,62}$/i.test(name);

/** Says on stderr that files of this user could be read by others. */
export async function warnOfFixed({ stderr }: Context, paths: readonly string[]): Promise<void> {
  for (const path of paths)
    await stderr.write(`Warning: other users could access ${escapeText(path)}. Its permissions are now yours alone.\n`);
}

const none: Profiles = { current: undefined, profiles: [] };

const written = ({ current, profiles }: Profiles): string =>
  `${JSON.stringify({ version, ...(current === undefined ? {} : { current }), profiles: Object.fromEntries(profiles.map(({ name, ...profile }) => [name, profile])) }, null, 2)}\n`;

/** Of the file format. It is raised when the meaning of the file changes. */
const version = 1;

function parsed(text: string, path: string): Profiles {
  const json = parseJson(text, path);
  if (!isObject(json) || !isObject(json.profiles)) throw notOurs(path, 'is not a file of profiles');
  if (json.version !== version) throw notOurs(path, 'was written by another version of shop-cli');
  return {
    current: typeof json.current === 'string' ? json.current : undefined,
    profiles: Object.entries(json.profiles).map(([name, value]) => profileOf(name, value, path)),
  };
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const lines = text.slice(0, endOfValid(text)).split('\n');
    throw notOurs(path, `is not valid JSON (line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1})`);
  }
}

/** The length of the longest start that could still become JSON. Only some of Node's messages name a position. */
function endOfValid(text: string): number {
  let [valid, rest] = [0, text.length];
  while (valid < rest) {
    const middle = Math.ceil((valid + rest) / 2);
    if (mayGoOn(text.slice(0, middle))) valid = middle;
    else rest = middle - 1;
  }
  return valid;
}

function mayGoOn(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const place = /position (\d+)|(end of JSON)/.exec(String(error));
    return place !== null && (place[2] !== undefined || Number(place[1]) >= text.length);
  }
}

/** An address is checked where it is used; a mark that is neither true nor false counts as true, to be safe. */
function profileOf(name: string, value: unknown, path: string): Profile {
  if (!isObject(value) || typeof value.url !== 'string' || !isProfileName(name))
    throw notOurs(path, `has an invalid profile "${name}"`);
  const { url, token, tokenFingerprint, since, settings, probe } = value;
  return {
    name,
    url,
    production: isMarked(value.production),
    readOnly: isMarked(value.readOnly),
    ...(token === 'keychain' || token === 'file' ? { token } : {}),
    ...(typeof tokenFingerprint === 'string' ? { tokenFingerprint } : {}),
    ...(typeof since === 'string' ? { since } : {}),
    ...(isObject(settings) ? { settings: settingsOf(settings) } : {}),
    ...(isObject(probe) ? { probe } : {}),
  };
}

const isMarked = (mark: unknown): boolean => mark !== undefined && mark !== false;

/** A profile names neither a store nor a token by a variable. */
const settingsOf = (settings: Readonly<Record<string, unknown>>): NonNullable<Profile['settings']> =>
  Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) =>
        Object.hasOwn(variables, name) &&
        !/^SHOP_(URL|TOKEN|TOKEN_FILE|PROFILE)$/.test(name) &&
        typeof value === 'string',
    ),
  );

const notOurs = (path: string, problem: string): CliError =>
  new CliError('usage', `${path} ${problem}.`, {
    field: path,
    hint: "Repair it, or remove it and run 'shop-cli auth login' again.",
  });
