import type { Json, Kind } from './kind.ts';
import { choiceOf, countKind, idKind, moneyKind, newCodeKind, percentKind, textKind } from './kinds.ts';
import type { StoreRecord } from './record-fields.ts';
import {
  basketKeyKind,
  countFrom,
  countryKind,
  currencyKind,
  emailKind,
  genderKind,
  languageKind,
  phoneKind,
  priceKind,
  upridKind,
} from './shop-kinds.ts';

/** One field of a request body. */
export interface DraftField<T = unknown> {
  readonly kind: Kind<T>;
  /** Its description in help and prompts. */
  readonly about: string;
  /** Where to find a value, for a person who typed another one. */
  readonly hint?: string;
  /** A second name that is sent too, where the API is ambiguous. */
  readonly alias?: string;
  /** Required in a creation; cannot be cleared later. */
  readonly isRequired?: true;
  /** Never an option, and never shown: typed at a prompt. */
  readonly isSecret?: true;
  /** Seldom filled in: at a terminal it is asked for after one question about all of these. */
  readonly isRare?: true;
  /** Where it is sent empty, the store takes a value of its own. */
  readonly isFilledByStore?: true;
  /** With another value it is another thing than was asked for: a key, an owner, a price, a name. */
  readonly isEssential?: true;
  /** Whether the store may take another value than was sent, as the API documents. @param received the record */
  readonly mayReplace?: (received: StoreRecord) => boolean;
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
  /** For a field that is missing: what may follow its name, such as `, or --ean`. */
  readonly missing?: string;
  /** What the value may mean, where only a person can say: whoever may see the value may see these. */
  readonly readings?: readonly string[];
}

/** A value, or its faults and the fields without any. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly Fault[]; readonly valid?: object };

/** A field with modifiers: `count('stock').sentAs(String)`. */
export interface Refinable<T> extends DraftField<T> {
  sentAs(send: (value: T) => Json): Refinable<T>;
  alsoAs(alias: string): Refinable<T>;
  foundBy(hint: string): Refinable<T>;
  required(): Refinable<T>;
  secret(): Refinable<T>;
  rare(): Refinable<T>;
  filledByStore(): Refinable<T>;
  essential(): Refinable<T>;
  replaceable(where?: (received: StoreRecord) => boolean): Refinable<T>;
}

export function draftField<T>(kind: Kind<T>, about: string, more: Partial<DraftField<T>> = {}): Refinable<T> {
  const refined = (further: Partial<DraftField<T>>): Refinable<T> => draftField(kind, about, { ...more, ...further });
  return {
    kind,
    about,
    send: kind.send,
    ...more,
    sentAs: (send) => refined({ send }),
    alsoAs: (alias) => refined({ alias }),
    foundBy: (hint) => refined({ hint }),
    required: () => refined({ isRequired: true }),
    secret: () => refined({ isSecret: true }),
    rare: () => refined({ isRare: true }),
    filledByStore: () => refined({ isFilledByStore: true }),
    essential: () => refined({ isEssential: true }),
    replaceable: (where = () => true) => refined({ mayReplace: where }),
  };
}

export const text = (about: string): Refinable<string> => draftField(textKind, about);
export const code = (about: string): Refinable<string> => draftField(newCodeKind, about);
export const money = (about: string) => draftField(moneyKind, about);
/** A price: negative ones are invalid. */
export const price = (about: string) => draftField(priceKind, about);
export const count = (about: string): Refinable<number> => draftField(countKind, about);
/** A whole number of at least `least`. */
export const countOf = (least: number, about: string): Refinable<number> => draftField(countFrom(least), about);
export const id = (about: string): Refinable<number> => draftField(idKind, about);
export const percent = (about: string): Refinable<number> => draftField(percentKind, about);
export const choice = (
  about: string,
  names: Readonly<Record<string, number>>,
  also?: Readonly<Record<string, number>>,
): Refinable<number> => draftField(choiceOf(names, also), about);
export const email = (about: string): Refinable<string> => draftField(emailKind, about);
export const gender = (about: string): Refinable<string> => draftField(genderKind, about);
export const country = (about: string): Refinable<string> => draftField(countryKind, about);
export const phone = (about: string): Refinable<string> => draftField(phoneKind, about);
export const currency = (about: string): Refinable<string> => draftField(currencyKind, about);
export const language = (about: string): Refinable<number> => draftField(languageKind, about);
export const basketKey = (about: string): Refinable<string> => draftField(basketKeyKind, about);
export const uprid = (about: string): Refinable<string> => draftField(upridKind, about);

