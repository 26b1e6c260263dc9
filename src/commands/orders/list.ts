import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { type Connection, hostOf } from '../../client/connection.ts';
import { CliError } from '../../errors.ts';
import { addOptions, option, type RawOptions, readOptions } from '../../input/options.ts';
import { writeList } from '../../output/view.ts';
import { type BasketList, costText, readBaskets } from '../../people/baskets.ts';
import { type NamedOrder, namedOrders, readOrders } from '../../people/orders.ts';
import { dateKind, idKind, wholeFrom } from '../../resources/kinds.ts';
import { type Order, order } from '../../resources/orders.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import { withCustomerBaskets } from '../customers/customer-baskets.ts';
import { refuseTogether } from '../shared/exclusive.ts';
import { noticeHiddenColumns, withProgress } from '../shared/list.ts';
import { type Paced, withPacedReads } from '../shared/paced.ts';

const listOptions = {
  customer: option(idKind, 'only orders of this customer'),
  since: option(dateKind, 'only orders from this day on'),
  last: option(wholeFrom(1), 'only those of the newest baskets, newest first'),
  limit: option(wholeFrom(1), 'maximum number of results (default 20)'),
};

const usualLimit = 20;

/** `shop-cli orders list`: the orders that the baskets of the store name. */
export const definition: CommandDefinition = {
  details:
    'The API cannot list orders, so this lists the orders that baskets name. An order is missing if its basket was deleted, or if it was made without one.\n\n' +
    'Reads the list of baskets as far as needed, and each order by its ID. With --quiet, or if --fields has only orderId, customerId and basketKey, no order is read; the list may then include deleted orders. ' +
    '--since compares the date of the order, so it reads every order. --last begins with the newest baskets. If baskets have no field orderId, the exit code is 5.',
  examples: [
    ['orders list --last 10', 'The orders of the newest baskets'],
    ['orders list --customer 104', 'The orders of a customer'],
    ['orders list --since 2026-01-01 --all --json', 'Orders from this day on, as the store sends them'],
  ],
  exitCodes: { 5: 'the store refused a request, or its baskets do not name orders' },
  seeAlso: ['orders get', 'baskets list'],
  result: order,
  prints: 'list',
  options: (command) => {
    addOptions(command, listOptions);
    command.option('--all', 'fetch all results');
  },
  run: listOrders,
};

async function listOrders(session: Session, raw: RawOptions): Promise<undefined> {
  const wanted = readWanted(raw);
  return await withPacedReads(session, (paced) => listWanted(session, raw, wanted, paced));
}

async function listWanted(
  session: Session,
  raw: RawOptions,
  wanted: OrderFilter,
  { connection, reads }: Paced,
): Promise<undefined> {
  const newestFirst = raw.last !== undefined;
  const paced = { connection, reads };
  if (wanted.customer === undefined) {
    const list = await readBaskets({ connection, clock: session.context.clock, newestFirst, read: reads.read });
    return await listNamed(session, raw, wanted, { ...paced, list });
  }
  const which = { customers: [String(wanted.customer)], wanted: 'orders', newestFirst } as const;
  return await withCustomerBaskets(session, paced, which, (list) =>
    listNamed(session, raw, wanted, { ...paced, list }),
  );
}

async function listNamed(
  session: Session,
  raw: RawOptions,
  wanted: OrderFilter,
  { connection, reads, list }: Paced & { readonly list: BasketList },
): Promise<undefined> {
  const { stdout } = session.context;
  const host = hostOf(connection);
  // One more than is shown tells whether there are more.
  const most = wanted.since === undefined ? wanted.limit + 1 : Number.POSITIVE_INFINITY;
  const pages = withProgress(session, list.pages, { printsRows: false });
  const isWanted = ({ customerId }: StoreRecord): boolean =>
    wanted.customer === undefined || String(customerId) === String(wanted.customer);
  const named = await namedOrders({ ...list, pages }, { host, isWanted, most, newestFirst: raw.last !== undefined });
  const found: ListNotes = { gone: [], more: false };
  const shown = ordersShown({ session, connection, reads, named, wanted, found });
  const { shown: count, hiddenColumns } = await writeList(session.list(order), shown);
  if (stdout.closed || session.options.quiet) return;
  const which = raw.last !== undefined ? 'newest baskets' : 'baskets';
  const rest = found.more && raw.last === undefined ? ' Use --all for the rest, or --last for the newest.' : '';
  const orders = count === 0 ? 'No orders' : `${formatCount(count)} ${inNumber('{order|orders}', count)}`;
  await session.notice(
    `${orders} named by the ${which} that the store still lists${session.onStore()}. ${costText(list)}${rest}`,
  );
  await noticeGone(session, found.gone);
  await noticeHiddenColumns(session.notice, hiddenColumns);
}

