import { type Connection, hostOf } from '../../client/connection.ts';
import type { Clock } from '../../context.ts';
import { CliError } from '../../errors.ts';
import type { PacedReads } from '../../pace/paced-reads.ts';
import type { Basket } from '../../resources/baskets.ts';
import { endsOlder, settledAfter } from '../index/basket-age.ts';
import type { PeopleIndex } from '../index/people-index.ts';
import { type BasketList, readBaskets } from '../orders/baskets.ts';
import type { KeptReads } from '../orders/kept-reads.ts';
import type { NamedByBaskets, NamedRecords } from '../orders/named-records.ts';
import { WaitingRecords } from '../orders/waiting-records.ts';
import type { FoundPeople } from './found-people.ts';
import type { LateOrders } from './late-orders.ts';
import type { RecordReads } from './record-reads.ts';
import type { SearchProgress } from './search-progress.ts';

interface BasketRecordsOptions {
  readonly connection: Connection;
  readonly clock: Pick<Clock, 'elapsed' | 'now'>;
  readonly reads: PacedReads;
  readonly index: PeopleIndex;
  /** Whether also those are read that the index knows. */
  readonly isLive: boolean;
  readonly kept: KeptReads;
  readonly named: NamedByBaskets;
  readonly records: RecordReads;
  readonly lateOrders: LateOrders;
  readonly found: FoundPeople;
  /** Called when something was read. */
  readonly onRead: () => void;
  /** Called before many records are read, when all baskets are known. */
  readonly beforeSlow: () => Promise<void>;
}

const day = 24 * 3_600_000;

/**
 * How old baskets are that are read again, since they may have been ordered meanwhile: further back where nobody is found.
 * An order of an older one is found by a live search alone.
 */
const readAgain = { found: settledAfter, nobody: 30 * day } as const;

/** Where nobody is found again so soon, orders of older baskets are read by their numbers, in milliseconds. */
const soon = 3_600_000;

/** So many records are read in about a second. */
const few = 100;

/** Reads the customers and orders that baskets refer to, the newest baskets first. */
export class BasketRecords {
  /** Whether older baskets were not read again. */
  isPartial = false;
  /** Whether orders of older baskets were read by their numbers; undefined before it is known whether they can be. */
  hasLateOrders: boolean | undefined;
  readonly #options: BasketRecordsOptions;
  readonly #waiting: WaitingRecords;
  #list: BasketList | undefined;
  #isListed = false;

  constructor(options: BasketRecordsOptions) {
    const { connection, kept, isLive } = options;
    this.#options = options;
    this.#waiting = new WaitingRecords(() => (kept.isLater && !isLive ? connection.random() : undefined));
  }

  /** How far it is: baskets first, since only they say how much there is to read. */
  get progress(): SearchProgress {
    if (this.#isListed) return { unit: 'customers and orders', done: this.#waiting.taken, total: this.#waiting.reads };
    const { index, isLive } = this.#options;
    // Once all were read, it is over where the new ones end.
    const total = isLive || index.marks.completeAt === undefined ? this.#list?.total : undefined;
    return { unit: 'baskets', done: this.#list?.cost().baskets ?? 0, total };
  }

  /** @throws CliError `refused` where baskets name nobody */
  async read(): Promise<void> {
    const { connection, clock, reads, records, index, isLive } = this.#options;
    const areMostKnown = !isLive && index.marks.completeAt !== undefined;
    const list = await readBaskets({ connection, clock, newestFirst: true, areMostKnown, read: reads.read });
    this.#list = list;
    await Promise.all([this.#readPages(list), records.readAll(this.#unread(this.#waiting.untilEnd()))]);
    if (this.#options.isLive) await this.#readUnnamed();
    this.#refuseNameless(list);
  }

  /** All pages, while the records that they name wait; but those of the first page are read first. */
  async #readPages(list: BasketList): Promise<void> {
    const { index, named, records: reader, onRead, beforeSlow } = this.#options;
    try {
      for await (const { records } of list.pages) {
        const isFirst = this.#waiting.reads === 0;
        index.baskets.add(records);
        this.#waiting.add(records.flatMap((basket) => named.add(basket) ?? []));
        onRead();
        if (isFirst) await reader.readAll(this.#unread(this.#waiting.now()));
        if (await this.#wereRead(records, list)) break;
      }
      this.#isListed = true;
      if (this.#waiting.reads - this.#waiting.taken > few) await beforeSlow();
    } finally {
      this.#waiting.end();
    }
  }

  /** The records that no other search has read meanwhile; the people that the other search found are shown. */
  async *#unread(records: AsyncIterable<NamedRecords>): AsyncGenerator<NamedRecords> {
    const { isLive, kept, named, found } = this.#options;
    for await (const each of records) {
      if (!isLive && kept.takeNews()) await found.showKnown();
      const unread = named.take(each, kept.hasOthers && !isLive);
      if (unread) yield unread;
    }
  }

  /** Whether all baskets behind these were read before, and say what they said then: the last of these were. */
  async #wereRead(baskets: readonly Basket[], { isNewestFirst }: BasketList): Promise<boolean> {
    const { index, isLive, found, clock, lateOrders } = this.#options;
    if (isLive || !isNewestFirst) return false;
    const areBefore = (at: number | undefined, span: number): boolean =>
      at !== undefined && endsOlder(baskets, at - span);
    if (!found.hasAnyone && areBefore(index.marks.completeAt, readAgain.found)) {
      const isSoon = Math.abs(clock.now().getTime() - (index.marks.thoroughAt ?? 0)) < soon;
      this.hasLateOrders ??= isSoon && (await lateOrders.readAll());
    }
    const isEnough = found.hasAnyone || this.hasLateOrders === true;
    this.isPartial = isEnough
      ? areBefore(index.marks.completeAt, readAgain.found)
      : areBefore(index.marks.thoroughAt, readAgain.nobody);
    return this.isPartial;
  }

  /** Whom the index knows, and no basket of this search names. */
  async #readUnnamed(): Promise<void> {
    const { index, named, records } = this.#options;
    const isUnnamed = (kind: 'customer' | 'order') => (id: string) => !named.names(kind, id);
    const customers = [...index.ids('customer'), ...index.changed.unread()].filter(isUnnamed('customer'));
    const orders = index.ids('order').filter(isUnnamed('order'));
    this.#waiting.add(customers.map((customerId) => ({ customerId })));
    this.#waiting.add(orders.map((orderId) => ({ order: { orderId, customerId: index.customerOf(orderId) } })));
    await records.readAll(this.#waiting.now());
  }

  #refuseNameless(list: BasketList): void {
    const { named, connection } = this.#options;
    if (list.cost().baskets === 0 || named.canName) return;
    throw new CliError(
      'refused',
      `The baskets of ${hostOf(connection)} refer to neither customers nor orders, so no one can be found through them.`,
      { hint: 'To see what a basket has: shop-cli baskets get <key> --json' },
    );
  }
}
