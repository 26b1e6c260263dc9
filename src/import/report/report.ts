import { count, type Fields, id, list, text } from '../../resources/record-fields.ts';
import type { GoneProducts } from '../import-run.ts';
import type { RowRecord } from '../journal/rows.ts';
import type { RowState } from '../journal/schema.ts';
import { Tally } from '../journal/tally.ts';
import type { RowFault } from '../map/catalogue.ts';
import type { CheckedFile } from '../rows/check.ts';

/** They add up to the rows of the file, but for `unchanged` and `changed`, which are existing rows, and `gone`. */
export const outcomeCounts = {
  leftOut: count('Excluded'),
  invalid: count('Invalid'),
  elsewhere: count('In other shards'),
  created: count('Created'),
  existing: count('Existing'),
  unchanged: count('of which unchanged'),
  changed: count('of which changed'),
  rejected: count('Rejected'),
  uncertain: count('Uncertain'),
  duplicate: count('Duplicates'),
  unplanned: count('Not in plan'),
  open: count('Uncertain until rerun'),
  notSent: count('Not sent'),
  gone: count('Gone from the file'),
};

export const reportFields: Fields = {
  run: id('Import'),
  store: text('Store'),
  rows: count('Rows in file'),
  ...outcomeCounts,
  goneProducts: list('First of them'),
  problems: list('Problems'),
  stopped: text('Stopped early'),
};

/** Numbers that a table does not show. */
const notCounted = ['run', 'differing'];

/** Counts that a table shows even when they are 0. */
const always = ['rows', 'created', 'existing', 'rejected', 'uncertain', 'notSent'];

/** One row with a problem, for programs. */
export interface Problem {
  readonly line: number;
  readonly key: string | null;
  readonly outcome: 'invalid' | 'rejected' | 'uncertain' | 'duplicate' | 'unplanned' | 'open';
  readonly field: string | null;
  /** What the file has in the field that is invalid. */
  readonly value?: string | null;
  readonly message: string;
}

/** An outcome as messages name it. */
export const outcomeWord = (outcome: Problem['outcome']): string => words[outcome] ?? outcome;

const words: Partial<Record<Problem['outcome'], string>> = {
  open: 'uncertain until rerun',
  unplanned: 'not in plan',
};

/** The name of a state in reports. */
export const stateName = (state: RowState): RowState => (state === 'blocked' ? 'uncertain' : state);

export function problemOf({ line, key, state, field, message }: RowRecord): Problem {
  const outcome = stateName(state) as Problem['outcome'];
  return {
    line,
    key: key.code,
    outcome,
    field,
    message: message ?? (state === 'open' ? 'sent, outcome not known yet' : ''),
  };
}

interface Report {
  readonly run: number | null;
  /** `shop.example`; null where none is selected. */
  readonly store: string | null;
  readonly problems: readonly Problem[];
  /** Why the run stopped early. */
  readonly stopped: string | null;
  /** Products of the previous import of the feed that are not in the file. */
  readonly gone?: GoneProducts | undefined;
}

/** The report as a record of `reportFields`. */
export function reportOf(
  tally: Tally,
  { run, store, problems, stopped, gone }: Report,
): Readonly<Record<string, unknown>> {
  return {
    run,
    store,
    rows: tally.rows,
    invalid: tally.unsendable.invalid,
    leftOut: tally.unsendable.excluded,
    elsewhere: tally.unsendable.otherShards,
    created: tally.count('created'),
    existing: tally.count('existing'),
    differing: tally.differing,
    unchanged: tally.unchanged,
    changed: tally.changed,
    rejected: tally.count('rejected'),
    uncertain: tally.uncertain,
    duplicate: tally.count('duplicate'),
    unplanned: tally.count('unplanned'),
    open: tally.count('open'),
    notSent: tally.notSent,
    gone: gone?.count ?? null,
    goneProducts: gone?.first ?? [],
    problems,
    stopped,
  };
}

/** The counts that a table shows: the usual ones, and those that are not 0. */
export function countsOf(report: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(report).filter(
      ([name, value]) =>
        typeof value === 'number' && !notCounted.includes(name) && (always.includes(name) || value > 0),
    ),
  );
}

/** A fault of the file, in the form of a problem. */
export const faultProblem = ({ line, key, column, value, message }: RowFault): Problem => ({
  line,
  key: key ?? null,
  outcome: 'invalid',
  field: column ?? null,
  value: value ?? null,
  message,
});

/** The report on a file that was not sent because of its faults. */
export function invalidReport(
  checked: CheckedFile,
  store: string | null,
  why: string,
): Readonly<Record<string, unknown>> {
  const tally = new Tally(checked.rows, checked.unsendable);
  return reportOf(tally, { run: null, store, problems: checked.faults.listed.map(faultProblem), stopped: why });
}
