import type { SqlValue } from '../../system/sqlite.ts';
import { keyText } from '../map/rows/key.ts';
import { isUnsettled, readRows } from '../rows/states.ts';
import { isDeleted } from './deleted-records.ts';
import { isFound } from './earlier-rows.ts';
import type { Journal } from './journal.ts';
import { type RowRecord, rowsWhere } from './rows.ts';
import { isOfNoun } from './runs.ts';

/** Attempts of which neither an answer nor a look-up has shown what became. */
export interface Attempts {
  /** The rows that were sent, of one key, in this and in other runs. */
  readonly rows: readonly RowRecord[];
  /** How often the row counts as sent: by this run, or, where other runs count too, by any. */
  readonly count: number;
  /** The highest ID that was known before the first of them; undefined where none was, or no attempt is known. */
  readonly low: number | undefined;
  /** When all had ended, in milliseconds since 1970; undefined where that is not noted, or was noted under another clock. */
  readonly endedAt: number | undefined;
  /** Whether the store has said of each that it did not create it. Not where no attempt is known. */
  readonly isRefused: boolean;
}

/**
 * What was sent of a noun and is not known to exist, by key (`keyText`). What was refused is among them: a store may have
 * created it all the same.
 * @param run the number of this run
 */
export const attemptsByKey = (journal: Journal, noun: string, run: number): ReadonlyMap<string, Attempts> =>
  attemptsWhere(journal, unknownOutcome, noun, (row) => row.run === run);

/** What runs of a noun sent more than once, and found absent then, by key: the row may be sent again. */
export const attemptsInDoubt = (journal: Journal, noun: string): ReadonlyMap<string, Attempts> =>
  attemptsWhere(journal, sentAgainInVain, noun, () => true);

function attemptsWhere(
  journal: Journal,
  condition: string,
  noun: string,
  counts: (row: RowRecord) => boolean,
): ReadonlyMap<string, Attempts> {
  const rowsOfKey = new Map<string, RowRecord[]>();
  for (const row of rowsWhere(journal, condition, noun)) {
    const text = keyText(row.key);
    const before = rowsOfKey.get(text);
    if (before) before.push(row);
    else rowsOfKey.set(text, [row]);
  }
  if (rowsOfKey.size === 0) return new Map();
  const ends = endsOf(journal, noun);
  return new Map([...rowsOfKey].map(([text, rows]) => [text, attemptsOf(rows, ends, counts)]));
}

/** When attempts had ended, at the latest, by run and record. An announcement that nothing has followed does not say so. */
const endsOf = ({ database }: Journal, noun: string): ReadonlyMap<string, number> =>
  new Map(
    database
      .all(`SELECT run, record, at FROM row WHERE ${unknownOutcome} AND at > sent AND ${isOfRightClock}`, noun)
      .map(({ run, record, at }) => [`${run} ${record}`, Number(at)]),
  );

/** Rows of runs whose clock was that of the store: their times can be compared with one another. */
const isOfRightClock = 'run NOT IN (SELECT run FROM runs WHERE clock_differs)';

function attemptsOf(
  rows: readonly RowRecord[],
  ends: ReadonlyMap<string, number>,
  counts: (row: RowRecord) => boolean,
): Attempts {
  // A row that a run has only looked up was sent by another, whose record may be gone.
  const sent = rows.filter(({ attempts }) => attempts > 0);
  const lows = sent.flatMap(({ low }) => low ?? []);
  const ended = sent.flatMap(({ run: of, record }) => ends.get(`${of} ${record}`) ?? []);
  return {
    rows,
    count: Math.max(0, ...rows.filter(counts).map(({ attempts }) => attempts)),
    low: sent.length > 0 && lows.length === sent.length ? Math.min(...lows) : undefined,
    endedAt: sent.length > 0 && ended.length === sent.length ? Math.max(...ended) : undefined,
    isRefused: sent.length > 0 && sent.every(({ state }) => state === 'rejected'),
  };
}

const sentAgainInVain = `${isUnsettled} AND state = 'absent' AND attempts > 1 AND +${isOfNoun('?')}`;

const unknownOutcome = `(attempts > 0 OR state = 'open') AND state IN ('open', 'absent', 'uncertain', 'rejected', 'duplicate') AND ${isOfNoun('?')}`;

/**
 * The lowest ID among those that imports of a noun created by attempts which left at a time or later, with what the store
 * answered to these.
 * @param since in milliseconds since 1970
 */
export function firstCreatedSince({ database }: Journal, noun: string, since: number): number | undefined {
  const id = database.get(
    `SELECT min(CAST(record_id AS INTEGER)) AS id FROM row WHERE ${isNumbered} AND evidence = 'answered' AND sent >= ?2 AND ${isOfRightClock}`,
    ...[noun, BigInt(Math.ceil(since))],
  )?.id;
  return typeof id === 'number' ? id : undefined;
}

/** The numbers among the IDs of what imports of a noun have created. */
export function createdIds({ database }: Journal, noun: string): ReadonlySet<number> {
  const ids = new Set<number>();
  for (let after: unknown = 0; after !== null; ) {
    const page = database.get(idPage, noun, BigInt(Number(after)));
    for (const id of JSON.parse(String(page?.ids)) as readonly number[]) ids.add(id);
    after = page?.last ?? null;
  }
  return ids;
}

const isNumbered = `state = 'created' AND record_id NOT GLOB '*[^0-9]*' AND length(record_id) < 16 AND ${isOfNoun('?1')}`;

/** A page at a time, since libsql takes long to hand out each cell. */
const idPage = `SELECT max(id) AS last, json_group_array(id) AS ids FROM (SELECT CAST(record_id AS INTEGER) AS id FROM row
  WHERE ${isNumbered} AND id > ?2 ORDER BY id LIMIT 20000)`;

/** The IDs of what imports of a noun have created or found, and of what was deleted of it since, each by key (`keyText`). */
export interface IdsByKey {
  readonly kept: ReadonlyMap<string, string>;
  readonly deleted: ReadonlyMap<string, string>;
}

export function idsByKey(journal: Journal, noun: string): IdsByKey {
  const kept = new Map<string, string>();
  const deleted = new Map<string, string>();
  for (let after: SqlValue = 0n; after !== null; ) {
    const page = journal.database.get(keyPage, noun, after);
    for (const [key, id, gone] of JSON.parse(String(page?.ids)) as readonly (readonly [string, string, number])[])
      (gone === 1 ? deleted : kept).set(key, id);
    after = page?.last === null ? null : BigInt(Number(page?.last));
  }
  return { kept, deleted };
}

const keyPage = `SELECT max(place) AS last, json_group_array(json_array(field || ':' || code, record_id, gone)) AS ids FROM
  (SELECT run * 4294967296 + record AS place, field, code, record_id, ${isDeleted('?1')} AS gone FROM ${readRows}
  WHERE ${isFound} AND record_id IS NOT NULL AND ${isOfNoun('?1')} AND place > ?2 ORDER BY run, record LIMIT 20000)`;
