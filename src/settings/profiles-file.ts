import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { isObject, repeatedName } from '../text/json.ts';
import { configDirectory, type HomeContext } from './directories.ts';
import { isProfileName, keptMark, losingMark, type Profile, type Profiles } from './profiles.ts';
import { type Variable, variables } from './variables.ts';

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
  const { data, error } = z.safeParse(storedProfile, value);
  if (data && isProfileName(name)) return { ...(data as Omit<Profile, 'name'>), name };
  const [issue] = error?.issues ?? [];
  // Of the profile itself: what is unknown in its settings is their fault.
  const unknown = issue?.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys[0] : undefined;
  const field = unknown ?? String(issue?.path[0] ?? 'url');
  if (field === 'url') throw notOurs(path, `has an invalid profile "${name}"`);
  const problem = unknown === undefined ? `an invalid field "${field}"` : `an unknown field "${field}"`;
  const expected = Object.hasOwn(expectations, field) ? `: expected ${expectations[field]}` : '';
  throw notOurs(path, `has ${problem} in the profile "${name}"${expected}`);
}

/** A profile names neither a store nor a token by a variable. */
const settable = (Object.keys(variables) as Variable[]).filter(
  (name) => !/^SHOP_(URL|TOKEN|TOKEN_FILE|TOKEN_COMMAND|PROFILE)$/.test(name),
);

/** A profile as the file has it. Anything else may be a mark in other words, and makes the file invalid. */
const storedProfile = z.strictObject({
  url: z.string(),
  production: z._default(z.boolean(), false),
  readOnly: z._default(z.boolean(), false),
  token: z.optional(z.enum(['keychain', 'file', 'command'])),
  tokenFingerprint: z.optional(z.string()),
  since: z.optional(z.string()),
  settings: z.optional(z.partialRecord(z.enum(settable), z.string())),
  probe: z.optional(z.looseObject({})),
});

/** What an error says of a field that has something else. */
const expectations: Readonly<Record<string, string>> = {
  production: 'true or false',
  readOnly: 'true or false',
  token: '"keychain", "file" or "command"',
  tokenFingerprint: 'text',
  since: 'text',
  settings: 'variables such as SHOP_READ_ONLY, each with a text',
  probe: 'an object',
};

const notOurs = (path: string, problem: string): CliError =>
  new CliError('usage', `${path} ${problem}.`, {
    field: path,
    hint: 'Fix it in an editor: it may mark a store as production or read-only.',
  });
