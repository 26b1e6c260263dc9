import { CliError } from '../errors.ts';
import type { StoreRecord } from '../resources/record-fields.ts';
import { HashSet } from '../text/hash-set.ts';
import { formatCount } from '../text/numbers.ts';
import { type Connection, hostOf, pageSize } from './connection.ts';
import { PagePrefetch } from './page-prefetch.ts';
import {
  behindOffset,
  countOf,
  emptyBehindEnd,
  hashOfRecord,
  inconsistent,
  inconsistentList,
  maxRecords,
  missing,
  type Page,
} from './pages.ts';

/**
 * Fetches a page, when the pace of the reader allows it.
 * @param isEnd whether all that the store counts was received
 */
type PageFetch<R> = (limit: number, offset: number, connection: Connection, isEnd: boolean) => Promise<Page<R>>;

interface WholeList {
  readonly connection: Connection;
  /** The index of the first record. */
  readonly start?: number;
  /** Whether only a page without new records is the end: a store may count each page alone, and have fewer on it. */
  readonly untilEmpty?: boolean;
  /** Whether records may be added while it is read. They move others to later pages: reading page by page misses none. */
  readonly mayGrow?: boolean;
}

interface Search {
  readonly connection: Connection;
  readonly field: string;
  readonly code: string;
  /** A store that finds more for a code does not search. */
  readonly most: number;
}

/** How pages are read. */
interface PageReading<R> extends Required<Omit<WholeList, 'connection'>> {
  /** The error that the pages do not fit together. */
  readonly inconsistent: (why: string) => CliError;
  readonly limit: number;
  /** Of a search: whether a record is what is searched for. */
  readonly isWanted?: (record: R) => boolean;
}

/** Concurrent requests: a shop serves as many to a browser. */
const maxAtOnce = 4;

/**
 * Every page of a list in its order, in at most 16 bytes of memory per record. While one is used, the next are fetched.
 * The offset grows by the records received: a store may return fewer than the limit.
 * @throws CliError `refused` where a record is repeated, or the number of records is not what the store counts
 */
export function allPages<R extends StoreRecord>(
  fetchPage: PageFetch<R>,
  { connection, start = 0, untilEmpty = false, mayGrow = false }: WholeList,
): AsyncGenerator<Page<R>> {
  const host = hostOf(connection);
  const untrusted = (why: string): CliError => inconsistentList(host, why);
  const reading = { inconsistent: untrusted, limit: connection.pageSize, start, untilEmpty, mayGrow };
  return readPages(fetchPage, connection, reading);
}

/**
 * Every page of a search for a code. A store that matches parts of codes may show the code itself on any page. So neither
 * a full page nor one without it is the last, whatever the store counts: it may count each page alone, or all its records.
 * An empty page is the last.
 * @throws CliError `refused` where the pages do not fit together, or the store seems not to search
 */
export async function* searchPages<R extends StoreRecord>(
  fetchPage: PageFetch<R>,
  { connection, field, code, most }: Search,
): AsyncGenerator<Page<R>> {
  const host = hostOf(connection);
  const untrusted = (why: string): CliError =>
    inconsistent(`The search for ${field} "${code}" on ${host} is inconsistent: ${why}.`);
  const isWanted = (record: R): boolean => String(record[field] ?? '') === code;
  const reading = { inconsistent: untrusted, limit: pageSize, start: 0, untilEmpty: false, mayGrow: false, isWanted };
  let count = 0;
  for await (const page of readPages(fetchPage, connection, reading)) {
    yield page;
    count += page.records.length;
    if (count >= most) throw tooMany(host, field, code, most);
  }
}

const tooMany = (host: string, field: string, code: string, most: number): CliError =>
  new CliError(
    'refused',
    `The search for ${field} "${code}" on ${host} finds more than ${formatCount(most)} records: the store seems to ignore filter[search].`,
  );

async function* readPages<R extends StoreRecord>(
  fetchPage: PageFetch<R>,
  connection: Connection,
  reading: PageReading<R>,
): AsyncGenerator<Page<R>> {
  const { limit, untilEmpty, mayGrow, isWanted } = reading;
  const received = new ReceivedPages(reading);
  const reporting: Connection = { ...connection, onRetry: () => pages.slowDown() };
  const pages = new PagePrefetch<Page<R>>(
    (offset) => {
      const { isEnd } = received;
      return fetchPage(limit, offset, reporting, isEnd).catch((error: unknown) => emptyBehindEnd<R>(error, isEnd));
    },
    mayGrow || isWanted ? 1 : maxAtOnce,
  );
  for (let isLast = false; !isLast; ) {
    const isBeyond = mayGrow && received.isEnd;
    const page = received.newIn(await pages.at(received.offset));
    if (!page) break;
    // What was added while the page before was read may have no end.
    if (isBeyond && page.records.length < received.longest) {
      yield page;
      break;
    }
    // After a full page comes another request, since some stores count the page alone.
    isLast = received.isEnd && received.showsWanted && page.records.length < limit && !received.mayGoOn && !untilEmpty;
    if (!isLast) {
      pages.prefetch(received.offset, page.records.length, received.expected);
      await requestsWritten();
    }
    yield page;
  }
  received.checkCount();
}

/** undici waits for two turns of the event loop before it uses a socket again; using a page first would delay that. */
async function requestsWritten(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
}

