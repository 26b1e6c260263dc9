import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { type Connection, hostOf } from '../../client/connection.ts';
import { listBasketsOrNone } from '../../client/endpoints/baskets.ts';
import { type RawOptions, readOptions } from '../../input/options.ts';
import { writeList } from '../../output/view.ts';
import { compareAge } from '../../people/index/basket-age.ts';
import { type BasketList, costText, readBaskets } from '../../people/orders/baskets.ts';
import { type Basket, basket } from '../../resources/baskets.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import { refuseNoCustomer, withCustomerBaskets } from '../customers/customer-baskets.ts';
import {
  addPagingOptions,
  listPages,
  noticeHiddenColumns,
  orRefused,
  pagingOptions,
  withProgress,
} from '../shared/list.ts';
import { type Paced, withPacedReads } from '../shared/paced.ts';
import { addBasketFilters, type BasketFilters, readBasketFilters } from './filters.ts';

/** `shop-cli baskets list`: `GET /baskets`. */
export const definition: CommandDefinition = {
  details:
    'Keys are shown without braces; every command accepts both forms.\n\n' +
    'The API has no filters for baskets, so with --customer, --open, --ordered, --older-than or --last, shop-cli reads the list and prints every match, unless you pass --limit. ' +
    '--last starts at the newer end of the list, and reads no more than it needs. If the store does not list its baskets by date, it reads them all. A table of the baskets of one customer shows the newest first. ' +
    '--older-than goes by the last change or, if there is none, by the creation. Stores write times without a time zone, so shop-cli adds twelve hours, and never takes a basket for older than it is.',
  examples: [
    ['baskets list', 'List the first 20 baskets'],
    ['baskets list --all --quiet', 'Only the keys, of every basket'],
    ['baskets list --last 10', 'The ten newest, newest first'],
    ['baskets list --customer 101 --open', 'The open baskets of a customer'],
    ['baskets list --open --older-than 90d --json', 'Abandoned baskets as JSON'],
  ],
  seeAlso: ['baskets get', 'baskets create'],
  result: basket,
  prints: 'list',
  options: (command) => {
    addPagingOptions(command);
    addBasketFilters(command);
  },
  async run(session, raw) {
    const filters = readBasketFilters(raw, session.context.clock.now());
    if (filters) return await withPacedReads(session, (paced) => listMatching(session, paced, raw, filters));
    const connection = await session.connect();
    return await listPages(session, raw, {
      record: basket,
      names: ['basket', 'baskets'],
      connection,
      fetchPage: (limit, offset, telling) => listBasketsOrNone(telling, limit, offset),
    });
  },
};

/** Prints the baskets that match as they are found, the newest ones once they are known. */
async function listMatching(
  session: Session,
  { connection, reads }: Paced,
  raw: RawOptions,
  filters: BasketFilters,
): Promise<undefined> {
  const newestFirst = mostNewest(session, raw, filters) !== undefined;
  if (filters.customer === undefined) {
    const { clock } = session.context;
    const list = await readBaskets({ connection, clock, newestFirst, read: reads.read });
    return await printMatching(session, raw, filters, { connection, list });
  }
  const which = { customers: [filters.customer], wanted: raw.open === true ? 'open' : 'all', newestFirst } as const;
  return await withCustomerBaskets(session, { connection, reads }, which, (list) =>
    printMatching(session, raw, filters, { connection, list }),
  );
}

async function printMatching(
  session: Session,
  raw: RawOptions,
  filters: BasketFilters,
  { connection, list }: { readonly connection: Connection; readonly list: BasketList },
): Promise<undefined> {
  const { context, notice, onStore, options } = session;
  const { customer, isWanted } = filters;
  const { limit } = readOptions(pagingOptions, raw);
  const most = mostNewest(session, raw, filters);
  const host = hostOf(connection);
  const pages = withProgress(session, list.pages, { printsRows: most === undefined });
  const wanted = matching(pages, (record) => isWanted(record, host));
  const parts = most === undefined ? upTo(limit, wanted) : newest(most, wanted, list);
  const found = orRefused(parts, async () => {
    if (customer !== undefined) await refuseNoCustomer(connection, customer);
  });
  const { shown, hiddenColumns } = await writeList(session.list(basket), untilClosed(found, context.stdout));
  if (context.stdout.closed || options.quiet) return;
  const count = `${formatCount(shown)} ${inNumber('{basket|baskets}', shown)}${onStore()}.`;
  await notice(`${shown === 0 ? `No baskets match${onStore()}.` : count} ${costText(list)}`);
  await noticeHiddenColumns(notice, hiddenColumns);
}

/** How many of the newest, newest first; in a table those of a customer too, of which a person wants the last one. */
function mostNewest(
  { settings: { output }, options: { quiet } }: Session,
  raw: RawOptions,
  { customer, last }: BasketFilters,
): number | undefined {
  const isForPeople = customer !== undefined && output === 'table' && quiet !== true;
  return last ?? (isForPeople ? (readOptions(pagingOptions, raw).limit ?? Number.POSITIVE_INFINITY) : undefined);
}

type Parts = AsyncGenerator<readonly Basket[]>;

async function* matching(
  pages: AsyncIterable<{ readonly records: readonly Basket[] }>,
  isWanted: (record: Basket) => boolean,
): Parts {
  for await (const { records } of pages) yield records.filter(isWanted);
}

/** The first ones; all without a limit. */
async function* upTo(limit: number | undefined, parts: Parts): Parts {
  let left = limit ?? Number.POSITIVE_INFINITY;
  for await (const records of parts) {
    yield records.slice(0, left);
    left -= records.length;
    if (left <= 0) return;
  }
}

/** The newest, newest first: of a list that does not come so, only once all of it was read. */
async function* newest(count: number, parts: Parts, { isNewestFirst }: BasketList): Parts {
  let found: readonly Basket[] = [];
  for await (const records of parts) {
    found = [...found, ...records].sort((left, right) => compareAge(right, left)).slice(0, count);
    if (isNewestFirst && found.length === count) break;
  }
  yield found;
}

/** As long as the output is read. */
async function* untilClosed(parts: Parts, stdout: { readonly closed: boolean }): Parts {
  for await (const records of parts) {
    yield records;
    if (stdout.closed) return;
  }
}
