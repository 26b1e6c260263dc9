import { CliError } from '../errors.ts';
import type { StoreRecord } from '../resources/record-fields.ts';
import { HashSet, hashOf } from '../text/hash-set.ts';
import { isObject } from '../text/json.ts';
import { formatCount } from '../text/numbers.ts';
import { type Connection, hostOf } from './connection.ts';
import { PagePrefetch } from './page-prefetch.ts';
import { countNames } from './reply/shapes.ts';

/** One page of a list, and its envelope: totals, where the store gives any. */
export interface Page<R = StoreRecord> {
  readonly totals: StoreRecord;
  readonly records: readonly R[];
}

/**
 * The part of a page that was requested. A store that sends more than the limit ignores paging and has sent its whole
 * list, unless its count says that it skipped the first records.
 */
export function pageOf<R>(page: Page<R>, limit: number, offset: number): Page<R> {
  const { totals, records } = behindOffset(page, limit, offset);
  return { totals, records: records.slice(0, limit) };
}

/** @throws CliError `refused` for the first page of a list without a record, where the store counts some anywhere in its reply */
export function refuseEmptied(host: string, page: Page, offset = 0): void {
  if (offset === 0 && page.records.length === 0) refuseCut(host, page);
}

/** @throws CliError `refused` for a list without paging that has fewer records than the store counts anywhere in its reply */
export function refuseCut(host: string, { totals, records }: Page): void {
  const places = [totals, totals.data, totals.meta, totals.pagination, totals.paging].filter(isObject);
  const counts = places.flatMap((place) => countNames.map((name) => countOf(place[name]) ?? 0));
  const count = Math.max(...counts);
  if (count > records.length) throw inconsistent(host, missing(count, records.length));
}

export const missing = (counted: number, returned: number): string =>
  `the store counts ${counted} records, but returned ${returned}`;

export const inconsistent = (host: string, why: string): CliError =>
  new CliError('refused', `The list from ${host} is inconsistent: ${why}.`, {
    hint: 'The output is incomplete. Retry when the store is not being changed.',
    retryable: true,
  });

function behindOffset<R>({ totals, records }: Page<R>, limit: number, offset: number): Page<R> {
  if (records.length <= limit) return { totals, records };
  const count = countOf(totals.numRows) ?? records.length;
  const start = records.length === count - offset ? 0 : offset;
  return { totals: { ...totals, numRows: count }, records: records.slice(start) };
}

interface WholeList {
  readonly connection: Connection;
  /** The index of the first record. */
  readonly start?: number;
  /** Whether only a page without new records is the end: a store may count each page alone, and have fewer on it. */
  readonly untilEmpty?: boolean;
  /** Whether records may be added while it is read. They move others to later pages: reading page by page misses none. */
  readonly mayGrow?: boolean;
}

/** Concurrent requests: a shop serves as many to a browser. */
const maxAtOnce = 4;

/**
 * Every page of a list in its order, in at most 16 bytes of memory per record. While one is used, the next are fetched.
 * The offset grows by the records received: a store may return fewer than the limit.
 * @param fetchPage gets a connection that reports retries, and whether all that the store counts was received
 * @throws CliError `refused` where a record is repeated, or the number of records is not what the store counts
 */
export async function* allPages<R extends StoreRecord>(
  fetchPage: (limit: number, offset: number, connection: Connection, isEnd: boolean) => Promise<Page<R>>,
  { connection, start = 0, untilEmpty = false, mayGrow = false }: WholeList,
): AsyncGenerator<Page<R>> {
  const limit = connection.pageSize;
  const progress = new ListProgress(hostOf(connection), start, limit, mayGrow);
  const reporting: Connection = { ...connection, onRetry: () => pages.slowDown() };
  const pages = new PagePrefetch<Page<R>>(
    (offset) => {
      const { isEnd } = progress;
      return fetchPage(limit, offset, reporting, isEnd).catch((error: unknown) => emptyBehindEnd<R>(error, isEnd));
    },
    mayGrow ? 1 : maxAtOnce,
  );
  for (let isLast = false; !isLast; ) {
    const isBeyond = mayGrow && progress.isEnd;
    const page = progress.newIn(await pages.at(progress.offset));
    if (!page) break;
    // What was added while the page before was read may have no end.
    if (isBeyond && page.records.length < progress.longest) {
      yield page;
      break;
    }
    // After a full page comes another request, since some stores count the page alone.
    isLast = progress.isEnd && page.records.length < limit && !untilEmpty;
    if (!isLast) {
      pages.prefetch(progress.offset, page.records.length, progress.expected);
      await requestsWritten();
    }
    yield page;
  }
  progress.checkCount();
}

/** undici waits for two turns of the event loop before it uses a socket again; using a page first would delay that. */
async function requestsWritten(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
}

/** No shop has as many. A list without end must not fill the disk, one that the store does not count still less. */
export const maxRecords = (counted: number | undefined): number => (counted === undefined ? 1_000_000 : 10_000_000);

