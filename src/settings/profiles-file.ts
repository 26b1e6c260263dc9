import { join } from 'node:path';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { isObject, repeatedName } from '../text/json.ts';
import { configDirectory, type HomeContext } from './directories.ts';
import { isProfileName, keptMark, losingMark, type Profile, type Profiles } from './profiles.ts';
import { variables } from './variables.ts';

/** The file of profiles. */
export const configFile = (context: HomeContext): string => join(configDirectory(context), 'config.json');

/** The profiles of this user. @throws CliError `usage` for a file that is not valid */
export function readProfiles(context: Context): Profiles {
  const path = configFile(context);
  const text = context.files.readPrivate(path);
  return text === undefined ? none : parsed(text, path);
}

/** The same for a command that may need no profile: a broken file is a `fault`, not an error. */
export function readUsableProfiles(context: Context): Profiles {
  try {
    return readProfiles(context);
  } catch (error) {
    if (error instanceof CliError) return { ...none, fault: error };
    throw error;
  }
}

/**
 * Changes the profiles; another process waits.
 * @param forgets whether marks may be lost with a profile
 * @returns the new ones
 * @throws CliError `usage`
 */
export async function changeProfiles(
  context: Context,
  change: (profiles: Profiles) => Profiles,
  forgets = false,
): Promise<Profiles> {
  const path = configFile(context);
  let changed = none;
  await context.files.changePrivate(path, (text) => {
    const before = text === undefined ? none : parsed(text, path);
    changed = change(before);
    const losing = forgets ? undefined : losingMark(before, changed);
    if (losing) throw keptMark(losing);
    return written(changed);
  });
  return changed;
}

const none: Profiles = { current: undefined, profiles: [] };

const written = ({ current, profiles }: Profiles): string =>
  `${JSON.stringify({ version, ...(current === undefined ? {} : { current }), profiles: Object.fromEntries(profiles.map(({ name, ...profile }) => [name, profile])) }, null, 2)}\n`;

/** Of the file format. It is raised when the meaning of the file changes. */
const version = 1;

function parsed(text: string, path: string): Profiles {
  const json = parseJson(text, path);
  if (!isObject(json) || !isObject(json.profiles)) throw notOurs(path, 'is not a shop-cli configuration file');
  if (json.version === undefined) throw notOurs(path, `has no version: expected "version": ${version}`);
  if (json.version !== version) throw notOurs(path, 'was written by another version of shop-cli');
  const repeated = repeatedName(text);
  if (repeated !== undefined) throw notOurs(path, `has the field "${repeated}" more than once`);
  const unknown = Object.keys(json).find((name) => !['version', 'current', 'profiles'].includes(name));
  if (unknown !== undefined) throw notOurs(path, `has an unknown field "${unknown}"`);
  return {
    current: typeof json.current === 'string' ? json.current : undefined,
    profiles: Object.entries(json.profiles).map(([name, value]) => profileOf(name, value, path)),
  };
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notOurs(path, 'is not valid JSON');
  }
}

/** An address is checked where it is used. */
function profileOf(name: string, value: unknown, path: string): Profile {
  if (!isObject(value) || !isText(value.url) || !isProfileName(name))
    throw notOurs(path, `has an invalid profile "${name}"`);
  for (const [field, content] of Object.entries(value)) {
    const [isValid, expected] = (Object.hasOwn(fields, field) && fields[field]) || [];
    if (isValid?.(content)) continue;
    const problem = isValid ? `an invalid field "${field}"` : `an unknown field "${field}"`;
    throw notOurs(path, `has ${problem} in the profile "${name}"${expected ? `: expected ${expected}` : ''}`);
  }
  return { production: false, readOnly: false, ...(value as Pick<Profile, 'url'>), name };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

/** A profile names neither a store nor a token by a variable. */
const areSettings = (value: unknown): boolean =>
  isObject(value) &&
  Object.entries(value).every(
    ([name, setting]) =>
      Object.hasOwn(variables, name) &&
      !/^SHOP_(URL|TOKEN|TOKEN_FILE|TOKEN_COMMAND|PROFILE)$/.test(name) &&
      isText(setting),
  );

type FieldRule = readonly [isValid: (value: unknown) => boolean, expected: string];

/** Anything else may be a mark in other words, and makes the file invalid. */
const fields: Readonly<Record<string, FieldRule>> = {
  url: [isText, 'an address'],
  production: [isFlag, 'true or false'],
  readOnly: [isFlag, 'true or false'],
  token: [
    (value) => isText(value) && ['keychain', 'file', 'command'].includes(value),
    '"keychain", "file" or "command"',
  ],
  tokenFingerprint: [isText, 'text'],
  since: [isText, 'text'],
  settings: [areSettings, 'variables such as SHOP_READ_ONLY, each with a text'],
  probe: [isObject, 'an object'],
};

const notOurs = (path: string, problem: string): CliError =>
  new CliError('usage', `${path} ${problem}.`, {
    field: path,
    hint: 'Fix it in an editor: it may mark a store as production or read-only.',
  });
