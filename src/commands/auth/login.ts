import type { Command } from 'commander';
import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import { type RawOptions, suggestAt } from '../../input/options.ts';
import { formatBaseUrl, storeIdentity, storeIdentityOf } from '../../settings/base-url.ts';
import { credentialsFile, fingerprintOf, removeToken, storeCommand, storeToken } from '../../settings/credentials.ts';
import {
  isProfileName,
  isReadOnly,
  keptMark,
  type Marks,
  marksText,
  marksToKeep,
  type Profile,
  type Profiles,
} from '../../settings/profiles.ts';
import { changeProfiles, readProfiles } from '../../settings/profiles-file.ts';
import { storeNamedBefore } from '../../settings/settings.ts';
import { safe } from '../../text/escape.ts';
import { formatCount } from '../../text/numbers.ts';
import { readBase, suggestedName } from './address.ts';
import { notUsedText, profileRecord, refuseAgent, showProfile } from './profile-record.ts';
import { acceptedToken, type GivenToken } from './token.ts';

/** `shop-cli auth login`: stores a profile. */
export const definition: CommandDefinition = {
  details:
    'Tries the token with one read, then stores it in the system keychain or, if there is none, in a file that only you can read. ' +
    'At a terminal, it asks for anything you leave out, and asks again if the store refuses the token. Scripts pass the name, --store, and --token-stdin or --token-file.\n\n' +
    'With --token-command, the token stays in a password manager: the profile keeps the command, not the token. Whenever shop-cli needs the token, a shell ' +
    'runs the command in your home directory, at the terminal if there is one, and otherwise for 30 seconds at most. Begin the path of a script with / or ~/. The first line that it prints is the token.\n\n' +
    'On a production store, every write asks you to type the store name; scripts pass --confirm-store. A read-only store refuses every write. ' +
    'Both settings follow the store, however you select it. The first profile becomes the current one.',
  examples: [
    ['auth login', 'Answer questions'],
    ['auth login staging --store https://staging.shop.example --token-file token.txt', 'In a script'],
    ['auth login production --store https://shop.example --token-stdin --production', 'A token from a pipe'],
    [
      "auth login shop --store https://shop.example --token-command 'op read op://shop/token'",
      'From a password manager',
    ],
  ],
  seeAlso: ['auth status', 'auth switch', 'doctor'],
  result: profileRecord,
  options,
  run,
};

function options(command: Command): void {
  command
    .argument('[profile]', 'profile name')
    .option('--token-stdin', 'read the token from stdin')
    .option('--token-file <file>', 'read the token from a file')
    .option('--token-command <command>', 'store a command that prints the token')
    .option('--production', 'ask for the store name before every write')
    .option('--read-only', 'refuse every write to the store')
    .option('--insecure-storage', 'store the token in a file instead of the keychain')
    .addOption(command.createOption('--token <token>').hideHelp());
  suggestAt(command, 'profile', 'profiles');
}

async function run(session: Session, raw: RawOptions, [typed]: readonly string[]): Promise<undefined> {
  const before = readProfiles(session.context);
  const wanted = wantedName(typed, session.options.profile);
  const known = before.profiles.find(({ name }) => name === wanted);
  // Before the token is asked for or read: all that is wrong with the address is known without it.
  const base = await readBase(session, session.options.store ?? known?.url);
  const identity = storeIdentity(base);
  if (known) refuseReplacing(session, known, identity);
  const { given, products } = await acceptedToken(session, raw, base);
  const url = formatBaseUrl(base);
  await session.notice(safe`✓ ${url} accepts the token: ${productsText(products)}.`);
  const name = await readName(session, { wanted, likely: suggestedName(base), identity, profiles: before });
  const marks = await readMarks(session.prompts, raw, marksToKeep(formatBaseUrl(base), before));
  if (session.options.dryRun) {
    await session.notice(safe`Would store the profile ${name} (${url}).`);
    return;
  }
  const { profile, profiles } = await store(session, { name, url, ...marks }, given, raw.insecureStorage === true);
  await showProfile(session, profile, profiles);
  await session.notice(safe`${storedText(session, profile)}\n${await usedText(session, profile, profiles)}`);
}

function wantedName(typed: string | undefined, option: string | undefined): string | undefined {
  if (typed === undefined || option === undefined || typed === option) return typed ?? option;
  throw new CliError('usage', `Use either the name ${typed} or --profile ${option}, not both.`, { field: '--profile' });
}

const productsText = (count: number | undefined): string =>
  count === undefined ? 'it lists products' : `it has ${formatCount(count)} ${count === 1 ? 'product' : 'products'}`;

