import { foldedText, type Key, keyText } from '../map/rows/key.ts';
import { isIncluded, readRows } from '../rows/states.ts';
import type { StartedRun } from './begin-run.ts';
import { forgetDeletion } from './deleted-records.ts';
import { isFound } from './earlier-rows.ts';
import type { Journal } from './journal.ts';
import { keyFrom } from './rows.ts';
import { isOfNoun } from './runs.ts';
import { breakSeal, sealRest } from './seals.ts';

/** A person who was erased. */
interface ErasedPerson {
  /** The ID that the person had. */
  readonly id: string;
  /** The key, where it is known: a store may have said that it exists, without its ID. */
  readonly key: Key | undefined;
}

/**
 * Marks the rows of a person in all imports of a noun: no import sends them again, and none says that they exist.
 * @returns how many
 */
export const markErased = (journal: Journal, noun: string, { id, key }: ErasedPerson): number =>
  journal.commit(() => {
    const { database } = journal;
    const values = [noun, id, key ? foldedText(key) : null] as const;
    const runs = database.all(`SELECT DISTINCT run FROM row WHERE ${isOfErased}`, ...values);
    forgetDeletion(journal, noun, id);
    const { changes } = database.run(`UPDATE row SET ${erased} WHERE ${isOfErased}`, ...values, BigInt(journal.now()));
    for (const { run } of runs) breakSeal(database, Number(run));
    sealRest(database);
    return changes;
  });

const isOfErased = `${isIncluded} AND state <> 'erased' AND ${isOfNoun('?1')} AND folded IN
  (SELECT ?3 UNION SELECT folded FROM row WHERE record_id = ?2 AND ${isFound} AND ${isOfNoun('?1')})`;

/** What the row stated is forgotten, too. */
const erased =
  "state = 'erased', cells = json_set(cells, '$[4]', NULL), record_id = NULL, about = NULL, message = NULL, evidence = NULL, since = NULL, changed = 0, at = ?4";

/** When those of a noun were erased who have been, in milliseconds since 1970, by key (`keyText`). */
export const whenErased = ({ database }: Journal, noun: string): ReadonlyMap<string, number> =>
  new Map(
    database
      .all(
        `SELECT field, code, min(at) AS at FROM ${readRows} WHERE state = 'erased' AND ${isOfNoun('?')} GROUP BY field, code`,
        noun,
      )
      .map((row) => [keyText(keyFrom(row)), Number(row.at)]),
  );

/**
 * How many rows of a run are of people who were erased, and when the first and the last of these were, in milliseconds since
 * 1970; undefined where none is.
 */
export function erasedIn({ database }: Journal, { id, source }: StartedRun) {
  const found = database.get(erasedRows, source.noun, BigInt(id));
  const count = Number(found?.count ?? 0);
  return count === 0 ? undefined : { count, first: Number(found?.first), last: Number(found?.last) };
}

/** A later import noted only that it did not send the row. */
const erasedRows = `WITH since AS MATERIALIZED
    (SELECT folded, min(at) AS erased FROM row WHERE state = 'erased' AND ${isOfNoun('?1')} GROUP BY folded)
  SELECT count(*) AS count, min(erased) AS first, max(erased) AS last FROM row JOIN since USING (folded)
  WHERE run = ?2 AND state = 'erased'`;
