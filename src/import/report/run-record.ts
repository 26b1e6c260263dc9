import { defineRecord } from '../../resources/record.ts';
import * as record from '../../resources/record-fields.ts';
import { changesOf } from '../journal/feeds.ts';
import type { Journal } from '../journal/journal.ts';
import { countStates, rowsWithProblems } from '../journal/rows.ts';
import type { RunRecord } from '../journal/runs.ts';
import { outcomeCounts } from './outcomes.ts';
import { problemOf } from './problems.ts';
import { unsendableCounts } from './report.ts';

/** An import as `imports list` and `imports show` print it. */
export const importRun = defineRecord(
  ['run'],
  {
    run: record.id('Import').inTable(1),
    file: record.path('File').inTable(2),
    started: record.date('Started').inTable(4),
    ended: record.date('Ended'),
    state: record.word('State', ['unfinished', 'finished', 'set aside']).inTable(3),
    rows: record.count('Rows').inTable(5),
    ...outcomeCounts,
    created: outcomeCounts.created.inTable(6),
    existing: outcomeCounts.existing.inTable(8),
    rejected: outcomeCounts.rejected.inTable(7),
    uncertain: outcomeCounts.uncertain.inTable(9),
    notSent: outcomeCounts.notSent.inTable(10),
    stopped: record.text('Stopped early'),
    sha256: record.code('SHA-256'),
    journal: record.text('Journal'),
    problems: record.list('Problems'),
  },
  { own: { nullable: ['ended', 'gone', 'stopped'], optional: ['journal', 'problems'] } },
);

/** A run with its counts. Times are UTC, to the second. */
export function runRecord(journal: Journal, run: RunRecord): Readonly<Record<string, unknown>> {
  const { created, existing, rejected, uncertain, blocked, duplicate, unplanned, open } = countStates(journal, run.run);
  const known = created + existing + rejected + uncertain + blocked + duplicate + unplanned + open;
  return {
    run: run.run,
    file: run.path === '-' ? 'standard input' : run.path,
    started: dateAndTime(run.started),
    ended: run.ended === null ? null : dateAndTime(run.ended),
    state: run.state,
    rows: run.rows,
    ...unsendableCounts(run),
    created,
    existing,
    ...changesOf(journal, run.run),
    rejected,
    uncertain: uncertain + blocked + open,
    duplicate,
    unplanned,
    notSent: run.rows - run.invalid - run.excluded - run.otherShards - known,
    gone: run.gone,
    stopped: run.stopped,
    sha256: run.file,
  };
}

/** The same with the rows that need attention. */
export function runReport(journal: Journal, run: RunRecord, mostProblems: number): Readonly<Record<string, unknown>> {
  return {
    ...runRecord(journal, run),
    journal: journal.path,
    problems: rowsWithProblems(journal, run.run, mostProblems).map(problemOf),
  };
}

/** `2026-01-31 12:00:00`, UTC. */
const dateAndTime = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
