import { foldedText, type Key } from '../map/rows/key.ts';
import { isFound } from './earlier-rows.ts';
import type { Journal } from './journal.ts';
import { isOfNoun } from './runs.ts';

/** The IDs of records that imports of a noun have created or found under a key. */
export const idsOfKey = ({ database }: Journal, noun: string, key: Key): readonly string[] =>
  database.all(ids, noun, foldedText(key)).map(({ record_id: id }) => String(id));

const ids = `SELECT DISTINCT record_id FROM row
  WHERE folded = ?2 AND ${isFound} AND record_id IS NOT NULL AND ${isOfNoun('?1')}`;
