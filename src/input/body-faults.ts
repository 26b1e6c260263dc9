import { CliError, missingTexts } from '../errors.ts';
import { notAnObject } from '../resources/draft.ts';
import { type DraftFields, type Fault, fieldName } from '../resources/draft-fields.ts';
import { exampleOnly } from '../resources/kind.ts';
import { whereToFindInstead } from '../resources/where-to-find.ts';
import { nearest } from '../text/words.ts';
import { flagOf } from './options.ts';

/** Flags of fields that are not called like the field: `basketKey` is `--basket`. */
export type Flags = Readonly<Record<string, `--${string}`>>;

/** An invalid field, with a suggestion. */
export interface HintedFault extends Fault {
  readonly hint?: string;
  /** The whole sentence, in place of the field and the message. */
  readonly text?: string;
}

/**
 * Reports every fault of a body at once, under the names of its options.
 * @throws CliError `usage` if there is a fault
 */
export function refuseFaults(fields: DraftFields, faults: readonly HintedFault[], flags: Flags = {}): void {
  if (faults.length === 0) return;
  const name = (field: string): string => optionNamed(fields, field, flags) ?? field;
  const missing = faults.filter((fault) => fault.missing === '').map(({ field }) => name(field));
  const lines = [
    ...faults.filter((fault) => fault.missing !== '').map((fault) => textOf(fault, name(fault.field))),
    ...missingTexts(missing),
  ];
  const hints = [...new Set(faults.flatMap(({ hint }) => hint ?? []))];
  throw new CliError('usage', lines.join('\n'), {
    // A body without fields has none at fault.
    field: (faults[0] && name(faults[0].field)) || undefined,
    hint: hints.length > 0 ? hints.join('\n') : undefined,
  });
}

/** The option of a field, by its name or alias; undefined for a field without one, as a list or a password. */
function optionNamed(fields: DraftFields, named: string, flags: Flags): string | undefined {
  const name = fieldName(fields, named);
  const field = fields[name];
  if (!field || field.isSecret || field.kind.name === 'list') return undefined;
  return flags[name] ?? flagOf(name);
}

function textOf({ value, message, missing, text }: HintedFault, name: string): string {
  if (text !== undefined) return text;
  if (missing !== undefined) return missingTexts([`${name}${missing}`]).join('');
  const shown = value === '' ? '' : ` "${value}"`;
  return exampleOnly(name, shown, message.replace(/^must be /, '')) ?? `${name}${shown} ${message}.`.trimStart();
}

/** The faults of a body from `--body`, or of `--unset`. An unknown field has the name that was typed, since it has no option. */
export function withUnknown(
  fields: DraftFields,
  faults: readonly Fault[],
  place: '--body' | '--unset',
): readonly HintedFault[] {
  const isBody = place === '--body';
  const names = Object.keys(fields).map((name) => (isBody ? name : flagOf(name).slice(2)));
  return faults.map((fault) => {
    if (fault.message === notAnObject) return fault.field === '' ? { ...fault, field: place } : fault;
    if (isKnown(fields, fault.field)) return fault;
    const text = `Unknown field "${fault.field}" in ${place}.`;
    const near = nearest(fault.field, names).map((name) => (isBody ? `"${name}"` : name));
    return hinted({ ...fault, field: place, text }, near);
  });
}

/** Whether a fault is in a known field, by name or alias, or inside one (`products[1].uprid`), or in the whole body. */
function isKnown(fields: DraftFields, field: string): boolean {
  const name = /^[^.[]*/.exec(field)?.[0] ?? '';
  return name === '' || fieldName(fields, name) !== '';
}

const hinted = (fault: HintedFault, near: readonly string[]): HintedFault =>
  near.length > 0 ? { ...fault, hint: `Did you mean ${near.join(', ')}?` } : fault;

/** Adds the value that was probably meant, where the kind knows one: `NL` for `Netherlands`; or else where to find one. */
export async function withSuggestions(
  fields: DraftFields,
  faults: readonly HintedFault[],
): Promise<readonly HintedFault[]> {
  return await Promise.all(
    faults.map(async (fault) => {
      const { kind, hint } = (Object.hasOwn(fields, fault.field) && fields[fault.field]) || {};
      const [value, about] = (await kind?.meant?.(fault.value)) ?? [];
      if (value !== undefined) return hinted(fault, [`${value} (${about})`]);
      return hint === undefined ? fault : { ...fault, hint: whereToFindInstead(hint, fault.value) };
    }),
  );
}
