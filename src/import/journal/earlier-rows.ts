import type { SqlValue } from '../../system/sqlite.ts';
import { HashSet, hashOf } from '../../text/hash-set.ts';
import { type Key, keyText } from '../map/rows/key.ts';
import { isReached, isUnsettled, type RowState, readRows } from '../rows/states.ts';
import type { Journal } from './journal.ts';
import { keyFrom, type RowRecord, rowsWhere } from './rows.ts';
import { isOfNoun, runsByAge } from './runs.ts';

/** Rows whose product the store had. */
export const isFound = "(state IN ('created', 'existing'))";

/** Rows whose product the store had, or may have created. */
export const mayExist = "(attempts > 0 OR state IN ('created', 'existing', 'duplicate'))";

/** Rows of any run of a noun whose outcome is not known. */
export const openRows = (journal: Journal, noun: string): readonly RowRecord[] => unsettledRows(journal, noun, 'open');

/** Keys that no run may send: the store answered with another key, or has a key that may be this key. */
export const blockedKeys = (journal: Journal, noun: string, otherThan?: number): readonly Key[] =>
  unsettledRows(journal, noun, 'blocked')
    .filter(({ run }) => run !== otherThan)
    .map(({ key }) => key);

/** Rows that were sent and not found afterwards: they may be sent again, and then count as sent twice. */
const rowsSentBefore = (journal: Journal, noun: string): readonly RowRecord[] =>
  unsettledRows(journal, noun, 'absent').filter(({ attempts }) => attempts > 0);

/** How often a row was sent before, by this run or an earlier one. */
export type AttemptsBefore = (row: { readonly key: Key }) => number;

/** A run that was begun, of a noun. */
interface RunOfNoun {
  readonly id: number;
  readonly source: { readonly noun: string };
}

/** @param absent keys that were sent recently and are absent now */
export function attemptsBefore(journal: Journal, { id, source }: RunOfNoun, absent: readonly Key[]): AttemptsBefore {
  const sent = new Map(absent.map((key) => [keyText(key), 1]));
  for (const { run, key, attempts } of rowsSentBefore(journal, source.noun)) {
    const text = keyText(key);
    sent.set(text, Math.max(sent.get(text) ?? 1, run === id ? attempts : 1));
  }
  return ({ key }) => sent.get(keyText(key)) ?? 0;
}

/** Rows in this state, of any run of a noun: these states outlive their run. `+`: not by the key of the table. */
const unsettledRows = (
  { database }: Journal,
  noun: string,
  state: 'open' | 'blocked' | 'absent',
): readonly RowRecord[] =>
  database
    .all(
      `SELECT run, record, line, field, code, attempts FROM ${readRows} WHERE ${isUnsettled} AND state = ? AND +${isOfNoun('?')}`,
      state,
      noun,
    )
    .map((row) => ({
      run: Number(row.run),
      record: Number(row.record),
      line: Number(row.line),
      key: keyFrom(row),
      state,
      attempts: Number(row.attempts),
    }));

/**
 * Whether another run of the noun sent a key since then, whatever the outcome: a store may have created it without showing it yet.
 * Where clocks differ, the keys of a run count until later runs have taken that long. Open and absent rows are looked up
 * anyway.
 * @param since milliseconds since 1970
 */
export const wasSentSince = (journal: Journal, since: number, otherThan: RunOfNoun): boolean =>
  journal.database.get(`SELECT 1 FROM row WHERE ${isRecentlySent} LIMIT 1`, ...recently(journal, since, otherThan)) !==
  undefined;

/**
 * The hashes of such keys of all runs of a noun (`keyText`): as texts, 200,000 keys that were sent a moment ago take 150 MB. A key
 * that has the hash of another costs a look-up.
 */
export function sentSince(journal: Journal, since: number, noun: string): HashSet {
  const { database } = journal;
  const sent = new HashSet();
  const values = recently(journal, since, { id: 0, source: { noun } });
  for (const { run } of database.all('SELECT run FROM runs WHERE noun = ?', noun)) {
    for (let after: unknown = 0; after !== null; ) {
      const page = database.get(keyPage, ...values, ...[Number(run), Number(after)].map(BigInt));
      for (const key of JSON.parse(String(page?.keys)) as readonly string[]) sent.add(hashOf(key));
      after = page?.last ?? null;
    }
  }
  return sent;
}

