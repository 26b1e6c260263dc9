import type { Session } from '../../cli/session.ts';
import { type Connection, hostOf } from '../../client/connection.ts';
import { CliError } from '../../errors.ts';
import { readBaskets } from '../../people/orders/baskets.ts';
import { namedOrders, orderOf } from '../../people/orders/orders.ts';
import { idKind } from '../../resources/kinds.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { escapeText, safe } from '../../text/escape.ts';
import { firstOf } from '../../text/words.ts';
import { withProgress } from '../shared/list.ts';
import { type Paced, withPacedReads } from '../shared/paced.ts';
import { withCustomerBaskets } from './customer-baskets.ts';
import { knownIdsOf } from './index-place.ts';

const kept = 'the name, e-mail address, phone number and addresses';

/** What a person should know before, where it is not known which orders there are. */
export const ordersKeep = `Orders keep ${kept} of the customer.`;

/**
 * The same with the orders of these customers, as far as baskets name them: those that the index knows, and those of newer
 * baskets. Without an index the baskets of the store are read.
 */
export async function keptOrders(session: Session, customers: readonly string[]): Promise<string> {
  const wanted = new Set(customers.map(keyOf));
  const which = { customers, wanted: 'orders', newestFirst: false } as const;
  try {
    const { orders, isKnown } = await withPacedReads(session, (paced) =>
      withCustomerBaskets(session, paced, which, async (list) => {
        const pages = list.asOf === undefined ? withProgress(session, list.pages, { printsRows: false }) : list.pages;
        const found = await namedOrders(
          { ...list, pages },
          {
            host: hostOf(paced.connection),
            isWanted: ({ customerId }: StoreRecord) => wanted.has(keyOf(customerId)),
            most: Number.POSITIVE_INFINITY,
            newestFirst: false,
          },
        );
        return { orders: found, isKnown: list.asOf !== undefined };
      }),
    );
    if (orders.length === 0)
      return `No ${isKnown ? 'known ' : ''}basket refers to an order of ${customers.length === 1 ? 'this customer' : 'these customers'}. ${ordersKeep}`;
    return `Orders keep ${kept}: ${firstOf(orders.map(({ orderId }) => orderId))}.`;
  } catch (error) {
    if (!(error instanceof CliError) || error.kind === 'interrupted') throw error;
    return ordersKeep;
  }
}

/** An order of a customer, as a basket names it. */
export interface OrderOfCustomer {
  readonly orderId: string;
  /** The addresses that its basket names. */
  readonly addressIds: readonly string[];
}

/**
 * The orders of these customers by the ID of the customer, as far as baskets name them. All baskets of the store are read.
 * @throws CliError also `refused` where baskets do not say whether they are ordered
 */
export async function ordersOfCustomers(
  session: Session,
  { connection, reads }: Paced,
  customers: readonly string[],
): Promise<ReadonlyMap<string, readonly OrderOfCustomer[]>> {
  const wanted = new Set(customers.map(keyOf));
  const found = new Map<string, OrderOfCustomer[]>();
  const list = await readBaskets({ connection, clock: session.context.clock, read: reads.read });
  for await (const { records } of withProgress(session, list.pages, { printsRows: false }))
    for (const basket of records) {
      const orderId = orderOf(basket, hostOf(connection));
      const customer = keyOf(basket.customerId);
      if (orderId === undefined || !wanted.has(customer)) continue;
      const addressIds = [basket.billingAddressId, basket.deliveryAddressId].flatMap((id) => idKind.wire(id) ?? []);
      found.set(customer, [...(found.get(customer) ?? []), { orderId, addressIds: addressIds.map(String) }]);
    }
  return found;
}

/** What a person should know where addresses change. */
export const placedOrdersKeep = 'Orders that are already placed keep the old address.';

/** The same with the orders of a customer that the index knows: nothing is read for it. */
export async function ordersKeepAddress(session: Session, connection: Connection, customerId: string): Promise<string> {
  const ids = await knownIdsOf(session, connection);
  if (ids === undefined) return placedOrdersKeep;
  const orders = new Set(ids.baskets.of(customerId).flatMap(({ orderId }) => orderId ?? []));
  ids.close();
  const named = orders.size === 0 ? '' : ` Known orders of this customer: ${firstOf([...orders])}.`;
  return escapeText(`${placedOrdersKeep}${named}`);
}

/** What a person should know of a change, if the name of a customer changes: the index knows no addresses by ID. */
export const addressesKeepName = (body: StoreRecord, customerId = '<id>'): string | undefined =>
  ['firstName', 'lastName'].some((field) => Object.hasOwn(body, field)) ? keptName(customerId) : undefined;

const keptName = (customerId: string): string =>
  safe`Addresses keep their own names. To see them: shop-cli addresses list --customer ${customerId}`;

/** `101` for 101, `101` and `0101`. */
const keyOf = (id: unknown): string => String(idKind.wire(id) ?? id);
