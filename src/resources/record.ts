import * as z from 'zod/mini';
import { isObject } from '../text/json.ts';
import type { Receipt } from './receipt.ts';
import type { Field, Fields, StoreRecord } from './record-fields.ts';

/** A single value as stores write it: numbers and flags come as JSON numbers or as text. */
type Scalar = string | number | boolean | null;

/** The record of a definition, as the store returned it: any field may be absent, and unknown fields stay. */
export type RecordOf<D> = D extends RecordDefinition<infer F, infer O> ? FieldsOf<F, O> : never;

/** Undocumented fields (`isOpen`) may hold anything. */
type FieldsOf<F, Open> = { readonly [K in keyof F]?: Open extends true ? unknown : ValueOf<F[K]> };

/**
 * The elements of a list are not checked, nor are the fields of an object: the API names them, without a type. PHP writes
 * an empty object or list as any of these.
 */
type ValueOf<F> = F extends { readonly open: true } | { readonly isUntyped: true }
  ? unknown
  : F extends { readonly list: true }
    ? readonly unknown[] | Empty
    : F extends { readonly group: infer G }
      ? FieldsOf<G, true> | Empty
      : Scalar;

type Empty = '' | false | null;

/** The page of a record: lines above the card, the card, the receipt, and a card of rarely needed fields. */
export interface RecordPage {
  readonly above?: readonly string[];
  readonly rest: StoreRecord;
  readonly receipt?: Receipt;
  readonly below?: StoreRecord;
}

export type PageOf = (record: StoreRecord) => RecordPage;

/** A page with some fields above its receipt, and the others below. */
export function partition({ rest, ...page }: RecordPage, isAbove: (name: string) => boolean): RecordPage {
  const pick = (isWanted: (name: string) => boolean): StoreRecord =>
    Object.fromEntries(Object.entries(rest).filter(([name]) => isWanted(name)));
  return { ...page, rest: pick(isAbove), below: pick((name) => !isAbove(name)) };
}

/** What a store returns: its fields, and the check that a reply passes once. */
export interface RecordDefinition<F extends Fields = Fields, Open extends boolean = boolean> {
  readonly fields: F;
  /** The layout for a person; without it, a card of all fields. */
  readonly page?: PageOf | undefined;
  /** Whether stores have fields that the API does not document. */
  readonly isOpen: Open;
  /** Whether such a record may be about a person: what the API does not document may be, too. */
  readonly isOfPeople: boolean;
  /** Whether shop-cli itself writes it: then each field is there with the JSON type of its kind, unless it says otherwise. */
  readonly isOwn: boolean;
  /** The fields that may hold the ID; the first one that is not empty is the ID. */
  readonly identifiedBy: readonly string[];
  /** Where else a store may have the value of a field, by path: `purchasePrice` is also `prices.purchasePrice`. */
  readonly elsewhere: ReadonlyMap<string, string>;
  /** The ID as other commands take it. */
  idOf(record: StoreRecord): string;
  /** The received object itself, or what does not fit, after "it": `has an unexpected value in price`. */
  check(reply: unknown): CheckedReply<FieldsOf<F, Open>>;
}

/** A reply that passed the check, or what does not fit. */
export type CheckedReply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: string };

interface RecordTraits<Open> {
  /** Undocumented: the fields of the definition are guesses, and may hold anything. */
  readonly isOpen?: Open;
  readonly page?: PageOf;
  readonly isOwn?: boolean;
  /** Whether it is about people though no field is marked as personal. */
  readonly isOfPeople?: boolean;
  /** The field that tells records with one ID apart, such as the variants of a product. */
  readonly apartBy?: string;
  /** Paths of one value, of which a store may have either, or both. */
  readonly alike?: readonly (readonly [string, string])[];
  /**
   * The fields that a comparison, a filter or a further request reads, next to IDs and columns. What a store has in any
   * other field is only shown, so it may be any JSON: `manufacturer: "Acme"` must not fail a whole list. By default all.
   */
  readonly reads?: readonly string[];
}

/**
 * Defines a record from its fields, in the order of the API documentation. A field may be absent, null, a number or the
 * number as text; unknown fields pass. A reply without any of `identifiedBy` is not this record.
 */
