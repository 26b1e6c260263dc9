import { type Connection, hostOf } from '../client/connection.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { Basket } from '../resources/baskets.ts';
import { AddressSearch } from './address-search.ts';
import { type BasketList, isOlder, readBaskets, settledAfter } from './baskets.ts';
import { FoundPeople } from './found-people.ts';
import type { IdRange } from './id-gaps.ts';
import { type WalkPlan, walkIds } from './id-walk.ts';
import { KeptReads } from './kept-reads.ts';
import { LiveReads } from './live-reads.ts';
import { NamedByBaskets, type NamedRecords } from './named-records.ts';
import { maxAtOnce, type PacedReads } from './paced-reads.ts';
import type { PeopleIndex, PersonId } from './people-index.ts';
import type { Person } from './person.ts';
import type { PeopleQuery } from './query.ts';
import { RecordReads } from './record-reads.ts';
import { WaitingRecords } from './waiting-records.ts';

export interface SearchOptions {
  readonly connection: Connection;
  readonly clock: Context['clock'];
  readonly reads: PacedReads;
  readonly index: PeopleIndex;
  readonly query: PeopleQuery;
  /** Reads all again, and takes parts of words. */
  readonly isLive: boolean;
  /** Another one for each search. */
  readonly mark: string;
  /** Asks whether also the IDs between those of known customers are read; undefined where they are not. */
  readonly confirmWalk: ((plan: WalkPlan) => Promise<boolean>) | undefined;
  /** Called with each person as he is found, one at a time. */
  readonly onPerson: (person: Person) => Promise<void>;
  /** Called when something was read. */
  readonly onRead: () => void;
}

const day = 24 * 3_600_000;

/**
 * How old baskets are that are read again, since they may have been ordered meanwhile: further back where nobody is found.
 * An order of an older one is found by a live search alone.
 */
const readAgain = { found: settledAfter, nobody: 30 * day } as const;

/** Of so many changed customers the addresses are read too: that takes about a second. */
const maxChangedAddresses = 100;

/** Looks for people among the customers and orders that baskets name, the newest baskets first. */
export class PeopleSearch {
  /** How many reads of customers and orders there will be, once that is known. */
  total: number | undefined;
  /** Whether every basket that the store lists was read, now or before. */
  isComplete = false;
  /** Whether older baskets were not read again. */
  isPartial = false;
  /** Whether nothing was read but the order and the customer with the ID that was searched. */
  isByNumber = false;
  /** Whether an order or a customer has the ID that was searched. */
  isFoundByNumber = false;
  /** Customer IDs that a walk left out. */
  jumps: readonly IdRange[] = [];
  readonly live: LiveReads;
  readonly found: FoundPeople;
  readonly addresses: AddressSearch;
  readonly #options: SearchOptions;
  readonly #named: NamedByBaskets;
  readonly #kept: KeptReads;
  readonly #waiting: WaitingRecords;
  readonly #records: RecordReads;

  constructor(given: SearchOptions) {
    const { index, reads, isLive, connection } = given;
    this.#kept = new KeptReads(given);
    const onRead = (): void => {
      this.#kept.keep();
      given.onRead();
    };
    const options = { ...given, onRead };
    this.#options = options;
    this.live = new LiveReads(reads);
    this.#waiting = new WaitingRecords(() => (this.#kept.isLater && !isLive ? connection.random() : undefined));
    this.#named = new NamedByBaskets(index, isLive);
    const newOrdersOf = (customerId: string) => this.#named.ordersOf(customerId);
    this.found = new FoundPeople({ ...options, live: this.live, isPartial: isLive, newOrdersOf });
    this.addresses = new AddressSearch({ ...options, live: this.live, found: this.found });
    this.#records = new RecordReads({ ...options, live: this.live, found: this.found });
  }

  /** @throws CliError why the store cannot be read to the end; who was found before that was shown */
  async run(): Promise<void> {
    const { index, query, isLive } = this.#options;
    try {
      if (await this.#isFoundByNumber()) return;
      if (!isLive) await this.#showAll(index.find(query));
      await this.#readChanged();
      await this.#readNew();
      // Somebody may have one part as a customer, and another in an order.
      await this.#showAll(index.find(query));
      await this.#walk();
      if (query.mayBeInAddress) await this.addresses.search(this.isFoundByNumber);
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
    this.isByNumber ||= this.isFoundByNumber && !isLive && !confirmWalk && index.completeAt === undefined;
    return this.isByNumber;
  }

  async #showAll(people: readonly PersonId[]): Promise<void> {
    for (let at = 0; at < people.length; at += maxAtOnce)
      await Promise.all(people.slice(at, at + maxAtOnce).map((person) => this.found.show(person)));
  }

  /** Whom commands have changed since they were read. */
  async #readChanged(): Promise<void> {
    const { index } = this.#options;
    const changed = index.changed.all();
    const withAddresses = changed.length <= maxChangedAddresses;
    for (let at = 0; at < changed.length; at += maxAtOnce)
      await Promise.all(
        changed.slice(at, at + maxAtOnce).map(async ({ customerId }) => {
          const isThere = await this.#records.read({ customerId, order: undefined });
          if (isThere && withAddresses) await this.addresses.readOf(customerId);
        }),
      );
    await this.#forgetGone();
    index.flush();
    index.changed.done(changed.filter((person) => !this.live.isHidden(person)));
  }

