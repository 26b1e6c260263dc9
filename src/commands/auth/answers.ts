import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import type { RawOptions } from '../../input/options.ts';
import { isProfileName, type Marks, marksOf, type Profiles } from '../../settings/profiles.ts';

const nameRule = 'A name has letters, digits, dots, dashes and underscores, 63 at most.';

interface Naming {
  readonly wanted: string | undefined;
  readonly likely: string;
  readonly url: string;
  readonly profiles: Profiles;
}

/**
 * The name of a profile: as given, or asked for. A profile of another store is replaced only if the user says so.
 * @throws CliError `usage`
 */
export async function readName(session: Session, { wanted, likely, url, profiles }: Naming): Promise<string> {
  const { prompts, options } = session;
  const taken = (name: string): string | undefined =>
    profiles.profiles.find((profile) => profile.name === name && profile.url !== url)?.url;
  const name = wanted ?? (prompts ? await askName(prompts, free(likely, taken)) : free(likely, taken));
  if (!isProfileName(name)) throw new CliError('usage', `Invalid profile name "${name}".`, { hint: nameRule });
  const other = taken(name);
  if (other === undefined || options.yes) return name;
  const text = `The profile ${name} is of ${other}.`;
  if (!prompts) {
    throw new CliError('usage', `${text} Nothing was stored.`, { hint: 'Pass another name, or --yes to replace it.' });
  }
  const { askYesNo } = await import('../../input/prompts/prompts.ts');
  if (await askYesNo(prompts, `${text} Replace it?`)) return name;
  return await readName(session, { wanted: undefined, likely, url, profiles });
}

async function askName(prompts: NonNullable<Session['prompts']>, suggestion: string): Promise<string> {
  const { askText } = await import('../../input/prompts/prompts.ts');
  const typed = await askText(prompts, {
    message: 'Name of the profile:',
    suggestion,
    fault: (text) => (text.trim() === '' || isProfileName(text.trim()) ? undefined : nameRule),
  });
  return typed.trim() || suggestion;
}

/** `shop`, or `shop-2` where another store has that name. */
function free(name: string, taken: (name: string) => string | undefined): string {
  let [candidate, number] = [name, 1];
  while (taken(candidate) !== undefined) candidate = `${name}-${++number}`;
  return candidate;
}

interface Marked {
  readonly name: string;
  readonly url: string;
  readonly identity: string;
}

/** Production or read-only: as given, as it was, or asked for. Scripts take marks away by `auth logout --forget` only. */
export async function readMarks(
  prompts: Session['prompts'],
  raw: RawOptions,
  profiles: Profiles,
  { identity }: Marked,
): Promise<Marks> {
  const before = marksOf(identity, profiles);
  const marks = {
    production: raw.production === true || before.production,
    readOnly: raw.readOnly === true || before.readOnly,
  };
  if (!prompts || raw.production === true || raw.readOnly === true) return marks;
  const { askWhich } = await import('../../input/prompts/prompts.ts');
  return await askWhich(
    prompts,
    'What is this store?',
    [...choices].sort((left, right) => Number(isSame(right.value, before)) - Number(isSame(left.value, before))),
  );
}

const choices: readonly { readonly value: Marks; readonly label: string }[] = [
  { value: { production: false, readOnly: false }, label: 'a test store: writes are sent at once' },
  { value: { production: true, readOnly: false }, label: 'production: a write asks for the name of the store' },
  { value: { production: false, readOnly: true }, label: 'read-only: every write is refused' },
  { value: { production: true, readOnly: true }, label: 'production, and read-only' },
];

const isSame = (left: Marks, right: Marks): boolean =>
  left.production === right.production && left.readOnly === right.readOnly;