export function defineRecord<F extends Fields, Open extends boolean = false>(
  identifiedBy: readonly string[],
  fields: F,
  {
    isOpen = false as Open,
    page,
    isOwn = false,
    isOfPeople = isOpen || hasPersonal(fields),
    apartBy,
    alike = [],
    reads,
  }: RecordTraits<Open> = {},
): RecordDefinition<F, Open> {
  const expected = new Map(isOpen ? [] : fieldsRead(fields, reads && [...identifiedBy, ...reads]));
  // Made for the first reply that does not fit: most commands see none.
  let schema: z.ZodMiniType | undefined;
  return {
    fields,
    isOpen,
    isOfPeople,
    identifiedBy,
    page,
    isOwn,
    elsewhere: new Map(alike.flatMap(([one, other]) => [[one, other] as const, [other, one] as const])),
    idOf(received) {
      const names = apartBy === undefined ? identifiedBy : [apartBy, ...identifiedBy];
      const name = names.find((field) => isGiven(received[field])) ?? '';
      return fields[name]?.kind?.show(received[name]) ?? '';
    },
    check(reply) {
      if (!fits(expected, reply)) {
        schema ??= schemaOf(expected);
        const outcome = z.safeParse(schema, reply);
        if (!outcome.success) return { ok: false, fault: faultOf(outcome.error) };
      }
      const received = withLists(fields, reply as StoreRecord);
      if (!identifiedBy.some((name) => isGiven(received[name])))
        return { ok: false, fault: `has none of ${identifiedBy.join(', ')}` };
      return { ok: true, value: received as FieldsOf<F, Open> };
    },
  };
}

const hasPersonal = (fields: Fields): boolean =>
  Object.values(fields).some(({ isPersonal, group = {} }) => isPersonal || hasPersonal(group));

/** The fields whose shape matters: those that are named, and those in a table. */
function fieldsRead(fields: Fields, named: readonly string[] | undefined): readonly (readonly [string, Field])[] {
  const all = Object.entries(fields);
  if (named === undefined) return all;
  const names = new Set([...named, ...all.flatMap(([, { behind = [] }]) => behind)]);
  return all.filter(([name, field]) => names.has(name) || hasColumn(field));
}

const hasColumn = ({ column, group = {} }: Field): boolean =>
  column !== undefined || Object.values(group).some((inner) => inner.column !== undefined);

/** Whatever a store sent. It has no documented fields. */
export const anyRecord = defineRecord([], {}, { isOpen: true });

/** An ID is a text or a number. An empty one is none: a list of such records would look empty with --quiet. */
const isGiven = (id: unknown): boolean => typeof id === 'number' || (typeof id === 'string' && id !== '');

/** Turns objects by index or ID into lists, and empty objects in place of a single value into an empty text. */
function withLists(fields: Fields, received: StoreRecord): StoreRecord {
  let whole = received;
  for (const name in received) {
    const value = received[name];
    // Most values are no objects.
    if (typeof value !== 'object' || value === null || !Object.hasOwn(fields, name)) continue;
    const field = fields[name];
    if (field?.kind && !field.list && Object.keys(value).length === 0) whole = { ...whole, [name]: '' };
    if (!field?.list || Array.isArray(value)) continue;
    const list = listOf(value);
    if (list) whole = { ...whole, [name]: list };
  }
  return whole;
}

/**
 * A list as stores write it: an array, or an object whose fields are called by index or ID (`{"301":{…}}`), which is
 * how PHP writes an array with gaps. Undefined for anything else; an empty object may be a record without fields.
 */
export function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => idName.test(name)) ? Object.values(value) : undefined;
}

/** `301`, `206{3}12`, or a GUID with or without braces. */
const idName = /^(?:\d+(?:\{\d+\}\d+)*|\{?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}?)$/i;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const anyObject = z.looseObject({});
/** An empty list, and what PHP writes for one. */
const nothing = z.union([z.array(z.never()), z.literal(''), z.literal(false), z.null()]);
/** The same for a single value: what an empty element of XML becomes. */
const emptyElement = z.strictObject({});

function schemaOf(fields: ReadonlyMap<string, Field>): z.ZodMiniType {
  const schemas = [...fields].map(([name, field]) => [name, z.optional(fieldSchema(field))]);
  return z.looseObject(Object.fromEntries(schemas));
}

function fieldSchema(field: Field): z.ZodMiniType {
  if (field.open || field.isUntyped) return z.unknown();
  if (field.list) return z.union([z.array(z.unknown()), anyObject, nothing]);
  return field.group ? z.union([anyObject, nothing]) : z.union([scalar, nothing, emptyElement]);
}

/** Whether a reply is what the schema of these fields takes: a plain walk, so that no schema is made for a reply that fits. */
function fits(fields: ReadonlyMap<string, Field>, reply: unknown): boolean {
  if (!isObject(reply)) return false;
  for (const name in reply) {
    const field = fields.get(name);
    if (field && !fitsField(field, reply[name])) return false;
  }
  return true;
}

function fitsField({ open, isUntyped, list: isList, group }: Field, value: unknown): boolean {
  if (open || isUntyped || value === undefined || isEmpty(value)) return true;
  if (isList || group) return isObject(value) || (isList === true && Array.isArray(value));
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

/** PHP writes nothing as null, false, an empty text, and an empty list or object, whatever it is nothing of. */
const isEmpty = (value: unknown): boolean =>
  value === null || value === false || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

function faultOf(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  const place = issue?.path.join('.') ?? '';
  return place === '' ? 'is not an object' : `has an unexpected value in ${place}`;
}
