import type { Session } from '../../../cli/session.ts';
import { type Connection, hostOf } from '../../../client/connection.ts';
import { addressAt, listAddresses } from '../../../client/endpoints/addresses.ts';
import { basketAt } from '../../../client/endpoints/baskets.ts';
import { customerAt } from '../../../client/endpoints/customers.ts';
import { orderAt } from '../../../client/endpoints/orders.ts';
import { getRecord, type Place, unlessMissing } from '../../../client/records.ts';
import { CliError } from '../../../errors.ts';
import { readBaskets } from '../../../people/orders/baskets.ts';
import { orderOf } from '../../../people/orders/orders.ts';
import { address } from '../../../resources/addresses.ts';
import { type Basket, basket } from '../../../resources/baskets.ts';
import { customer } from '../../../resources/customers.ts';
import { idKind } from '../../../resources/kinds.ts';
import { order } from '../../../resources/orders.ts';
import type { StoreRecord } from '../../../resources/record-fields.ts';
import { addressName } from '../../addresses/pick.ts';
import { textOf } from '../../shared/delete.ts';
import { withProgress } from '../../shared/list.ts';
import type { Paced } from '../../shared/paced.ts';

/** A record of a person. */
export interface Belonging {
  readonly what: 'basket' | 'order' | 'address' | 'customer';
  readonly id: string;
  readonly at: Place<StoreRecord>;
  /** For a person, masked where that is asked for; empty where the record is gone. */
  readonly name: string;
  /** Of an order that says it is somebody else's, and of its baskets. */
  readonly whose?: string;
}

/** What the store has of a person, in the order in which it can be deleted: the customer is last. */
export interface Belongings {
  readonly baskets: readonly Belonging[];
  /** Orders, each before the baskets that name it: without these nobody finds it again. */
  readonly ordered: readonly Belonging[];
  readonly addresses: readonly Belonging[];
  /** None where it is gone already. */
  readonly customer: readonly Belonging[];
  /** What the store has of the customer. */
  readonly record: StoreRecord | undefined;
  /** Orders that its baskets name, also those that are gone; not those that say they are somebody else's. */
  readonly orderIds: readonly string[];
}

/**
 * Reads what the store has of these customers. All baskets of the store are read for it, once.
 * @returns of each what there is, or why that cannot be read, where it is known of others
 * @throws CliError why it is known of none: `refused` where baskets do not say whether they are ordered
 */
export async function belongingsOf(
  session: Session,
  { connection, reads }: Paced,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Belongings | CliError>> {
  // The baskets come first: what fails after them concerns the customer whose records are read, as others were answered.
  const baskets = await basketsOf(session, { connection, reads }, ids);
  const all = new Map<string, Belongings | CliError>();
  for (const id of ids) {
    const answer = await reads.answerTo((paced) => belongingsOfOne(session, paced, id, baskets.get(id) ?? []));
    all.set(id, 'failure' in answer ? answer.failure : answer.record);
  }
  const [first, ...others] = all.values();
  if (first instanceof CliError && others.every((one) => one instanceof CliError)) throw first;
  return all;
}

async function belongingsOfOne(
  session: Session,
  connection: Connection,
  id: string,
  baskets: readonly Basket[],
): Promise<Belongings> {
  const record = await unlessMissing(getRecord(connection, customerAt(id)));
  const addresses = (await unlessMissing(listAddresses(connection, id)))?.records ?? [];
  const host = hostOf(connection);
  const open = baskets.filter((one) => orderOf(one, host) === undefined);
  const ordered = await ordersOf(session, connection, baskets, id);
  const others = ordered.filter(({ what, whose }) => what === 'order' && whose !== undefined).map((one) => one.id);
  return {
    baskets: open.map((one) => basketOf(session, one)),
    ordered,
    addresses: addresses.map((one) => ({
      what: 'address',
      id: address.idOf(one),
      at: addressAt(id, address.idOf(one)),
      name: addressName(session.named(address, one)),
    })),
    customer: record ? [{ what: 'customer', id, at: customerAt(id), name: customerName(session, record) }] : [],
    record,
    orderIds: [...groupedByOrder(baskets, host).keys()].filter((orderId) => !others.includes(orderId)),
  };
}

const customerName = (session: Session, record: StoreRecord): string => {
  const named = session.named(customer, record);
  return textOf(named, 'firstName', 'lastName') || textOf(named, 'emailAddress');
};

/** The baskets of each of these customers, by the ID as it was typed. */
async function basketsOf(
  session: Session,
  { connection, reads: { read } }: Paced,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Basket[]>> {
  const typed = new Map(ids.map((id) => [idKind.typed(id), id]));
  const list = await readBaskets({ connection, clock: session.context.clock, read });
  const found = new Map<string, Basket[]>();
  for await (const { records } of withProgress(session, list.pages, { printsRows: false }))
    for (const record of records) {
      const id = typed.get(idKind.wire(record.customerId));
      if (id !== undefined) found.set(id, [...(found.get(id) ?? []), record]);
    }
  return found;
}

function basketOf(session: Session, record: Basket): Belonging {
  const id = basket.idOf(record);
  const count = Array.isArray(record.products) ? record.products.length : undefined;
  const orderId = session.named(basket, record).orderId;
  const name = [
    ...(count === undefined ? [] : [`${count} ${count === 1 ? 'product' : 'products'}`]),
    ...(orderId && String(orderId) !== '0' ? [`ordered as ${orderId}`] : []),
  ];
  return { what: 'basket', id, at: basketAt(id), name: name.join(', ') };
}

/** Each order that the baskets name and that is still there, then the baskets that name it. */
async function ordersOf(
  session: Session,
  connection: Connection,
  baskets: readonly Basket[],
  id: string,
): Promise<readonly Belonging[]> {
  const found: Belonging[] = [];
  for (const [orderId, naming] of groupedByOrder(baskets, hostOf(connection))) {
    const record = await unlessMissing(getRecord(connection, orderAt(orderId)));
    const owner = idKind.wire(record?.customerId);
    const whose = owner === undefined || owner === idKind.typed(id) ? {} : { whose: `customer ${owner}` };
    const at = orderAt(orderId);
    if (record) found.push({ what: 'order', id: orderId, at, name: orderName(session, record), ...whose });
    found.push(...naming.map((one) => ({ ...basketOf(session, one), ...whose })));
  }
  return found;
}

function groupedByOrder(baskets: readonly Basket[], host: string): ReadonlyMap<string, readonly Basket[]> {
  const groups = new Map<string, Basket[]>();
  for (const one of baskets) {
    const orderId = orderOf(one, host);
    if (orderId === undefined) continue;
    groups.set(orderId, [...(groups.get(orderId) ?? []), one]);
  }
  return groups;
}

/** `2026-01-31` */
const orderName = (session: Session, record: StoreRecord): string => {
  const { dateCreated, dateAdded, date } = session.named(order, record);
  return String(dateCreated ?? dateAdded ?? date ?? '').slice(0, 10);
};
