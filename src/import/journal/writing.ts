import type { CliError } from '../../errors.ts';
import type { Sqlite } from '../../system/sqlite.ts';
import * as feeds from './feeds.ts';
import type { Trust } from './reading.ts';
import { unwritable } from './refusals.ts';
import type { Entry } from './rows.ts';
import * as rows from './rows.ts';
import type { NewRun, RunRecord } from './runs.ts';
import * as runs from './runs.ts';

/** What can be written to a journal: each on disk when it returns, but for `noteAhead`. */
export interface JournalWriting {
  /** On disk when it returns. After one failure nothing more is written: a disk may report lost data as written. */
  note(entries: readonly Entry[]): void;
  /** The same without blocking: on disk once the promise resolves. @throws at once if it cannot be committed */
  noteAhead(entries: readonly Entry[]): Promise<void>;
  /** Notes rows that are as they were in an earlier run, as existing. */
  noteUnchanged(run: number, from: number, same: readonly feeds.SameRows[]): void;
  beginRun(run: NewRun): number;
  /**
   * Begins to send a run, or to continue it.
   * @param clock whether the clock of this machine differs from that of the store, or the store does not say
   */
  beginPart(run: number, clock: { readonly clockDiffers: boolean }): void;
  /** Notes that the keys of the store were checked, and how many products it had; null: they are to be checked again. */
  markChecked(run: number, products: number | null): void;
  /** Notes how many products of the previous import are not in the file. */
  markGone(run: number, products: number): void;
  /** Has every row of a run looked up, now and when it is continued. Those that were not are no longer known. */
  markFull(run: number): void;
  endRun(run: number, state: RunRecord['state'], stopped: string | null): void;
  /** Notes what the store has shown about itself. On disk when it returns. */
  noteFact(fact: string): void;
  /** Notes who applies this plan now. On disk when it returns. */
  markPlan(plan: string, person: string): void;
  /** Deletes a run and its rows; recently sent keys stay, for `sentSince` only. */
  deleteRun(run: number): void;
}

interface WritingParts {
  readonly trust: Trust;
  readonly path: string;
  readonly now: () => number;
  /** @throws CliError `import-stopped` once another import could run */
  readonly checkLocks: () => void;
  readonly sync: () => Promise<void>;
}

/** The commits of a journal. After one failure there are no more. */
function commitsTo(database: Sqlite, { path, checkLocks, sync }: WritingParts) {
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
  const synced = async (): Promise<void> => {
    await sync().catch((cause: unknown) => {
      failure ??= unwritable(path, cause);
    });
    if (failure) throw failure;
  };
  /** The write-ahead log is synced in another thread: SQLite would hold up all requests for as long. */
  const commitAhead = (work: () => void): Promise<void> => {
    database.exec('PRAGMA synchronous=NORMAL');
    try {
      commit(work);
    } finally {
      database.exec('PRAGMA synchronous=FULL');
    }
    return synced();
  };
  return { commit, commitAhead };
}

export function writingOf(database: Sqlite, parts: WritingParts): JournalWriting {
  const { now, trust } = parts;
  const { commit, commitAhead } = commitsTo(database, parts);
  let part: { readonly run: number; readonly begunAt: number } | undefined;
  const lasted = (number: number): number => (part?.run === number ? now() - part.begunAt : 0);
  return {
    note: (entries) => (entries.length === 0 ? undefined : commit(() => rows.putEntries(database, entries, now()))),
    noteAhead: (entries) => commitAhead(() => rows.putEntries(database, entries, now())),
    noteUnchanged: (run, from, same) => commit(() => feeds.putUnchanged(database, { run, from, now: now() }, same)),
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
    markGone: (number, products) => commit(() => feeds.setGone(database, number, products)),
    markFull: (number) => commit(() => feeds.setFull(database, number)),
    endRun: (number, state, stopped) =>
      commit(() => runs.endRun(database, number, { state, stopped, ended: now(), lasted: lasted(number) })),
    noteFact: (fact) => commit(() => runs.addFact(database, fact)),
    markPlan: (plan, person) => commit(() => runs.addPlan(database, plan, { applied: now(), person })),
    deleteRun: (number) => commit(() => runs.hideRun(database, number)),
  };
}
