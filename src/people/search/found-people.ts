import { maxAtOnce } from '../../pace/pace.ts';
import type { Address } from '../../resources/addresses.ts';
import { type Customer, customer as customerRecord } from '../../resources/customers.ts';
import { type Order, orderIdIn } from '../../resources/orders.ts';
import type { KnownOrder, PersonId } from '../index/people-index.ts';
import { idOf, nameOf, type Person, partsOfPerson } from '../index/person.ts';
import { knownOrder, newestFirst } from '../orders/known-orders.ts';
import { customerIdIn, readRecordOf } from '../orders/named-records.ts';
import { FoundPlaces, type FoundPlacesOptions } from './found-places.ts';
import { learnPerson } from './learned.ts';
import { likenessOf } from './likeness.ts';
import { hasOtherDigits, matches, type PeopleQuery } from './query.ts';

interface FoundOptions extends FoundPlacesOptions {
  /** Whether also people are shown who had what was searched when last read, where nobody has it now. */
  readonly showsFormer: boolean;
  /** The orders of a customer that were not in the index before. */
  readonly newOrdersOf: (customerId: string) => readonly KnownOrder[];
  /** Customers who were read a moment ago. */
  readonly customersJustRead?: ReadonlyMap<string, Customer> | undefined;
  readonly onPerson: (person: Person) => Promise<void>;
}

/** What was read of somebody a moment ago. */
interface JustRead {
  readonly customer?: Customer | undefined;
  readonly orders?: ReadonlyMap<string, Order> | undefined;
}

/** Orders of one person that are read to show that person. */
const maxOrders = 10;

/** Shows each person who may be meant once, as the store has that person now. */
export class FoundPeople {
  count = 0;
  /** Whether who is found has no basket, and comes first: a walk is made for such people. */
  isWalk = false;
  /** Whether the ID that was searched is that of an order, and that of a customer who did not place it. */
  isOrderAndCustomer = false;
  /** Who was shown, or is not meant after all. */
  readonly #handled = new Set<string>();
  readonly #shown = new Set<string>();
  /** Whom the index finds, and who has another name or address since. */
  #former: Person[] = [];
  readonly #options: FoundOptions;
  readonly #places: FoundPlaces;
  #showing: Promise<void> = Promise.resolve();

  constructor(options: FoundOptions) {
    this.#options = options;
    this.#places = new FoundPlaces(options);
  }

  /** Shows the person of an ID, if that person is meant, and there is room: else the index knows who else there is. */
  async show(id: PersonId, read: JustRead = {}): Promise<void> {
    const { limit } = this.#options;
    if (this.isWalk || limit === undefined || this.count < limit) await this.#show(id, read);
  }

