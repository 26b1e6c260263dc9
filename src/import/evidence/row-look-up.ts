import type { OutcomeEvidence } from '../../resources/evidence.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import type { Attempts } from '../journal/attempts.ts';
import type { Journal } from '../journal/journal.ts';
import type { KnownRecords } from '../journal/known-records.ts';
import type { CreatedSample } from '../journal/ledger.ts';
import type { RowRecord } from '../journal/rows.ts';
import type { Key, SendableRow } from '../map/rows/key.ts';
import type { ComparedRow } from '../march/results.ts';
import type { ImportOptions } from '../options.ts';
import type { DeletedOwners } from './deleted-owners.ts';
import type { RefusalAnswer, RefusalShows, RowRefusal } from './refusal.ts';
import type { SendingOrder, SentMark } from './sending-order.ts';
import type { RowKnown, Settled } from './settled.ts';

/**
 * Whether rows are in the store: one for each way to find out (`search.ts`, `owner.ts`, `ids/`, `no-look-up.ts`). It answers
 * with facts. What follows from them is decided elsewhere (`deliver/next.ts`).
 */
export interface RowLookUp {
  /** When rows may leave, and what is held back. */
  readonly order: SendingOrder;
  /** What is known of each row before any is sent. @throws CliError when the store does not answer; Stopped; so does what it returns */
  before(known: KnownBefore): Promise<RowQuestion>;
  /** What is needed for rows that are about to be sent. @throws CliError when the store does not answer; Stopped */
  prepare(rows: readonly SendableRow[]): Promise<Prepared>;
  /** What a refusal shows of its row, without a look-up. */
  refused(refusal: RefusalAnswer): RefusalShows;
  /** What became of a row that was sent. */
  settle(attempt: EndedAttempt): Promise<Settled>;
  /** What the store shows of a row that it says it created; undefined where it shows nothing. @throws CliError when it does not answer */
  readBack(row: CreatedSample): Promise<StoreRecord | undefined>;
  /** What the store has for a row of the journal, as far as that can be told without the file. */
  verify(row: KnownRow, look: Look): Promise<Settled>;
}

export type RowQuestion = (compared: ComparedRow) => Promise<RowKnown>;

/** What is known before any row is sent. */
export interface KnownBefore {
  readonly journal: Journal;
  readonly run: { readonly id: number; readonly source: { readonly noun: string } };
  readonly knownRecords: KnownRecords;
  /** The IDs of people who may be the person of a row, by record: this machine remembers them. */
  readonly candidateIds: ReadonlyMap<number, readonly string[]>;
  /** The rows whose owner was deleted, with what belonged to it. */
  readonly deletedOwners: DeletedOwners;
  /** Keys that no run may send. */
  readonly blocked: readonly Key[];
  /** What was sent since then the store may show later. In milliseconds since 1970. */
  readonly since: number;
  readonly options: Pick<ImportOptions, 'hint'>;
}

/** Rows that are about to be sent. */
export interface Prepared {
  /** Those that nobody has sent before, as they are sent. */
  readonly unsent: readonly SendableRow[];
  readonly others: readonly NotJustSent[];
}

/** A row that is not just sent. */
export type NotJustSent =
  | SentBefore
  /** What the store has for it. */
  | { readonly row: SendableRow; readonly settled: Settled }
  /** Why it cannot be sent. */
  | { readonly row: SendableRow; readonly rejected: RowRefusal & { readonly evidence: OutcomeEvidence } };

/** A row that was sent before, by this run or another, and whose outcome is not known. */
export interface SentBefore {
  readonly row: SendableRow;
  readonly attempts: Attempts;
}

/** The attempts of a row, of which the last one has ended. */
export interface EndedAttempt {
  readonly row: SendableRow;
  /** The highest ID that was known before the first of them. */
  readonly low: number | undefined;
  /** How many of them may have created it: a store that throttles one says that it did not. */
  readonly unclear: number;
  /** When the last one ended, at the latest, on the monotonic clock. */
  readonly endedAt: number;
  /** When the last one had ended that an earlier part or import made, in milliseconds since 1970, where that is noted. */
  readonly earlier?: number | undefined;
  readonly said: AttemptSaid;
  /** Called when the row only waits for others. */
  readonly onDue: () => void;
  /** Called before others are read by whose records it is settled: what is known is on disk then. */
  readonly onLook: () => void;
}

/**
 * What the store has said of attempts: that it throttled the last one; of each that it did not create it (`refused`); that it
 * created it with an ID and nothing else; nothing that is clear.
 */
export type AttemptSaid = 'throttled' | 'refused' | 'nothing' | { readonly recordId: string; readonly mark: SentMark };

/** A row as the journal has it. */
export type KnownRow = Pick<RowRecord, 'record' | 'key' | 'attempts' | 'recordId' | 'low'>;

/** Why a row of the journal is looked up. */
export type Look =
  /** An earlier import left it open. Its attempts ended then, at the latest. */
  | { readonly why: 'left open'; readonly startedAt: number; readonly onLook: () => void }
  /** It was created: to see whether this is still the same store. A new one the store may show late. */
  | { readonly why: 'same store'; readonly startedAt: number; readonly isNew: boolean }
  /** It was sent again, and others are still sent. */
  | { readonly why: 'sent again' }
  /** To make sure at the end that it is there once: looked up when that is due, and again after the settle time. */
  | { readonly why: 'audit'; readonly startedAt: number; readonly due: () => number; readonly onLook: () => void };
