import type { CliError } from '../errors.ts';
import type { StoreRecord } from '../resources/record-fields.ts';
import { HashSet } from '../text/hash-set.ts';
import { formatCount } from '../text/numbers.ts';
import { type Connection, hostOf } from './connection.ts';
import { PagePrefetch } from './page-prefetch.ts';
import { countOf, emptyBehindEnd, hashOfRecord, inconsistentList, maxRecords, missing, type Page } from './pages.ts';

/** A list that others change while it is read. */
interface ChangingList<R extends StoreRecord> {
  readonly connection: Connection;
  /** A page of at most `pageLimit` records. */
  readonly fetchPage: (limit: number, offset: number, connection: Connection) => Promise<Page<R>>;
  /** The page at offset 0. */
  readonly first: Page<R>;
  /** So many pages are requested one at a time: the reader may need no more. */
  readonly singlePages?: number;
}

/** Concurrent requests: a shop serves as many to a browser. */
const maxAtOnce = 4;

/** Pages to go back at a place, at most: nobody deletes thousands of records between two requests. */
const maxStepsBack = 50;

/** Records of a page: pages overlap, so that one record alone would lead nowhere. */
export const pageLimit = ({ pageSize }: Connection): number => Math.max(2, pageSize);

/**
 * The pages of a list, each record once, in at most 16 bytes of memory per record. Each page begins with the last
 * record of the page before. A page that does not shows that records were deleted meanwhile and the others have moved
 * up: then the pages before are read again, until one of them begins with a known record. Records that were added
 * before those that are known come twice, and are left out.
 * @throws CliError `refused` where the store counts more records than it shows, or the list has no end
 */
export async function* changingPages<R extends StoreRecord>({
  connection,
  fetchPage,
  first,
  singlePages,
}: ChangingList<R>): AsyncGenerator<Page<R>> {
  const limit = pageLimit(connection);
  const received = new Received<R>(hostOf(connection), limit);
  if (first.records.length > limit) return yield { ...first, records: received.add(first, false) };
  const reporting: Connection = { ...connection, onRetry: () => pages.slowDown() };
  const pages = new PagePrefetch<Page<R>>(
    async (offset) => {
      const isEnd = offset + 1 >= (received.counted ?? Number.POSITIVE_INFINITY);
      const fetched = fetchPage(limit, offset, reporting);
      const page = await fetched.catch((error: unknown) => emptyBehindEnd<R>(error, isEnd));
      received.note(page);
      return page;
    },
    maxAtOnce,
    singlePages,
  );
  let page = first;
  for (let offset = 0; ; page = await pages.at(offset)) {
    if (offset > 0 && !received.begins(page)) {
      offset = Math.max(0, offset - received.stepBack());
      continue;
    }
    const records = received.add(page, offset > 0);
    const end = offset + page.records.length;
    const isLast = received.isEnd(end, { length: page.records.length, fresh: records.length });
    offset = Math.max(0, end - 1);
    if (!isLast && page.records.length > 1) pages.prefetch(offset, page.records.length - 1, received.lastOffset);
    if (records.length > 0) yield { ...page, records };
    if (isLast) return;
  }
}

/** What was received of a list. */
class Received<R extends StoreRecord> {
  /** How many records there are, as the store counted last; undefined where it does not, or counts each page alone. */
  counted: number | undefined;
  readonly #host: string;
  /** Records of a page that were asked for. */
  readonly #limit: number;
  /** How many there were, as the store counted first. */
  #countedFirst: number | undefined;
  readonly #hashes = new HashSet();
  #count = 0;
  #longest = 0;
  /** The count of the page that came last. */
  #noted: number | undefined;
  /** By how many records the list may have shifted: so many may come again. */
  #shifts = 0;
  #stepsBack = 0;
  /** Whether the page before was the last one by the count of the store. */
  #isAtEnd = false;
  /** Pages in a row without anything new. */
  #stale = 0;

  constructor(host: string, limit: number) {
    this.#host = host;
    this.#limit = limit;
  }

  /** A page came, in its turn or before it. */
  note({ totals }: Page<R>): void {
    const counted = countOf(totals.numRows);
    this.#shifts += Math.abs((counted ?? 0) - (this.#noted ?? counted ?? 0));
    this.#noted = counted;
  }

  /** Whether the first record of a page is known. */
  begins({ records: [first] }: Page<R>): boolean {
    return first !== undefined && this.#hashes.has(hashOfRecord(first));
  }

  /** Adds a page in its turn. Returns its records that are new. @param isConnected whether it begins with a known one */
  add({ totals, records }: Page<R>, isConnected: boolean): readonly R[] {
    this.#noted ??= countOf(totals.numRows);
    const fresh = records.filter((record) => this.#hashes.add(hashOfRecord(record)));
    this.#count += fresh.length;
    this.#longest = Math.max(this.#longest, records.length);
    if (isConnected) this.#stepsBack = 0;
    const counted = countOf(totals.numRows);
    this.counted = counted !== undefined && counted > this.#longest ? counted : undefined;
    this.#countedFirst ??= this.counted;
    if (this.#count > Math.min(maxRecords(this.counted), mostOf(this.#countedFirst))) throw this.#endless();
    return fresh;
  }

  /** Where the last page would begin if it had two records. */
  get lastOffset(): number {
    return (this.counted ?? 0) - 1;
  }

  /**
   * Whether a page is the last one. Behind a full page there may be more than the store counts. A list that it does not
   * count ends with a page that has nothing new.
   * @param end the index behind the page
   */
  isEnd(end: number, { length, fresh }: { readonly length: number; readonly fresh: number }): boolean {
    this.#stale = fresh > 0 ? 0 : this.#stale + 1;
    if (this.counted === undefined) return this.#isEndOfUncounted(length);
    const wasEnd = this.#isAtEnd;
    this.#isAtEnd = end >= this.counted;
    if (wasEnd && fresh === 0) return true;
    if (fresh === 0 && this.#count < this.counted) {
      if (this.#shifts <= 0) throw this.#untrusted(missing(this.counted, this.#count));
      this.#shifts -= Math.max(1, length - 1);
    }
    return this.#isAtEnd && (fresh === 0 || length < this.#longest);
  }

  /** The records of one page without anything new may have come again because others were added, those of two have not. */
  #isEndOfUncounted(length: number): boolean {
    const mayGoOn = length >= this.#longest && this.#noted !== this.#count;
    if (this.#stale <= (mayGoOn ? 1 : 0)) return false;
    // A store that sends less than a page whatever is asked for has sent all that it has.
    if (mayGoOn && length >= this.#limit) throw this.#endless();
    return true;
  }

  /** By how much to go back: so that the first record that is not known is still on the page. */
  stepBack(): number {
    if (++this.#stepsBack > maxStepsBack) throw this.#untrusted('its pages have no record in common');
    return Math.max(1, this.#longest - 1);
  }

  #endless(): CliError {
    const counted =
      this.#countedFirst === undefined ? '' : `, and the store counted ${formatCount(this.#countedFirst)}`;
    return this.#untrusted(`it does not end after ${formatCount(this.#count)} records${counted}`);
  }

  #untrusted(why: string): CliError {
    return inconsistentList(this.#host, why);
  }
}

/** Records of a list that the store counted: a tenth more, or as many as may be added to a short one while it is read. */
const mostOf = (counted: number | undefined): number =>
  counted === undefined ? Number.POSITIVE_INFINITY : counted + Math.max(counted / 10, 1000);
