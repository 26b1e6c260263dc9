import type { Clock } from '../context.ts';
import type { ProgressDisplay } from '../output/progress.ts';
import type { Journal } from './journal/journal.ts';
import type { KnownProducts } from './journal/known-products.ts';
import type { Ledger } from './journal/ledger.ts';
import type { RunRecord, Source } from './journal/runs.ts';
import type { Tally } from './journal/tally.ts';
import type { Catalogue } from './map/catalogue.ts';
import type { KeptKeys } from './march/kept-keys.ts';
import type { StoreReader } from './march/list-store.ts';
import type { IsShared } from './march/lookup.ts';
import type { ImportOptions } from './options.ts';
import type { Timeline } from './pace/measurements.ts';
import type { RateLimiter } from './pace/rate-limiter.ts';
import type { RequestQueue } from './pace/request-queue.ts';
import type { SettleTime } from './pace/settle-time.ts';
import type { Stopper } from './pace/stopper.ts';
import type { CheckedFile } from './rows/check.ts';

/** Products of the previous import of a feed that are not in the file any more. */
export interface GoneProducts {
  readonly count: number;
  /** The first thousand. */
  readonly first: readonly { readonly key: string; readonly productId: string | null }[];
}

/** The store of an import: what paces its requests, and what the import has learned of it. Reads are retried. */
export interface PacedStore extends StoreReader {
  readonly clock: Clock;
  /** Where requests wait for the rate limiter. */
  readonly requests: RequestQueue;
  readonly stopper: Stopper;
  readonly settleTime: SettleTime;
  /** The kinds of keys that the store has shown as they were sent. */
  readonly keptKeys: KeptKeys;
  readonly isShared: IsShared;
  /** Aborted after the last row, to end measurements. */
  readonly finished: AbortController;
}

/** The run in progress: everything that its rows share, from the first look-up to the report. */
export interface ImportRun {
  /** Its number in the journal. */
  readonly id: number;
  /** The record of the run that this one continues; undefined for a new run. */
  readonly continued: RunRecord | undefined;
  readonly source: Source;
  readonly options: ImportOptions;
  readonly catalogue: Catalogue;
  readonly checked: CheckedFile;
  readonly journal: Journal;
  readonly knownProducts: KnownProducts;
  /** Writes the outcome of each row to the journal. */
  readonly ledger: Ledger;
  /** Counts the outcomes. */
  readonly tally: Tally;
  readonly store: PacedStore;
  /** When this part of the run began, on the clock. */
  readonly startedAt: number;
  readonly limiter: RateLimiter;
  /** Rows and waits over the time of this part of the run. */
  readonly timeline: Timeline;
  /** When the last attempt of each row ended that was answered with 429, by record: the audit looks it up after the settle time. */
  readonly throttled: Map<number, number>;
  /** What the previous import of the feed had besides; undefined where that is not known. */
  gone: GoneProducts | undefined;
  display: ProgressDisplay | undefined;
  /** Products read so far while the store is listed; 0 otherwise. */
  listed: number;
}