/** What was received of a list or search, and whether its pages are consistent. */
class ReceivedPages<R extends StoreRecord> {
  /** The length of the longest page. */
  longest = 0;
  /** How many records there are in all, as the store counts; undefined where it does not. */
  expected: number | undefined;
  /** Whether a search has shown what is searched for. */
  showsWanted: boolean;
  readonly #reading: PageReading<R>;
  readonly #hashes = new HashSet();
  #count = 0;
  /** How many records were added while it was read, less those that came twice because of them. */
  #added = 0;
  /** The records of the first page, by their hashes. */
  #first: readonly number[] | undefined;
  /** How many pages the store counted on the first one. */
  #pages = 0;
  /** Whether each page has counted its own records alone. */
  #countsPagesAlone = false;

  constructor(reading: PageReading<R>) {
    this.#reading = reading;
    this.showsWanted = reading.isWanted === undefined;
  }

  get offset(): number {
    return this.#reading.start + this.#count;
  }

  /** Whether everything that the store counts was received. */
  get isEnd(): boolean {
    return this.#count > 0 && this.#isComplete();
  }

  /** Whether a page with all that the store counts may not be the last: it may count each page alone. */
  get mayGoOn(): boolean {
    return this.#reading.isWanted === undefined && (this.#countsPagesAlone || this.#isOnlyPage());
  }

  /** The requested records of a reply; undefined at the end of the list. */
  newIn(reply: Page<R>): Page<R> | undefined {
    const { limit, start } = this.#reading;
    const hashes = reply.records.map(hashOfRecord);
    const isRepeated = this.#first?.length === hashes.length && hashes.every((hash, at) => this.#first?.[at] === hash);
    if (isRepeated && ignoresPaging(reply, this.#isComplete(), limit)) return undefined;
    const page = this.#first ? reply : behindOffset(reply, limit, start);
    this.#first ??= hashes;
    if (page.records.length === 0 && this.isEnd) return undefined;
    this.#agree(page);
    this.#add(page.records, hashes.slice(hashes.length - page.records.length));
    return page.records.length === 0 ? undefined : page;
  }

  checkCount(): void {
    const { start, isWanted } = this.#reading;
    // Some stores count all their records in each search.
    if (isWanted || this.expected === undefined || this.offset === this.expected) return;
    if (this.#count === 0 && start > this.expected) return;
    throw this.#untrusted(missing(this.expected, this.offset));
  }

  #add(records: readonly R[], hashes: readonly number[]): void {
    const { isWanted } = this.#reading;
    // A search may show a record twice on a page, such as a product in two categories: that is no sign of a change.
    const distinct = isWanted ? new Set(hashes) : hashes;
    for (const hash of distinct) if (!this.#hashes.add(hash)) this.#added--;
    if (this.#added < 0) throw this.#untrusted(`the page at ${this.offset} repeats records`);
    this.showsWanted ||= records.some((record) => isWanted?.(record));
    this.longest = Math.max(this.longest, records.length);
    this.#count += records.length;
    this.#refuseEndless();
  }

  #refuseEndless(): void {
    // Some stores count each page alone.
    const isCounted = this.expected !== undefined && this.expected > this.longest;
    if (isCounted && !this.#reading.isWanted && this.#count > 0 && this.offset > Number(this.expected))
      throw this.#untrusted(missing(Number(this.expected), this.offset));
    if (this.#count <= maxRecords(isCounted ? this.expected : undefined)) return;
    throw this.#untrusted(`it does not end after ${formatCount(this.#count)} records`);
  }

  #isComplete(): boolean {
    if (this.#countsPagesAlone) return true;
    const isCounted = this.expected !== undefined && this.offset >= this.expected;
    return isCounted && !(this.#isOnlyPage() && this.#pages > 1);
  }

  /** Whether one page was received, and the store counts as many records as it has. */
  #isOnlyPage(): boolean {
    return this.#count > 0 && this.#count === this.#first?.length && this.#count === this.expected;
  }

  #agree({ totals, records }: Page<R>): void {
    const before = this.expected;
    const now = countOf(totals.numRows);
    this.#pages ||= countOf(totals.numPages) ?? 0;
    this.#countsPagesAlone ||= this.mayGoOn && now === records.length && now > 0;
    if (this.#countsPagesAlone) {
      this.expected = undefined;
      return;
    }
    const added = (now ?? 0) - (before ?? now ?? 0);
    // The end of a search is believed only of a page that counts as the others do.
    if (this.#reading.isWanted && before !== undefined && now === undefined)
      throw this.#untrusted(missing(before, this.offset));
    if (this.#reading.mayGrow && added > 0) {
      this.expected = now;
      this.#added += added;
    } else if (before !== undefined && now !== undefined && before !== now)
      throw this.#untrusted(
        `the store first counted ${before} records, and ${now} at record ${this.offset}, as records were added or deleted`,
      );
    this.expected ??= now;
  }

  #untrusted(why: string): CliError {
    return this.#reading.inconsistent(why);
  }
}

/**
 * Whether a page that is the same as the first is the whole list of a store that ignores paging: it is shorter or longer
 * than the limit, and by the count of the store, if there is one, nothing is missing.
 */
const ignoresPaging = ({ totals, records }: Page, isComplete: boolean, limit: number): boolean =>
  records.length !== limit && records.length > 0 && (isComplete || countOf(totals.numRows) === undefined);
