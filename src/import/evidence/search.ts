import { formatSpan } from '../../text/numbers.ts';
import { sentSince } from '../journal/earlier-rows.ts';
import type { Key, SendableRow } from '../map/key.ts';
import { lookUp } from '../march/lookup.ts';
import { comparedRows } from './compared-rows.ts';
import { failedLookUp } from './failed-look-up.ts';
import { type LookTimes, settledAt, settledBy, waitUntil } from './look-times.ts';
import type { ListedStore } from './look-up-store.ts';
import { shownByStatus } from './refusal.ts';
import type { EndedAttempt, KnownBefore, KnownRow, Look, Prepared, RowLookUp, RowQuestion } from './row-look-up.ts';
import { noteLag } from './search-lag.ts';
import { atOnce, type SendingOrder } from './sending-order.ts';
import type { Settled } from './settled.ts';

/** Finds rows of a noun that the store lists, by a search for their key. */
export class SearchLookUp implements RowLookUp {
  readonly order: SendingOrder;
  readonly refused = shownByStatus;
  readonly #store: ListedStore;
  readonly #times: LookTimes;

  constructor(store: ListedStore) {
    const { clock, settleTime, stopper } = store;
    this.#store = store;
    this.#times = { clock, settleTime, stopped: stopper.signal };
    this.order = atOnce(clock, Number.POSITIVE_INFINITY, (key) => noteLag(key, clock.elapsed(), store));
  }

  /** The rows were compared with the store. Those that were sent a moment ago are looked up when it must show them. */
  async before(known: KnownBefore): Promise<RowQuestion> {
    const { clock, settleTime } = this.#store;
    const startedAt = clock.elapsed();
    let waiting: Promise<void> | undefined;
    const recent = sentSince(known.journal, known.since, known.run.source.noun);
    return comparedRows({ blocked: known.blocked, recent }, async (key) => {
      waiting ??= known.options.hint(
        `Waiting up to ${formatSpan(settleTime.current)}: some rows were sent a moment ago, and the store may not show them yet.`,
      );
      await waiting;
      return await this.#settle(key, startedAt);
    });
  }

  async prepare(rows: readonly SendableRow[]): Promise<Prepared> {
    return { unsent: rows, others: [] };
  }

  async settle({ row: { key }, endedAt, said }: EndedAttempt): Promise<Settled> {
    if (said !== 'throttled') return await this.#settle(key, endedAt);
    return await this.#settleThrottled(key, endedAt);
  }

  async verify({ key, recordId }: KnownRow, look: Look): Promise<Settled> {
    switch (look.why) {
      case 'left open':
        look.onLook();
        return await this.#settle(key, look.startedAt);
      case 'same store':
        return look.isNew ? await this.#settle(key, look.startedAt) : await this.#look(key);
      case 'sent again':
        return await this.#look(key);
      case 'audit':
        look.onLook();
        return await this.#lookOnceMore(key, recordId, look);
    }
  }

  #settle(key: Key, endedAt: number): Promise<Settled> {
    return settledBy(() => this.#look(key), endedAt, this.#times);
  }

  /**
   * The same for a throttled row: one look-up, since stores hardly ever create what they throttle. If this one is found, or
   * another was before that look-up ended, 429 is as unclear as a timeout.
   */
  async #settleThrottled(key: Key, endedAt: number): Promise<Settled> {
    const { settleTime } = this.#store;
    if (!settleTime.createsThrottled) {
      const settled = await this.#lookAt(key, () => endedAt + settleTime.afterThrottling);
      if (settled.kind === 'found' || settled.kind === 'duplicate') settleTime.createsThrottled = true;
      if (settled.kind !== 'absent' || !settleTime.createsThrottled) return settled;
    }
    return await this.#settle(key, endedAt);
  }

  /** If the store shows another product than it answered with, that one may still appear: the row is then a duplicate. */
  async #lookOnceMore(key: Key, recordId: string | undefined, look: Extract<Look, { readonly why: 'audit' }>) {
    const { clock, settleTime } = this.#store;
    const first = await this.#lookAt(key, look.due);
    const settled = first.kind === 'absent' ? await this.#settle(key, look.startedAt) : first;
    if (settled.kind !== 'found' || recordId === undefined || recordId === settled.recordId) return settled;
    const due = clock.elapsed() + settleTime.current;
    await waitUntil(() => due, this.#times);
    return await this.#look(key);
  }

  #lookAt(key: Key, due: () => number): Promise<Settled> {
    return settledAt(() => this.#look(key), due, this.#times);
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
}
