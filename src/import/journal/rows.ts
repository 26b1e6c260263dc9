import { type OutcomeEvidence, outcomeEvidence } from '../../resources/evidence.ts';
import { isConstraint, pagesAfter, type Sqlite, type SqlRow, type SqlValue, storable } from '../../system/sqlite.ts';
import type { Key } from '../map/rows/key.ts';
import { FileRows, type Fingerprint } from '../rows/file-rows.ts';
import { scratchBeside } from '../rows/scratch.ts';
import { type EvidenceCount, isIncluded, isReached, type RowState, readRows, rowStates } from '../rows/states.ts';
import type { Journal } from './journal.ts';
import { damaged, unwritable } from './refusals.ts';
import { textOrNull } from './schema.ts';
import { breakSeal, type StateCounts } from './seals.ts';

/** What is known of a row besides its state. */
export interface RowDetails {
  readonly recordId?: string | undefined;
  /** The field of the body that the store named. */
  readonly field?: string | undefined;
  readonly message?: string | undefined;
  /** Whether a product that existed was compared with the row. */
  readonly isCompared?: boolean | undefined;
  /** How its outcome is known; undefined where that is not noted. */
  readonly evidence?: OutcomeEvidence | undefined;
}

/** A row of a run, as the journal has it. */
export interface RowRecord extends RowDetails {
  readonly run: number;
  readonly record: number;
  readonly line: number;
  readonly key: Key;
  readonly state: RowState;
  /** How often it was sent, by this run or earlier ones. */
  readonly attempts: number;
  /** The highest ID that was known before it was sent first (`IdMarks`). */
  readonly low?: number | undefined;
  /** When its last attempt had ended, where that is noted before what became of it, in milliseconds since 1970. */
  readonly endedAt?: number | undefined;
  /** What the row says, if its product was not found without a comparison. */
  readonly fingerprint?: Fingerprint | undefined;
}

/** The rows of a file in the journal, as those of a run. They are on disk with the next commit, or not at all. */
export function fileRowsOf(journal: Journal, run: number): FileRows {
  const { database } = journal;
  const change: Sqlite['change'] = (sql, ...values) => {
    try {
      return database.change(sql, ...values);
    } catch (cause) {
      throw isConstraint(cause) ? cause : unwritable(journal, cause);
    }
  };
  database.begin();
  breakSeal(database, run);
  return new FileRows(scratchBeside(database), { run, change });
}

/** Writes the new states of rows. On disk when it returns. */
export function noteRows(journal: Journal, entries: readonly RowRecord[]): void {
  if (entries.length > 0) journal.commit(() => putEntries(journal, entries));
}

/**
 * Notes that rows of the run are about to be sent, and the new states of others. On disk once the promise resolves.
 * @throws at once if it cannot be committed
 */
export const announceRows = (
  journal: Journal,
  run: number,
  rows: readonly Announced[],
  entries: readonly RowRecord[],
): Promise<void> =>
  journal.commitAhead(() => {
    if (entries.length > 0) putEntries(journal, entries);
    const at = BigInt(journal.now());
    let changed = 0;
    for (const { first, last, attempts, low } of rangesOf(rows)) {
      const values = [run, first, last, attempts].map(BigInt);
      changed += journal.database.run(announce, ...values, at, low === undefined ? null : BigInt(low)).changes;
    }
    // What is not there cannot be announced.
    if (changed !== rows.length) throw damaged(journal, `import ${run} lacks rows of its file`);
  });

function putEntries(journal: Journal, entries: readonly RowRecord[]): void {
  const { database, now } = journal;
  for (const run of new Set(entries.map((entry) => entry.run))) breakSeal(database, run);
  const { changes } = database.run(put, JSON.stringify(entries.map(cellsOf)), BigInt(now()));
  if (changes !== entries.length) throw damaged(journal, 'it lacks rows that were sent');
}

