import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { Changes, ChangesOf, Checked, Draft, DraftOf, Fault, Members } from '../resources/draft.ts';
import { readJson } from './json-file.ts';
import { attributeOf, collect, flagOf, type RawOptions } from './options.ts';

/** Flags of members that are not called like the member: `basketKey` is `--basket`. */
export type Flags = Readonly<Record<string, `--${string}`>>;

/** Adds one option for each member that can be typed, and `--body`. Secrets are never arguments, which every process can read. */
export function addBodyOptions(command: Command, { members }: { readonly members: Members }, flags: Flags = {}): void {
  for (const [name, { kind, about, isSecret }] of Object.entries(members)) {
    if (!isSecret && kind.name !== 'list') command.option(`${flags[name] ?? flagOf(name)} <${kind.placeholder}>`, about);
  }
  command.option('--body <file>', 'the body as JSON from a file, or - for standard input; options win over it');
}

/** Adds `--unset`, for an update. */
export function addUnsetOption(command: Command): void {
  command.option('--unset <member>', 'clear this member; can be repeated', collect);
}

export interface BodySource {
  readonly raw: RawOptions;
  readonly context: Pick<Context, 'files' | 'stdin'>;
  readonly flags?: Flags;
  /** Members that come from elsewhere: a password from a prompt, lines from options of their own. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/**
 * The body that creates: from `--body`, the member options and `more`, the later ones winning.
 * @param missing what is missing beyond the required members
 * @throws CliError `usage` that names everything at fault.
 */
export async function readDraft<M extends Members>(
  draft: Draft<M>,
  source: BodySource,
  missing = draft.missing,
): Promise<DraftOf<Draft<M>>> {
  const typed = typedMembers(draft.names, source);
  const [fromFile, fromOptions] = [await readBody(draft, source), draft.fromTyped(typed)];
  const values = { ...readFrom(fromFile), ...readFrom(fromOptions), ...source.more } as DraftOf<Draft<M>>;
  const faults = [...faultsOf(fromFile), ...faultsOf(fromOptions)];
  refuse([...faults, ...missing(values).filter(({ member }) => !faults.some((fault) => fault.member === member))], source);
  return values;
}

/**
 * The body that alters: from `--body`, the member options, `--unset` and `more`. At least one member.
 * @throws CliError `usage` that names everything at fault.
 */
export async function readChanges<M extends Members>(changes: Changes<M>, source: BodySource): Promise<ChangesOf<Changes<M>>> {
  const typed = typedMembers(changes.names, source);
  const unset = ((source.raw.unset ?? []) as readonly string[]).map((name) => memberOf(changes.names, name, source.flags));
  const fromFile = await readBody(changes, source);
  const [more, hasTyped] = [source.more ?? {}, Object.keys(typed).length + unset.length > 0];
  const nothing = Object.keys(readFrom(fromFile)).length + Object.keys(more).length === 0 && fromFile.ok;
  const fromOptions: Checked<object> = hasTyped || nothing ? changes.fromTyped(typed, unset) : { ok: true, value: {} };
  refuse([...faultsOf(fromFile), ...faultsOf(fromOptions)], source);
  return { ...readFrom(fromFile), ...readFrom(fromOptions), ...more } as ChangesOf<Changes<M>>;
}

function typedMembers(names: readonly string[], { raw, flags = {} }: BodySource): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const typed = raw[attributeOf(flags[name] ?? flagOf(name))];
      return typeof typed === 'string' ? [[name, typed]] : [];
    }),
  );
}

/** A member by its name or by its flag, with or without the dashes. */
function memberOf(names: readonly string[], typed: string, flags: Flags = {}): string {
  const wanted = typed.replace(/^--/, '');
  return names.find((name) => name === wanted || (flags[name] ?? flagOf(name)).slice(2) === wanted) ?? typed;
}

async function readBody<T extends object>(
  draft: { fromJson(body: unknown): Checked<T> },
  { raw, context }: BodySource,
): Promise<Checked<object>> {
  return typeof raw.body === 'string' ? draft.fromJson(await readJson(raw.body, '--body', context)) : { ok: true, value: {} };
}

const readFrom = (checked: Checked<object>): object => (checked.ok ? checked.value : {});
const faultsOf = (checked: Checked<object>): readonly Fault[] => (checked.ok ? [] : checked.faults);

function refuse(faults: readonly Fault[], { flags = {} }: BodySource): void {
  if (faults.length === 0) return;
  const name = (member: string): string => (/^\w+$/.test(member) ? (flags[member] ?? flagOf(member)) : member);
  const lines = faults.map(({ member, value, message }) =>
    `${[name(member), value === '' ? '' : `"${value}"`].filter(Boolean).join(' ')} ${message}.`.trimStart(),
  );
  throw new CliError('usage', lines.join('\n'), { field: faults[0] && name(faults[0].member) });
}