  /** Shows whom the index knows, side by side; with a limit, those who ordered last. */
  async showKnown(): Promise<void> {
    const { index, query, limit = Number.POSITIVE_INFINITY } = this.#options;
    const people = this.#places.inCityFirst(index.find(query));
    let shown = 0;
    for (let at = 0; at < people.length && shown < limit; ) {
      const next = people.slice(at, at + Math.min(maxAtOnce, limit - shown));
      await Promise.all(next.map((id) => this.#show(id)));
      shown += next.filter((id) => this.#shown.has(nameOf(id))).length;
      at += next.length;
    }
  }

  /** Whether anybody has what was searched, or had it when last read. */
  get hasAnyone(): boolean {
    return this.count > 0 || this.#former.length > 0;
  }

  /**
   * Who had what was searched when last read, as the store has them now: for a script where nobody else has it, for a
   * person beside those who have, while there is room.
   */
  async showFormer(): Promise<void> {
    const { limit, showsFormer, query } = this.#options;
    // People elsewhere who have the name now are shown in place of who has left a city.
    if (!showsFormer || query.city !== undefined || (limit === undefined && this.count > 0)) return;
    const room = limit === undefined ? this.#former.length : Math.max(0, limit - this.count);
    for (const person of this.#former.slice(0, room)) await this.#emit({ ...person, isFormer: true });
  }

  /** How many more the index knows, who were not read. */
  countMore(): number {
    const { index, query, limit } = this.#options;
    return limit === undefined ? 0 : index.find(query).filter((id) => !this.#handled.has(nameOf(id))).length;
  }

  /** Shows whose order has this ID, and the customer who has it. The records must have this very ID. */
  async showNumber({ number = '', isOrderAlone }: PeopleQuery): Promise<void> {
    const { live } = this.#options;
    const [order, customer] = await Promise.all([live.order(number), isOrderAlone ? undefined : live.customer(number)]);
    const isOrder = order !== undefined && orderIdIn(order) === number;
    const isCustomer = customer !== undefined && customerRecord.idOf(customer) === number;
    this.isOrderAndCustomer = isOrder && isCustomer && customerIdIn(order.customerId) !== number;
    if (isOrder) await this.#showByOrder(number, order, customer);
    if (isCustomer) await this.#showAsFound({ customerId: number }, customer);
  }

  /** @param same the customer with the same ID */
  async #showByOrder(number: string, order: Order, same: Customer | undefined): Promise<void> {
    const customerId = customerIdIn(order.customerId);
    const owner = customerId === number ? same : customerId && (await this.#options.live.customer(customerId));
    const id = owner && customerId !== undefined ? { customerId } : { orderId: number };
    await this.#showAsFound(id, owner || undefined, order);
  }

  /** Whatever else the text says: the ID is what was searched. */
  async #showAsFound(id: PersonId, customer: Customer | undefined, foundOrder?: Order): Promise<void> {
    const name = nameOf(id);
    if (this.#handled.has(name)) return;
    this.#handled.add(name);
    const others = 'customerId' in id ? this.#ordersOf(id.customerId) : [];
    const known = newestFirst([...others, ...(foundOrder ? [knownOrder(foundOrder)] : [])]);
    const read = foundOrder && new Map([[String(orderIdIn(foundOrder)), foundOrder]]);
    const orders = new Map([...(read ?? []), ...(await this.#readOrders(known, read))]);
    await this.#emit({
      customer,
      known,
      orders: known.flatMap(({ orderId }) => orders.get(orderId) ?? []),
      addresses: [],
      ...(foundOrder && { foundOrder }),
    });
  }

  /** Somebody was not meant, as far as was known before these addresses. */
  reconsider(customerId: string, addresses: readonly Address[]): void {
    this.#places.note(customerId, addresses);
    const name = `customer ${customerId}`;
    if (!this.#shown.has(name)) this.#handled.delete(name);
  }

  /** A person who was found early, with the orders that were found since. */
  async withLaterOrders(person: Person): Promise<Person> {
    const customerId = String(person.customer?.customerId ?? '');
    const known = customerId === '' ? person.known : this.#ordersOf(customerId);
    if (known.every(({ orderId }) => person.known.some((other) => other.orderId === orderId))) return person;
    const read = new Map(person.orders.map((order) => [String(order.orderId), order]));
    const orders = await this.#readOrders(known, read);
    const { foundOrder } = person;
    const all = foundOrder ? newestFirst([...known, knownOrder(foundOrder)]) : known;
    return this.#places.withReason({ ...person, known: all, orders: [...new Map([...orders, ...read]).values()] });
  }

  /** Resolves when everybody was shown. */
  ended(): Promise<void> {
    return this.#showing;
  }

  async #show(id: PersonId, read: JustRead = {}): Promise<void> {
    const name = nameOf(id);
    if (this.#handled.has(name)) return;
    this.#handled.add(name);
    await ('customerId' in id ? this.#showCustomer(id, read) : this.#showGuest(id, read));
  }

  async #showCustomer(id: { readonly customerId: string }, read: JustRead): Promise<void> {
    const { live, customersJustRead } = this.#options;
    const known = this.#ordersOf(id.customerId);
    const [customer, orders] = await Promise.all([
      read.customer ?? customersJustRead?.get(id.customerId) ?? live.customer(id.customerId),
      this.#readOrders(known, read.orders),
    ]);
    if (customer === undefined) return live.isHidden(id) ? undefined : await this.#showOrdersOfGone(id, orders);
    await this.#showPerson(id, { customer, known, orders: [...orders.values()], addresses: [] });
  }

  async #showGuest({ orderId }: { readonly orderId: string }, { orders }: JustRead): Promise<void> {
    const order = orders?.get(orderId) ?? (await this.#options.live.order(orderId));
    const { index, live } = this.#options;
    if (order === undefined) {
      if (!live.isHidden({ orderId })) index.remove({ orderId });
      return;
    }
    const { date } = readRecordOf({ orderId }, order);
    await this.#showPerson(
      { orderId },
      { customer: undefined, known: [{ orderId, date }], orders: [order], addresses: [] },
    );
  }

  async #showPerson(id: PersonId, person: Person): Promise<void> {
    if (this.#isMeant(person)) return await this.#emit(person);
    const whole = await this.#readWhole(id, person);
    if (this.#isMeant(whole)) return await this.#emit(whole);
    if (hasOtherDigits(this.#options.query, partsOfPerson(whole))) return;
    // Changed since it was read. The caller may still say what it was before.
    const { index, isPartial } = this.#options;
    if (isPartial) return index.replace(id, partsOfPerson(whole));
    learnPerson(index, whole);
    this.#former.push(whole);
  }

  /** A person with everything that the index knows of them. */
  async #readWhole(id: PersonId, person: Person): Promise<Person> {
    if (!('customerId' in id)) return person;
    const { index, query } = this.#options;
    const older = await this.#readOrders(person.known.slice(maxOrders), undefined, Number.POSITIVE_INFINITY);
    const wantsAddresses = query.isPlace || index.addresses.has(id.customerId);
    const addresses = wantsAddresses ? await this.#places.addressesOf(id.customerId) : [];
    return { ...person, orders: [...person.orders, ...older.values()], addresses };
  }

  /** The orders of a customer who is gone are found as those of guests. */
  async #showOrdersOfGone(id: { readonly customerId: string }, orders: ReadonlyMap<string, Order>): Promise<void> {
    const { index } = this.#options;
    index.remove(id);
    for (const [orderId, order] of orders) {
      index.add(readRecordOf({ orderId }, order));
      await this.show({ orderId }, { orders });
    }
  }

  #isMeant(person: Person): boolean {
    return matches(this.#options.query, partsOfPerson(person), this.#options.isPartial);
  }

  /** The newest first. */
  #ordersOf(customerId: string): readonly KnownOrder[] {
    const { index, newOrdersOf } = this.#options;
    return newestFirst([...newOrdersOf(customerId), ...index.ordersOf(customerId)]);
  }

  async #readOrders(
    known: readonly KnownOrder[],
    read: JustRead['orders'],
    most = maxOrders,
  ): Promise<ReadonlyMap<string, Order>> {
    const orders = new Map<string, Order>();
    const read1 = async ({ orderId }: KnownOrder) => read?.get(orderId) ?? (await this.#options.live.order(orderId));
    const found = await Promise.all(known.slice(0, most).map(read1));
    for (const [at, order] of found.entries()) if (order) orders.set(known[at]?.orderId ?? '', order);
    return orders;
  }

  async #emit(found: Person): Promise<void> {
    this.count++;
    this.#shown.add(nameOf(idOf(found)));
    const { index, query, onPerson } = this.#options;
    learnPerson(index, found);
    const reached = { ...found, isByWalk: this.isWalk };
    const placed = this.#places.withReason(await this.#places.withAddresses(reached, this.count));
    const person = { ...placed, likeness: likenessOf(query, placed) };
    this.#showing = this.#showing.then(() => onPerson(person));
    await this.#showing;
  }
}