/** What was received of a list, and whether its pages are consistent. */
class ListProgress {
  /** The length of the longest page. */
  longest = 0;
  /** How many records there are in all, as the store counts; undefined where it does not. */
  expected: number | undefined;
  readonly #received = new HashSet();
  readonly #host: string;
  readonly #start: number;
  readonly #limit: number;
  readonly #mayGrow: boolean;
  #count = 0;
  /** How many records were added while it was read, less those that came twice because of them. */
  #added = 0;
  /** The records of the first page, by their hashes. */
  #first: readonly number[] | undefined;

  constructor(host: string, start: number, limit: number, mayGrow: boolean) {
    this.#mayGrow = mayGrow;
    this.#host = host;
    this.#start = start;
    this.#limit = limit;
  }

  get offset(): number {
    return this.#start + this.#count;
  }

  /** Whether everything that the store counts was received. */
  get isEnd(): boolean {
    return this.#count > 0 && this.#isComplete();
  }

  /** The requested records of a reply; undefined at the end of the list. */
  newIn<R extends StoreRecord>(reply: Page<R>): Page<R> | undefined {
    const { records } = reply;
    const isRepeated =
      this.#first?.length === records.length &&
      records.every((record, at) => this.#first?.[at] === hashOfRecord(record));
    if (isRepeated && ignoresPaging(reply, this.#isComplete(), this.#limit)) return undefined;
    const page = this.#first ? reply : behindOffset(reply, this.#limit, this.#start);
    this.#first ??= records.map(hashOfRecord);
    if (reply.records.length === 0 && this.isEnd) return undefined;
    this.#agree(page.totals.numRows);
    this.#added -= page.records.filter((record) => !this.#received.add(hashOfRecord(record))).length;
    this.longest = Math.max(this.longest, page.records.length);
    if (this.#added < 0) throw this.#untrusted(`the page at ${this.offset} repeats records`);
    this.#count += page.records.length;
    this.#refuseEndless();
    return page.records.length === 0 ? undefined : page;
  }

  checkCount(): void {
    if (this.expected === undefined || this.offset === this.expected) return;
    if (this.#count === 0 && this.#start > this.expected) return;
    throw this.#untrusted(missing(this.expected, this.offset));
  }

  #refuseEndless(): void {
    // Some stores count each page alone.
    const isCounted = this.expected !== undefined && this.expected > this.longest;
    if (isCounted && this.#count > 0 && this.offset > Number(this.expected))
      throw this.#untrusted(missing(Number(this.expected), this.offset));
    if (this.#count <= maxRecords(isCounted ? this.expected : undefined)) return;
    throw this.#untrusted(`it does not end after ${formatCount(this.#count)} records`);
  }

  #isComplete(): boolean {
    return this.expected !== undefined && this.offset >= this.expected;
  }

  #agree(numRows: unknown): void {
    const before = this.expected;
    const now = countOf(numRows);
    const added = (now ?? 0) - (before ?? now ?? 0);
    if (this.#mayGrow && added > 0) {
      this.expected = now;
      this.#added += added;
    } else if (before !== undefined && now !== undefined && before !== now)
      throw this.#untrusted(
        `the store first counted ${before} records, and ${now} at record ${this.offset}, as records were added or deleted`,
      );
    this.expected ??= now;
  }

  #untrusted(why: string): CliError {
    return inconsistent(this.#host, why);
  }
}

/**
 * A hash of what identifies a record in a list. A product with options has one record per option, which differ in uprid and
 * stockId.
 */
export function hashOfRecord(record: StoreRecord): number {
  const { stockId } = record;
  const id = record.uprid ?? record.productId ?? record.basketKey ?? record.id ?? record;
  return hashOf(
    [id, stockId].map((json) => (typeof json === 'object' ? JSON.stringify(json) : String(json))).join('\n'),
  );
}

/** Some stores refuse an offset after the last record. */
export function emptyBehindEnd<R>(error: unknown, isEnd: boolean): Page<R> {
  if (isEnd && isRefusal(error)) return { totals: {}, records: [] };
  throw error;
}

/**
 * Whether a page that is the same as the first is the whole list of a store that ignores paging: it is shorter or longer
 * than the limit, and by the count of the store, if there is one, nothing is missing.
 */
const ignoresPaging = ({ totals, records }: Page, isComplete: boolean, limit: number): boolean =>
  records.length !== limit && records.length > 0 && (isComplete || totals.numRows === undefined);

/** A count as a number or its digits; undefined for anything else, `""` included. */
export function countOf(numRows: unknown): number | undefined {
  const count = typeof numRows === 'string' && /^\d+$/.test(numRows) ? Number(numRows) : numRows;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

const isRefusal = (error: unknown): boolean =>
  error instanceof CliError && [400, 404, 416, 422].includes(error.status ?? 0);
