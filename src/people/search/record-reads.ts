import { maxAtOnce } from '../../pace/pace.ts';
import type { Customer } from '../../resources/customers.ts';
import type { Order } from '../../resources/orders.ts';
import type { PeopleIndex } from '../index/people-index.ts';
import { partsOfPerson } from '../index/person.ts';
import { type NamedRecords, readRecordOf } from '../orders/named-records.ts';
import { hasPersonFields } from '../words/parts.ts';
import type { FoundPeople } from './found-people.ts';
import type { LiveReads } from './live-reads.ts';
import { matches, type PeopleQuery } from './query.ts';

interface RecordReadsOptions {
  readonly live: LiveReads;
  readonly index: PeopleIndex;
  readonly found: FoundPeople;
  readonly query: PeopleQuery;
  /** Whether also those are read that the index knows, and parts of words are enough. */
  readonly isLive: boolean;
  /** In milliseconds since 1970. */
  readonly now: () => number;
  /** Called when something was read. */
  readonly onRead: () => void;
}

/** Reads customers and orders into the index, and shows who is meant. */
export class RecordReads {
  /** Customers who are named, and are not there. */
  readonly gone: string[] = [];
  readonly #options: RecordReadsOptions;
  /** Customers who are being read: few. The entries of a Map would be garbage that V8 keeps until it collects all. */
  readonly #reading: { readonly customerId: string; readonly ended: Promise<unknown> }[] = [];

  constructor(options: RecordReadsOptions) {
    this.#options = options;
  }

  /** Reads these side by side. */
  async readAll(all: AsyncIterable<NamedRecords>): Promise<void> {
    const iterator = all[Symbol.asyncIterator]();
    const reader = async (): Promise<void> => {
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
        await this.read(next.value);
    };
    await Promise.all(Array.from({ length: maxAtOnce }, reader));
  }

  /** Returns whether there is anybody. */
  async read(named: NamedRecords): Promise<boolean> {
    const { query, isLive, found, onRead } = this.#options;
    const [customer, order] = await Promise.all([this.#readCustomer(named), this.#readOrder(named)]);
    onRead();
    const read = { customer, known: [], orders: order ? [order] : [], addresses: [] };
    const isThere = customer !== undefined || order !== undefined;
    if (!matches(query, partsOfPerson(read), isLive)) return isThere;
    const { orderId = '' } = named.order ?? {};
    const customerId = named.customerId ?? named.order?.customerId;
    const orders = order && new Map([[orderId, order]]);
    await found.show(customerId === undefined ? { orderId } : { customerId }, { customer, orders });
    return isThere;
  }

  async #readCustomer({ customerId }: NamedRecords): Promise<Customer | undefined> {
    if (customerId === undefined) return undefined;
    const { live, index, now } = this.#options;
    const reading = live.customer(customerId).then((customer) => {
      if (customer) {
        index.shapes.note(customerId, hasPersonFields(customer));
        index.add(readRecordOf({ customerId }, customer));
        index.missing.remove('customer', customerId);
      } else if (!live.isHidden({ customerId })) {
        this.gone.push(customerId);
        index.missing.add('customer', customerId, now());
      }
      return customer;
    });
    const entry = { customerId, ended: reading };
    this.#reading.push(entry);
    return await reading.finally(() => this.#reading.splice(this.#reading.indexOf(entry), 1));
  }

  /** The entry of a customer must be there before that of an order. */
  async #readOrder({ order: named }: NamedRecords): Promise<Order | undefined> {
    if (named === undefined) return undefined;
    const { live, index, isLive, now } = this.#options;
    const { orderId, customerId = '' } = named;
    const order = await live.order(orderId);
    await this.#reading.find((reading) => reading.customerId === customerId)?.ended;
    if (order) {
      index.add(readRecordOf(named, order));
      index.missing.remove('order', orderId);
    } else if (!live.isHidden({ orderId })) {
      index.missing.add('order', orderId, now());
      if (isLive) index.remove({ orderId });
    }
    return order;
  }
}
