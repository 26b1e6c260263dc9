import type { NewProduct } from '../../resources/products.ts';
import { hashOf } from '../../text/hash-set.ts';
import type { RowTable, Statement } from '../check/row-table.ts';
import type { SendableRow } from '../read/row.ts';
import {
  type ComparedField,
  comparedFields,
  differencesOf,
  type Facts,
  type FieldDifferences,
  factsOfRow,
  hashOfFacts,
} from './facts.ts';

/** A row as two numbers: to recognise it in a later file, and to compare it with its product without the file. */
export interface Fingerprint {
  /** `hashOfFacts` of the fields that it states; 0 where its product was not compared. */
  readonly facts: number;
  /** Which fields it states (`maskOf`), and above them a hash of what is sent and not compared. */
  readonly stated: number;
}

/** The fingerprint of a row whose product exists and was not compared. */
export const notCompared: Fingerprint = { facts: 0, stated: 0 };

/** Whether a row is unchanged. */
export const isSameFingerprint = (one: Fingerprint, other: Fingerprint): boolean =>
  one.facts === other.facts && one.stated === other.stated;

/** @param language of the texts: the same row in another language is another one */
export function fingerprintOf(values: NewProduct, language: string | undefined): Fingerprint {
  const facts = factsOfRow(values);
  const mask = maskOf(facts);
  return { facts: hashOfFacts(facts, fieldsOf(mask)) ?? 0, stated: mask | (hashOfOthers(values, language) << bits) };
}

const bits = comparedFields.length;
/** The mask of all fields. */
const everyField = (1 << bits) - 1;

/** Which of `comparedFields` are stated, a bit each. */
function maskOf(facts: Facts): number {
  let mask = 0;
  for (let at = 0; at < bits; at++) if (facts[comparedFields[at] as ComparedField] !== undefined) mask |= 1 << at;
  return mask;
}

/** The fields of a mask. Bits above it are ignored. */
export function fieldsOf(mask: number): readonly ComparedField[] {
  const known = fieldLists.get(mask);
  if (known) return known;
  const fields = comparedFields.filter((_, at) => mask & (1 << at));
  if (fieldLists.size < mostLists) fieldLists.set(mask, fields);
  return fields;
}

/** A file has a handful of different masks. */
const fieldLists = new Map<number, readonly ComparedField[]>();
const mostLists = 1000;

/** 16 bits, 0 for nothing. */
function hashOfOthers({ image, imageAlt }: NewProduct, language: string | undefined): number {
  if (image === undefined && imageAlt === undefined && language === undefined) return 0;
  return (hashOf(JSON.stringify([image ?? null, imageAlt ?? null, language ?? null])) % 0xffff) + 1;
}

/** A row of a file, or one of an earlier import, of which only the fingerprint is known, if that. */
export type RowToCompare = SendableRow | RecordedRow;

interface RecordedRow extends Omit<SendableRow, 'values'> {
  readonly values?: undefined;
  readonly fingerprint: Fingerprint | undefined;
}

/**
 * Stores the statement of a row in the table of the rows.
 * @param compared the fields of interest, all by default; of a recorded row it is always all of them
 */
export function stateRow(table: RowTable, row: RowToCompare, compared?: readonly ComparedField[]): void {
  table.state(row.record, row.key, statementOf(row, compared));
}

function statementOf(row: RowToCompare, compared?: readonly ComparedField[]): Statement {
  if (!row.values) return statementOfRecord(row);
  const facts = factsOfRow(row.values, compared);
  const mask = maskOf(facts);
  return { mask, hash: hashOfFacts(facts, fieldsOf(mask)) as number };
}

const statementOfRecord = ({ fingerprint }: RecordedRow): Statement =>
  fingerprint && fingerprint.facts !== 0 ? { mask: maskIn(fingerprint), hash: fingerprint.facts } : nothing;

const maskIn = ({ stated }: Fingerprint): number => stated & everyField;
const nothing: Statement = { mask: 0, hash: hashOfFacts({}, []) as number };

/** `unknown`: the store does not state all fields that the row states. */
type Difference = FieldDifferences | 'none' | 'unknown';

/** The fields in which a row and its product differ. Of a recorded row it is only known whether there are any. */
export function differenceBetween(row: RowToCompare, product: Facts, fields: readonly ComparedField[]): Difference {
  if (row.values) return differencesOf(factsOfRow(row.values, fields), product, fields) ?? 'none';
  const { mask, hash } = statementOfRecord(row);
  const hashInStore = hashOfFacts(product, fieldsOf(mask));
  if (hashInStore === undefined || mask === 0) return 'unknown';
  return hashInStore === hash ? 'none' : {};
}
