import { pagesAfter, type SqlRow, type SqlValue, storable } from '../../system/sqlite.ts';
import type { Key } from '../map/key.ts';
import { type Fingerprint, fieldOfFolded } from '../rows/file-rows.ts';
import type { Journal } from './journal.ts';
import { type RowState, rowStates, stateNames, textOrNull } from './schema.ts';
import { breakSeal, type StateCounts } from './seals.ts';

/** What is known of a row besides its state. */
export interface RowDetails {
  readonly product?: string | undefined;
  /** The field of the body that the store named. */
  readonly field?: string | undefined;
  readonly message?: string | undefined;
  /** What the row says. Written without it, it stays what it was. */
  readonly fingerprint?: Fingerprint | undefined;
}

/** A row of a run, as the journal has it. */
export interface RowRecord extends RowDetails {
  readonly record: number;
  readonly line: number;
  readonly key: Key;
  readonly state: RowState;
  /** How often it was sent, by this run or earlier ones. */
  readonly attempts: number;
}

/** A row of any run. */
export interface Entry extends RowRecord {
  readonly run: number;
}

/** Writes the new states of rows, known and new ones. On disk when it returns. */
export function noteRows(journal: Journal, entries: readonly Entry[]): void {
  if (entries.length > 0) journal.commit(() => putEntries(journal, entries));
}

/**
 * Notes that rows of the file are about to be sent, with what they state, and the new states of others. On disk once the
 * promise resolves. @throws at once if it cannot be committed
 */
export const announceRows = (
  journal: Journal,
  run: number,
  rows: readonly Pick<Entry, 'record' | 'attempts'>[],
  entries: readonly Entry[],
): Promise<void> =>
  journal.commitAhead(() => {
    if (entries.length > 0) putEntries(journal, entries);
    journal.database.run(announce, JSON.stringify(rangesOf(rows)), BigInt(run), BigInt(journal.now()));
  });

function putEntries({ database, now }: Journal, entries: readonly Entry[]): void {
  for (const run of new Set(entries.map((entry) => entry.run))) breakSeal(database, run);
  database.run(put, JSON.stringify(entries.map(cellsOf)), BigInt(now()));
}

/** A row that the run already has gets its new state; values that are left out stay. */
export const onKnownRow = `ON CONFLICT DO UPDATE SET state = excluded.state, attempts = excluded.attempts, product = excluded.product, member = excluded.member, message = excluded.message, at = excluded.at,
  facts = coalesce(excluded.facts, facts), stated = coalesce(excluded.stated, stated), since = coalesce(excluded.since, since)`;

/** One statement for all rows: a statement per row halves the speed of an import. */
const put = `INSERT INTO rows SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9, ?2, value ->> 10, value ->> 11, NULL
  FROM json_each(?1) WHERE true ${onKnownRow}`;

/** The rows of the file are in the same database (`FileRows`): only numbers are handed over. */
const announce = `INSERT INTO rows SELECT ?2, record, line, ${fieldOfFolded}, code, ${rowStates.open}, wanted.value ->> 2, NULL, NULL, NULL, ?3, facts, stated, NULL
  FROM json_each(?1) wanted CROSS JOIN file_row ON record BETWEEN wanted.value ->> 0 AND wanted.value ->> 1 WHERE true ${onKnownRow}`;

/** Rows that follow one another, and were sent equally often: a window is one of these, as a rule. */
function rangesOf(rows: readonly Pick<Entry, 'record' | 'attempts'>[]) {
  const ranges: [first: number, last: number, attempts: number][] = [];
  for (const { record, attempts } of rows) {
    const range = ranges.at(-1);
    if (range && range[1] === record - 1 && range[2] === attempts) range[1] = record;
    else ranges.push([record, record, attempts]);
  }
  return ranges;
}

const cellsOf = (entry: Entry): readonly (string | number | null)[] => {
  const { run, record, line, key, state, attempts, product = null, field = null, message = null } = entry;
  const texts = [product, field, message].map(storable);
  const { facts = null, stated = null } = entry.fingerprint ?? {};
  return [run, record, line, key.field, key.code, rowStates[state], attempts, ...texts, facts, stated];
};

export const keyFrom = ({ field, code }: SqlRow): Key => ({
  field: String(field),
  code: String(code),
});

export function countStates({ database }: Journal, run: number): StateCounts {
  // Without GROUP BY, which sorts all rows.
  const countOfEach = stateNames
    .map((name) => `count(*) FILTER (WHERE state = ${rowStates[name]}) AS ${name}`)
    .join(', ');
  return database.get(`SELECT ${countOfEach} FROM rows WHERE run = ?`, BigInt(run)) as StateCounts;
}

/**
 * Whether the rows that a run noted have the same numbers in the checked file. Versions that counted blank rows, or read a
 * code otherwise, noted other ones: what they say would be taken for other rows.
 */
export const hasRowsOfFile = ({ database }: Journal, run: number): boolean =>
  database.get(otherRow, BigInt(run)) === undefined;

const otherRow = `SELECT 1 FROM rows LEFT JOIN file_row USING (record)
  WHERE run = ? AND rows.code IS NOT file_row.code LIMIT 1`;

const columns = 'record, line, field, code, state, attempts, product, member, message, facts, stated';

/** Every row of a run in file order, 1,000 in memory at a time. */
export function* rowsOf(journal: Journal, run: number): Generator<RowRecord> {
  for (const page of rowPages(journal, run)) yield* page;
}

/** The same, a page at a time. */
export const rowPages = (journal: Journal, run: number): Generator<readonly RowRecord[]> =>
  pagesAfter(
    (after) => rowsWhere(journal, 'run = ? AND record > ? ORDER BY record LIMIT 1000', ...[run, after].map(BigInt)),
    ({ record }) => record,
  );

const fingerprintFrom = ({ facts, stated }: SqlRow): Fingerprint | undefined =>
  typeof facts === 'number' && typeof stated === 'number' && facts !== 0 ? { facts, stated } : undefined;

/** The states of rows that need attention. */
export const problemStates = [
  'open',
  'rejected',
  'uncertain',
  'blocked',
  'duplicate',
  'unplanned',
  'held',
] as const satisfies readonly RowState[];

/** The first rows of a run that need attention, in file order. */
export function rowsWithProblems(journal: Journal, run: number, limit: number): readonly RowRecord[] {
  const states = problemStates.map((state) => rowStates[state]).join(', ');
  return rowsWhere(journal, `run = ? AND state IN (${states}) ORDER BY record LIMIT ?`, ...[run, limit].map(BigInt));
}

/** @param condition with what follows it, in SQL */
export const rowsWhere = (
  { database }: Journal,
  condition: string,
  ...values: readonly SqlValue[]
): readonly RowRecord[] => database.all(`SELECT ${columns} FROM rows WHERE ${condition}`, ...values).map(rowFrom);

function rowFrom(row: SqlRow): RowRecord {
  return {
    record: Number(row.record),
    line: Number(row.line),
    key: keyFrom(row),
    state: stateNames[Number(row.state)] as RowState,
    attempts: Number(row.attempts),
    product: textFrom(row.product),
    field: textFrom(row.member),
    message: textFrom(row.message),
    fingerprint: fingerprintFrom(row),
  };
}

const textFrom = (value: SqlRow[string] | undefined): string | undefined => textOrNull(value) ?? undefined;
