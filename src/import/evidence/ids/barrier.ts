import type { Key, SendableRow } from '../../map/rows/key.ts';
import { type LookTimes, waitUntil } from '../look-times.ts';
import type { Room, SendingOrder, SentMark } from '../sending-order.ts';
import { type IdMarks, numberOfId } from './id-marks.ts';

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
 * When rows leave whose IDs tell of one another. Until an ID is known by which others can be looked up, one row is sent. A
 * row without a clear answer waits for the ID of one that is sent when its settle time is over. The last row comes alone,
 * when all others were answered or have waited: its ID is above all that they can have got.
 */
export class Barrier implements Omit<SendingOrder, 'room' | 'end'> {
  readonly #times: LookTimes;
  readonly #marks: IdMarks;
  /** The most rows that are announced at once: each that a kill leaves open waits long. */
  readonly #most: number;
  readonly #ids = new Set<number>();
  readonly #waiting = new Set<WaitingRow>();
  /** Rows that are sent, or looked up to be sent. */
  #rows = 0;
  #sent = 0;
  #unanswered = 0;
  /** Whether the last row is on its way, or comes next. */
  #isEnding = false;
  /** Lets the row leave that is held back of those which are sent again. */
  #release: (() => void) | undefined;
  /** Whether no further row will come. */
  #isLast = false;
  readonly #watching = new Set<() => void>();

  constructor(times: LookTimes, marks: IdMarks, most: number) {
    this.#times = times;
    this.#marks = marks;
    this.#most = most;
    const wake = (): void => {
      this.#endWaiting();
      this.#changed();
    };
    times.stopped.addEventListener('abort', wake, { once: true });
  }

  /** Whether a row of this run has this ID. */
  has(id: number): boolean {
    return this.#ids.has(id);
  }

  /** Waits until an ID is known: before, one row is sent at a time. */
  async room(): Promise<Omit<Room, 'overtaken'>> {
    await this.#until(() => this.#marks.highest !== undefined || this.#unanswered === 0);
    const low = this.#marks.highest;
    return { most: low === undefined ? 1 : this.#most, low };
  }

  async *held(rows: AsyncIterable<readonly SendableRow[]>): AsyncGenerator<readonly SendableRow[]> {
    let last: SendableRow | undefined;
    let count = 0;
    for await (const batch of rows) {
      const fresh = [...(last ? [last] : []), ...batch];
      last = fresh.pop();
      count += fresh.length;
      yield fresh;
    }
    if (last !== undefined) await this.#whenLast(count);
    this.#isEnding = true;
    if (last !== undefined) yield [last];
  }

  leave(isFirst: boolean): SentMark {
    if (isFirst) this.#sent++;
    this.#unanswered++;
    return { low: this.#marks.highest, sentAt: this.#times.clock.elapsed() };
  }

  /** A row that was to be sent is not. */
  skip(): void {
    this.#sent++;
    this.#changed();
  }

  answered(_row: { readonly key: Key }, mark: SentMark, id: string | undefined): void {
    this.#unanswered--;
    if (id !== undefined) this.note(id, mark);
    this.#changed();
  }

  /** A row that was sent then has this ID. */
  note(id: string, { low, sentAt }: SentMark): void {
    this.#marks.note(id, low);
    const number = numberOfId(id);
    if (number !== undefined) this.#ids.add(number);
    for (const { due, tell } of this.#waiting) if (due() <= sentAt) tell({ above: id, leads: false });
  }

  async follow(work: Promise<void>): Promise<void> {
    this.#rows++;
    await work.finally(() => {
      this.#rows--;
      this.#endIfStuck();
      this.#changed();
    });
  }

  /** Where every row waits for the ID of another row, all wait in vain. Resolves when the outcome of each is known. */
  async end(): Promise<void> {
    this.#isLast = true;
    this.#endIfStuck();
    while (this.#rows > 0) await this.#change();
  }

  /** What follows a row that waits until then: the ID of the first row that is sent when that time is over, or none. */
  nextAfter(due: () => number, isRefused: boolean): Promise<Following> {
    if (this.#times.stopped.aborted) return Promise.resolve({ above: undefined, leads: false });
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

  /**
   * Waits until a row that is absent may be sent again. When no other rows come, one of these is held back until all others
   * have their outcome or wait for an ID: its ID tells of them.
   */
  async again(): Promise<void> {
    if (!this.#isEnding || this.#release || this.#times.stopped.aborted) return;
    await new Promise<void>((resolve) => {
      this.#release = resolve;
      this.#endIfStuck();
    });
    await this.#whenWaited();
  }

  /**
   * No row will come whose ID tells, but that which is held back. Without it, one that the store has refused goes first then, if it is not found: its ID tells of
   * the others.
   */
  #endIfStuck(): void {
    if (!this.#isLast || this.#waiting.size + (this.#release ? 1 : 0) < this.#rows) return;
    if (this.#release) {
      this.#letGo();
      return;
    }
    const first = [...this.#waiting].find(({ isRefused }) => isRefused);
    if (first) first.tell({ above: undefined, leads: true });
    else this.#endWaiting();
  }

  #letGo(): void {
    this.#release?.();
    this.#release = undefined;
  }

  #endWaiting(): void {
    this.#letGo();
    for (const { tell } of this.#waiting) tell({ above: undefined, leads: false });
  }

  /**
   * Waits until all rows but the last one were answered, or can be looked up as soon as the last one has its ID.
   * @param sent how many rows are sent before, for the first time
   */
  async #whenLast(sent: number): Promise<void> {
    await this.#until(() => this.#sent >= sent && this.#unanswered === 0);
    await this.#whenWaited();
  }

  /** Waits until all that wait can be looked up as soon as an ID is known. */
  async #whenWaited(): Promise<void> {
    const due = (): number => Math.max(...[...this.#waiting].map((row) => row.due()));
    await waitUntil(due, this.#times);
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo() && !this.#times.stopped.aborted) await this.#change();
  }

  async #change(): Promise<void> {
    await new Promise<void>((resolve) => void this.#watching.add(resolve));
  }

  #changed(): void {
    for (const resolve of this.#watching) resolve();
    this.#watching.clear();
  }
}
