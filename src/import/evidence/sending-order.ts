import type { Clock } from '../../context.ts';
import type { Key, SendableRow } from '../map/rows/key.ts';
import type { Settled } from './settled.ts';

/** When rows may leave, and what is noted as they do: what became of one may show from others. */
export interface SendingOrder {
  /** Waits until rows may be announced. */
  room(): Promise<Room>;
  /** The rows, as they may be announced. */
  held(rows: AsyncIterable<readonly SendableRow[]>): AsyncIterable<readonly SendableRow[]>;
  /** A row leaves now. @param isFirst whether nobody has sent it before */
  leave(isFirst: boolean): SentMark;
  /** A row was answered. @param id what the store has created, as far as the answer says */
  answered(row: AttemptedRow, mark: SentMark, id: string | undefined): void;
  /** Follows a row until its outcome is known. */
  follow(work: Promise<void>): Promise<void>;
  /**
   * All rows are on their way. When their outcomes are known, returns which of the file somebody else has created meanwhile,
   * sent or not.
   */
  end(): Promise<readonly CreatedElsewhere[]>;
}

/** A row that somebody else has created. */
export interface CreatedElsewhere {
  readonly key: Key;
  readonly recordId: string;
}

/** What is known of a row that the store has created. */
export type CreatedRow = Pick<SendableRow, 'key' | 'values'>;

/** A row that was answered. */
export interface AttemptedRow extends CreatedRow {
  /** How often it was sent, but for attempts that never left. */
  readonly attempts: number;
}

/** What may be announced. */
export interface Room {
  /** How many rows at most. A kill leaves so many open. */
  readonly most: number;
  /** The highest ID that is known. */
  readonly low: number | undefined;
  /** What the store has for a row, where it shows that somebody else has created it meanwhile. Such a row is not announced. */
  readonly overtaken: (row: { readonly key: Key }) => Settled | undefined;
}

/** What a row was sent after. */
export interface SentMark {
  /** The highest ID that was known then; undefined where none was. */
  readonly low: number | undefined;
  /** When it was sent, on the monotonic clock. */
  readonly sentAt: number;
}

/** Rows leave at once. @param most how many may be announced at a time @param onCreated called with each that was created, and its ID */
export function atOnce(
  clock: Clock,
  most: number,
  onCreated: (row: AttemptedRow, id: string) => void = () => undefined,
): SendingOrder {
  const room = { most, low: undefined, overtaken: () => undefined };
  return {
    room: async () => room,
    held: (rows) => rows,
    leave: () => ({ low: undefined, sentAt: clock.elapsed() }),
    answered(row, _mark, id) {
      if (id !== undefined) onCreated(row, id);
    },
    follow: (work) => work,
    end: async () => [],
  };
}
