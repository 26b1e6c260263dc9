import type { Basket } from '../../resources/baskets.ts';
import { orderIdIn } from '../../resources/orders.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { HashSet, hashOf } from '../../text/hash-set.ts';
import { createdAt } from '../index/basket-age.ts';
import type { KnownOrder, PeopleIndex, ReadRecord } from '../index/people-index.ts';
import { partsOf } from '../words/parts.ts';
import { skusOf } from './ordered-skus.ts';
import { numberOf } from './orders.ts';

/** What a basket names that was not read yet. */
export interface NamedRecords {
  /** To be read. */
  readonly customerId?: string | undefined;
  /** To be read, with its customer. */
  readonly order?: { readonly orderId: string; readonly customerId?: string | undefined } | undefined;
}

/** The customers and orders that baskets refer to, each once. */
export class NamedByBaskets {
  /** Whether any basket has the fields that name one. */
  canName = false;
  /** The highest number of an order that a basket of this search names; 0 where none is a number. */
  highestOrder = 0;
  readonly #index: Pick<PeopleIndex, 'knows' | 'missing'>;
  readonly #now: () => number;
  /** Whether also those are read that the index knows. */
  readonly #all: boolean;
  readonly #customers = new HashSet();
  readonly #orders = new HashSet();
  /** Customers that a reader has taken. */
  readonly #taken = new HashSet();
  readonly #ordersOf = new Map<string, KnownOrder[]>();

  /** @param now in milliseconds since 1970 */
  constructor(index: Pick<PeopleIndex, 'knows' | 'missing'>, all: boolean, now: () => number) {
    this.#index = index;
    this.#all = all;
    this.#now = now;
  }

  /** What is to be read for a basket; undefined for a basket that names nothing new. */
  add(basket: Basket): NamedRecords | undefined {
    this.canName ||= Object.hasOwn(basket, 'customerId') || Object.hasOwn(basket, 'orderId');
    const customerId = customerIdIn(basket.customerId);
    const orderId = Object.hasOwn(basket, 'orderId') ? orderIdIn(basket) : undefined;
    this.highestOrder = Math.max(this.highestOrder, numberOf(orderId) ?? 0);
    const isNewOrder = orderId !== undefined && this.#isNew('order', orderId, this.#orders);
    if (isNewOrder && customerId !== undefined) this.#note(customerId, { orderId, date: createdAt(basket) });
    const newCustomer = customerId !== undefined && this.#isNew('customer', customerId, this.#customers);
    if (!isNewOrder && !newCustomer) return undefined;
    return {
      customerId: newCustomer ? customerId : undefined,
      order: isNewOrder ? { orderId, customerId } : undefined,
    };
  }

  /**
   * What a reader still has to read of these, in any order: the customer of an order is read with it or before. Undefined
   * for nothing. @param withOthers whether other searches may have read some
   */
  take({ customerId, order }: NamedRecords, withOthers: boolean): NamedRecords | undefined {
    const isUnread = (kind: 'customer' | 'order', id: string) => !withOthers || !this.#index.knows(kind, id);
    const unread = order && isUnread('order', order.orderId) ? order : undefined;
    const owner = customerId ?? (withOthers ? unread?.customerId : undefined);
    const isWanted = owner !== undefined && this.#taken.add(hashOfId(owner)) && isUnread('customer', owner);
    if (!isWanted && unread === undefined) return undefined;
    return { customerId: isWanted ? owner : undefined, order: unread };
  }

  /** Whether a basket of this search has named it. */
  names(kind: 'customer' | 'order', id: string): boolean {
    return (kind === 'customer' ? this.#customers : this.#orders).has(hashOfId(id));
  }

  /** The orders of a customer that baskets of this search name, in their order. */
  ordersOf(customerId: string): readonly KnownOrder[] {
    return this.#ordersOf.get(customerId) ?? [];
  }

  #isNew(kind: 'customer' | 'order', id: string, seen: HashSet): boolean {
    if (!seen.add(hashOfId(id))) return false;
    return this.#all || !(this.#index.knows(kind, id) || this.#index.missing.has(kind, id, this.#now()));
  }

  #note(customerId: string, order: KnownOrder): void {
    this.#ordersOf.set(customerId, [...this.ordersOf(customerId), order]);
  }
}

/** Numbers are their own hashes: no two are equal. */
const hashOfId = (id: string): number => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : hashOf(id));

/** 0 is none. A store may have IDs that are no numbers. */
export function customerIdIn(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' || text === '0' ? undefined : text;
}

/** A record as the index keeps it: of a customer, or of an order. */
export function readRecordOf(
  of: { readonly customerId?: string | undefined; readonly orderId?: string },
  record: StoreRecord,
): ReadRecord {
  const { customerId, orderId } = of;
  const date = typeof record.dateCreated === 'string' ? record.dateCreated : '';
  const parts = partsOf(record);
  return orderId === undefined
    ? { kind: 'customer', id: customerId ?? '', date, parts }
    : { kind: 'order', id: orderId, customerId, date, parts, skus: skusOf(record) };
}
