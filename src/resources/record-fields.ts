import { localTimeOf } from '../text/local-time.ts';
import type { Kind } from './kind.ts';
import {
  amountKind,
  choiceOf,
  codeKind,
  countKind,
  dateKind,
  flagKind,
  idKind,
  moneyKind,
  oneOf,
  percentKind,
  textKind,
} from './kinds.ts';
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
  /** The API gives it no type: it is shown as its kind, and whatever JSON a store puts there passes. */
  readonly isUntyped?: true;
  /** An object whose fields have names that differ, and such values. */
  readonly each?: Field;
  /** Of a record that shop-cli itself writes: it may be null. */
  readonly isNullable?: true;
  /** Some of the records that shop-cli itself writes do not have it. */
  readonly isOptional?: true;
  /** In the table by default: 1 stays longest when the terminal is narrow. */
  readonly column?: number;
  /** Omitted from a table in which every record has 0, and from a card with 0. */
  readonly isRare?: true;
  /** In a table other columns are cut or go before it is cut: a name. */
  readonly isWhole?: true;
  /** What its cell in a table says where a record has none, and a card of an empty list. */
  readonly none?: string;
  /** Fields shown after it in its cell: the house number after the street. */
  readonly behind?: readonly string[];
  /** Of an object: what a table shows of it by default, and how long it stays there when the terminal is narrow. */
  readonly cell?: Cell;
  /** Personal data: hidden by `--mask-pii`. */
  readonly isPersonal?: true;
  /** Of the shop, though it belongs to a person: never personal data. */
  readonly isImpersonal?: true;
  /** Another field of the record. A card omits this one if both have the same value. */
  readonly sameAs?: string;
  /** Another field of the record: the address of the page that the value leads to where a terminal shows links. */
  readonly address?: string;
  /** The meaning of a value in words; undefined if unknown. */
  readonly remark?: (record: StoreRecord) => Remark | undefined;
  /** An object as people write it, such as an address; undefined if it is empty. */
  readonly write?: (value: StoreRecord) => readonly string[] | undefined;
}

interface Cell {
  /** As `column`. */
  readonly importance: number;
  /** The parts of its text, made from the whole record. */
  readonly parts: (record: StoreRecord) => readonly string[];
}

/** A value in words, with its color. The words alone must be enough. */
export interface Remark {
  readonly words: string;
  readonly tone?: ValueTone;
}

export type ValueTone = 'good' | 'bad' | 'quiet';

export type Fields = Readonly<Record<string, Field>>;

/** What is in the names of fields that must not leave the client: some stores return the hash of a customer's password. */
export const secretWords = '(?:passw(?:or)?[dt]|passphrase|pwd|wachtwoord|kennwort|mot_?de_?passe|contrase[nñ]a)';
/** Whole names of such fields. */
export const secretNames = 'salt|hash|pass';

const secretName = new RegExp(`${secretWords}|^(?:${secretNames})$`, 'i');

/** Whether a field must not leave the client. */
export const isSecretField = (name: string): boolean => secretName.test(name);

/** Any record as a store returned it. Code that knows which record it has uses `RecordOf`. */
export type StoreRecord = Readonly<Record<string, unknown>>;

interface Described extends Field {
  readonly kind: Kind<unknown>;
  /**
   * A column of the default table; on a narrow terminal, 1 stays longest. `behind` names fields shown after it in the
   * same cell.
   */
  inTable(importance: number, ...behind: readonly string[]): Described;
  /** In a table other columns are cut or go before it is cut. */
  whole(): Described;
  /** What its cell in a table says where a record has none. */
  orElse(none: string): Described;
  /** Omitted where it is 0: from a card, and from a table where all are. */
  ifAny(): Described;
  /** Shown despite `--mask-pii`, though its kind does not say that it tells nothing about a person. */
  impersonal(): Described;
  /** Omitted from a card if the named field has the same value. */
  repeats(name: string): Described;
  /** Where a terminal shows links, it leads to the page whose address the named field has. */
  leadsTo(name: string): Described;
  /** Whatever JSON is there passes. */
  untyped(): Described & { readonly isUntyped: true };
  /** Shown in words, made from the whole record. */
  inWords(remark: (record: StoreRecord) => Remark | undefined): Described;
}