/**
 * One statement for all rows: a statement per row halves the speed of an import. `MATERIALIZED`: SQLite would go through
 * all rows of a run, and read the list for each.
 */
const put = `WITH entry AS MATERIALIZED (SELECT value ->> 0 AS run, value ->> 1 AS record, value ->> 2 AS state, value ->> 3 AS attempts,
    value ->> 4 AS record_id, value ->> 5 AS about, value ->> 6 AS message, value ->> 7 AS compared,
    value ->> 8 AS evidence, value ->> 9 AS ended FROM json_each(?1))
  UPDATE row SET state = entry.state, attempts = entry.attempts, record_id = entry.record_id, about = entry.about, message = entry.message,
    at = coalesce(entry.ended, ?2), compared = entry.compared, evidence = entry.evidence
  FROM entry WHERE row.run = entry.run AND row.record = entry.record`;

/** A row that was sent before may have the ID that it got then. */
const announce = `UPDATE row SET state = 'open', attempts = ?4, record_id = NULL, about = NULL, message = NULL, evidence = 'none', at = ?5, sent = ?5, low = coalesce(low, ?6)
  WHERE run = ?1 AND record BETWEEN ?2 AND ?3`;

/** What an announcement says of a row. */
type Announced = Pick<RowRecord, 'record' | 'attempts' | 'low'>;

/** Ranges of rows that follow one another, and were sent equally often: a window is a single range, as a rule. */
function rangesOf(rows: readonly Announced[]) {
  const ranges: { first: number; last: number; attempts: number; low: number | undefined }[] = [];
  for (const { record, attempts, low } of rows) {
    const range = ranges.at(-1);
    const isNext = range?.last === record - 1 && range.attempts === attempts && range.low === low;
    if (range && isNext) range.last = record;
    else ranges.push({ first: record, last: record, attempts, low });
  }
  return ranges;
}

const cellsOf = (entry: RowRecord): readonly (string | number | null)[] => {
  const { run, record, state, attempts, recordId = null, field = null, message = null } = entry;
  const texts = [recordId, field, message].map(storable);
  const known = [entry.evidence ?? null, entry.endedAt ?? null];
  return [run, record, state, attempts, ...texts, entry.isCompared === false ? 0 : 1, ...known];
};

export const keyFrom = ({ field, code }: SqlRow): Key => ({
  field: String(field),
  code: String(code),
});

export function countStates({ database }: Journal, run: number): StateCounts {
  // Without GROUP BY, which sorts all rows.
  const countOfEach = rowStates.map((name) => `count(*) FILTER (WHERE state = '${name}') AS ${name}`).join(', ');
  return database.get(`SELECT ${countOfEach} FROM row WHERE run = ?`, BigInt(run)) as StateCounts;
}

/** Of the rows that a run has as in the store, but for these records: how that is known. None of a row of an earlier version. */
export function countEvidence(
  { database }: Journal,
  run: number,
  without: readonly number[],
): readonly EvidenceCount[] {
  const counts = (['created', 'existing'] as const).flatMap((outcome) =>
    outcomeEvidence.map((evidence) => ({ outcome, evidence, name: `${outcome}_${evidence}` })),
  );
  // Without GROUP BY, which sorts all rows.
  const each = counts.map(
    ({ outcome, evidence, name }) =>
      `count(*) FILTER (WHERE state = '${outcome}' AND coalesce(evidence, 'none') = '${evidence}') AS ${name}`,
  );
  const left = without.length === 0 ? '' : 'AND record NOT IN (SELECT value FROM json_each(?2))';
  const values = without.length === 0 ? [] : [JSON.stringify(without)];
  const found = database.get(
    `SELECT ${each.join(', ')} FROM row WHERE run = ?1 AND state IN ('created', 'existing') ${left}`,
    BigInt(run),
    ...values,
  );
  return counts.map(({ outcome, evidence, name }) => ({ outcome, evidence, rows: Number(found?.[name] ?? 0) }));
}

