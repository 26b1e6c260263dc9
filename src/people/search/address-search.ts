import type { Clock } from '../../context.ts';
import type { PeopleIndex } from '../index/people-index.ts';
import { partsOf } from '../words/parts.ts';
import type { FoundPeople } from './found-people.ts';
import { learnAddresses } from './learned.ts';
import type { LiveReads } from './live-reads.ts';
import { matches, type PeopleQuery } from './query.ts';
import type { SearchProgress } from './search-progress.ts';

interface AddressSearchOptions {
  readonly index: PeopleIndex;
  readonly query: PeopleQuery;
  readonly clock: Pick<Clock, 'now'>;
  /** Whether all addresses are read again, and parts of words are enough. */
  readonly isLive: boolean;
  /** Called when something was read. */
  readonly onRead: () => void;
  /** Called before many addresses are read. */
  readonly beforeSlow: () => Promise<void>;
  readonly live: LiveReads;
  readonly found: FoundPeople;
}

/** So many addresses are read in about a second. */
const fewUnread = 100;

/** Addresses that were read so long ago are read again, in milliseconds, where they are few. */
const old = { age: 7 * 24 * 3_600_000, few: 1000 } as const;

/** Looks for people among the addresses of customers, which no order shows. */
export class AddressSearch {
  /** Customers whose addresses were not read, though the text may be in one. */
  unread = 0;
  /** When those addresses were read that were read first, in milliseconds since 1970, where they are old. */
  asOf: number | undefined;
  /** How many are read here, and were; undefined before. */
  progress: SearchProgress | undefined;
  readonly #options: AddressSearchOptions;

  constructor(options: AddressSearchOptions) {
    this.#options = options;
  }

  /**
   * Reads addresses where a place is searched that nobody else shows, where few are left, and in a live search; where a
   * place is searched, also those that are old, where they are few.
   * @param isFoundByNumber whether the number is that of an order or a customer: it is hardly a postcode, too
   */
  async search(isFoundByNumber: boolean): Promise<void> {
    const { index, query, isLive, found } = this.#options;
    const isNobody = found.count === 0;
    if (isLive && (query.isPlace || isNobody)) index.addresses.forget();
    const unread = index.addresses.countUnread();
    const isWanted = query.isPlace
      ? isNobody || isLive || (unread <= fewUnread && !isFoundByNumber)
      : isNobody && isLive;
    if (isWanted) await this.#readAll(0, 0);
    else if (query.isPlace || isNobody) this.unread = unread;
    if (query.isPlace && !isFoundByNumber) await this.#searchOld();
  }

  /** Reads those of a customer, and shows who is meant. */
  async readOf(customerId: string): Promise<void> {
    const { index, query, isLive, clock, live, found, onRead } = this.#options;
    // What is changed meanwhile is as old as the request.
    const at = clock.now().getTime();
    const addresses = await live.addresses(customerId);
    learnAddresses(index, customerId, { addresses, at });
    const parts = new Set(addresses.flatMap((address) => [...partsOf(address)]));
    onRead();
    if (!matches(query, parts, isLive)) return;
    found.reconsider(customerId, addresses);
    await found.show({ customerId });
  }

  async #searchOld(): Promise<void> {
    const { index, clock } = this.#options;
    const since = clock.now().getTime() - old.age;
    const count = index.addresses.countUnread(since) - index.addresses.countUnread();
    if (count > old.few) this.asOf = index.addresses.oldest();
    else if (count > 0) await this.#readAll(since, 1);
  }

  /** Of everybody whose addresses were not read since a time. */
  async #readAll(since: number, earliest: 0 | 1): Promise<void> {
    const { addresses } = this.#options.index;
    const total = addresses.countUnread(since) - (earliest === 1 ? addresses.countUnread() : 0);
    if (total > fewUnread) await this.#options.beforeSlow();
    let done = 0;
    const read = async (customerId: string): Promise<void> => {
      this.progress = { unit: 'addresses', done: done++, total };
      await this.readOf(customerId);
    };
    let page = addresses.page({ since, earliest, after: 0 });
    while (page.length > 0) {
      await Promise.all(page.map(({ customerId }) => read(customerId)));
      page = addresses.page({ since, earliest, after: page.at(-1)?.number ?? 0 });
    }
  }
}