  async #readNew(): Promise<void> {
    const { connection, clock, reads, index, isLive } = this.#options;
    const startedAt = clock.now().getTime();
    if (isLive) index.baskets.clear();
    else this.#kept.begin();
    const list = await readBaskets({
      connection,
      clock,
      newestFirst: true,
      read: reads.read,
    });
    await Promise.all([this.#readPages(list), this.#records.readAll(this.#unread(this.#waiting.untilEnd()))]);
    if (isLive) await this.#readUnnamed();
    this.#refuseNameless(hostOf(connection), list);
    this.live.refuseNone();
    index.baskets.readAt = startedAt;
    index.completeAt = startedAt;
    if (!this.isPartial || this.found.count === 0) index.thoroughAt = startedAt;
    this.isComplete = true;
  }

  /** All pages, while the records that they name wait; but those of the first page are read first. */
  async #readPages(list: BasketList): Promise<void> {
    try {
      for await (const { records } of list.pages) {
        const isFirst = this.#waiting.reads === 0;
        this.#options.index.baskets.add(records);
        this.#waiting.add(records.flatMap((basket) => this.#named.add(basket) ?? []));
        this.#options.onRead();
        if (isFirst) await this.#records.readAll(this.#unread(this.#waiting.now()));
        if (this.#wereRead(records, list)) break;
      }
      this.total = this.#waiting.reads;
    } finally {
      this.#waiting.end();
    }
  }

  /** Without what another search has read meanwhile: whom it has found is shown. */
  async *#unread(records: AsyncIterable<NamedRecords>): AsyncGenerator<NamedRecords> {
    const { index, query, isLive } = this.#options;
    for await (const named of records) {
      if (!isLive && this.#kept.takeNews()) await this.#showAll(index.find(query));
      const unread = this.#named.take(named, this.#kept.hasOthers && !isLive);
      if (unread) yield unread;
    }
  }

  /** Whether these baskets, and so all that are older, were read before, and say what they said then. */
  #wereRead(baskets: readonly Basket[], { isNewestFirst }: BasketList): boolean {
    const { index, isLive } = this.#options;
    const [at, span] =
      this.found.count > 0 ? [index.completeAt, readAgain.found] : [index.thoroughAt, readAgain.nobody];
    if (isLive || at === undefined || !isNewestFirst) return false;
    this.isPartial = baskets.every((basket) => isOlder(basket, at - span));
    return this.isPartial;
  }

  /** Whom the index knows, and no basket of this search names. Those who are gone are forgotten. */
  async #readUnnamed(): Promise<void> {
    const { index } = this.#options;
    const isUnnamed = (kind: 'customer' | 'order') => (id: string) => !this.#named.names(kind, id);
    this.#waiting.add(
      index
        .ids('customer')
        .filter(isUnnamed('customer'))
        .map((customerId) => ({ customerId })),
    );
    this.#waiting.add(
      index
        .ids('order')
        .filter(isUnnamed('order'))
        .map((orderId) => ({ order: { orderId, customerId: index.customerOf(orderId) } })),
    );
    this.total = this.#waiting.reads;
    await this.#records.readAll(this.#waiting.now());
    await this.#forgetGone();
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

  async #walk(): Promise<void> {
    const { connection, clock, reads, index, isLive, confirmWalk } = this.#options;
    if (confirmWalk === undefined) return;
    this.jumps = await walkIds({
      host: hostOf(connection),
      clock,
      index,
      isLive,
      read: (customerId) => this.#records.read({ customerId, order: undefined }),
      ratePerSecond: () => reads.ratePerSecond(),
      onCount: (ids) => {
        this.total = this.live.done + ids;
      },
      confirm: confirmWalk,
    });
  }

  #refuseNameless(host: string, list: BasketList): void {
    if (list.cost().baskets === 0 || this.#named.canName) return;
    throw new CliError(
      'refused',
      `The baskets of ${host} name neither customers nor orders: nobody can be found by them.`,
      { hint: 'To see what a basket has: shop-cli baskets get <key> --json' },
    );
  }
}
