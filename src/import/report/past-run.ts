import { defineRecord } from '../../resources/record.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import * as record from '../../resources/record-fields.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import { changesOf } from '../journal/feeds.ts';
import { invalidRows } from '../journal/invalid-rows.ts';
import type { Journal } from '../journal/journal.ts';
import { countNotKept, countStates, rowsWithProblems } from '../journal/rows.ts';
import type { RunRecord } from '../journal/runs.ts';
import { countOutcomes, outcomeCounts } from '../words/outcomes.ts';
import { problemFields, problemOf, rowProblem } from '../words/problems.ts';

/** An import as `imports list` and `imports show` print it. */
export const importRun = defineRecord(
  ['run'],
  {
    run: record.id('Import').inTable(1),
    file: record.path('File').inTable(2),
    noun: record.text('Records').inTable(5),
    started: record.ownTime('Started').inTable(4),
    ended: record.orNull(record.ownTime('Last activity')),
    state: record.word('State', ['running', 'unfinished', 'finished', 'set aside']).inTable(3),
    rows: record.count('Rows').inTable(6),
    ...outcomeCounts,
    created: outcomeCounts.created.inTable(7),
    existing: outcomeCounts.existing.inTable(8).ifAny(),
    invalid: outcomeCounts.invalid.inTable(9).ifAny(),
    rejected: outcomeCounts.rejected.inTable(10).ifAny(),
    uncertain: outcomeCounts.uncertain.inTable(11).ifAny(),
    duplicate: outcomeCounts.duplicate.inTable(12).ifAny(),
    inProgress: record.count('In progress').inTable(13).ifAny(),
    notSent: outcomeCounts.notSent.inTable(14).ifAny(),
    stopped: record.orNull(record.text('Stopped early')),
    sha256: record.code('SHA-256'),
    journal: record.optional(record.text('Journal')),
    problems: record.optional(record.list('Problems', problemFields)),
  },
  { isOwn: true },
);

/** A run with its counts. Times are UTC, to the second. @param running the number of the run that is sent now */
export function runWithCounts(journal: Journal, run: RunRecord, running: number | undefined): StoreRecord {
  const isRunning = run.run === running;
  const states = countStates(journal, run.run);
  const counts = countOutcomes(run.rows, run, (state) => states[state]);
  const inProgress = isRunning ? states.open : 0;
  const { unchanged, changed } = changesOf(journal, run.run);
  return {
    run: run.run,
    file: run.path === '-' ? 'standard input' : run.path,
    started: dateAndTime(run.started),
    ended: run.ended === null ? null : dateAndTime(run.ended),
    state: isRunning ? 'running' : run.state,
    rows: run.rows,
    noun: run.noun,
    ...counts,
    notKept: countNotKept(journal, run.run),
    uncertain: counts.uncertain - inProgress,
    inProgress,
    unchanged,
    changed,
    gone: run.gone,
    stopped: run.stopped,
    sha256: run.file,
  };
}

/** Problems of one run that are shown. */
const maxProblems = 10_000;

/** The same with the rows that need attention: of a run that is sent now, not those in progress. */
export function runWithProblems(journal: Journal, run: RunRecord, running: number | undefined): StoreRecord {
  const sent = rowsWithProblems(journal, run.run, maxProblems)
    .filter(({ state }) => run.run !== running || state !== 'open')
    .map(rowProblem);
  const problems = [...invalidRows(journal, run.run).map((row) => problemOf('invalid', row)), ...sent];
  return {
    ...runWithCounts(journal, run, running),
    journal: journal.path,
    problems: problems.sort((left, right) => left.line - right.line).slice(0, maxProblems),
  };
}

/** What is said of invalid rows that the journal does not name; undefined where it has all. */
export function unlistedText(journal: Journal, { run, noun, invalid }: RunRecord): string | undefined {
  const lines = new Set(invalidRows(journal, run).map(({ line }) => line)).size;
  if (lines >= invalid) return undefined;
  const all = `${formatCount(invalid)} invalid ${inNumber('{row|rows}', invalid)}`;
  return lines === 0
    ? `The ${all} cannot be listed: an earlier version of shop-cli noted only how many there are.`
    : `Of the ${all}, the first ${formatCount(lines)} are listed. To find all: shop-cli ${noun} import <file> --dry-run`;
}

/** `2026-01-31 12:00:00`, UTC. */
const dateAndTime = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