function described(base: Field & Pick<Described, 'kind'>): Described {
  return {
    ...base,
    inTable: (column, ...behind) => described({ ...base, column, ...(behind.length > 0 ? { behind } : {}) }),
    whole: () => described({ ...base, isWhole: true }),
    orElse: (none) => described({ ...base, none }),
    ifAny: () => described({ ...base, isRare: true }),
    impersonal: () => described({ ...base, isImpersonal: true }),
    repeats: (name) => described({ ...base, sameAs: name }),
    leadsTo: (name) => described({ ...base, address: name }),
    untyped: () => ({ ...described({ ...base, isUntyped: true }), isUntyped: true }),
    inWords: (remark) => described({ ...base, remark }),
  };
}

const field = (kind: Kind<unknown>, label: string): Described => described({ label, kind });

export const text = (label: string): Described => field(textKind, label);
/** An address, such as that of a store. */
export const url = (label: string): Described =>
  field({ ...textKind, name: 'url', expects: 'a URL, such as https://shop.example' }, label);
/** The path of a file. */
export const path = (label: string): Described => field({ ...textKind, name: 'path' }, label);
/** One of these words. */
export const word = (label: string, words: readonly string[]): Described => field(oneOf(words, 'word'), label);
export const code = (label: string): Described => field(codeKind, label);
export const money = (label: string): Described => field(moneyKind, label);
/** A sum of money, shown in cents. */
export const amount = (label: string): Described => field(amountKind, label);
/** A decimal number that is not money, such as a rate. */
export const decimal = (label: string): Described => field(decimalKind, label);
export const count = (label: string): Described => field(countKind, label);
export const id = (label: string): Described => field({ ...idKind, align: 'right' }, label);
export const percent = (label: string): Described => field(percentKind, label);
export const flag = (label: string): Described => field(flagKind, label);
export const date = (label: string): Described => field(dateKind, label);
/** When this machine did something: UTC in JSON and CSV, local for people. */
export const ownTime = (label: string): Described =>
  field({ ...dateKind, show: (received) => (typeof received === 'string' ? localTimeOf(received) : undefined) }, label);
/** A text that ends with such a time: `applied on 2026-01-31 12:00 UTC`. */
export const textWithOwnTime = (label: string): Described =>
  field({ ...textKind, show: (received) => textKind.show(withLocalTime(received)) }, label);
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
/** An array of texts. */
export const texts = (label: string): Field => ({ label, list: true, kind: textKind });
/** An object with values by names that differ. */
export const byName = (label: string, each: Field): Field => ({ label, group: {}, each });
/** A field that may be null, of a record that shop-cli itself writes. */
export const orNull = <F extends Field>(field: F): F => ({ ...field, isNullable: true });
/** A field that some records lack, of a record that shop-cli itself writes. */
export const optional = <F extends Field>(field: F): F => ({ ...field, isOptional: true });
/** A field whose content is not documented. */
export const open = (label: string): Field & { open: true } => ({ label, open: true });

/**
 * The fields of a record that is about a person: each is personal data, unless its kind or the field itself says that it
 * is not. So a field that nobody thought of is hidden by `--mask-pii`.
 */
export function aboutPerson<F extends Fields>(fields: F): F {
  const marked = Object.entries(fields).map(([name, field]) => {
    const isPersonal = field.kind && !field.kind.isImpersonal && !field.isImpersonal;
    return [name, isPersonal ? { ...field, isPersonal } : field];
  });
  return Object.fromEntries(marked) as F;
}

/** The same fields inside another record, which has its own columns. */
export function withoutColumns<F extends Fields>(fields: F): F {
  const inside = Object.entries(fields).map(([name, { column: _, behind: __, ...field }]) => [
    name,
    field.group ? { ...field, group: withoutColumns(field.group) } : field,
  ]);
  return Object.fromEntries(inside) as F;
}

const withLocalTime = (received: unknown): unknown =>
  typeof received === 'string' ? received.replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC$/, localTimeOf) : received;
