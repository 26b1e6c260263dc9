import { type Connection, hostOf } from '../../client/connection.ts';
import type { Context } from '../../context.ts';
import type { PacedReads } from '../../pace/paced-reads.ts';
import type { Address } from '../../resources/addresses.ts';
import type { Customer } from '../../resources/customers.ts';
import type { IdRange } from '../index/id-gaps.ts';
import type { PeopleIndex } from '../index/people-index.ts';
import type { Person } from '../index/person.ts';
import { KeptReads } from '../orders/kept-reads.ts';
import { NamedByBaskets } from '../orders/named-records.ts';
import { numberOf } from '../orders/orders.ts';
import { AddressSearch } from './address-search.ts';
import { BasketRecords } from './basket-records.ts';
import { ChangedReads } from './changed-reads.ts';
import { FoundPeople } from './found-people.ts';
import { type WalkPlan, walkIds, walkNewIds } from './id-walk.ts';
import { LateOrders } from './late-orders.ts';
import { LiveReads } from './live-reads.ts';
import { OutdatedReads } from './outdated-reads.ts';
import type { PeopleQuery } from './query.ts';
import { RecordReads } from './record-reads.ts';
import type { SearchProgress } from './search-progress.ts';

export interface SearchOptions {
  readonly connection: Connection;
  readonly clock: Context['clock'];
  readonly reads: PacedReads;
  readonly index: PeopleIndex;
  readonly query: PeopleQuery;
  /** Reads all again, and takes parts of words. */
  readonly isLive: boolean;
  /** How many people are shown at most; undefined for everybody. Those who ordered last come first. */
  readonly limit: number | undefined;
  /** Whether also people are shown who had what was searched when last read, where nobody has it now. */
  readonly showsFormer: boolean;
  /** Whether a search has read a moment ago what is new. */
  readonly isJustRead?: boolean;
  /** Addresses of customers that were read a moment ago. */
  readonly addressesJustRead?: ReadonlyMap<string, readonly Address[]> | undefined;
  /** Customers who were read a moment ago. */
  readonly customersJustRead?: ReadonlyMap<string, Customer> | undefined;
  /** Another mark for each search. */
  readonly mark: string;
  /** Asks whether also the IDs between those of known customers are read; undefined where no such ID is read. */
  readonly confirmWalk: ((plan: WalkPlan) => Promise<boolean>) | undefined;
  /** Called with each person who is found, one at a time. */
  readonly onPerson: (person: Person) => Promise<void>;
  /** Called when something was read. */
  readonly onRead: () => void;
  /** Called before something is read that takes long, when the orders of everybody are known who was shown. */
  readonly beforeSlow: () => Promise<void>;
}

/** Looks for people among the customers and orders that baskets refer to, the newest baskets first. */
export class PeopleSearch {
  /** Whether every basket that the store lists was read, now or before. */
  isComplete = false;
  /** Whether nothing was read but the order and the customer with the ID that was searched. */
  isByNumber = false;
  /** Whether an order or a customer has the ID that was searched. */
  isFoundByNumber = false;
  /** Customer IDs that a walk left out. */
  jumps: readonly IdRange[] = [];
  readonly live: LiveReads;
  readonly found: FoundPeople;
  readonly addresses: AddressSearch;
  readonly changed: ChangedReads;
  readonly outdated: OutdatedReads;
  readonly #options: SearchOptions;
  readonly #kept: KeptReads;
  readonly #records: RecordReads;
  readonly #ofBaskets: BasketRecords;
  /** How many IDs a walk reads, and how many requests were answered before it. */
  #walking: { readonly ids: number; readonly before: number } | undefined;

  constructor(given: SearchOptions) {
    const { index, reads, isLive } = given;
    const kept = new KeptReads(given);
    const onRead = (): void => {
      kept.keep();
      given.onRead();
    };
    const live = new LiveReads(reads);
    const now = (): number => given.clock.now().getTime();
    const named = new NamedByBaskets(index, isLive, now);
    const options = { ...given, onRead, live };
    const newOrdersOf = (customerId: string) => named.ordersOf(customerId);
    const found = new FoundPeople({
      ...options,
      isPartial: isLive,
      // A live search reads all, and the index does not know who has a part of a word.
      limit: isLive ? undefined : given.limit,
      newOrdersOf,
    });
    this.#options = options;
    this.#kept = kept;
    this.live = live;
    this.found = found;
    this.addresses = new AddressSearch({ ...options, found });
    const records = new RecordReads({ ...options, found, now });
    const lateOrders = new LateOrders({ index, live, named, records, now });
    this.outdated = new OutdatedReads({ ...options, records });
    this.changed = new ChangedReads({ ...options, records, addresses: this.addresses });
    this.#records = records;
    this.#ofBaskets = new BasketRecords({ ...options, found, kept, named, records, lateOrders });
  }

