import { isObject } from '../text/json.ts';
import {
  type Checked,
  type DraftFields,
  draftField,
  type Fault,
  type FieldReading,
  isBlank,
  type ReceivedField,
  type Refinable,
  readFields,
  writeFields,
} from './draft-fields.ts';
import type { Json, Kind } from './kind.ts';
import { textKind } from './kinds.ts';

type KindValue<M> = M extends { readonly kind: Kind<infer T> } ? T : never;

/** A body that is sent: its fields, and how its values are parsed and sent. */
interface Body<M, V> {
  readonly fields: M;
  readonly names: readonly (keyof M & string)[];
  /** From typed text per field, and the names of the fields to clear. Every fault at once; missing fields are checked separately. */
  fromTyped(typed: Readonly<Record<string, string>>, unset?: readonly string[]): Checked<V>;
  /** From a parsed JSON body; unknown fields and wrong types are faults. */
  fromJson(body: unknown): Checked<V>;
  /** The JSON body of the API, aliases included. A cleared field is `""`: PHP's `isset` does not see a `null`. */
  toJson(values: V): Readonly<Record<string, Json>>;
}

/** The body of a creation. */
export interface Draft<M> extends Body<M, DraftValues<M>> {
  /** One fault for each required field that is absent or blank. */
  missing(values: DraftValues<M>): readonly Fault[];
}

/**
 * The body of an update: the fields of creation, all optional, at least one. All but the required ones may be cleared.
 * In JSON, `null` and `""` clear.
 */
export type Changes<M> = Body<M, ChangedValues<M>>;

type DraftValues<M> = { readonly [K in keyof M]?: KindValue<M[K]> };
type ChangedValues<M> = { readonly [K in keyof M]?: KindValue<M[K]> | null };

/** The values of a body, parsed. All optional; `undefined` leaves the field out. */
export type DraftOf<D> = D extends Draft<infer M> ? DraftValues<M> : never;

/** The values of an update, parsed. `null` clears the field. */
export type ChangesOf<C> = C extends Changes<infer M> ? ChangedValues<M> : never;

/**
 * Defines a request body from its fields, in the order of the API documentation. With `emptyIsAbsent`, JSON's `null`
 * and `""` mean that the field is absent, as the API documents for most ("when absent or empty").
 */
export function defineDraft<M extends DraftFields>(fields: M, { emptyIsAbsent = false } = {}): Draft<M> {
  const names = Object.keys(fields);
  return {
    ...bodyOf(fields, emptyIsAbsent ? 'absent' : 'fault'),
    missing: (values) =>
      names.filter((name) => fields[name]?.isRequired && isBlank(at(values, name))).map((name) => missingFault(name)),
  };
}

/** Defines the body that updates what this draft creates. */
export const changesOf = <M extends DraftFields>({ fields }: Draft<M>): Changes<M> => bodyOf(fields, 'clear');

/** @param empty how `null` and `""` in JSON are read */
function bodyOf<M extends DraftFields, V>(fields: M, empty: FieldReading['empty']): Body<M, V> {
  const read = (entries: readonly ReceivedField[], from: FieldReading['from']): Checked<V> =>
    empty === 'clear' && entries.length === 0
      ? wrongBody(nothingToUpdate)
      : readFields(fields, entries, { from, empty });
  return {
    fields,
    names: Object.keys(fields),
    fromTyped: (typed, unset = []) =>
      read([...Object.entries(typed), ...unset.map((name) => [name, null] as const)], 'typed'),
    // Without the body itself: it may be long, and hold a password.
    fromJson: (body) => (isObject(body) ? read(Object.entries(body), 'wire') : wrongBody(notAnObject)),
    toJson: (values) => writeFields(fields, values as Readonly<Record<string, unknown>>),
  };
}

const at = (values: unknown, name: string): unknown => (values as Readonly<Record<string, unknown>>)[name];

/** The fault of a missing field. @param where it is required: `in the United States`. @param or what would do as well */
export function missingFault(
  field: string,
  { where, or }: { readonly where?: string; readonly or?: string } = {},
): Fault {
  const rest = `${where === undefined ? '' : ` ${where}`}${or === undefined ? '' : `, or ${or}`}`;
  return { field, value: '', message: `is required${rest}`, missing: where === undefined ? rest : `, required${rest}` };
}

/** The fault of an update without a field. */
export const nothingToUpdate = 'Nothing to update. Pass at least one field option';

/** What is wrong with a body, or a line of one, that has no fields. */
export const notAnObject = 'must be a JSON object';

const wrongBody = (message: string): Checked<never> => ({ ok: false, faults: [{ field: '', value: '', message }] });

/** A list of objects, each with the fields of this draft. */
export const draftList = <M>(about: string, lines: Draft<M>): Refinable<readonly DraftOf<Draft<M>>[]> =>
  draftField(linesKind(lines), about, { faultsWithin: (json) => faultsOfLines(lines, json) });

/** The kind of a list of drafts. Typed as JSON; a command may offer an option of its own. */
function linesKind<M>(lines: Draft<M>): Kind<readonly DraftOf<Draft<M>>[]> {
  return {
    name: 'list',
    expects: 'a list of objects',
    placeholder: 'json',
    typed: (text) => readLines(lines, parsedJson(text)),
    wire: (json) => readLines(lines, json),
    send: (values) => values.map((line) => lines.toJson(line)),
    show: textKind.show,
    align: 'left',
  };
}

/** The faults inside a list, each with its index: `[1].uprid`. None for a value that is not a list. */
function faultsOfLines<M>(lines: Draft<M>, json: unknown): readonly Fault[] {
  if (!Array.isArray(json)) return [];
  return json.flatMap((line: unknown, at) => {
    const read = lines.fromJson(line);
    return read.ok
      ? []
      : read.faults.map((fault) => ({ ...fault, field: `[${at}]${fault.field && `.${fault.field}`}` }));
  });
}

function readLines<M>(lines: Draft<M>, json: unknown): readonly DraftOf<Draft<M>>[] | undefined {
  if (!Array.isArray(json)) return undefined;
  const read = json.map((line: unknown) => lines.fromJson(line));
  return read.every((line) => line.ok) ? read.map((line) => line.value) : undefined;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
