import type { StoreRecord } from '../../resources/record-fields.ts';
import { formatSpan } from '../../text/numbers.ts';
import type { Attempts } from '../journal/attempts.ts';
import { sentSince } from '../journal/earlier-rows.ts';
import type { CreatedSample } from '../journal/ledger.ts';
import { type Key, keyText, type SendableRow } from '../map/rows/key.ts';
import { lookUp, lookUpByKey } from '../march/lookup.ts';
import { AwaitedSamples } from './awaited-samples.ts';
import { comparedRows } from './compared-rows.ts';
import { CreatedTwice } from './created-twice.ts';
import { absentIfRefused, failedLookUp } from './failed-look-up.ts';
import { type LookTimes, settledAt, settledBy, waitUntil } from './look-times.ts';
import type { ListedStore } from './look-up-store.ts';
import { shownByStatus } from './refusal.ts';
import type {
  EndedAttempt,
  KnownBefore,
  KnownRow,
  Look,
  NotJustSent,
  Prepared,
  RowLookUp,
  RowQuestion,
} from './row-look-up.ts';
import { mostUnclear, notShown, usedUp } from './search-doubts.ts';
import { noteLag } from './search-lag.ts';
import { atOnce, type CreatedElsewhere, type SendingOrder } from './sending-order.ts';
import type { Settled } from './settled.ts';
import type { ShownProducts } from './shown-products.ts';

/** What is known of the rows beside what the store says. */
interface SearchedRows {
  /** The rows that this run created. */
  readonly shown: ShownProducts;
  /** What was sent more than once and found absent since, before this part of the run, by key (`keyText`). */
  readonly attempts: () => ReadonlyMap<string, Attempts>;
}

/** Finds rows of a noun that the store lists, by a search for their key, and by the record under it. */
export class SearchLookUp implements RowLookUp {
  readonly order: SendingOrder;
  readonly refused = shownByStatus;
  readonly #store: ListedStore;
  readonly #rows: SearchedRows;
  readonly #times: LookTimes;
  readonly #samples: AwaitedSamples;
  /** What the search has shown of the first created rows, by key (`keyText`). */
  readonly #found = new Map<string, StoreRecord | undefined>();
  #attempts: ReadonlyMap<string, Attempts> | undefined;

  constructor(store: ListedStore, rows: SearchedRows) {
    const { clock, settleTime, stopper } = store;
    this.#store = store;
    this.#rows = rows;
    this.#times = { clock, settleTime, stopped: stopper.signal };
    const samples = new AwaitedSamples(stopper.signal);
    this.#samples = samples;
    const twice = new CreatedTwice(store);
    const order = atOnce(clock, Number.POSITIVE_INFINITY, (row, id) => {
      rows.shown.add(row);
      twice.created(row, id);
      noteLag(row.key, clock.elapsed(), store, (found) => {
        if (found.kind !== 'found') return;
        this.#found.set(keyText(row.key), found.record);
        this.#noteShown(row);
      });
    });
    const end = async (): Promise<readonly CreatedElsewhere[]> => {
      samples.end();
      return twice.end();
    };
    this.order = { ...order, follow: (work) => samples.follow(work), end };
  }

  /**
   * The rows were compared with the store. Those that were sent a moment ago are looked up when it must show them, and those
   * of which an import knows a record also by their key.
   */
  async before(known: KnownBefore): Promise<RowQuestion> {
    const { clock, settleTime } = this.#store;
    const startedAt = clock.elapsed();
    let waiting: Promise<void> | undefined;
    const recent = sentSince(known.journal, known.since, known.run.source.noun);
    const ask = comparedRows({ blocked: known.blocked, recent }, async (key) => {
      waiting ??= known.options.hint(
        `Waiting up to ${formatSpan(settleTime.current)}: some rows were sent a moment ago, and the store may not show them yet.`,
      );
      await waiting;
      return await this.#settle(key, startedAt);
    });
    return async (compared) => {
      const found = await ask(compared);
      if (found.kind !== 'new' || !known.knownRecords.found(compared.row.key)) return found;
      const shown = await this.#lookByKey(compared.row.key);
      return shown.kind === 'absent' ? found : shown;
    };
  }

  /**
   * What was sent more than once is looked up again while others are sent: these may show whether the search works. One of
   * its attempts may still be made, as some of them may have been throttled.
   */
  async prepare(rows: readonly SendableRow[]): Promise<Prepared> {
    this.#attempts ??= this.#rows.attempts();
    const unsent: SendableRow[] = [];
    const others: NotJustSent[] = [];
    for (const row of rows) {
      const attempts = this.#attempts.size > 0 ? this.#attempts.get(keyText(row.key)) : undefined;
      if (attempts) others.push({ row, attempts: { ...attempts, count: Math.min(attempts.count, mostUnclear - 1) } });
      else unsent.push(row);
    }
    return { unsent, others };
  }

  async settle({ row, endedAt, said, unclear, onDue }: EndedAttempt): Promise<Settled> {
    const settled =
      said === 'throttled' ? await this.#settleThrottled(row.key, endedAt) : await this.#settle(row.key, endedAt);
    if (settled.kind === 'found') this.#rows.shown.add(row);
    return settled.kind === 'absent' ? await this.#whenAbsent(row, unclear, onDue) : settled;
  }

