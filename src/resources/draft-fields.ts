import type { Json, Kind } from './kind.ts';

/** One field of a request body. */
export interface DraftField<T = unknown> {
  readonly kind: Kind<T>;
  /** Its description in help and prompts. */
  readonly about: string;
  /** A second name that is sent too, where the API is ambiguous. */
  readonly alias?: string;
  /** Required in a creation; cannot be cleared later. */
  readonly isRequired?: true;
  /** Never an option, and never shown: typed at a prompt. */
  readonly isSecret?: true;
  /** The faults inside a list of objects, each with its index: `[1].uprid`. */
  faultsWithin?(json: unknown): readonly Fault[];
  /** The JSON to send, if not that of the kind. */
  send(value: T): Json;
}

export type DraftFields = Readonly<Record<string, DraftField<unknown>>>;
/** One invalid field. */
export interface Fault {
  readonly field: string;
  readonly value: string;
  /** The end of a sentence: "must be …" or "is not …". */
  readonly message: string;
}

export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** How the fields of a body are read. */
interface Reading {
  readonly from: 'typed' | 'wire';
  /**
   * How `null` and `""` in JSON are read: as a wrong value (`""` is a text), as an absent field, or as "clear this
   * field".
   */
  readonly empty: 'fault' | 'absent' | 'clear';
}

/** A field as received: its name or alias, with text or JSON. */
type Given = readonly [name: string, value: unknown];

/** The values of these fields, parsed; a cleared one is `null`. Every fault at once. */
export function readFields<T>(fields: DraftFields, given: readonly Given[], reading: Reading): Checked<T> {
  const values: Record<string, unknown> = {};
  const faults: (readonly Fault[])[] = [];
  for (const field of given) {
    const name = fieldName(fields, field[0]);
    const outcome = readField(fields[name], field, reading);
    const found = outcome.ok ? contradictions(field, outcome.value, values[name]) : outcome.faults;
    if (outcome.ok && found.length === 0) values[name] ??= outcome.value;
    faults.push(found);
  }
  const all = faults.flat();
  return all.length > 0 ? { ok: false, faults: all } : { ok: true, value: withoutAbsent(values) as T };
}

function withoutAbsent(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The JSON of these values, in the order of the fields, under their aliases too; a cleared one is `""`. */
export function writeFields(
  fields: DraftFields,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Json>> {
  const body: Record<string, Json> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if (value === undefined) continue;
    const sent = value === null ? '' : field.send(value);
    body[name] = sent;
    if (field.alias) body[field.alias] = sent;
  }
  return body;
}

/** The field of this name or alias; '' when there is none. */
function fieldName(fields: DraftFields, given: string): string {
  if (Object.hasOwn(fields, given)) return given;
  return Object.keys(fields).find((name) => fields[name]?.alias === given) ?? '';
}

/** An empty value is a fault in typed text: in `--customer-id "$ID"` the variable is probably unset. */
const isEmpty = (value: unknown, { from }: Reading): boolean => value === null || (value === '' && from === 'wire');

/** The value of one field; `null` when it is cleared, undefined when it counts as absent. */
function readField(field: DraftField | undefined, given: Given, reading: Reading): Checked<unknown> {
  // A field to be cleared was named, and nobody typed "null".
  const shown: Given = reading.from === 'typed' ? [given[0], given[1] ?? ''] : given;
  if (!field) return wrong(shown, 'is not a field of this body');
  const said = isEmpty(given[1], reading) ? reading.empty : 'value';
  if (said === 'absent') return { ok: true, value: undefined };
  const value = said === 'clear' && field.kind.name !== 'list' ? null : parsed(field, given, reading);
  if (value === undefined) return unreadable(field, shown, reading);
  if (reading.empty === 'clear' && field.isRequired && isBlank(value))
    return wrong(shown, 'is required and cannot be cleared');
  return { ok: true, value };
}

function parsed({ kind }: DraftField, [, value]: Given, { from }: Reading): unknown {
  return from === 'typed' && typeof value === 'string' ? kind.typed(value) : kind.wire(value);
}

/** Whether a value is empty or blank. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

function unreadable(field: DraftField, given: Given, { from }: Reading): Checked<never> {
  const within = from === 'wire' ? (field.faultsWithin?.(given[1]) ?? []) : [];
  if (within.length === 0) return wrong(given, `must be ${field.kind.expects}`);
  return { ok: false, faults: within.map((fault) => ({ ...fault, field: `${given[0]}${fault.field}` })) };
}

/** A field can come twice only under its alias, or both set and cleared. */
function contradictions([field, given]: Given, value: unknown, before: unknown): readonly Fault[] {
  if (before === undefined || value === undefined || before === value) return [];
  const other = before === null || value === null ? 'clearing it' : `${asText(before)}, given under its other name`;
  return [{ field, value: asText(given ?? ''), message: `conflicts with ${other}` }];
}

function wrong([field, value]: Given, message: string): Checked<never> {
  return { ok: false, faults: [{ field, value: asText(value), message }] };
}

/** The value as text, for a message. */
const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
