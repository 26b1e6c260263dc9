import { maxAtOnce } from '../../pace/pace.ts';
import type { PeopleIndex } from '../index/people-index.ts';
import type { AddressSearch } from './address-search.ts';
import type { LiveReads } from './live-reads.ts';
import type { RecordReads } from './record-reads.ts';
import type { SearchProgress } from './search-progress.ts';

interface ChangedReadsOptions {
  readonly index: PeopleIndex;
  /** Whether all that the index knows is read later. */
  readonly isLive: boolean;
  readonly live: LiveReads;
  readonly records: RecordReads;
  readonly addresses: AddressSearch;
  /** Called before many records are read. */
  readonly beforeSlow: () => Promise<void>;
}

type ChangedCustomers = ReturnType<PeopleIndex['changed']['all']>;

/** Of so many changed customers the addresses are read too: that takes about a second. */
const few = 100;

/** So many customers are read who were never read; of more, those with the highest IDs. */
const maxUnread = { all: 1000, highest: few } as const;

/** Reads whom commands have changed or created since they were read, and shows who is meant. */
export class ChangedReads {
  /** How many are read, and were; undefined before and after. */
  progress: SearchProgress | undefined;
  readonly #options: ChangedReadsOptions;
  #read: ChangedCustomers = [];

  constructor(options: ChangedReadsOptions) {
    this.#options = options;
  }

  /** How many customers were never read, though they are known to exist. */
  get unread(): number {
    return this.#options.index.changed.unread().length;
  }

  async read(): Promise<void> {
    const { index, beforeSlow } = this.#options;
    this.#read = this.#wanted(index.changed.all());
    const total = this.#read.length;
    if (total > few) await beforeSlow();
    for (let at = 0; at < total; at += maxAtOnce) {
      this.progress = { unit: 'customers', done: at, total };
      await Promise.all(
        this.#read.slice(at, at + maxAtOnce).map(({ customerId }) => this.#readOne(customerId, total <= few)),
      );
    }
    this.progress = undefined;
  }

  /** Keeps that these were read. Whom the store does not show yet may have been created a moment ago. */
  end(): void {
    const { index, live } = this.#options;
    index.flush();
    const isRead = ({ customerId, isKnown }: ChangedCustomers[number]): boolean =>
      isKnown || index.knows('customer', customerId) || index.missing.isGone('customer', customerId);
    index.changed.done(this.#read.filter((person) => !live.isHidden(person) && isRead(person)));
  }

  #wanted(changed: ChangedCustomers): ChangedCustomers {
    const known = changed.filter(({ isKnown }) => isKnown);
    if (this.#options.isLive) return known;
    const unread = changed.filter(({ isKnown }) => !isKnown);
    return [...known, ...(unread.length <= maxUnread.all ? unread : unread.slice(0, maxUnread.highest))];
  }

  async #readOne(customerId: string, withAddresses: boolean): Promise<void> {
    const { records, addresses } = this.#options;
    const isThere = await records.read({ customerId, order: undefined });
    if (isThere && withAddresses) await addresses.readOf(customerId);
  }
}