  async verify({ key, recordId }: KnownRow, look: Look): Promise<Settled> {
    switch (look.why) {
      case 'left open':
        look.onLook();
        return await this.#settle(key, look.startedAt);
      case 'same store':
        return look.isNew ? await this.#settle(key, look.startedAt) : await this.#lookTwice(key);
      case 'sent again':
        return await this.#look(key);
      case 'audit':
        look.onLook();
        return await this.#lookOnceMore(key, recordId, look);
    }
  }

  /** One of the first may have been looked up while others were sent. */
  async readBack({ key }: CreatedSample): Promise<StoreRecord | undefined> {
    const known = this.#found.get(keyText(key));
    if (known) return known;
    const found = await lookUp(this.#store, key, this.#store.isShared);
    return found.kind === 'found' ? found.record : undefined;
  }

  async #settle(key: Key, endedAt: number): Promise<Settled> {
    const settled = await settledBy(() => this.#look(key), endedAt, this.#times);
    return settled.kind === 'absent' ? await this.#lookByKey(key) : settled;
  }

  /**
   * The same for a throttled row: one look-up, since stores hardly ever create what they throttle. If this one is found, or
   * another was before that look-up ended, 429 is as unclear as a timeout.
   */
  async #settleThrottled(key: Key, endedAt: number): Promise<Settled> {
    const { settleTime } = this.#store;
    if (!settleTime.createsThrottled) {
      const settled = await settledAt(
        () => this.#lookTwice(key),
        () => endedAt + settleTime.afterThrottling,
        this.#times,
      );
      if (settled.kind === 'found' || settled.kind === 'duplicate') settleTime.createsThrottled = true;
      if (settled.kind !== 'absent' || !settleTime.createsThrottled) return settled;
    }
    return await this.#settle(key, endedAt);
  }

  /**
   * A row may be sent a second time. Whether it may once more depends on the search: it must have shown a product that this
   * run created, and that a store would not hide where it shows this one. The row waits for one while others are sent.
   */
  async #whenAbsent(row: SendableRow, unclear: number, onDue: () => void): Promise<Settled> {
    const { shown } = this.#rows;
    if (unclear >= mostUnclear) return { kind: 'absent', doubt: usedUp(unclear) };
    if (unclear < 2) return { kind: 'absent' };
    for (let isOver = false; ; isOver = await this.#samples.next()) {
      const sample = await this.#sampleOf(row);
      if (sample === 'shown') return { kind: 'absent' };
      if (sample) return sample;
      if (isOver) return { kind: 'absent', doubt: notShown(unclear, this.#store.noun, shown.valueOf(row)) };
      onDue();
    }
  }

  /** Whether the search shows a row like this one; what it says if it cannot be asked. */
  async #sampleOf(row: SendableRow): Promise<'shown' | ReturnType<typeof failedLookUp> | undefined> {
    const { shown } = this.#rows;
    if (shown.has(row)) return 'shown';
    for (const key of shown.like(row)) {
      const sample = await this.#look(key);
      if (sample.kind === 'stopped' || sample.kind === 'unknown') return sample;
      if (sample.kind !== 'found') continue;
      this.#noteShown(row);
      return 'shown';
    }
    return undefined;
  }

  /** The search shows a row like this one: those that wait for it need not any more. */
  #noteShown(row: Pick<SendableRow, 'values'>): void {
    this.#rows.shown.note(row);
    this.#samples.shown();
  }

  /** If the store shows another product than it answered with, that one may still appear: the row is then a duplicate. */
  async #lookOnceMore(key: Key, recordId: string | undefined, look: Extract<Look, { readonly why: 'audit' }>) {
    const { clock, settleTime } = this.#store;
    const first = await settledAt(() => this.#look(key), look.due, this.#times);
    const settled = first.kind === 'absent' ? await this.#settle(key, look.startedAt) : first;
    if (settled.kind !== 'found' || recordId === undefined || recordId === settled.recordId) return settled;
    const due = clock.elapsed() + settleTime.current;
    await waitUntil(() => due, this.#times);
    return await this.#lookTwice(key);
  }

  /** Looks a key up that was sent, until a look-up works. A failed look-up is not "absent". */
  async #look(key: Key): Promise<Settled> {
    const store = this.#store;
    try {
      return await store.read(() => lookUp(store, key, store.isShared));
    } catch (error) {
      return failedLookUp(error);
    }
  }

  /** What a search does not find may be under its key. */
  async #lookTwice(key: Key): Promise<Settled> {
    const settled = await this.#look(key);
    return settled.kind === 'absent' ? await this.#lookByKey(key) : settled;
  }

  /** Where the store does not answer this read, what its search said stands. */
  async #lookByKey(key: Key): Promise<Settled> {
    const store = this.#store;
    try {
      return await store.read(() => lookUpByKey(store, key, store.isShared).catch(absentIfRefused));
    } catch (error) {
      const failed = failedLookUp(error);
      return failed.kind === 'stopped' ? failed : { kind: 'absent' };
    }
  }
}
