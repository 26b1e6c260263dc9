import { Stopped } from '../../../pace/ask.ts';
import type { SettleTime } from '../../../pace/settle-time.ts';
import type { Attempts } from '../../journal/attempts.ts';
import type { RowRecord } from '../../journal/rows.ts';
import type { SendableRow } from '../../map/key.ts';
import type { RefusalAnswer, RefusalShows } from '../refusal.ts';
import type { LookAt, Prepared, RowLookUp, SentAttempts } from '../row-look-up.ts';
import type { Settled } from '../settled.ts';
import { hasKey, judgeGap, type SentRow } from './id-gap.ts';
import { type IdMarks, numberOfId, type SentMark } from './id-marks.ts';
import type { NumberedStore } from './id-readings.ts';
import { IdSearch } from './id-search.ts';
import { shownByWords } from './refused-person.ts';

/** What the look-ups of a run need of its store. */
export interface PacedIds extends NumberedStore {
  readonly settleTime: SettleTime;
}

/** What earlier imports have created, and sent in vain. */
interface EarlierIds {
  readonly marks: IdMarks;
  /** Whether an earlier import created the record with this ID. */
  readonly has: (id: number) => boolean;
  readonly attempts: IdLookUp['attempts'];
}

/** A row is sent again once, since each time all between two IDs are read. What the store throttles it was not asked to create. */
const maxAttempts = 2;

/** What follows a row that waits. */
interface Following {
  /** The ID of the first row that was sent when the settle time of this row was over. */
  readonly above: string | undefined;
  /** Whether this row is sent first, if it is not found. */
  readonly leads: boolean;
}

interface WaitingRow {
  readonly due: () => number;
  readonly isRefused: boolean;
  readonly tell: (following: Following) => void;
}

/**
 * Finds out what became of rows of a noun that the API shows by ID alone. A row without a clear answer waits until its
 * settle time is over. The ID of the next row that is sent is then above the one that it can have got: all between it and
 * the last one that was known before are read. None of them has its key: it was not created. A row that no other follows
 * is only looked for, since nothing shows where the IDs end.
 */
export class IdLookUp implements RowLookUp {
  readonly #store: PacedIds;
  readonly #search: IdSearch;
  readonly #ours = new Set<number>();
  readonly marks: IdMarks;
  /** What was sent before this part of the run, and is not known to exist, by key (`keyText`). */
  readonly attempts: ReadonlyMap<string, Attempts>;
  readonly #waiting = new Set<WaitingRow>();
  /** Rows that are sent, or looked up to be sent. */
  #rows = 0;
  #sent = 0;
  #unanswered = 0;
  /** Whether no further row will come. */
  #isLast = false;
  readonly #watching = new Set<() => void>();

  constructor(store: PacedIds, earlier: EarlierIds) {
    this.#store = store;
    this.attempts = earlier.attempts;
    this.marks = earlier.marks;
    this.#search = new IdSearch(store, this.marks, (id) => this.#ours.has(id) || earlier.has(id));
    const wake = (): void => {
      this.#endWaiting();
      this.#changed();
    };
    store.stopped.addEventListener('abort', wake, { once: true });
  }

  get doubt(): string | undefined {
    return this.marks.doubt;
  }

  get highest(): number | undefined {
    return this.marks.highest;
  }

  /** Until an ID is known by which others can be looked up, one row is sent. */
  get maxWindow(): number {
    return this.highest === undefined ? 1 : Number.POSITIVE_INFINITY;
  }

  async prepare(row: SendableRow): Promise<Prepared> {
    return { row };
  }

