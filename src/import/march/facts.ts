import { valueAt } from '../../output/paths.ts';
import type { StoreNoun, Values } from '../../resources/file-table.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { hashOf } from '../../text/hash-set.ts';
import { formatMoney, type Money, parseMoney, plainDecimal, roundMoney } from '../../text/money.ts';
import { fieldOf } from '../map/headings/headings.ts';

/** What is compared of a noun: all that a store returns, or some fields. */
export interface Compared {
  readonly noun: StoreNoun;
  readonly fields?: readonly string[] | undefined;
}

/**
 * The fields of a row or a product, each as the one text of its value: `12.5`, `12.50` and `12.5000` are
 * `12.50`. A field that is not stated is absent.
 */
export type Facts = Readonly<Partial<Record<string, string>>>;

/** The facts of a row: its blank cells state nothing. */
export const factsOfRow = (noun: StoreNoun, values: Values): Facts =>
  factsFrom({ noun }, (field) => rowText(values[field]));

/** The facts of a record, in the shape of a list or of a single record. */
export const factsOfRecord = (record: StoreRecord, compared: Compared): Facts =>
  factsFrom(compared, (field) => recordText(record, compared.noun.places[field] ?? [field]));

interface FieldDifference {
  readonly store: string;
  readonly file: string;
}

export type FieldDifferences = Readonly<Record<string, FieldDifference>>;

/** The fields in which a row and its product differ, where both state them; undefined when they differ in none. */
export function differencesOf(row: Facts, product: Facts): FieldDifferences | undefined {
  const found: Record<string, FieldDifference> = {};
  let differ = false;
  for (const [field, store = ''] of Object.entries(product)) {
    const file = row[field];
    if (file === undefined || file === store) continue;
    found[field] = { store, file };
    differ = true;
  }
  return differ ? found : undefined;
}

/**
 * A 53-bit hash of some facts, equal for a row and a product that do not differ in them. Undefined when one of the
 * fields is not stated: then only `differencesOf` can tell.
 */
export function hashOfFacts(facts: Facts, fields: readonly string[]): number | undefined {
  let text = '';
  for (const field of fields) {
    const fact = facts[field];
    if (fact === undefined) return undefined;
    text += `${field}=${fact}\n`;
  }
  return hashOf(text);
}

function factsFrom({ noun, fields = noun.compared }: Compared, textOf: (field: string) => string | undefined): Facts {
  const facts: Record<string, string> = {};
  for (const field of fields) {
    const text = textOf(field);
    if (text !== undefined) facts[field] = normal[fieldOf(noun, field).kind.name]?.(text) ?? text;
  }
  return facts;
}

function rowText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'object' ? formatMoney(value as Money) : String(value);
}

/** The first place of a field that the record has. */
function recordText(record: StoreRecord, places: readonly string[]): string | undefined {
  for (const path of places) {
    const value = path.includes('.') ? valueAt(record, path) : record[path];
    if (value !== undefined && value !== null && typeof value !== 'object') return String(value);
  }
  return undefined;
}

/** The one text of a value, by kind of field; codes are compared as they are. */
const normal: Readonly<Record<string, (text: string) => string>> = {
  text: (text) => text.normalize('NFC').trim(),
  money: (text) => decimal(text, 2),
  count: (text) => decimal(text, 0),
  percent: (text) => decimal(text, 0),
  id: (text) => decimal(text, 0),
  choice: (text) => ({ true: '1', false: '0' })[text] ?? decimal(text, 0),
};

/** Prices of the API have four decimals, and those of a file may have more. */
function decimal(text: string, leastDecimals: number): string {
  // A catalogue has a million amounts, and next to all are written like this.
  const amount = plainAmount.test(text) ? text : rounded(text);
  return amount === undefined ? text : shortest(amount, leastDecimals);
}

/** An amount that needs no rounding, of at most 15 digits. */
const plainAmount = /^(?:0|[1-9]\d{0,10})(?:\.\d{1,4})?$/;

function rounded(text: string): string | undefined {
  const money = parseMoney(plainDecimal(text.trim()));
  return money && formatMoney(roundMoney(money, 4));
}

/** Without zeros at its end beyond so many decimals. No lists: it is called ten million times. */
function shortest(amount: string, leastDecimals: number): string {
  const point = amount.indexOf('.');
  if (point < 0) return leastDecimals === 0 ? amount : `${amount}.${'0'.repeat(leastDecimals)}`;
  const least = point + 1 + leastDecimals;
  let end = amount.length;
  while (end > least && amount[end - 1] === '0') end--;
  return amount.slice(0, end === point + 1 ? point : end).padEnd(leastDecimals === 0 ? 0 : least, '0');
}
