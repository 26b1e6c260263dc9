import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { Changes, ChangesOf, Draft, DraftOf } from '../resources/draft.ts';
import type { Checked, DraftFields, Fault } from '../resources/draft-fields.ts';
import { nearest } from '../text/nearest.ts';
import { readJson } from './json-file.ts';
import { addOption, attributeOf, collect, flagOf, type RawOptions } from './options.ts';
import { suggestAt } from './suggestions.ts';

/** Flags of fields that are not called like the field: `basketKey` is `--basket`. */
export type Flags = Readonly<Record<string, `--${string}`>>;

/** How options differ from what follows from the fields. */
interface BodyOptions {
  readonly flags?: Flags;
  /** DraftFields whose option may stand without a value: the command lets a person pick one then, and reads no `true`. */
  readonly picked?: readonly string[];
}

/**
 * Adds one option for each field that can be typed, and `--body`. Secrets are never arguments, which every process can
 * read.
 */
export function addBodyOptions(
  command: Command,
  { fields }: { readonly fields: DraftFields },
  { flags = {}, picked = [] }: BodyOptions = {},
): void {
  for (const [name, { kind, about, isSecret }] of Object.entries(fields)) {
    if (isSecret || kind.name === 'list') continue;
    const isBare = picked.includes(name);
    const hint = isBare ? '; without a value, pick one from a list' : '';
    addOption(
      command,
      { flag: flags[name] ?? flagOf(name), kind, about: `${about}${hint}` },
      { isField: true, isBare },
    );
  }
  command.option('--body <file>', 'JSON body from a file, or - for standard input; options override it');
}

/** Adds `--unset`, for an update. */
export function addUnsetOption(command: Command, { fields }: { readonly fields: DraftFields }): void {
  const clearable = Object.entries(fields).filter(
    ([, { isRequired, isSecret, kind }]) => !isRequired && !isSecret && kind.name !== 'list',
  );
  command.option('--unset <field>', 'clear this field; repeatable', collect);
  suggestAt(command, '--unset', { texts: () => clearable.map(([name, { about }]) => [flagOf(name).slice(2), about]) });
}

export interface BodySource {
  readonly raw: RawOptions;
  readonly context: Pick<Context, 'files' | 'stdin'>;
  readonly flags?: Flags;
  /** DraftFields that come from elsewhere: a password from a prompt, lines from options of their own. */
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
  const body = await bodyOf(source);
  const fromFile = readable(body, draft.fromJson);
  const fromOptions = readable(typedFields(draft.names, source), draft.fromTyped);
  const more = source.more ?? nothing;
  const values = { ...fromFile.values, ...fromOptions.values, ...valuesOf(more) } as DraftOf<Draft<M>>;
  const faults: readonly HintedFault[] = [
    ...tellUnknownInFile(draft.fields, fromFile.faults),
    ...fromOptions.faults,
    ...faultsOf(more),
  ];
  const absent = missing(values).filter(({ field }) => !faults.some((fault) => fault.field === field));
  refuse([...(await tellMeant(draft.fields, faults)), ...absent], source);
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
  const more = source.more ?? nothing;
  const hasTyped = Object.keys(typed).length + unset.length > 0;
  const hasOthers = [fromFile, more].some((given) => !given.ok || Object.keys(given.value).length > 0);
  const fromOptions = hasTyped || !hasOthers ? changes.fromTyped(typed, unset) : nothing;
  const values = Object.assign({}, ...[fromFile, fromOptions, more].map(valuesOf)) as ChangesOf<Changes<M>>;
  const faults: readonly HintedFault[] = [
    ...tellUnknownInFile(changes.fields, faultsOf(fromFile)),
    ...tellUnknownUnset(changes.fields, faultsOf(fromOptions)),
    ...faultsOf(more),
  ];
  const hint = hasTyped || hasOthers ? undefined : 'See --help for the options.';
  refuse([...(await tellMeant(changes.fields, faults)), ...contradictions(values)], source, hint);
  return values;
}

const nothing: Checked<object> = { ok: true, value: {} };
const faultsOf = (checked: Checked<object>): readonly Fault[] => (checked.ok ? [] : checked.faults);
const valuesOf = (checked: Checked<object>): object => (checked.ok ? checked.value : {});

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
  const wanted = typed.replace(/^--/, '');
  return names.find((name) => name === wanted || (flags[name] ?? flagOf(name)).slice(2) === wanted) ?? typed;
}

