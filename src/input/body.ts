import type { Command } from 'commander';
import type { Context } from '../context.ts';
import type { Changes, ChangesOf, Draft, DraftOf } from '../resources/draft.ts';
import type { Checked, DraftFields, Fault } from '../resources/draft-fields.ts';
import { type Flags, type HintedFault, refuseFaults, withSuggestions, withUnknown } from './body-faults.ts';
import { readJson } from './json-file.ts';
import { addOption, attributeOf, collect, flagOf, type RawOptions, suggestAt } from './options.ts';
import { hideSecrets } from './secrets.ts';

/**
 * Adds one option for each field that can be typed, and `--body`. Secrets are never arguments, which every process can
 * read.
 */
export function addBodyOptions(
  command: Command,
  { fields, missing }: Pick<Draft<DraftFields>, 'fields'> & Partial<Pick<Draft<DraftFields>, 'missing'>>,
  flags: Flags = {},
): void {
  for (const [name, { kind, about, hint, isSecret, isRequired = false }] of Object.entries(fields)) {
    if (isSecret || kind.name === 'list') continue;
    // An update may leave every field out.
    const place = { isField: true, isRequired: isRequired && missing !== undefined };
    addOption(command, flags[name] ?? flagOf(name), { kind, about, hint }, place);
  }
  command.option('--body <file>', 'JSON body from a file, or - for stdin; options override it');
}

/** Adds `--unset`, for an update. */
export function addUnsetOption(command: Command, { fields }: { readonly fields: DraftFields }): void {
  const clearable = Object.entries(fields).filter(
    ([, { isRequired, isSecret, kind }]) => !isRequired && !isSecret && kind.name !== 'list',
  );
  command.option('--unset <field>', 'clear a field (repeatable)', collect);
  suggestAt(command, '--unset', { texts: () => clearable.map(([name, { about }]) => [flagOf(name).slice(2), about]) });
}

export interface BodySource {
  readonly raw: RawOptions;
  readonly context: Pick<Context, 'files' | 'stdin' | 'secrets'>;
  readonly flags?: Flags;
  /** Fields that come from elsewhere: a password from a prompt, lines from options of their own. */
  readonly more?: Checked<object>;
}

/**
 * The body that creates: from `--body`, the field options and `more`, the later ones winning.
 * @param missing what is missing or contradicts itself once all fields are there
 * @throws CliError `usage` that names everything at fault.
 */
export async function readDraft<M extends DraftFields>(
  draft: Draft<M>,
  source: BodySource,
  missing: (values: DraftOf<Draft<M>>) => readonly HintedFault[] = draft.missing,
): Promise<DraftOf<Draft<M>>> {
  const fromFile = draft.fromJson(await bodyOf(source));
  const fromOptions = draft.fromTyped(typedFields(draft.names, source));
  const more = moreOf(source);
  const values = Object.assign({}, ...[fromFile, fromOptions, more].map(valuesOf)) as DraftOf<Draft<M>>;
  const faults: readonly HintedFault[] = [
    ...withUnknown(draft.fields, faultsOf(fromFile), '--body'),
    ...faultsOf(fromOptions),
    ...faultsOf(more),
  ];
  const absent = missing(values).filter(({ field }) => !faults.some((fault) => fault.field === field));
  refuseFaults(draft.fields, [...(await withSuggestions(draft.fields, faults)), ...absent], source.flags);
  return values;
}

/**
 * The body that alters: from `--body`, the field options, `--unset` and `more`. At least one field.
 * @throws CliError `usage` that names everything at fault.
 */
export async function readChanges<M extends DraftFields>(
  changes: Changes<M>,
  source: BodySource,
  contradictions: (values: ChangesOf<Changes<M>>) => readonly Fault[] = () => [],
): Promise<ChangesOf<Changes<M>>> {
  const typed = typedFields(changes.names, source);
  const unset = ((source.raw.unset ?? []) as readonly string[]).map((name) =>
    fieldNamedBy(changes.names, name, source.flags),
  );
  const fromFile = source.raw.body === undefined ? nothing : changes.fromJson(await bodyOf(source));
  const more = moreOf(source);
  const hasTyped = Object.keys(typed).length + unset.length > 0;
  const hasOthers = [fromFile, more].some((body) => !body.ok || Object.keys(body.value).length > 0);
  const fromOptions = hasTyped || !hasOthers ? changes.fromTyped(typed, unset) : nothing;
  const values = Object.assign({}, ...[fromFile, fromOptions, more].map(valuesOf)) as ChangesOf<Changes<M>>;
  const faults: readonly HintedFault[] = [
    ...withUnknown(changes.fields, faultsOf(fromFile), '--body'),
    ...withUnknown(changes.fields, faultsOf(fromOptions), '--unset'),
    ...faultsOf(more),
  ];
  const all = [...(await withSuggestions(changes.fields, faults)), ...contradictions(values)];
  refuseFaults(changes.fields, all, source.flags);
  return values;
}

/** Whether the command line says anything of a body. */
export const isGiven = ({ names }: { readonly names: readonly string[] }, source: BodySource): boolean =>
  source.raw.body !== undefined ||
  source.raw.unset !== undefined ||
  Object.keys(typedFields(names, source)).length > 0 ||
  source.more?.ok === false ||
  Object.keys(source.more?.value ?? {}).length > 0;

const nothing: Checked<object> = { ok: true, value: {} };
const faultsOf = (checked: Checked<object>): readonly Fault[] => (checked.ok ? [] : checked.faults);
const valuesOf = (checked: Checked<object>): object | undefined => (checked.ok ? checked.value : checked.valid);

function typedFields(names: readonly string[], { raw, flags = {} }: BodySource): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const typed = raw[attributeOf(flags[name] ?? flagOf(name))];
      return typeof typed === 'string' ? [[name, typed]] : [];
    }),
  );
}

/** A field by its name or by its flag, with or without the dashes. */
function fieldNamedBy(names: readonly string[], typed: string, flags: Flags = {}): string {
  const bare = typed.replace(/^--/, '');
  return names.find((name) => name === bare || (flags[name] ?? flagOf(name)) === `--${bare}`) ?? typed;
}

/** Its secrets are hidden at once: what is wrong with the body is said, and the store may be read before it is sent. */
async function bodyOf({ raw, context }: BodySource): Promise<unknown> {
  if (typeof raw.body !== 'string') return {};
  const body = await readJson(raw.body, '--body', context);
  hideSecrets(body, context.secrets);
  return body;
}

function moreOf({ more = nothing, context }: BodySource): Checked<object> {
  hideSecrets(valuesOf(more), context.secrets);
  return more;
}
