import * as z from 'zod/mini';
import type { Kind } from './kind.ts';
import {
  choiceOf,
  codeKind,
  countKind,
  dateKind,
  flagKind,
  idKind,
  moneyKind,
  percentKind,
  textKind,
} from './kinds.ts';
import { listOf } from './lists.ts';
import type { Receipt } from './receipt.ts';
import { basketKeyKind, decimalKind, languageKind } from './shop-kinds.ts';

/** One field of a record, as replies carry it. */
export interface Field {
  readonly label: string;
  /** A single value of this kind; absent for groups and lists. */
  readonly kind?: Kind<unknown>;
  /** Fields of a nested object. */
  readonly group?: Fields;
  /** An array: of values of `kind`, or of objects with the fields of `group`, if these are known. */
  readonly list?: true;
  /** An element of the list in words, where that is short: the product, and `2 x Mug`. */
  readonly element?: (value: StoreRecord) => readonly [label: string, text: string];
  /** Whatever JSON the store puts there. */
  readonly open?: true;
  /** In the table by default: 1 stays longest when the terminal is narrow. */
  readonly column?: number;
  /** Fields shown after it in its cell: the house number after the street. */
  readonly behind?: readonly string[];
  /** Personal data: hidden by `--mask-pii`. */
  readonly isPersonal?: true;
  /** Another field of the record. A card omits this one if both have the same value. */
  readonly sameAs?: string;
  /** The meaning of a value in words; undefined if unknown. */
  readonly remark?: (record: StoreRecord) => Remark | undefined;
  /** An object as people write it, such as an address; undefined if it is empty. */
  readonly write?: (value: StoreRecord) => readonly string[] | undefined;
}

/** A value in words, with its color. The words alone must be enough. */
export interface Remark {
  readonly words: string;
  readonly tone?: Tone;
}

export type Tone = 'good' | 'bad' | 'quiet';

export type Fields = Readonly<Record<string, Field>>;

/** Any record as a store returned it. Code that knows which record it has uses `RecordOf`. */
export type StoreRecord = Readonly<Record<string, unknown>>;

/** A single value as stores write it: numbers and flags come as JSON numbers or as text. */
export type Scalar = string | number | boolean | null;

/** The record of a definition, as the store returned it: any field may be absent, and unknown fields stay. */
export type RecordOf<D> = D extends RecordDefinition<infer F, infer O> ? FieldsOf<F, O> : never;

/** Undocumented fields (`isOpen`) may hold anything. */
type FieldsOf<F, Open> = { readonly [K in keyof F]?: Open extends true ? unknown : ValueOf<F[K]> };

/** The elements of a list are not checked. PHP writes an empty object as an empty array, without any field. */
type ValueOf<F> = F extends { readonly open: true }
  ? unknown
  : F extends { readonly list: true }
    ? readonly unknown[] | null
    : F extends { readonly group: infer G }
      ? FieldsOf<G, false> | null
      : Scalar;

/** The page of a record: lines above the card, the card, the receipt, and a card of rarely needed fields. */
export interface Page {
  readonly above?: readonly string[];
  readonly rest: StoreRecord;
  readonly receipt?: Receipt;
  readonly below?: StoreRecord;
}

export type PageOf = (record: StoreRecord) => Page;

/** What a store returns: its fields, and the check that a reply passes once. */
export interface RecordDefinition<F extends Fields = Fields, Open extends boolean = boolean> {
  readonly fields: F;
  /** The layout for a person; without it, a card of all fields. */
  readonly page?: PageOf | undefined;
  /** Whether stores have fields that the API does not document. */
  readonly isOpen: Open;
  /** The fields that may hold the ID; the first one present is the ID. */
  readonly identifiedBy: readonly string[];
  /** The ID as other commands take it. */
  idOf(record: StoreRecord): string;
  /** The received object itself, or what does not fit, after "it": `has an unexpected value in price`. */
  check(reply: unknown): Outcome<FieldsOf<F, Open>>;
}

/** A reply that passed the check, or what does not fit. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: string };

interface RecordTraits<Open> {
  /** Undocumented: the fields of the definition are guesses, and may hold anything. */
  readonly isOpen?: Open;
  readonly page?: PageOf;
}

/**
 * Defines a record from its fields, in the order of the API documentation. A field may be absent, null, a number or the
 * number as text; unknown fields pass. A reply without any of `identifiedBy` is not this record.
 */
