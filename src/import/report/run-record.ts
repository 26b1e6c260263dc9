import { defineRecord } from '../../resources/record.ts';
import * as record from '../../resources/record-fields.ts';
import type { Journal } from '../journal/journal.ts';
import type { RunRecord } from '../journal/runs.ts';
import { problemOf } from './report.ts';

/** An import as `imports list` and `imports show` print it. */
export const importRun = defineRecord(
  ['run'],
  {
    run: record.id('Import').inTable(1),
    file: record.text('File').inTable(2),
    started: record.date('Started').inTable(4),
    ended: record.date('Ended'),
    state: record.word('State', ['unfinished', 'finished', 'set aside']).inTable(3),
    rows: record.count('Rows').inTable(5),
    leftOut: record.count('Excluded'),
    faulty: record.count('Invalid'),
    elsewhere: record.count('In other shards'),
    created: record.count('Created').inTable(6),
    existing: record.count('Existing').inTable(8),
    unchanged: record.count('Existing, unchanged'),
    changed: record.count('Existing, changed'),
    rejected: record.count('Rejected').inTable(7),
    uncertain: record.count('Uncertain').inTable(9),
    duplicate: record.count('Duplicates'),
    unplanned: record.count('Not in plan'),
    open: record.count('Pending').inTable(10),
    notSent: record.count('Not sent').inTable(11),
    gone: record.count('Gone from the file'),
    stopped: record.text('Stopped early'),
    sha256: record.code('SHA-256'),
    journal: record.text('Journal'),
    problems: record.list('Problems'),
  },
  { own: { nullable: ['ended', 'gone', 'stopped'], optional: ['journal', 'problems'] } },
);

/** A run with its counts. Times are UTC, to the second. */
export function runRecord(journal: Journal, run: RunRecord): Readonly<Record<string, unknown>> {
  const { created, existing, rejected, uncertain, blocked, duplicate, unplanned, open } = journal.counts(run.run);
  const known = created + existing + rejected + uncertain + blocked + duplicate + unplanned + open;
  return {
    run: run.run,
    file: run.path === '-' ? 'standard input' : run.path,
    started: timeText(run.started),
    ended: run.ended === null ? null : timeText(run.ended),
    state: run.state,
    rows: run.rows,
    leftOut: run.excluded,
    faulty: run.invalid,
    elsewhere: run.otherShards,
    created,
    existing,
    ...journal.changes(run.run),
    rejected,
    uncertain: uncertain + blocked,
    duplicate,
    unplanned,
    open,
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
    problems: journal.problems(run.run, mostProblems).map(problemOf),
  };
}

/** `2026-01-31 12:00:00`, UTC. */
const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');