const columns =
  'run, record, line, field, code, state, attempts, record_id, about, message, compared, low, evidence, facts, stated, rest';

/** The rows of a run, also rows that it has not reached, in file order, 1,000 in memory at a time. */
export function* rowsOf(journal: Journal, run: number): Generator<RowRecord> {
  for (const page of pagesOf(journal, run, isIncluded)) yield* page;
}

/** The rows of a run to which something has happened, in file order, a page at a time. */
export const rowPages = (journal: Journal, run: number): Generator<readonly RowRecord[]> =>
  pagesOf(journal, run, isReached);

const pagesOf = (journal: Journal, run: number, condition: string): Generator<readonly RowRecord[]> =>
  pagesAfter(
    (after) =>
      rowsWhere(
        journal,
        `run = ? AND record > ? AND ${condition} ORDER BY record LIMIT 1000`,
        ...[run, after].map(BigInt),
      ),
    ({ record }) => record,
  );

const fingerprintFrom = ({ compared, facts, stated, rest }: SqlRow): Fingerprint | undefined =>
  compared === 1 && typeof facts === 'number' && typeof stated === 'number'
    ? { facts, stated, rest: Number(rest) }
    : undefined;

/** The states of rows that need attention. */
export const problemStates = [
  'open',
  'rejected',
  'uncertain',
  'blocked',
  'duplicate',
  'unplanned',
  'held',
  'erased',
] as const satisfies readonly RowState[];

/** Whether a row was created otherwise than it asked for: the journal has the field. */
export const isNotKept = ({ state, field }: Pick<RowRecord, 'state' | 'field'>): boolean =>
  state === 'created' && field !== undefined;

const wasNotKept = "state = 'created' AND about IS NOT NULL";

export const countNotKept = ({ database }: Journal, run: number): number =>
  Number(database.get(`SELECT count(*) AS rows FROM row WHERE run = ? AND ${wasNotKept}`, BigInt(run))?.rows ?? 0);

/** The first rows of a run that need attention, in file order. */
export function rowsWithProblems(journal: Journal, run: number, limit: number): readonly RowRecord[] {
  const states = problemStates.map((state) => `'${state}'`).join(', ');
  return rowsWhere(
    journal,
    `run = ? AND (state IN (${states}) OR ${wasNotKept}) ORDER BY record LIMIT ?`,
    ...[run, limit].map(BigInt),
  );
}

/** The rows of a run with this key. Without an index: for few keys. */
export const rowsOfKey = (journal: Journal, run: number, key: Key): readonly RowRecord[] =>
  rowsWhere(journal, 'run = ? AND field = ? AND code = ?', BigInt(run), key.field, key.code);

/** Whether a run sends a row with this key, or has: nothing else is known of it. */
export const isSentBy = (journal: Journal, run: number, key: Key): boolean =>
  rowsOfKey(journal, run, key).some(({ state }) => ['todo', 'open', 'absent', 'created'].includes(state));

/** @param condition with what follows it, in SQL */
export const rowsWhere = (
  { database }: Journal,
  condition: string,
  ...values: readonly SqlValue[]
): readonly RowRecord[] =>
  database.all(`SELECT ${columns} FROM ${readRows} WHERE ${condition}`, ...values).map(rowFrom);

function rowFrom(row: SqlRow): RowRecord {
  return {
    run: Number(row.run),
    record: Number(row.record),
    line: Number(row.line),
    key: keyFrom(row),
    state: String(row.state) as RowState,
    attempts: Number(row.attempts),
    recordId: textFrom(row.record_id),
    field: textFrom(row.about),
    message: textFrom(row.message),
    low: typeof row.low === 'number' ? row.low : undefined,
    fingerprint: fingerprintFrom(row),
    evidence: (textFrom(row.evidence) ?? undefined) as OutcomeEvidence | undefined,
  };
}

const textFrom = (value: SqlRow[string] | undefined): string | undefined => textOrNull(value) ?? undefined;
