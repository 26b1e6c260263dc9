import type { Sqlite } from '../../system/sqlite.ts';
import type { Key } from '../read/row.ts';
import * as earlier from './earlier-rows.ts';
import * as feeds from './feeds.ts';
import * as plans from './plans.ts';
import type { Entry, RowRecord, StateCounts } from './rows.ts';
import * as rows from './rows.ts';
import type { RunRecord, Source } from './runs.ts';
import * as runs from './runs.ts';

/** What a journal knows. */
export interface JournalReading {
  /** Rows of any run whose outcome is not known. */
  open(): readonly Entry[];
  /** Keys that no run may send: the store answered with another key, or has one that may be this one. */
  blocked(otherThan?: number): readonly Key[];
  /** Keys that were sent and not found afterwards: they may be sent again, and then count as sent twice. */
  sentBefore(): readonly Key[];
  /**
   * Keys that were sent since then, whatever the outcome: a store may have created them without showing them yet. Where
   * clocks differ, the keys of a run count until later runs have taken that long.
   */
  sentSince(time: number, otherThan?: number): readonly Key[];
  /** When and by whom a plan was applied first. */
  planApplication(plan: string): plans.PlanApplication | undefined;
  runs(): readonly RunRecord[];
  /** When something became known of a row of a run last, in milliseconds since 1970; undefined where its clock was wrong. */
  lastNoted(run: number): number | undefined;
  unfinished(identity: string): RunRecord | undefined;
  /** Unfinished runs that another run of this source replaces. */
  replacedBy(source: Source): readonly RunRecord[];
  counts(run: number): StateCounts;
  /** Up to this record, the rows that a run does not have are not for it. */
  lastAnnounced(run: number): number;
  /** Every known row of a run, in file order, in constant memory. */
  rows(run: number): Iterable<RowRecord>;
  /** What became of them, in shorter time. */
  alikeRows(run: number): Iterable<earlier.Alike>;
  /** The same with what each row said, a page at a time. */
  statedRows(run: number): Iterable<readonly rows.StatedRow[]>;
  /** The latest finished import of the feed and shard of a source. */
  previousRun(source: Source): RunRecord | undefined;
  /** The rows of a run whose product was shown to exist, in file order, a page at a time. */
  remembered(run: number): Iterable<readonly feeds.RememberedRow[]>;
  /** The first of them from this record on. */
  rememberedFrom(run: number, record: number): readonly feeds.RememberedRow[];
  /** Those whose products have IDs from the least to the greatest, but not all of many. */
  rememberedProducts(run: number, ids: readonly [least: number, greatest: number]): readonly feeds.RememberedRow[];
  /** Keys of which something else is known since that run, or of which nothing is. */
  doubted(run: number): readonly Key[];
  /** How many products that run and all later ones created. */
  createdSince(run: number): number;
  /** How many rows of a run are as they were in an earlier import, and how many are not. */
  changes(run: number): feeds.Changes;
  /** The rows of a run that were not looked up, a page at a time. */
  fromMemory(run: number): Iterable<readonly Pick<feeds.RememberedRow, 'record' | 'differs'>[]>;
  /** Rows of a run that are in the store and were sent more than once. */
  sentTwice(run: number): readonly RowRecord[];
  /** The first rows of a run that were created; with `before`, certainly before that time. */
  firstCreated(run: number, limit: number, before?: number): readonly RowRecord[];
  /** Keys that the latest imports of any file created, the latest first. */
  createdLately(): readonly Key[];
  /** Keys that unfinished imports other than this one created, a page at a time: nobody has looked up their kind. */
  createdUnconfirmed(otherThan: number): Iterable<readonly Key[]>;
  /** Rows of a run that need attention, in file order, from the one after this record. */
  problems(run: number, limit: number, after?: number): readonly RowRecord[];
}

/** Whether times of earlier runs can be compared with the time now. */
export interface Trust {
  clockDiffers: boolean;
}

interface ReadingParts {
  readonly trust: Trust;
  readonly now: () => number;
}

export function readingOf(database: Sqlite, { trust, now }: ReadingParts): JournalReading {
  return {
    open: () => rows.unsettledRows(database, 'open'),
    blocked: (otherThan) =>
      rows
        .unsettledRows(database, 'blocked')
        .filter(({ run }) => run !== otherThan)
        .map(({ key }) => key),
    sentBefore: () =>
      rows
        .unsettledRows(database, 'absent')
        .filter(({ attempts }) => attempts > 0)
        .map(({ key }) => key),
    sentSince: (since, otherThan = 0) =>
      rows.recentKeys(database, { since, ago: now() - since, clockDiffers: trust.clockDiffers, otherThan }),
    runs: () => runs.allRuns(database),
    lastNoted: (run) => runs.lastNoted(database, run),
    unfinished: (identity) => runs.unfinishedRun(database, identity),
    replacedBy: (source) => runs.replacedRuns(database, source),
    counts: (run) => rows.countStates(database, run),
    lastAnnounced: (run) => earlier.lastAnnounced(database, run),
    rows: (run) => rows.rowsOf(database, run),
    alikeRows: (run) => earlier.alikeRows(database, run),
    statedRows: (run) => rows.statedRows(database, run),
    previousRun: (source) => feeds.previousRun(database, source),
    remembered: (run) => feeds.rememberedRows(database, run),
    rememberedFrom: (run, record) => feeds.rememberedFromRecord(database, run, record),
    rememberedProducts: (run, ids) => feeds.rememberedProducts(database, run, ids),
    doubted: (run) => feeds.doubtedKeys(database, run),
    createdSince: (run) => feeds.countCreatedSince(database, run),
    changes: (run) => feeds.countChanges(database, run),
    fromMemory: (run) => feeds.rowsFromMemory(database, run),
    sentTwice: (run) => earlier.sentTwice(database, run),
    firstCreated: (run, limit, before) => earlier.firstCreated(database, run, limit, before),
    createdUnconfirmed: (otherThan) => earlier.createdUnconfirmed(database, otherThan),
    createdLately: () => earlier.createdLately(database),
    problems: (run, limit, after) => rows.problemRows(database, run, limit, after),
    planApplication: (plan) => plans.planApplication(database, plan),
  };
}