  /** Whether older baskets were not read again. */
  get isPartial(): boolean {
    return this.#ofBaskets.isPartial;
  }

  /** How far it is. What comes after is counted anew: an end that moves would be none. */
  get progress(): SearchProgress {
    const walking = this.#walking;
    const ofWalk = walking && {
      unit: 'customer IDs' as const,
      done: this.live.done - walking.before,
      total: walking.ids,
    };
    return (
      this.changed.progress ?? this.outdated.progress ?? this.addresses.progress ?? ofWalk ?? this.#ofBaskets.progress
    );
  }

  /** @throws CliError why the store cannot be read to the end; who was found before that was shown */
  async run(): Promise<void> {
    const { query, isLive, isJustRead = false } = this.#options;
    try {
      if (await this.#isFoundByNumber()) return;
      if (!isLive) await this.found.showKnown();
      if (!isJustRead) await this.#readNew();
      this.isComplete = true;
      // Somebody may have one part as a customer, and another in an order.
      await this.found.showKnown();
      await this.#walk();
      if (query.mayBeInAddress) await this.addresses.search(this.isFoundByNumber);
      await this.found.showKnown();
      if (query.isEmailPart && !this.found.hasAnyone) {
        await this.outdated.readAll();
        await this.#forgetGone();
      }
      await this.found.showFormer();
    } finally {
      this.#kept.end();
      await this.found.ended();
    }
  }

  /** Whether the ID that was searched is enough. Without an index it is: to read all baskets for a phone number takes long. */
  async #isFoundByNumber(): Promise<boolean> {
    const { index, query, isLive, confirmWalk } = this.#options;
    if (query.number === undefined) return false;
    this.isByNumber = query.isOrderAlone;
    await this.found.showNumber(query);
    this.#options.onRead();
    if (query.isOrderAlone) this.live.refuseNone();
    this.isFoundByNumber = this.found.count > 0;
    this.isByNumber ||= this.isFoundByNumber && !isLive && !confirmWalk && index.marks.completeAt === undefined;
    return this.isByNumber;
  }

  /** Customers who were read, and are not there. Their orders are then those of nobody. */
  async #forgetGone(): Promise<void> {
    const { index } = this.#options;
    for (const customerId of this.#records.gone) {
      const orders = index.ordersOf(customerId);
      index.remove({ customerId });
      for (const { orderId } of orders)
        await this.#records.read({ customerId: undefined, order: { orderId, customerId: undefined } });
    }
  }

  async #readNew(): Promise<void> {
    const { clock, index, isLive } = this.#options;
    const startedAt = clock.now().getTime();
    if (isLive) index.baskets.beginAgain();
    else this.#kept.begin();
    await this.changed.read();
    await this.#forgetGone();
    this.changed.end();
    await this.#ofBaskets.read();
    // A record that a live search did not see is gone.
    if (isLive) await this.#forgetGone();
    this.live.refuseNone();
    index.baskets.endAgain();
    index.baskets.readAt = startedAt;
    index.marks.completeAt = startedAt;
    if (!this.isPartial || (!this.found.hasAnyone && !this.#ofBaskets.hasLateOrders)) this.#beThorough(startedAt);
  }

  /** All baskets were read that may have changed. */
  #beThorough(at: number): void {
    const { index } = this.#options;
    index.marks.thoroughAt = at;
    const highest = numberOf(index.highestOrders(1)[0]?.orderId);
    if (highest !== undefined) index.marks.orderMark = highest;
  }

  async #walk(): Promise<void> {
    const { connection, clock, reads, index, isLive, confirmWalk, beforeSlow } = this.#options;
    const walking = { host: hostOf(connection), clock, index, isLive, read: this.#readWalked };
    if (confirmWalk === undefined) {
      // An index that was walked stays one that knows everybody.
      if (!this.found.hasAnyone && index.marks.walked.length > 0) await walkNewIds(walking);
      return;
    }
    await beforeSlow();
    this.found.isWalk = true;
    this.jumps = await walkIds({
      ...walking,
      ratePerSecond: () => reads.ratePerSecond(),
      onCount: (ids) => {
        this.#walking = { ids, before: this.live.done };
      },
      confirm: confirmWalk,
    });
    this.found.isWalk = false;
  }

  /** Addresses too: nothing else shows the place or company of somebody without a basket. */
  readonly #readWalked = async (customerId: string): Promise<boolean> => {
    const isThere = await this.#records.read({ customerId, order: undefined });
    if (isThere) await this.addresses.readOf(customerId);
    return isThere;
  };
}