const bodyOf = async ({ raw, context }: BodySource): Promise<unknown> =>
  typeof raw.body === 'string' ? await readJson(raw.body, '--body', context) : {};

interface Readable {
  readonly values: object;
  readonly faults: readonly Fault[];
}

/**
 * What can be read, and what is wrong. What is missing can only be said of a body together with its fields that are
 * right.
 */
function readable<B>(given: B, read: (given: B) => Checked<object>): Readable {
  const checked = read(given);
  if (checked.ok) return { values: checked.value, faults: [] };
  const wrong = new Set(checked.faults.map(({ field }) => /^[^.[]*/.exec(field)?.[0]));
  const rest = read(Object.fromEntries(Object.entries(given ?? {}).filter(([name]) => !wrong.has(name))) as B);
  return { values: rest.ok ? rest.value : {}, faults: checked.faults };
}

function refuse(faults: readonly HintedFault[], { flags = {} }: BodySource, nextStep?: string): void {
  if (faults.length === 0) return;
  const name = (field: string): string =>
    /^\w+$/.test(field) ? ((Object.hasOwn(flags, field) ? flags[field] : undefined) ?? flagOf(field)) : field;
  const lines = faults.map(({ field, value, message }) =>
    `${[name(field), value === '' ? '' : `"${value}"`].filter(Boolean).join(' ')} ${message}.`.trimStart(),
  );
  const hints = [...new Set([...faults.map(({ hint }) => hint), nextStep])].filter((hint) => hint !== undefined);
  throw new CliError('usage', lines.join('\n'), {
    field: faults[0] && name(faults[0].field),
    hint: hints.length > 0 ? hints.join('\n') : undefined,
  });
}

/** What is wrong with a field, and what was most likely meant. */
export interface HintedFault extends Fault {
  readonly hint?: string;
}

/** The faults of a body from a file; an unknown field has the name from the file, since it has no option. */
function tellUnknownInFile(fields: DraftFields, faults: readonly Fault[]): readonly HintedFault[] {
  return faults.map((fault) => {
    if (isKnown(fields, fault.field)) return fault;
    const message = `has "${fault.field}", which ${fault.message}`;
    return hinted({ field: '--body', value: '', message }, nearestQuoted(fault.field, Object.keys(fields)));
  });
}

/** The faults of options; of these only `--unset` can name a field that there is not. */
function tellUnknownUnset(fields: DraftFields, faults: readonly Fault[]): readonly HintedFault[] {
  const names = Object.keys(fields).map((name) => flagOf(name).slice(2));
  return faults.map((fault) => {
    if (isKnown(fields, fault.field)) return fault;
    return hinted({ ...fault, field: '--unset', value: fault.field }, nearest(fault.field, names));
  });
}

/**
 * Whether a fault is of the whole body, of a field by its name or alias, or of something within one:
 * `products[1].uprid`.
 */
function isKnown(fields: DraftFields, field: string): boolean {
  const name = /^[^.[]*/.exec(field)?.[0] ?? '';
  return name === '' || Object.hasOwn(fields, name) || Object.values(fields).some(({ alias }) => alias === name);
}

const nearestQuoted = (given: string, names: readonly string[]): readonly string[] =>
  nearest(given, names).map((name) => `"${name}"`);

const hinted = (fault: Fault, near: readonly string[]): HintedFault =>
  near.length > 0 ? { ...fault, hint: `Did you mean ${near.join(', ')}?` } : fault;

/**
 * The same faults, those of a value that was most likely meant otherwise with what: the code of a country that was
 * given by its name.
 */
async function tellMeant(fields: DraftFields, faults: readonly HintedFault[]): Promise<readonly HintedFault[]> {
  return await Promise.all(
    faults.map(async (fault) => {
      const kind = Object.hasOwn(fields, fault.field) ? fields[fault.field]?.kind : undefined;
      const [value, about] = (await kind?.meant?.(fault.value)) ?? [];
      return value === undefined ? fault : hinted(fault, [`${value} (${about})`]);
    }),
  );
}
