import { type Connection, hostOf } from '../client/connection.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { Basket } from '../resources/baskets.ts';
import { type BasketList, createdAt, readBaskets } from './baskets.ts';
import { FoundPeople } from './found-people.ts';
import { LiveReads } from './live-reads.ts';
import { NamedByBaskets, type NamedRecords, readRecordOf } from './named-records.ts';
import { maxAtOnce, type PacedReads } from './paced-reads.ts';
import { partsOf } from './parts.ts';
import type { PeopleIndex, PersonId } from './people-index.ts';
import { type Person, partsOfPerson } from './person.ts';
import { matches, type Query } from './query.ts';
import { WaitingRecords } from './waiting-records.ts';

export interface SearchOptions {
  readonly connection: Connection;
  readonly clock: Context['clock'];
  readonly reads: PacedReads;
  readonly index: PeopleIndex;
  readonly query: Query;
  /** Reads all again, and takes parts of words. */
  readonly isLive: boolean;
  /** Called with each person as he is found, one at a time. */
  readonly onPerson: (person: Person) => Promise<void>;
  /** Called when something was read. */
  readonly onRead: () => void;
}

/** Milliseconds. A basket that is ordered later than this is found by a live search alone, or by one that reads all. */
const orderedWithin = 2 * 24 * 3_600_000;

/** Looks for people among the customers and orders that baskets name, the newest baskets first. */
export class PeopleSearch {
  /** How many reads of customers and orders there will be, once that is known. */
  total: number | undefined;
  /** Whether every basket that the store lists was read, now or before. */
  isComplete = false;
  readonly live: LiveReads;
  readonly found: FoundPeople;
  readonly #options: SearchOptions;
  readonly #named: NamedByBaskets;
  readonly #waiting = new WaitingRecords();
  /** Customers who are being read. */
  readonly #reading = new Map<string, Promise<unknown>>();

  constructor(options: SearchOptions) {
    const { index, reads, isLive } = options;
    this.#options = options;
    this.live = new LiveReads(reads);
    this.#named = new NamedByBaskets(index, isLive);
    const newOrdersOf = (customerId: string) => this.#named.ordersOf(customerId);
    this.found = new FoundPeople({ ...options, live: this.live, isPartial: isLive, newOrdersOf });
  }

  /** @throws CliError why the store cannot be read to the end; who was found before that was shown */
  async run(): Promise<void> {
    const { index, query, isLive } = this.#options;
    try {
      if (!isLive) await this.#showAll(index.find(query));
      await this.#readNew();
      // Somebody may have one part as a customer, and another in an order.
      await this.#showAll(index.find(query));
      if (this.found.count === 0 && query.isPlace) await this.#readAddresses();
    } finally {
      index.flush();
      await this.found.ended();
    }
  }

  async #showAll(people: readonly PersonId[]): Promise<void> {
    for (let at = 0; at < people.length; at += maxAtOnce)
      await Promise.all(people.slice(at, at + maxAtOnce).map((person) => this.found.show(person)));
  }

  async #readNew(): Promise<void> {
    const { connection, clock, reads, index } = this.#options;
    const startedAt = clock.now().getTime();
    const list = await readBaskets({
      connection: reads.connection,
      clock,
      newestFirst: true,
      read: (once) => reads.read(once),
    });
    await Promise.all([this.#readPages(list), this.#readRecords(this.#waiting.untilEnd())]);
    this.#refuseNameless(hostOf(connection), list);
    this.live.refuseNone();
    index.completeAt = startedAt;
    this.isComplete = true;
  }

  /** All pages, while the records that they name wait; but those of the first page are read first. */
  async #readPages(list: BasketList): Promise<void> {
    const since = this.#readSince(list);
    try {
      for await (const { records } of list.pages) {
        const isFirst = this.#waiting.reads === 0;
        for (const basket of records) this.#waiting.add(this.#named.add(basket));
        this.#options.onRead();
        if (isFirst) await this.#readRecords(this.#waiting.now());
        if (since !== undefined && records.every((basket) => isOlder(basket, since))) break;
      }
      this.total = this.#waiting.reads;
    } finally {
      this.#waiting.end();
    }
  }

  /** Baskets before this time were read before. */
  #readSince({ isNewestFirst }: BasketList): number | undefined {
    const { index, isLive } = this.#options;
    const { completeAt } = index;
    return isLive || completeAt === undefined || !isNewestFirst ? undefined : completeAt - orderedWithin;
  }

  async #readRecords(all: AsyncIterable<NamedRecords>): Promise<void> {
    const iterator = all[Symbol.asyncIterator]();
    const reader = async (): Promise<void> => {
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        await this.#readNamed(next.value);
    };
    await Promise.all(Array.from({ length: maxAtOnce }, reader));
  }

  async #readNamed(named: NamedRecords): Promise<void> {
    const [customer, order] = await Promise.all([this.#readCustomer(named), this.#readOrder(named)]);
    this.#options.onRead();
    const { query, isLive } = this.#options;
    const read = { customer, known: [], orders: order ? [order] : [], addresses: [] };
    if (!matches(query, partsOfPerson(read), isLive)) return;
    const { orderId = '' } = named.order ?? {};
    const customerId = named.customerId ?? named.order?.customerId;
    const orders = order && new Map([[orderId, order]]);
    await this.found.show(customerId === undefined ? { orderId } : { customerId }, { customer, orders });
  }

  async #readCustomer({ customerId }: NamedRecords) {
    if (customerId === undefined) return undefined;
    const { index } = this.#options;
    const reading = this.live.customer(customerId).then((customer) => {
      if (customer) index.add(readRecordOf({ customerId }, customer));
      return customer;
    });
    this.#reading.set(customerId, reading);
    return await reading.finally(() => this.#reading.delete(customerId));
  }

  /** The entry of a customer must be there before that of an order. */
  async #readOrder({ order: named }: NamedRecords) {
    if (named === undefined) return undefined;
    const order = await this.live.order(named.orderId);
    await this.#reading.get(named.customerId ?? '');
    if (order) this.#options.index.add(readRecordOf(named, order));
    return order;
  }

  /** Of everybody whose addresses were not read before. */
  async #readAddresses(): Promise<void> {
    const { index } = this.#options;
    let page = index.withoutAddresses(0);
    while (page.length > 0) {
      await Promise.all(page.map(({ customerId }) => this.#readAddressesOf(customerId)));
      page = index.withoutAddresses(page.at(-1)?.number ?? 0);
    }
  }

  async #readAddressesOf(customerId: string): Promise<void> {
    const { index, query, isLive } = this.#options;
    const addresses = await this.live.addresses(customerId);
    const parts = new Set(addresses.flatMap((address) => [...partsOf(address)]));
    index.addAddresses(customerId, parts);
    this.#options.onRead();
    if (!matches(query, parts, isLive)) return;
    this.found.reconsider({ customerId });
    await this.found.show({ customerId });
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

/** One without a date is not. */
const isOlder = (basket: Basket, since: number): boolean =>
  Date.parse(`${createdAt(basket).replace(' ', 'T')}Z`) < since;