export function record<F extends Fields, Open extends boolean = false>(
  identifiedBy: readonly string[],
  fields: F,
  { isOpen = false as Open, page }: RecordTraits<Open> = {},
): RecordDefinition<F, Open> {
  // Made for the first reply: a command has many definitions, and one reply.
  let schema: z.ZodMiniType | undefined;
  return {
    fields,
    isOpen,
    identifiedBy,
    page,
    idOf(received) {
      const name = identifiedBy.find((field) => received[field] !== undefined && received[field] !== null) ?? '';
      return fields[name]?.kind?.show(received[name]) ?? '';
    },
    check(reply) {
      schema ??= schemaOf(isOpen ? {} : fields);
      const outcome = z.safeParse(schema, reply);
      if (!outcome.success) return { ok: false, fault: faultOf(outcome.error) };
      const received = withLists(fields, reply as StoreRecord);
      if (!identifiedBy.some((name) => received[name] !== undefined && received[name] !== null))
        return { ok: false, fault: `has none of ${identifiedBy.join(', ')}` };
      return { ok: true, value: received as FieldsOf<F, Open> };
    },
  };
}

/** Turns objects by index or ID into lists. */
function withLists(fields: Fields, received: StoreRecord): StoreRecord {
  let whole = received;
  for (const name in received) {
    const value = received[name];
    // Most values are no objects.
    if (typeof value !== 'object' || Array.isArray(value) || !Object.hasOwn(fields, name)) continue;
    const list = fields[name]?.list ? listOf(value) : undefined;
    if (list) whole = { ...whole, [name]: list };
  }
  return whole;
}

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** PHP writes an empty object as an empty array. */
const nothing = z.array(z.never());

function schemaOf(fields: Fields): z.ZodMiniType {
  return z.looseObject(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, z.optional(fieldSchema(field))])),
  );
}

function fieldSchema(field: Field): z.ZodMiniType {
  if (field.open) return z.unknown();
  if (field.list) return z.nullable(z.union([z.array(z.unknown()), z.looseObject({})]));
  return field.group ? z.union([z.nullable(schemaOf(field.group)), nothing]) : scalar;
}

function faultOf(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  const place = issue?.path.join('.') ?? '';
  return place === '' ? 'is not an object' : `has an unexpected value in ${place}`;
}

interface Described extends Field {
  readonly kind: Kind<unknown>;
  /**
   * A column of the default table; on a narrow terminal, 1 stays longest. `behind` names fields shown after it in the
   * same cell.
   */
  inTable(importance: number, ...behind: readonly string[]): Described;
  /** Hidden by `--mask-pii`. */
  personal(): Described;
  /** Omitted from a card if the named field has the same value. */
  repeats(name: string): Described;
  /** Shown in words, made from the whole record. */
  inWords(remark: (record: StoreRecord) => Remark | undefined): Described;
}

function described(base: Field & Pick<Described, 'kind'>): Described {
  return {
    ...base,
    inTable: (column, ...behind) => described({ ...base, column, ...(behind.length > 0 ? { behind } : {}) }),
    personal: () => described({ ...base, isPersonal: true }),
    repeats: (name) => described({ ...base, sameAs: name }),
    inWords: (remark) => described({ ...base, remark }),
  };
}

const field = (kind: Kind<unknown>, label: string): Described => described({ label, kind });

export const text = (label: string): Described => field(textKind, label);
export const code = (label: string): Described => field(codeKind, label);
export const money = (label: string): Described => field(moneyKind, label);
/** A decimal number that is not money, such as a rate. */
export const decimal = (label: string): Described => field(decimalKind, label);
export const count = (label: string): Described => field(countKind, label);
export const id = (label: string): Described => field({ ...idKind, align: 'right' }, label);
export const percent = (label: string): Described => field(percentKind, label);
export const flag = (label: string): Described => field(flagKind, label);
export const date = (label: string): Described => field(dateKind, label);
export const choice = (label: string, names: Readonly<Record<string, number>>): Described =>
  field(choiceOf(names), label);
export const basketKey = (label: string): Described => field(basketKeyKind, label);
export const language = (label: string): Described => field(languageKind, label);
/** A nested object; `write` shows it as people write it. */
export const group = <G extends Fields>(label: string, fields: G, write?: Field['write']): Field & { group: G } => ({
  label,
  group: fields,
  ...(write ? { write } : {}),
});
/** An array of values, or of objects with these fields. */
export const list = (label: string, fields?: Fields, element?: Field['element']): Field & { list: true } => ({
  label,
  list: true,
  ...(fields ? { group: fields } : {}),
  ...(element ? { element } : {}),
});
/** A field whose content is not documented. */
export const open = (label: string): Field & { open: true } => ({ label, open: true });

/** The same fields inside another record, which has its own columns. */
export function withoutColumns<F extends Fields>(fields: F): F {
  const inside = Object.entries(fields).map(([name, { column: _, behind: __, ...field }]) => [
    name,
    field.group ? { ...field, group: withoutColumns(field.group) } : field,
  ]);
  return Object.fromEntries(inside) as F;
}