/** The token first: a profile without one would be of no use. */
async function store(
  { context }: Session,
  stored: Pick<Profile, 'name' | 'url'> & Marks,
  { token, command }: GivenToken,
  insecure: boolean,
): Promise<{ readonly profile: Profile; readonly profiles: Profiles }> {
  const before = readProfiles(context).profiles.find(({ name }) => name === stored.name);
  const place =
    command === undefined
      ? await storeToken(context, stored, token, insecure)
      : await storeCommand(context, stored, command);
  const isSame = before && storeIdentityOf(before.url) === storeIdentityOf(stored.url);
  const { tokenFingerprint: _, ...known }: Partial<Profile> = isSame ? before : {};
  const profile: Profile = {
    ...known,
    ...stored,
    token: place,
    // A command may print another token tomorrow.
    ...(command === undefined && { tokenFingerprint: fingerprintOf(token, stored.url) }),
    since: context.clock.now().toISOString(),
  };
  const profiles = await changeProfiles(context, ({ current, profiles }) => ({
    current: current ?? profile.name,
    profiles: [...profiles.filter(({ name }) => name !== profile.name), profile],
  }));
  // The token that this one replaces, where it is kept elsewhere or for another address.
  const isElsewhere = (before?.token === 'keychain') !== (place === 'keychain');
  if (before?.token && (isElsewhere || (place === 'keychain' && before.url !== stored.url)))
    await removeToken(context, before).catch(() => undefined);
  return { profile, profiles };
}

function storedText({ context }: Session, profile: Profile): string {
  const { name, token } = profile;
  const place = token === 'keychain' ? 'the keychain' : `${credentialsFile(context)}, which only you can read`;
  const kept = token === 'command' ? 'token command' : 'token';
  const marks = marksText(profile);
  return `✓ Stored the profile ${name}${marks && ` (${marks})`}, with its ${kept} in ${place}.`;
}

/** Which store the next command uses, if not this one. */
async function usedText({ context }: Session, { name }: Profile, { current }: Profiles): Promise<string> {
  const before = await storeNamedBefore(name, context);
  if (before !== undefined) return notUsedText(name, before);
  if (current === name) return 'Commands now use it.';
  return `Commands use the profile ${current}. To use this one: --profile ${name}, or shop-cli auth switch ${name}`;
}

const nameRule = 'Use up to 63 letters, digits, dots, dashes and underscores.';

interface Naming {
  readonly wanted: string | undefined;
  readonly likely: string;
  /** Of the store. */
  readonly identity: string;
  readonly profiles: Profiles;
}

/** The name of a profile: as given, or asked for. One of another store is replaced with `--yes`, but for its marks. */
async function readName(session: Session, { wanted, likely, identity, profiles }: Naming): Promise<string> {
  const { prompts, options } = session;
  const takenBy = (name: string): Profile | undefined =>
    profiles.profiles.find((profile) => profile.name === name && storeIdentityOf(profile.url) !== identity);
  const name = wanted ?? (prompts ? await askName(prompts, likely, takenBy) : likely);
  if (!isProfileName(name)) throw new CliError('usage', `Invalid profile name "${name}".`, { hint: nameRule });
  const other = takenBy(name);
  if (other) refuseReplacing(session, other, identity);
  if (other && !options.yes)
    throw new CliError('usage', `${belongsTo(other)} Nothing was stored.`, {
      hint: 'Pass another name, or --yes to replace it.',
    });
  return name;
}

const belongsTo = ({ name, url }: Profile): string => `The profile ${name} belongs to ${url}.`;

/** @param identity of the store that the profile would have */
function refuseReplacing(session: Session, profile: Profile, identity: string): void {
  if (storeIdentityOf(profile.url) === identity) return;
  if (profile.production || isReadOnly(profile)) throw keptMark(profile);
  refuseAgent(session, profile);
}

async function askName(
  prompts: NonNullable<Session['prompts']>,
  suggestion: string,
  takenBy: (name: string) => Profile | undefined,
): Promise<string> {
  const { askText } = await import('../../input/prompts/prompts.ts');
  const typed = await askText(prompts, {
    message: 'Profile name:',
    suggestion,
    fault: (text) => {
      const name = text.trim() || suggestion;
      const other = takenBy(name);
      if (other) return belongsTo(other);
      return isProfileName(name) ? undefined : nameRule;
    },
  });
  return typed.trim() || suggestion;
}

/** Production or read-only: as given, as it was, or asked for. Only `auth logout --forget` takes marks away. */
async function readMarks(prompts: Session['prompts'], raw: RawOptions, before: Marks): Promise<Marks> {
  const production = raw.production === true || before.production;
  const readOnly = raw.readOnly === true || before.readOnly;
  const isStated = raw.production === true || raw.readOnly === true || (production && readOnly);
  if (!prompts || isStated) return { production, readOnly };
  const { askWhich } = await import('../../input/prompts/prompts.ts');
  const possible = choices
    .filter(({ value }) => value.production || !production)
    .filter(({ value }) => value.readOnly || !readOnly);
  return await askWhich(prompts, 'What is this store?', possible);
}

const choices: readonly { readonly value: Marks; readonly label: string }[] = [
  { value: { production: false, readOnly: false }, label: 'test store: writes need no extra confirmation' },
  { value: { production: true, readOnly: false }, label: 'production: every write asks for the store name' },
  { value: { production: false, readOnly: true }, label: 'read-only: every write is refused' },
  { value: { production: true, readOnly: true }, label: 'production, and read-only' },
];