interface OrderFilter {
  readonly customer: number | undefined;
  /** `2026-01-31` */
  readonly since: string | undefined;
  readonly limit: number;
}

function readWanted(raw: RawOptions): OrderFilter {
  const { customer, since, last, limit } = readOptions(listOptions, raw);
  refuseTogether(raw, 'all', 'limit');
  refuseTogether(raw, 'last', 'limit');
  refuseTogether(raw, 'last', 'all');
  const most = raw.all === true ? Number.POSITIVE_INFINITY : (last ?? limit ?? usualLimit);
  return { customer, since, limit: most };
}

/** What is said of a list that was printed. */
interface ListNotes {
  /** Orders that baskets name, and the store does not have. */
  gone: readonly string[];
  /** Whether there are more than were printed. */
  more: boolean;
}

interface OrderListing {
  readonly session: Session;
  readonly connection: Connection;
  readonly reads: Paced['reads'];
  readonly named: readonly NamedOrder[];
  readonly wanted: OrderFilter;
  readonly found: ListNotes;
}

/** The orders that are printed, as they are read. */
async function* ordersShown(listing: OrderListing): AsyncGenerator<readonly StoreRecord[]> {
  const { session, named, wanted, found } = listing;
  const { since, limit } = wanted;
  if (since !== undefined || needsOrders(session)) return yield* upTo(limit, ordersRead(listing), found);
  found.more = named.length > limit;
  yield named.slice(0, limit).map((one) => ({ ...one }));
}

/** Each order that is wanted, and that the store still has. */
async function* ordersRead({ session, connection, reads, named, wanted, found }: OrderListing): AsyncGenerator<Order> {
  const { since, limit } = wanted;
  let done = 0;
  const total = since === undefined ? Math.min(limit, named.length) : named.length;
  const display = session.progress(() => ({ done, total, place: undefined }));
  try {
    for await (const [{ orderId }, record] of readOrders(reads, named)) {
      done++;
      display.show();
      if (record === undefined) found.gone = [...found.gone, orderId];
      else if (since === undefined || isSince(record, since, connection)) yield record;
      if (session.context.stdout.closed) return;
    }
  } finally {
    await display.end();
  }
}

async function* upTo(limit: number, orders: AsyncGenerator<Order>, found: ListNotes): AsyncGenerator<readonly Order[]> {
  let left = limit;
  for await (const record of orders) {
    found.more = left === 0;
    if (found.more) return;
    left--;
    yield [record];
  }
}

/** The fields that baskets have of their orders. */
const ofBaskets = new Set(['orderid', 'customerid', 'basketkey']);

/** Whether anything is printed that baskets do not say. */
const needsOrders = ({ options: { quiet, fields } }: Session): boolean =>
  !quiet && (fields === undefined || !fields.split(',').every((name) => ofBaskets.has(name.trim().toLowerCase())));

/** Whether an order was made on this day or later, in the time of the store. @throws CliError `refused` without a date */
function isSince({ dateCreated }: Order, since: string, connection: Connection): boolean {
  if (typeof dateCreated === 'string' && /^\d{4}-\d\d-\d\d/.test(dateCreated)) return dateCreated.slice(0, 10) >= since;
  throw new CliError('refused', `The orders of ${hostOf(connection)} have no dateCreated to compare with --since.`, {
    field: '--since',
  });
}

async function noticeGone({ notice }: Session, gone: readonly string[]): Promise<void> {
  if (gone.length === 0) return;
  const first = gone.slice(0, 10).map(escapeText).join(', ');
  const text = inNumber('{order that baskets name is gone|orders that baskets name are gone}', gone.length);
  await notice(`${formatCount(gone.length)} ${text}: ${first}${gone.length > 10 ? ' and others' : ''}.`);
}
