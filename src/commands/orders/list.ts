import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import type { RawOptions } from '../../input/options.ts';
import { writeList } from '../../output/view.ts';
import { maxAtOnce } from '../../pace/pace.ts';
import { type BasketList, readBaskets } from '../../people/orders/baskets.ts';
import type { KnownProducts } from '../../people/orders/known-products.ts';
import { order } from '../../resources/orders.ts';
import { whereToFind } from '../../resources/where-to-find.ts';
import { todayWhere } from '../../text/days.ts';
import { refuseNoCustomer, withCustomerBaskets } from '../customers/customer-baskets.ts';
import { noticeHiddenColumns, orRefused } from '../shared/list.ts';
import { type Paced, pacing } from '../shared/paced.ts';
import { addOrderFilters, type OrderFilter, readWanted } from './filter.ts';
import { footerOf, noticeGone, noticeUnclear } from './footer.ts';
import { withKnownProducts } from './known-products.ts';
import { periodOf } from './period.ts';
import { type ListNotes, wantedOrders } from './wanted-orders.ts';
import { lookUpProduct } from './wanted-product.ts';

/** `shop-cli orders list`: the orders that the baskets of the store name. */
export const definition: CommandDefinition = {
  details:
    'The API cannot list orders, so this lists the orders that baskets refer to. An order is missing if its basket was deleted, or if it was made without one.\n\n' +
    'Reads as much of the list of baskets as it needs, and each order by its ID. With --quiet, or if --fields has only orderId, customerId and basketKey, it reads no orders, so the list may include deleted ones. ' +
    '--last begins with the newest baskets. With --customer, a table shows the newest orders first; --quiet, JSON, NDJSON and CSV keep the order of the list.\n\n' +
    '--since and --until compare the date of each order as the store writes it. Both days are included. Type 2026-01-31, 31-01-2026, today, yesterday, a weekday (the last one before today) or 7d (seven days ago). Today is the current day by the clock of the store, in UTC unless its dates have another time zone. ' +
    '--product takes an SKU and compares it with that of each product. If you pass a name, or an SKU that is almost right, shop-cli refuses it and tells you which SKU you probably meant. With these options, the newest orders come first, and older ones are not read, so an order that was placed more than 7 days after its basket may be missing. With --product, orders are not read either that the index of customers find knows without the product. --all reads everything. If baskets have no field orderId, the exit code is 5.',
  examples: [
    ['orders list --last 10', 'The orders of the newest baskets'],
    ['orders list --customer 104', 'The orders of a customer'],
    ['orders list --since 2026-01-01 --until yesterday', 'Orders placed in a period, newest first'],
    ['orders list --since 2026-01-01 --until 2026-01-31 --product BOK-902', 'Who bought this in January?'],
    ['orders list --product BOK-902 --all --output csv', 'Every buyer of a product, for a recall'],
  ],
  exitCodes: {
    3: 'no order was found, and the store has no such customer or product',
    5: 'the store refused a request, or its baskets do not refer to orders',
  },
  seeAlso: ['orders get', 'baskets list'],
  result: order,
  prints: 'list',
  options: addOrderFilters,
  run: listOrders,
};

async function listOrders(session: Session, raw: RawOptions): Promise<undefined> {
  const { settings, options, context } = session;
  const wanted = readWanted(raw, { isTable: settings.output === 'table' && options.quiet !== true });
  const { clock } = context;
  let date = Number.NaN;
  // Orders that are listed by a product are added to the index as they are read.
  const renewsIndex = wanted.product === undefined;
  const connected = await session.connect({ connections: maxAtOnce, manyRequests: true, renewsIndex });
  const connection = {
    ...connected,
    onDate: (text: string) => {
      date = Date.parse(text);
    },
  };
  const now = () => (Number.isNaN(date) ? clock.now().getTime() : date);
  return await pacing(session, connection, (reads) => listWanted(session, wanted, { connection, reads, now }));
}

interface StoreReads extends Paced {
  /** In milliseconds since 1970, by the clock of the store once it has answered. */
  readonly now: () => number;
}

async function listWanted(session: Session, wanted: OrderFilter, paced: StoreReads): Promise<undefined> {
  const { connection, reads } = paced;
  const { customer, product, isNewestFirst: newestFirst } = wanted;
  const isSold =
    product === undefined || (await lookUpProduct(session, connection, { sku: product, isAll: wanted.isAll }));
  const print = (list: BasketList) =>
    withKnownProducts(session, connection, wanted, (products) =>
      printWanted(session, wanted, { ...paced, isSold, products }, list),
    );
  if (customer !== undefined) {
    const which = { customers: [String(customer)], wanted: 'orders', newestFirst } as const;
    return await withCustomerBaskets(session, paced, which, print);
  }
  const list = await readBaskets({ connection, clock: session.context.clock, newestFirst, read: reads.read });
  return await print(list);
}

interface OrderReads extends StoreReads {
  /** Whether the store has the product. */
  readonly isSold: boolean;
  /** What the index knows of products; undefined without one. */
  readonly products: KnownProducts | undefined;
}

async function printWanted(
  session: Session,
  wanted: OrderFilter,
  { now, isSold, products, ...paced }: OrderReads,
  list: BasketList,
): Promise<undefined> {
  const period = periodOf(wanted, todayWhere(now(), list.newest));
  const found: ListNotes = { gone: [], unclear: [], read: 0, more: false, isPartial: false };
  const orders = wantedOrders({ ...paced, session, list, wanted, period, products, found });
  const footer = (count: number): string => footerOf(session, { wanted, period, list, products, found, count });
  const refuse = async (): Promise<void> => {
    if (wanted.customer !== undefined) await refuseNoCustomer(paced.connection, String(wanted.customer));
    if (isSold) return;
    await noticeUnclear(session, found);
    throw new CliError('not-found', footer(0), { hint: `No product has this SKU: check it. ${whereToFind.product}` });
  };
  const { shown: count, hiddenColumns } = await writeList(session.list(order), orRefused(orders, refuse));
  await noticeUnclear(session, found);
  if (session.context.stdout.closed || session.options.quiet) return;
  await session.notice(footer(count));
  await noticeGone(session, found);
  await noticeHiddenColumns(session.notice, hiddenColumns);
}
