import * as z from 'zod/mini';
import { choiceOf, codeKind, countKind, dateKind, flagKind, idKind, type Kind, moneyKind, percentKind, textKind } from './kinds.ts';
import { basketKeyKind, decimalKind, languageKind } from './shop-kinds.ts';

/** One field of a record, as replies carry it. */
export interface Field {
  readonly label: string;
  /** A single value of this kind; absent for groups and lists. */
  readonly kind?: Kind<unknown>;
  /** Fields of a nested object. */
  readonly group?: Fields;
  /** An array; of values of `kind`, or of objects when neither is given. */
  readonly list?: true;
  /** Whatever JSON the store puts there. */
  readonly open?: true;
  /** In the table by default: 1 stays longest when the terminal is narrow. */
  readonly column?: number;
}

export type Fields = Readonly<Record<string, Field>>;

/** A record as a store returned it: checked, and otherwise as it came, with its own names, types, order and unknown members. */
export type Received = Readonly<Record<string, unknown>>;

/** What a store returns: its fields, and the check that a reply passes once. */
export interface RecordDefinition {
  readonly fields: Fields;
  /** Whether stores have fields of which `api.md` shows nothing. */
  readonly isOpen: boolean;
  /** The id that other commands take: the first of the identifying fields that is there, as it is shown. */
  idOf(record: Received): string;
  /** The received object itself, or what does not fit: the path and a sentence's end. */
  check(reply: unknown): { readonly ok: true; readonly value: Received } | { readonly ok: false; readonly fault: string };
}

/**
 * Defines a record from its fields, in the order of `api.md`. Fields may be absent, null, a number or the same number as a string; unknown
 * members pass. Only `identifiedBy` is demanded: without one of these fields a reply is something else.
 */
export function record(identifiedBy: readonly string[], fields: Fields, { isOpen = false } = {}): RecordDefinition {
  const schema = schemaOf(fields);
  return {
    fields,
    isOpen,
    idOf(received) {
      const name = identifiedBy.find((field) => received[field] !== undefined && received[field] !== null) ?? '';
      return fields[name]?.kind?.show(received[name]) ?? '';
    },
    check(reply) {
      const outcome = z.safeParse(schema, reply);
      if (!outcome.success) return { ok: false, fault: faultOf(outcome.error) };
      const value = reply as Received;
      if (identifiedBy.some((name) => value[name] !== undefined && value[name] !== null)) return { ok: true, value };
      return { ok: false, fault: `has none of ${identifiedBy.join(', ')}` };
    },
  };
}

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
/** PHP writes an empty object as an empty array. */
const nothing = z.array(z.never());

function schemaOf(fields: Fields): z.ZodMiniType {
  return z.looseObject(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, z.optional(fieldSchema(field))])));
}

function fieldSchema(field: Field): z.ZodMiniType {
  if (field.open) return z.unknown();
  if (field.list) return z.nullable(z.array(z.unknown()));
  return field.group ? z.union([z.nullable(schemaOf(field.group)), nothing]) : scalar;
}

function faultOf(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  const place = issue?.path.join('.') ?? '';
  return place === '' ? 'is not an object' : `has an unexpected value in ${place}`;
}

interface Column extends Field {
  /** Shown in the table by default; 1 stays longest when the terminal is narrow. */
  inTable(importance: number): Field;
}

function field(kind: Kind<unknown>, label: string): Column {
  const base: Field = { label, kind };
  return { ...base, inTable: (column) => ({ ...base, column }) };
}

export const text = (label: string): Column => field(textKind, label);
export const code = (label: string): Column => field(codeKind, label);
export const money = (label: string): Column => field(moneyKind, label);
/** A number with decimals that is no amount of money, such as a rate. */
export const decimal = (label: string): Column => field(decimalKind, label);
export const count = (label: string): Column => field(countKind, label);
export const id = (label: string): Column => field({ ...idKind, align: 'right' }, label);
export const percent = (label: string): Column => field(percentKind, label);
export const flag = (label: string): Column => field(flagKind, label);
export const date = (label: string): Column => field(dateKind, label);
export const choice = (label: string, names: Readonly<Record<string, number>>): Column => field(choiceOf(names), label);
export const basketKey = (label: string): Column => field(basketKeyKind, label);
export const language = (label: string): Column => field(languageKind, label);
/** A nested object. */
export const group = (label: string, fields: Fields): Field => ({ label, group: fields });
/** An array of values or of objects. */
export const list = (label: string): Field => ({ label, list: true });
/** A field of which `api.md` does not show what it holds. */
export const open = (label: string): Field => ({ label, open: true });
