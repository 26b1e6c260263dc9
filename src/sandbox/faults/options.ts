import type { Clock } from '../../context.ts';
import type { Habits } from './habits.ts';
import type { FaultName, Quirk } from './table.ts';

/** The faults that `--fault` names. */
export interface ChosenFaults {
  /** The part of the requests that each hits, from 0 to 1. */
  readonly shares: Readonly<Partial<Record<FaultName, number>>>;
  readonly quirks: readonly Quirk[];
}

/** How a store fails on demand. Times are in milliseconds; absent options have no effect. */
export interface FaultOptions extends Partial<ChosenFaults> {
  /**
   * Where the pseudo-random streams begin: the same seed and the same requests meet the same faults. From 0 to 2^32 -
   * 1.
   */
  readonly seed: number;
  /** Every request takes a time between these two: half of it before the work, half after. */
  readonly latency?: Range;
  /** Requests per second, with a burst of one second; beyond it 429. */
  readonly rateLimit?: number;
  /** Requests at the same time; beyond it 503. */
  readonly maxConcurrent?: number;
  /** The largest page of a list; only smaller than the store's own has an effect. */
  readonly pageCap?: number;
  /** Lists and searches show a new product only after this time. */
  readonly indexLag?: number;
  /** Where the API leaves something open, what the store does. */
  readonly habits?: Habits;
  readonly clock: Pick<Clock, 'elapsed' | 'sleep'>;
}

export interface Range {
  readonly least: number;
  readonly most: number;
}
