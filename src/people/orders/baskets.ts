import { changingPages, pageLimit } from '../../client/changing-list.ts';
import { type Connection, hostOf } from '../../client/connection.ts';
import { listBasketsOrNone } from '../../client/endpoints/baskets.ts';
import { countOf, type Page, refuseEmptied } from '../../client/pages.ts';
import type { Clock } from '../../context.ts';
import type { PacedReads } from '../../pace/paced-reads.ts';
import type { Basket } from '../../resources/baskets.ts';
import { formatCount, formatSpan, inNumber } from '../../text/numbers.ts';
import { compareAge, createdAt } from '../index/basket-age.ts';

export interface BasketReading {
  readonly connection: Connection;
  readonly clock: Pick<Clock, 'elapsed'>;
  /** To begin at the end of the list that has the newer dates. */
  readonly newestFirst?: boolean;
  /** Whether an index is likely to know all baskets but the newest. */
  readonly areMostKnown?: boolean;
  /** Makes one request, when that is allowed; at once by default. */
  readonly read?: PacedReads['read'];
}

/** What it cost to read a list. */
interface ReadCost {
  readonly pages: number;
  readonly baskets: number;
  readonly milliseconds: number;
}

/** The baskets of a store: each once, in flat memory. */
export interface BasketList {
  readonly pages: AsyncGenerator<Page<Basket>>;
  /**
   * Whether the newest come first. Not so, though it was asked for, where the store does not count its baskets or does
   * not list them by date: then only the whole list shows which are the newest.
   */
  readonly isNewestFirst: boolean;
  /** How many there are, if the store counts them. */
  readonly total: number | undefined;
  /** When the newest basket was created that is known at first, as the store writes it; empty where it does not say. */
  readonly newest: string;
  /** What it cost until the last page that was read. */
  cost(): ReadCost;
  /** As of when older baskets are known, in milliseconds since 1970, where the index names them. */
  readonly asOf?: number | undefined;
}

/**
 * Begins to read the baskets of a store, in its order or the newest first. Baskets that are created or deleted meanwhile
 * keep none from being read that was there all the time.
 * @throws CliError of every kind for a failed read; `refused` where the store counts more baskets than it shows
 */
export async function readBaskets({
  connection,
  clock,
  newestFirst = false,
  areMostKnown = false,
  read = (once) => once(connection),
}: BasketReading): Promise<BasketList> {
  const startedAt = clock.elapsed();
  let lastAt = startedAt;
  let pages = 0;
  let baskets = 0;
  const limit = pageLimit(connection);
  const fetchPage: FetchPage = async (most, offset, telling = connection) => {
    const { onRetry } = telling;
    const page = await read((paced) => listBasketsOrNone(onRetry ? { ...paced, onRetry } : paced, most, offset));
    pages++;
    lastAt = clock.elapsed();
    return page;
  };
  const first = await fetchPage(limit, 0);
  refuseEmptied(hostOf(connection), first);
  const way = newestFirst ? await wayFromNewest(fetchPage, first, limit) : inOrder(fetchPage, first);
  return {
    isNewestFirst: way.isNewestFirst,
    total: totalOf(first, limit),
    newest: [...first.records, ...way.first.records].map(createdAt).sort().at(-1) ?? '',
    cost: () => ({ pages, baskets, milliseconds: lastAt - startedAt }),
    pages: (async function* () {
      for await (const page of changingPages({ connection, ...way, singlePages: areMostKnown ? fewPages : 0 })) {
        baskets += page.records.length;
        yield page;
      }
    })(),
  };
}

/** `Read 3,412 baskets in 12 s.` */
export function costText({ cost, asOf }: Pick<BasketList, 'cost' | 'asOf'>): string {
  const { baskets, milliseconds } = cost();
  const text = `Read ${formatCount(baskets)} ${inNumber('{basket|baskets}', baskets)} in ${formatSpan(milliseconds)}.`;
  if (asOf === undefined) return text;
  const time = new Date(asOf).toISOString().slice(0, 16).replace('T', ' ');
  const known = `known from the index, as of ${time} UTC.`;
  return baskets === 0 ? `Baskets are ${known}` : `${text} Older ones are ${known}`;
}

/** Of the newest baskets: those of two days in a big shop. */
const fewPages = 5;

type FetchPage = (limit: number, offset: number, connection?: Connection) => Promise<Page<Basket>>;

/** In which order the pages are read. */
interface ReadingOrder {
  readonly fetchPage: FetchPage;
  readonly first: Page<Basket>;
  readonly isNewestFirst: boolean;
}

const inOrder = (fetchPage: FetchPage, first: Page<Basket>, isNewestFirst = false): ReadingOrder => ({
  fetchPage,
  first,
  isNewestFirst,
});

/** Compares the first page with the last one. */
async function wayFromNewest(fetchPage: FetchPage, first: Page<Basket>, limit: number): Promise<ReadingOrder> {
  const counted = totalOf(first, limit);
  // A store may have fewer on a page than it is asked for.
  const length = Math.min(limit, first.records.length);
  const total = counted === undefined ? undefined : await trueTotal(fetchPage, counted, length);
  if (total === undefined) return inOrder(fetchPage, first);
  const backwards = mirrored(fetchPage, total.count, length);
  const last = total.last ?? (await backwards(length, 0));
  if (isAscending([...first.records, ...last.records.toReversed()]))
    return { fetchPage: backwards, first: last, isNewestFirst: true };
  return inOrder(fetchPage, first, isAscending([...last.records, ...first.records.toReversed()]));
}

/**
 * How many there are, and the last page. It is asked for with room for one more: where that comes, the list goes on
 * behind its count. Undefined where a whole page does: then only reading all of it shows its end.
 */
async function trueTotal(
  fetchPage: FetchPage,
  counted: number,
  length: number,
): Promise<{ readonly count: number; readonly last?: Page<Basket> } | undefined> {
  if (length === 1) return { count: counted };
  const { totals, records } = await fetchPage(length, counted - length + 1);
  if (records.length < length)
    return { count: counted, last: { totals: { ...totals, numRows: counted }, records: records.toReversed() } };
  const behind = await fetchPage(length, counted);
  return behind.records.length < length ? { count: counted + behind.records.length } : undefined;
}

/** How many baskets there are; undefined where the store counts the page alone, or has sent all of them. */
function totalOf({ totals, records }: Page<Basket>, limit: number): number | undefined {
  const counted = countOf(totals.numRows);
  return counted !== undefined && counted > records.length && records.length <= limit ? counted : undefined;
}

/** The same list from its end: page 0 is the last one, its last record the first. */
function mirrored(fetchPage: FetchPage, total: number, length: number): FetchPage {
  return async (_, offset, connection) => {
    const end = Math.max(0, total - offset);
    const start = Math.max(0, end - length);
    const page = await fetchPage(end - start, start, connection);
    const records = page.records.slice(0, end - start).toReversed();
    return { totals: { ...page.totals, numRows: total }, records };
  };
}

/** Whether each basket is as old as the one before or newer; baskets of one second by their IDs. */
const isAscending = (records: readonly Basket[]): boolean =>
  records.every((record, at) => at === 0 || compareAge(records[at - 1] ?? record, record) <= 0);
