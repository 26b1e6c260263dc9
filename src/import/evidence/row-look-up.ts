import type { OutcomeEvidence } from '../../resources/evidence.ts';
import type { Attempts } from '../journal/attempts.ts';
import type { RowRecord } from '../journal/rows.ts';
import type { SendableRow } from '../map/key.ts';
import type { SentRow } from './ids/id-gap.ts';
import type { SentMark } from './ids/id-marks.ts';
import type { RefusalAnswer, RefusalShows, RowRefusal } from './refusal.ts';
import type { Settled } from './settled.ts';

/** A row as it is sent, or what the store has for it, or why it cannot be sent. */
export type Prepared =
  | { readonly row: SendableRow }
  | { readonly settled: Settled }
  | { readonly rejected: RowRefusal & { readonly evidence: OutcomeEvidence } };

/** The attempts of a row. */
export interface SentAttempts {
  /** The highest ID that was known before the first. */
  readonly low: number | undefined;
  /** When the last one ended, at the latest, on the monotonic clock. */
  readonly endedAt: number;
  /** Whether the store has said of each that it did not create it. */
  readonly isRefused?: boolean;
  /** Whether the store answered the last one with 429. */
  readonly isThrottled?: boolean;
}

/** @param isNew whether the store may show it late */
export type LookAt = (row: Pick<SentRow, 'key'>, id: string, isNew?: boolean) => Promise<Settled>;

/**
 * How rows are looked up, while others are sent, of a noun that the API does not list as a whole: by what they say, since a
 * journal has only hashes of it.
 */
export interface RowLookUp {
  /** What was sent before this part of the run, and is not known to exist, by key (`keyText`). */
  readonly attempts: ReadonlyMap<string, Attempts>;
  /**
   * Whether the record with this ID is that of a row. Undefined where an ID alone does not show a record: `prepare` then looks
   * each row up.
   */
  readonly lookAt?: LookAt;
  /** Why what it does not find may be there all the same. */
  readonly doubt: string | undefined;
  /** The highest ID that is known. */
  readonly highest: number | undefined;
  /** The most rows that may be announced at once. */
  readonly maxWindow: number;
  /** What is needed before a row is sent for the first time. @throws CliError when the store does not answer; Stopped */
  prepare(row: SendableRow, isFirst: boolean): Promise<Prepared>;
  /** A row leaves now. @param isFirst whether nobody has sent it before */
  begin(isFirst: boolean): SentMark;
  /** A row was answered. @param id what the store has created, as far as the answer says */
  answered(mark: SentMark, id: string | undefined): void;
  /** What a refusal shows of the row. */
  refused(refusal: RefusalAnswer): RefusalShows;
  /** What became of a row. @param onDue called when it only waits for others */
  settle(row: SendableRow, sent: SentAttempts, onDue: () => void): Promise<Settled>;
  /** The other IDs under which the store has a row that was created after it was sent more than once. @param since on the monotonic clock */
  others(row: RowRecord, since: number): Promise<readonly string[]>;
  /** Looks a row up whose reply has an ID and nothing else. */
  settleWithId(row: SendableRow, id: string, mark: SentMark): Promise<Settled>;
  /** Waits until a row may be sent. */
  whenReady(): Promise<void>;
  /** Waits until the last row may be sent. @param sent how many are sent before, for the first time */
  whenLast(sent: number): Promise<void>;
  /** Follows a row until its outcome is known. */
  during(work: Promise<void>): Promise<void>;
  /** All rows are on their way. */
  end(): void;
}