/** Such keys of other runs of the noun that were sent more than once, and not looked up at the end of an import. */
export const keysSentAgainSince = (journal: Journal, since: number, otherThan: RunOfNoun): readonly Key[] =>
  journal.database
    .all(
      `SELECT field, code FROM ${readRows} WHERE ${isRecentlySent} AND attempts > 1 AND run NOT IN (${finished})`,
      ...recently(journal, since, otherThan),
    )
    .map(keyFrom);

/** The values of `isRecentlySent`. */
const recently = ({ clockDiffers, now }: Journal, since: number, { id, source }: RunOfNoun): readonly SqlValue[] => [
  ...[since, Number(clockDiffers()), id, now() - since].map(BigInt),
  source.noun,
];

const finished = "SELECT run FROM runs WHERE state = 'finished'";

const isRecentlySent = `attempts > 0 AND state NOT IN ('open', 'absent') AND run <> ?3 AND ${isOfNoun('?5')}
  AND ((at > ?1 AND run IN (SELECT run FROM runs WHERE ended IS NULL OR ended > ?1))
  OR run IN (SELECT run FROM (${runsByAge}) WHERE age < ?4 AND (clock_differs OR ?2)))`;

/** A page at a time, since libsql takes long to hand out each cell. */
const keyPage = `SELECT max(record) AS last, json_group_array(field || ':' || code) AS keys FROM
  (SELECT record, field, code FROM ${readRows} WHERE run = ?6 AND record > ?7 AND ${isRecentlySent} ORDER BY record LIMIT 20000)`;

/** Whether any row of any import of a noun has a record in the store, or may have one. */
export const hasRecords = ({ database }: Journal, noun: string): boolean =>
  database.get(`SELECT 1 FROM row WHERE ${mayExist} AND ${isOfNoun('?')} LIMIT 1`, noun) !== undefined;

/** Whether all that imports of a noun have found they found by words of the store alone. */
export const hasOnlySaid = ({ database }: Journal, noun: string): boolean =>
  database.get(`SELECT 1 FROM row WHERE ${isFound} AND evidence IS NOT 'said' AND ${isOfNoun('?')} LIMIT 1`, noun) ===
  undefined;

/** The rows of a run by state, thousands at a time: libsql takes long to return each cell. */
export function* rowsByState({ database }: Journal, run: number): Generator<RowsInState> {
  for (let after = 0; ; ) {
    const found = database.all(byState, ...[run, after].map(BigInt));
    if (found.length === 0) return;
    for (const { state, records, last } of found) {
      yield { state: String(state) as RowState, records: JSON.parse(String(records)) };
      after = Math.max(after, Number(last));
    }
  }
}

interface RowsInState {
  readonly state: RowState;
  readonly records: readonly number[];
}

const byState = `SELECT state, json_group_array(record) AS records, max(record) AS last
  FROM (SELECT * FROM row WHERE run = ? AND record > ? AND ${isReached} ORDER BY record LIMIT 20000) GROUP BY state`;

/** Rows of a run that are in the store and were sent more than once, by this run or, with one of these keys, by others. */
export const rowsSentTwice = (journal: Journal, run: number, byOthers: readonly Key[]): readonly RowRecord[] =>
  rowsWhere(
    journal,
    `run = ?1 AND (state = 'created' AND attempts > 1 OR state = 'existing'
     AND (field, code) IN (SELECT value ->> 'field', value ->> 'code' FROM json_each(?2))) ORDER BY record`,
    BigInt(run),
    JSON.stringify(byOthers),
  );

/** Rows of a run whose product another row has too, where one row of them was created. */
export const rowsWithOneProduct = (journal: Journal, run: number): readonly RowRecord[] =>
  rowsWhere(
    journal,
    `run = ?1 AND ${isFound} AND record_id IN (SELECT record_id FROM row WHERE run = ?1 AND ${isFound}
     GROUP BY record_id HAVING count(*) > 1 AND max(state = 'created')) ORDER BY record`,
    BigInt(run),
  );

/** The first rows of a run that were created; with `before`, certainly before that time: none under a wrong clock. */
export function firstCreated(journal: Journal, run: number, limit: number, before?: number): readonly RowRecord[] {
  const isBefore =
    before === undefined ? 'true' : `at < ${before} AND NOT (SELECT clock_differs FROM runs WHERE run = ?1)`;
  const condition = `run = ?1 AND state = 'created' AND ${isBefore} ORDER BY record LIMIT ?2`;
  return rowsWhere(journal, condition, ...[run, limit].map(BigInt));
}