/** How the fields of a body are read. */
export interface FieldReading {
  readonly from: 'typed' | 'wire';
  /**
   * How `null` and `""` in JSON are read: as a wrong value (`""` is a text), as an absent field, or as "clear this
   * field".
   */
  readonly empty: 'fault' | 'absent' | 'clear';
}

/** A field as received: its name or alias, with text or JSON. */
export type ReceivedField = readonly [name: string, value: unknown];

/** The values of these fields, parsed; a cleared one is `null`. Every fault at once. */
export function readFields<T>(
  fields: DraftFields,
  entries: readonly ReceivedField[],
  reading: FieldReading,
): Checked<T> {
  const values: Record<string, unknown> = {};
  const faults: Fault[] = [];
  for (const entry of entries) {
    const name = fieldName(fields, entry[0]);
    const outcome = readField(fields[name], entry, reading);
    const found = outcome.ok ? contradictions(entry, outcome.value, values[name]) : outcome.faults;
    for (const fault of found) faults.push(fault);
    if (outcome.ok && outcome.value !== undefined && found.length === 0) values[name] ??= outcome.value;
  }
  return faults.length > 0 ? { ok: false, faults, valid: values } : { ok: true, value: values as T };
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

/** The fields that are sent empty, and that the store fills then. */
export const filledByStore = (fields: DraftFields, values: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.isFilledByStore === true && values[name] === null);

/** The field of this name or alias; '' when there is none. */
export function fieldName(fields: DraftFields, nameOrAlias: string): string {
  if (Object.hasOwn(fields, nameOrAlias)) return nameOrAlias;
  return Object.keys(fields).find((name) => fields[name]?.alias === nameOrAlias) ?? '';
}

/** An empty value is a fault in typed text: in `--customer "$ID"` the variable is probably unset. */
const isEmpty = ({ kind }: DraftField, value: unknown, { from }: FieldReading): boolean =>
  value === null || (from === 'wire' && (value === '' || (kind.name === 'id' && isNoId(value))));

/** The API writes 0 for no record: the `customerId` of a basket without a customer. */
const isNoId = (value: unknown): boolean => value === 0 || value === '0';

/** The value of one field; `null` when it is cleared, undefined when it counts as absent. */
function readField(field: DraftField | undefined, entry: ReceivedField, reading: FieldReading): Checked<unknown> {
  const shown = shownEntry(field, entry, reading);
  if (!field) return wrong(shown, 'is not a field of this body');
  const emptyIs = isEmpty(field, entry[1], reading) ? reading.empty : undefined;
  if (emptyIs === 'absent') return { ok: true, value: undefined };
  if (emptyIs === 'clear' && field.kind.name === 'list') return wrong(shown, 'cannot be cleared');
  const value = emptyIs === 'clear' ? null : parsed(field, entry, reading);
  if (value === undefined) return unreadable(field, shown, reading);
  if (reading.empty === 'clear' && field.isRequired && isBlank(value))
    return wrong(shown, 'is required and cannot be cleared');
  return { ok: true, value };
}

/** The entry as messages show it: without secrets. A field that is cleared has no text. */
function shownEntry(
  field: DraftField | undefined,
  [name, value]: ReceivedField,
  { from }: FieldReading,
): ReceivedField {
  if (field?.isSecret) return [name, ''];
  return [name, from === 'typed' ? (value ?? '') : value];
}

function parsed({ kind }: DraftField, [, value]: ReceivedField, { from }: FieldReading): unknown {
  return from === 'typed' && typeof value === 'string' ? kind.typed(value) : kind.wire(value);
}

/** Whether a value is empty or blank. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

function unreadable(field: DraftField, entry: ReceivedField, { from }: FieldReading): Checked<never> {
  const within = from === 'wire' ? (field.faultsWithin?.(entry[1]) ?? []) : [];
  const { expects, expectsTyped = expects } = field.kind;
  if (within.length === 0) return wrong(entry, `must be ${from === 'typed' ? expectsTyped : expects}`);
  return { ok: false, faults: within.map((fault) => ({ ...fault, field: `${entry[0]}${fault.field}` })) };
}

/** A field can come twice only under its alias, or both set and cleared. */
function contradictions([field, received]: ReceivedField, value: unknown, before: unknown): readonly Fault[] {
  if (before === undefined || value === undefined || before === value) return [];
  const other = before === null || value === null ? 'clearing it' : `${asText(before)}, given under its other name`;
  return [{ field, value: asText(received ?? ''), message: `conflicts with ${other}` }];
}

function wrong([field, value]: ReceivedField, message: string): Checked<never> {
  return { ok: false, faults: [{ field, value: asText(value), message }] };
}

/** The value as text, for a message. */
const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
