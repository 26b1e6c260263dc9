import { maxAtOnce } from '../../pace/pace.ts';
import type { PeopleIndex, PersonId } from '../index/people-index.ts';
import type { LiveReads } from './live-reads.ts';
import type { PeopleQuery } from './query.ts';
import type { RecordReads } from './record-reads.ts';
import type { SearchProgress } from './search-progress.ts';

interface OutdatedReadsOptions {
  readonly index: PeopleIndex;
  readonly query: PeopleQuery;
  readonly live: LiveReads;
  readonly records: RecordReads;
  /** Called before many records are read. */
  readonly beforeSlow: () => Promise<void>;
}

/** So many records are read in about a second. */
const few = 100;

/** Reads whom an earlier version has read, which knew no parts of e-mail addresses, and shows who is meant. */
export class OutdatedReads {
  /** How many are read, and were; undefined before. */
  progress: SearchProgress | undefined;
  readonly #options: OutdatedReadsOptions;

  constructor(options: OutdatedReadsOptions) {
    this.#options = options;
  }

  /** How many people were not searched by a part of an e-mail address, though the text may be one. */
  get unread(): number {
    const { index, query } = this.#options;
    return query.mayBeInEmail ? index.outdated.count() : 0;
  }

  async readAll(): Promise<void> {
    const { index, beforeSlow } = this.#options;
    index.flush();
    const total = index.outdated.count();
    if (total > few) await beforeSlow();
    let done = 0;
    let page = index.outdated.page(Number.MAX_SAFE_INTEGER);
    while (page.length > 0) {
      for (let at = 0; at < page.length; at += maxAtOnce) {
        this.progress = { unit: 'customers and orders', done, total };
        await Promise.all(page.slice(at, at + maxAtOnce).map(({ person }) => this.#read(person)));
        done += Math.min(maxAtOnce, page.length - at);
      }
      index.flush();
      page = index.outdated.page(page.at(-1)?.number ?? 0);
    }
  }

  async #read(person: PersonId): Promise<void> {
    const { index, live, records } = this.#options;
    if ('customerId' in person) return void (await records.read({ ...person, order: undefined }));
    const isThere = await records.read({ customerId: undefined, order: { ...person, customerId: undefined } });
    if (!isThere && !live.isHidden(person)) index.remove(person);
  }
}