  refused(refusal: RefusalAnswer): RefusalShows {
    return shownByWords(refusal, this.#store.noun);
  }

  /** Follows a row until its outcome is known. */
  async during(work: Promise<void>): Promise<void> {
    this.#rows++;
    await work.finally(() => {
      this.#rows--;
      this.#endIfStuck();
    });
  }

  /** All rows are on their way. Where every row waits for the ID of another row, all wait in vain. */
  end(): void {
    this.#isLast = true;
    this.#endIfStuck();
  }

  /**
   * No row will come whose ID tells. One that the store has refused goes first then, if it is not found: its ID tells of
   * the others.
   */
  #endIfStuck(): void {
    if (!this.#isLast || this.#waiting.size < this.#rows) return;
    const first = [...this.#waiting].find(({ isRefused }) => isRefused);
    if (first) first.tell({ above: undefined, leads: true });
    else this.#endWaiting();
  }

  #endWaiting(): void {
    for (const { tell } of this.#waiting) tell({ above: undefined, leads: false });
  }

  /** A row leaves now. @param isFirst whether nobody has sent it before */
  begin(isFirst: boolean): SentMark {
    if (isFirst) this.#sent++;
    this.#unanswered++;
    return { low: this.marks.highest, sentAt: this.#store.clock.elapsed() };
  }

  /** A row was answered. @param id what the store has created, as far as the answer says */
  answered(mark: SentMark, id: string | undefined): void {
    this.#unanswered--;
    if (id !== undefined) this.note(id, mark);
    this.#changed();
  }

  /** A row that was sent then has this ID. */
  note(id: string, { low, sentAt }: SentMark): void {
    this.marks.note(id, low);
    const number = numberOfId(id);
    if (number !== undefined) this.#ours.add(number);
    for (const { due, tell } of this.#waiting) if (due() <= sentAt) tell({ above: id, leads: false });
  }

  /** Waits until an ID is known: before, one row is sent at a time. */
  async whenReady(): Promise<void> {
    await this.#until(() => this.marks.highest !== undefined || this.#unanswered === 0);
  }

  /**
   * Waits until all rows but the last one were answered, or can be looked up as soon as the last one has its ID.
   * @param sent how many rows are sent before, for the first time
   */
  async whenLast(sent: number): Promise<void> {
    await this.#until(() => this.#sent >= sent && this.#unanswered === 0);
    const { clock, stopped } = this.#store;
    const left = (): number => Math.max(...[...this.#waiting].map(({ due }) => due())) - clock.elapsed();
    while (this.#waiting.size > 0 && left() > 0 && !stopped.aborted) await clock.sleep(left(), stopped);
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo() && !this.#store.stopped.aborted)
      await new Promise<void>((resolve) => void this.#watching.add(resolve));
  }

  #changed(): void {
    for (const resolve of this.#watching) resolve();
    this.#watching.clear();
  }

  /**
   * What became of a row. @param sent its attempts, of which the last one ended then, on the monotonic clock
   * @param onDue called when it only waits for another
   */
  async settle(row: SentRow, sent: SentAttempts, onDue: () => void): Promise<Settled> {
    const settled = await this.#settle(row, sent, onDue);
    return settled.kind === 'absent'
      ? { ...settled, maxAttempts: sent.isThrottled ? undefined : maxAttempts }
      : settled;
  }

  async #settle(row: SentRow, { low, endedAt, isRefused = false }: SentAttempts, onDue: () => void): Promise<Settled> {
    const { clock, settleTime, stopped } = this.#store;
    const due = (): number => endedAt + settleTime.current;
    const upper = this.#nextIdAfter(due, isRefused);
    settleTime.checking.add(due);
    for (let wait = due() - clock.elapsed(); wait > 0 && !stopped.aborted; wait = due() - clock.elapsed())
      await clock.sleep(wait, stopped);
    settleTime.checking.delete(due);
    onDue();
    const { above, leads } = await upper;
    if (stopped.aborted) return { kind: 'stopped' };
    const evidence = { due: due(), isRefused: isRefused && (leads || above !== undefined) };
    try {
      return above === undefined
        ? await this.#search.above(row, low, evidence)
        : await this.#search.between(row, low, above, evidence);
    } catch (error) {
      if (error instanceof Stopped) return { kind: 'stopped' };
      throw error;
    }
  }

  /** What a reply says was created, with an ID and nothing else. */
  async settleWithId(row: SentRow, id: string, mark: SentMark): Promise<Settled> {
    try {
      const settled = judgeGap(this.#store.noun, row, [await this.#search.readings.shown(id)]);
      if (settled.kind === 'found') this.note(settled.recordId, mark);
      return settled;
    } catch (error) {
      if (error instanceof Stopped) return { kind: 'stopped' };
      throw error;
    }
  }

  /** One attempt may have been shown late: what is between the marks of the row is read once more. */
  async others({ key, low, recordId }: RowRecord, since: number): Promise<readonly string[]> {
    return low === undefined || recordId === undefined ? [] : await this.#search.withKey(key, low, recordId, since);
  }

  /** What follows a row that waits: the ID of the first row that is sent when that time is over, or none. */
  #nextIdAfter(due: () => number, isRefused: boolean): Promise<Following> {
    if (this.#store.stopped.aborted) return Promise.resolve({ above: undefined, leads: false });
    return new Promise((resolve) => {
      const waiting = {
        due,
        isRefused,
        tell: (following: Following) => {
          this.#waiting.delete(waiting);
          resolve(following);
        },
      };
      this.#waiting.add(waiting);
      this.#endIfStuck();
    });
  }

  /** Whether the record with this ID is that of a row. @param isNew whether the store may show it late */
  readonly lookAt: LookAt = async ({ key }, id, isNew = false) => {
    const reading = await (isNew ? this.#search.readings.shown(id) : this.#search.readings.one(id));
    if (reading.kind === 'failed') return { kind: 'unknown', message: reading.message };
    const isIt = reading.kind === 'record' && hasKey(this.#store.noun, { key }, reading.record);
    return isIt ? { kind: 'found', recordId: id } : { kind: 'absent' };
  };
}
