import type { Clock } from '../../context.ts';
import type { Address } from '../../resources/addresses.ts';
import type { PeopleIndex, PersonId } from '../index/people-index.ts';
import { idOf, nameOf, type Person } from '../index/person.ts';
import { learnAddresses } from './learned.ts';
import type { LiveReads } from './live-reads.ts';
import type { PeopleQuery } from './query.ts';
import { withReason } from './reason.ts';

export interface FoundPlacesOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly live: LiveReads;
  readonly index: PeopleIndex;
  readonly query: PeopleQuery;
  /** Whether parts of words are enough. */
  readonly isPartial: boolean;
  /** How many are shown at most; undefined for everybody. */
  readonly limit: number | undefined;
  /** Addresses of customers that were read a moment ago. */
  readonly addressesJustRead?: ReadonlyMap<string, readonly Address[]> | undefined;
}

/** People found by a place or beside a city whose addresses are read to tell a former one: a request each. */
const maxChecked = 10;

/** Tells where people are who were found, and which order shows it. */
export class FoundPlaces {
  readonly #options: FoundPlacesOptions;
  /** Of those who may be shown: each is read once, also a customer without any. */
  readonly #addresses: Map<string, Promise<readonly Address[]>>;
  /** Whom the index knows in the city that was searched. */
  #inCity: ReadonlySet<string> = new Set();

  constructor(options: FoundPlacesOptions) {
    this.#options = options;
    const read = [...(options.addressesJustRead ?? [])];
    this.#addresses = new Map(read.map(([customerId, addresses]) => [customerId, Promise.resolve(addresses)]));
  }

  /** Only those who are shown are read: those in the city that was searched must be among them. */
  inCityFirst(people: readonly PersonId[]): readonly PersonId[] {
    const { index, query } = this.#options;
    const city = query.city ?? query.cityFirst;
    if (city === undefined) return people;
    const inCity = new Set(index.find({ alternatives: query.alternatives, city }).map(nameOf));
    this.#inCity = inCity;
    const isThere = (id: PersonId): boolean => inCity.has(nameOf(id));
    return [...people.filter(isThere), ...people.filter((id) => !isThere(id))];
  }

  withReason(person: Person): Person {
    const { query, isPartial } = this.#options;
    // What was read says more than the index, also that there is none.
    const isRead = person.customer !== undefined && this.#addresses.has(String(person.customer.customerId));
    const wasInCity = this.#inCity.has(nameOf(idOf(person)));
    const found = withReason(person, { query, isPartial, isKnownInCity: wasInCity && !isRead });
    return wasInCity && found.inCity === 'no' ? { ...found, hasLeftCity: true } : found;
  }

  /**
   * The addresses of a customer where a place or a city was searched, since that may be a former one; and where no order
   * says where somebody is. @param count of people found
   */
  async withAddresses(found: Person, count: number): Promise<Person> {
    const { query, limit } = this.#options;
    const { customer, addresses, orders } = found;
    // Without an order, nothing else tells a person from others of the name.
    const isUnplaced = limit !== undefined && orders.length === 0;
    const isOfPlace = isUnplaced || query.isPlace || query.city !== undefined || query.cityFirst !== undefined;
    // A number is hardly a postcode, where it is that of an order.
    const isTooMuch = query.number !== undefined || count > maxChecked;
    if (!isOfPlace || isTooMuch || !customer || addresses.length > 0) return found;
    return { ...found, addresses: await this.addressesOf(String(customer.customerId)) };
  }

  /** The addresses that a customer has now. The next search knows them. */
  addressesOf(customerId: string): Promise<readonly Address[]> {
    const known = this.#addresses.get(customerId);
    if (known !== undefined) return known;
    const reading = this.#readAddresses(customerId);
    this.#addresses.set(customerId, reading);
    return reading;
  }

  /** Notes addresses that were read. */
  note(customerId: string, addresses: readonly Address[]): void {
    this.#addresses.set(customerId, Promise.resolve(addresses));
  }

  async #readAddresses(customerId: string): Promise<readonly Address[]> {
    const { index, live, clock } = this.#options;
    // What is changed meanwhile is as old as the request.
    const at = clock.now().getTime();
    const addresses = await live.addresses(customerId);
    learnAddresses(index, customerId, { addresses, at });
    return addresses;
  }
}
