import { fieldBits } from '../rows/file-rows.ts';
import { isIncluded, readRows } from '../rows/states.ts';
import { isDeleted } from './deleted-records.ts';
import { isFound } from './earlier-rows.ts';
import type { Journal } from './journal.ts';
import { isOfNoun } from './runs.ts';

/**
 * The lines of the file (`FileRows`) whose people an import has found or created, but that do not state the same as in the
 * last such import, in the same columns. Empty for journals of before, which do not know what rows stated.
 */
export const changedPeople = ({ database }: Journal, noun: string): readonly number[] =>
  database.all(changed, noun).map(({ line }) => Number(line));

const mask = 2 ** fieldBits;

/** Of several earlier rows SQLite takes `rest` from that with the highest run: www.sqlite.org/lang_select.html#bareagg */
const changed = `WITH now AS MATERIALIZED
    (SELECT folded, code, line, rest FROM file_row WHERE ${isIncluded} AND facts IS NULL AND rest IS NOT NULL),
  before AS MATERIALIZED (SELECT folded, code, rest, max(run) FROM ${readRows}
    WHERE ${isFound} AND facts IS NULL AND rest IS NOT NULL AND ${isOfNoun('?1')} AND NOT ${isDeleted('?1')}
    AND run NOT IN (SELECT run FROM file_row) AND folded IN (SELECT folded FROM now) GROUP BY folded, code)
  SELECT now.line FROM now JOIN before USING (folded, code)
  WHERE now.rest <> before.rest AND now.rest % ${mask} = before.rest % ${mask} ORDER BY now.line`;
