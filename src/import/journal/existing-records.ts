import { isDeleted } from './deleted-records.ts';
import { isFound } from './earlier-rows.ts';
import type { Journal } from './journal.ts';
import { isOfNoun } from './runs.ts';

/** What the imports of a noun know of the store. */
interface ExistingRecords {
  /** The IDs of all records that they created or found, and that shop-cli has not deleted since. */
  readonly ids: readonly string[];
  /** Whether an import has not ended, and may create more. */
  readonly hasUnfinished: boolean;
}

/** The records of a noun that are known to exist. */
export const existingRecords = ({ database }: Journal, noun: string): ExistingRecords => ({
  // One text: libsql takes long to hand out each cell.
  ids: JSON.parse(String(database.get(existingIds, noun)?.ids)),
  hasUnfinished: database.get(unfinishedRun, noun) !== undefined,
});

const existingIds = `SELECT json_group_array(DISTINCT record_id) AS ids FROM row
  WHERE ${isFound} AND record_id IS NOT NULL AND ${isOfNoun('?1')} AND NOT ${isDeleted('?1')}`;

const unfinishedRun = "SELECT 1 FROM runs WHERE noun = ? AND state = 'unfinished' LIMIT 1";
