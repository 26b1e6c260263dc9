import type { NewProduct } from '../../resources/products.ts';
import { hashOf } from '../../text/hash-set.ts';
import type { Fingerprint, RowTable } from '../check/row-table.ts';
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

/** The fingerprint of a row whose product exists and was not compared. */
export const notCompared: Fingerprint = { facts: 0, stated: 0 };

/** Whether a row is unchanged. */
export const isSameFingerprint = (one: Fingerprint, other: Fingerprint): boolean =>
  one.facts === other.facts && one.stated === other.stated;

/** @param language of the texts: the same row in another language is another one */
export function fingerprintOf(values: NewProduct, language: string | undefined): Fingerprint {
  const { facts, stated } = fingerprintOfFacts(factsOfRow(values));
  return { facts, stated: stated | (hashOfOthers(values, language) << bits) };
}

function fingerprintOfFacts(facts: Facts): Fingerprint {
  const stated = maskOf(facts);
  return { facts: hashOfFacts(facts, fieldsOf(stated)) as number, stated };
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
export type RowToCompare = SendableRow | RowWithoutValues;

interface RowWithoutValues extends Omit<SendableRow, 'values'> {
  readonly values?: undefined;
  readonly fingerprint: Fingerprint | undefined;
}

/**
 * Stores what a row states in the table of the rows.
 * @param compared the fields of interest, all by default; of a recorded row it is always all of them
 */
export const stateRow = (table: RowTable, row: RowToCompare, compared?: readonly ComparedField[]): void =>
  table.state(row, row.values ? fingerprintOfFacts(factsOfRow(row.values, compared)) : comparable(row));

/** Without what is not compared. */
const comparable = ({ fingerprint }: RowWithoutValues): Fingerprint =>
  fingerprint && fingerprint.facts !== 0
    ? { facts: fingerprint.facts, stated: fingerprint.stated & everyField }
    : nothing;

const nothing: Fingerprint = fingerprintOfFacts({});

/** `unknown`: the store does not state all fields that the row states. */
type FactsDifference = FieldDifferences | 'none' | 'unknown';

/** The fields in which a row and its product differ. Of a recorded row it is only known whether there are any. */
export function differenceBetween(
  row: RowToCompare,
  product: Facts,
  fields: readonly ComparedField[],
): FactsDifference {
  if (row.values) return differencesOf(factsOfRow(row.values, fields), product, fields) ?? 'none';
  const { facts, stated } = comparable(row);
  const inStore = hashOfFacts(product, fieldsOf(stated));
  if (inStore === undefined || stated === 0) return 'unknown';
  return inStore === facts ? 'none' : {};
}
