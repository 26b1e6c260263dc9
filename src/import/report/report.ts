import { count, type Fields, id, list, text } from '../../resources/record.ts';
import type { CheckedFile } from '../check/check.ts';
import type { RowRecord } from '../journal/runs.ts';
import type { RowState } from '../journal/schema.ts';
import type { RowFault } from '../read/catalogue.ts';
import { Tally } from './tally.ts';

/** Counts that add up to the rows of the file. */
export const reportFields: Fields = {
  run: id('Import'),
  rows: count('Rows in the file'),
  leftOut: count('Left out'),
  faulty: count('Faulty'),
  elsewhere: count('In other shards'),
  created: count('Created'),
  existing: count('There already'),
  rejected: count('Rejected'),
  uncertain: count('Uncertain'),
  duplicate: count('There twice'),
  open: count('To be checked'),
  notSent: count('Not sent'),
  problems: list('Problems'),
  stopped: text('Stopped early'),
};

/** Counts that stand in a table even when they are 0. */
const always = ['rows', 'created', 'existing', 'rejected', 'uncertain', 'notSent'];

/** One row that is not simply in the store, for programs. */
export interface Problem {
  readonly line: number;
  readonly key: string | null;
  readonly outcome: 'faulty' | 'rejected' | 'uncertain' | 'duplicate' | 'open';
  readonly field: string | null;
  readonly message: string;
}

/** What a person is told of a row's state. */
export const outcomeOf = (state: RowState): RowState => (state === 'stuck' ? 'uncertain' : state);

export function problemOf({ line, code, state, member, message }: RowRecord): Problem {
  const outcome = outcomeOf(state) as Problem['outcome'];
  return {
    line,
    key: code,
    outcome,
    field: member,
    message: message ?? (state === 'open' ? 'sent, and not known yet what became of it' : ''),
  };
}

interface Report {
  readonly run: number | null;
  readonly problems: readonly Problem[];
  /** Why the last row was not reached. */
  readonly stopped: string | null;
}

/** The report as a record of `reportFields`. */
export function reportOf(tally: Tally, { run, problems, stopped }: Report): Readonly<Record<string, unknown>> {
  return {
    run,
    rows: tally.rows,
    ...tally.aside,
    created: tally.count('created'),
    existing: tally.count('existing'),
    differing: tally.differing,
    rejected: tally.count('rejected'),
    uncertain: tally.uncertain,
    duplicate: tally.count('duplicate'),
    open: tally.count('open'),
    notSent: tally.notSent,
    problems,
    stopped,
  };
}

/** The counts that a table shows: those that are not 0, and those that everybody looks for. */
export function countsOf(report: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { run: _, differing: __, problems: ___, stopped: ____, ...counts } = report;
  return Object.fromEntries(Object.entries(counts).filter(([name, value]) => always.includes(name) || value !== 0));
}

/** Faults of the file as problems. */
export const faultProblem = ({
  line,
  column,
  value,
  message,
}: RowFault): Problem & { readonly value: string | null } => ({
  line,
  key: null,
  outcome: 'faulty',
  field: column ?? null,
  value: value ?? null,
  message,
});

/** The report on a file of which nothing was sent. */
export function faultyReport(checked: CheckedFile, why: string): Readonly<Record<string, unknown>> {
  const tally = new Tally(checked.rows, { faulty: checked.faultyRows, leftOut: checked.leftOutRows, elsewhere: 0 });
  return reportOf(tally, { run: null, problems: checked.faults.kept.map(faultProblem), stopped: why });
}
