import type { StoreNoun, Values } from '../../../resources/file-table.ts';
import type { StoreRecord } from '../../../resources/record-fields.ts';
import { type Key, keysOf, keyText } from '../../map/rows/key.ts';
import { differencesOf, factsOfRecord, factsOfRow } from '../../march/facts.ts';
import type { Settled } from '../settled.ts';

/** What the store has under an ID. */
export type IdReading =
  | { readonly kind: 'missing' }
  | { readonly kind: 'record'; readonly id: string; readonly record: StoreRecord }
  | { readonly kind: 'failed'; readonly message: string };

/** A row that was sent. */
export interface SentRow {
  readonly key: Key;
  readonly stated: Values;
}

/**
 * What became of a row, by what the store has under all the IDs that it can have got. A record with its key is it, where
 * all that the row states is there; else it may be of somebody who registered meanwhile. One that has all but the key may be
 * it in a store that changes keys.
 */
export function judgeGap(noun: StoreNoun, row: SentRow, readings: readonly IdReading[]): Settled {
  const same = readings
    .filter((reading) => reading.kind === 'record')
    .filter(({ record }) => hasKey(noun, row, record));
  const equal = same.filter(({ record }) => statesAll(noun, row, record)).map(({ id }) => id);
  const [found, other] = equal;
  if (found !== undefined && other === undefined) return { kind: 'found', recordId: found };
  if (found !== undefined) return { kind: 'duplicate', recordIds: equal };
  const [different] = same;
  if (different) return { kind: 'unproven', message: otherwiseDifferent(noun, different.id), recordId: different.id };
  const failed = readings.find((reading) => reading.kind === 'failed');
  if (failed) return { kind: 'uncertain', message: notRead(noun, failed.message) };
  const others = readings.filter((reading) => reading.kind === 'record');
  const hidden = others.find(({ record }) => keysOf(noun, record).length === 0);
  if (hidden) return { kind: 'uncertain', message: withoutKey(noun, hidden.id) };
  const alike = others.find(({ record }) => statesAll(noun, row, record));
  return alike ? { kind: 'unproven', message: otherKey(noun, alike.id), recordId: alike.id } : { kind: 'absent' };
}

/** Whether a record has the key of the row. */
export const hasKey = (noun: StoreNoun, { key }: Pick<SentRow, 'key'>, record: StoreRecord): boolean =>
  keysOf(noun, record).some((found) => keyText(found) === keyText(key));

/** Whether a record has what the row states: what it must have, and all else that the store shows. */
function statesAll(noun: StoreNoun, { stated }: SentRow, record: StoreRecord): boolean {
  const row = factsOfRow(noun, stated);
  const found = factsOfRecord(record, { noun });
  return noun.required.every((field) => !(field in row) || field in found) && differencesOf(row, found) === undefined;
}

const otherwiseDifferent = ({ names: [one], key: [field] }: StoreNoun, id: string): string =>
  `sent, and ${one} ${id} has its ${field} but is otherwise different: someone else may have created it`;

const otherKey = ({ names: [one], key: [field] }: StoreNoun, id: string): string =>
  `sent, and ${one} ${id} has everything in the row but another ${field}: the store may have changed it`;

const withoutKey = (noun: StoreNoun, id: string): string =>
  `sent, and the store shows ${noun.names[0]} ${id} without its ${noun.key[0]}: ${whatSettlesIt(noun)}`;

/** The reads of a store that is down end the import before. */
export const notRead = (noun: StoreNoun, why: string): string =>
  `sent, and ${noun.names[1]} that may be this row cannot be read (${why}): ${whatSettlesIt(noun)}`;

/** What a person can do where a repetition shows no more. */
export const whatSettlesIt = ({ names: [one, many] }: StoreNoun): string =>
  `look for the ${one} in the back office; if there is none, use 'shop-cli ${many} create'`;
