import type { Clock } from '../../context.ts';
import type { Ledger } from '../journal/ledger.ts';
import type { Gate } from '../pace/gate.ts';
import type { Reading } from './existing.ts';
import type { Halt } from './halt.ts';
import type { SettleTime } from './settle-time.ts';

/** What the rows of one run share on their way to the store. Its connection makes each request once: what is repeated, and when, is decided here. */
export interface Desk extends Reading {
  readonly clock: Clock;
  readonly gate: Gate;
  readonly halt: Halt;
  readonly ledger: Ledger;
  readonly settleTime: SettleTime;
  /** Aborted when the last row is done: what only measures ends then. */
  readonly finished: AbortSignal;
  /** How many rows are being looked up, for the progress display. */
  checking: number;
  /** How many created rows were chosen to measure the store's lag by. */
  lagSamples: number;
}
