import { dirname } from 'node:path';
import type { Context } from '../../context.ts';
import type { CliError } from '../../errors.ts';
import type { Sqlite } from '../../system/sqlite.ts';
import type { Key } from '../read/row.ts';
import type { Lock } from './lock.ts';
import { lockedDatabase, type OpenDatabase, readOnlyDatabase } from './open-database.ts';
import * as plans from './plans.ts';
import type { Entry, RowRecord, StateCounts } from './rows.ts';
import * as rows from './rows.ts';
import type { NewRun, RunRecord, Source } from './runs.ts';
import * as runs from './runs.ts';
import { prepareTables, refuseOtherFile } from './schema.ts';
import { unwritable } from './unwritable.ts';

/**
 * The lasting record of the imports into one store: the runs, and the outcome of every row. Rows without a known
 * outcome belong to the store, not to their run.
 */
export interface Journal {
  readonly path: string;
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
  /** On disk when it returns. After one failure nothing more is written: a disk may report lost data as written. */
  note(entries: readonly Entry[]): void;
  beginRun(run: NewRun): number;
  /** Milliseconds since 1970, on a clock that does not jump while the journal is open. */
  now(): number;
  /**
   * Begins to send a run, or to continue it.
   * @param clock whether the clock of this machine differs from that of the store, or the store does not say
   */
  beginPart(run: number, clock: { readonly clockDiffers: boolean }): void;
  /** Notes that the keys of the store were checked, and how many products it had. */
  markChecked(run: number, products: number): void;
  endRun(run: number, state: RunRecord['state'], stopped: string | null): void;
  /** Notes who applies this plan now. On disk when it returns. */
  markPlan(plan: string, person: string): void;
  /** When and by whom a plan was applied first. */
  planApplication(plan: string): plans.PlanApplication | undefined;
  /** Deletes a run and its rows; recently sent keys stay for `sentSince` alone. */
  deleteRun(run: number): void;
  runs(): readonly RunRecord[];
  unfinished(identity: string): RunRecord | undefined;
  /** Unfinished runs that another run of this source replaces. */
  replacedBy(source: Source): readonly RunRecord[];
  counts(run: number): StateCounts;
  /** Every known row of a run, in file order, in constant memory. */
  rows(run: number): Iterable<RowRecord>;
  /** Rows of a run that are in the store and were sent more than once. */
  sentTwice(run: number): readonly RowRecord[];
  /** The first rows of a run that were created; with `before`, certainly before that time. */
  firstCreated(run: number, limit: number, before?: number): readonly RowRecord[];
  /** Rows of a run that need attention, in file order. */
  problems(run: number, limit: number): readonly RowRecord[];
  /** Releases the lock, if it has one. It also ends with the process. */
  close(): Promise<void>;
}

interface JournalOptions {
  /** Milliseconds to wait for another import to end (0); `unlocked` only reads. */
  readonly lock: number | 'unlocked';
  /** A second lock that must be held for every write. */
  readonly storeLock?: Lock;
}

type World = Pick<Context, 'files' | 'clock' | 'interrupted'>;

/**
 * Opens the journal of a store and locks it for this process; `unlocked` reads a copy, also while an import runs.
 * @throws CliError `import-running` while another import with this journal runs on this machine, `import-stopped` when
 * it cannot be written, `usage` when it is damaged, of a later version, or no journal at all
 */
export async function openJournal(path: string, options: JournalOptions, world: World): Promise<Journal> {
  const { lock, storeLock } = options;
  await refuseOtherFile(path, world.files);
  await world.files.makePrivateDirectory(dirname(path));
  const opened =
    lock === 'unlocked' ? await readOnlyDatabase(path, world.files) : await lockedDatabase(path, lock, world);
  try {
    prepareTables(opened.database, path);
    return journalOf(path, { opened, storeLock, clock: world.clock });
  } catch (cause) {
    await opened.close();
    throw unwritable(path, cause);
  }
}

interface JournalParts {
  readonly opened: OpenDatabase;
  readonly storeLock: Lock | undefined;
  readonly clock: Context['clock'];
}

function journalOf(path: string, { opened, storeLock, clock }: JournalParts): Journal {
  const trust = { clockDiffers: false };
  // Not `clock.now()`: the clock of the machine may jump during a run.
  const [openedAt, elapsedThen] = [clock.now().getTime(), clock.elapsed()];
  const now = (): number => Math.round(openedAt + clock.elapsed() - elapsedThen);
  const checkLocks = (): void => {
    storeLock?.check();
    opened.check();
  };
  return {
    path,
    now,
    ...readingOf(opened.database, { trust, now }),
    ...writingOf(opened.database, { path, now, trust, checkLocks }),
    close: opened.close,
  };
}

/** Whether times of earlier runs can be compared with the time now. */
interface Trust {
  clockDiffers: boolean;
}

interface WritingParts {
  readonly trust: Trust;
  readonly path: string;
  readonly now: () => number;
  /** @throws CliError `import-stopped` once another import could run */
  readonly checkLocks: () => void;
}

type Writing = Pick<Journal, 'note' | 'beginRun' | 'beginPart' | 'markChecked' | 'endRun' | 'markPlan' | 'deleteRun'>;

function readingOf(
  database: Sqlite,
  { trust, now }: Pick<WritingParts, 'trust' | 'now'>,
): Omit<Journal, keyof Writing | 'path' | 'now' | 'close'> {
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
    unfinished: (identity) => runs.unfinishedRun(database, identity),
    replacedBy: (source) => runs.replacedRuns(database, source),
    counts: (run) => rows.countStates(database, run),
    rows: (run) => rows.rowsOf(database, run),
    sentTwice: (run) => rows.sentTwice(database, run),
    firstCreated: (run, limit, before) => rows.firstCreated(database, run, limit, before),
    problems: (run, limit) => rows.problemRows(database, run, limit),
    planApplication: (plan) => plans.planApplication(database, plan),
  };
}

function writingOf(database: Sqlite, { path, now, trust, checkLocks }: WritingParts): Writing {
  let failure: CliError | undefined;
  const commit = <T>(work: () => T): T => {
    if (failure) throw failure;
    try {
      checkLocks();
      return database.transaction(work);
    } catch (cause) {
      failure = unwritable(path, cause);
      throw failure;
    }
  };
  let part: { readonly run: number; readonly begunAt: number } | undefined;
  const lasted = (number: number): number => (part?.run === number ? now() - part.begunAt : 0);
  return {
    note: (entries) => (entries.length === 0 ? undefined : commit(() => rows.putEntries(database, entries, now()))),
    beginRun: (begun) => commit(() => runs.addRun(database, begun)),
    beginPart(number, { clockDiffers }) {
      trust.clockDiffers = clockDiffers;
      part = { run: number, begunAt: now() };
      commit(() => {
        runs.addPart(database, number, clockDiffers);
        if (!clockDiffers) runs.clearHidden(database, now());
      });
    },
    markChecked: (number, products) => commit(() => runs.setProducts(database, number, products)),
    endRun: (number, state, stopped) =>
      commit(() => runs.endRun(database, number, { state, stopped, ended: now(), lasted: lasted(number) })),
    markPlan: (plan, person) => commit(() => plans.addPlan(database, plan, { applied: now(), person })),
    deleteRun: (number) => commit(() => runs.hideRun(database, number)),
  };
}
