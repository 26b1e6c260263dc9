import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import type { Address } from '../../resources/addresses.ts';
import type { Basket, BasketLine } from '../../resources/baskets.ts';
import type { Customer } from '../../resources/customers.ts';
import type { Order } from '../../resources/orders.ts';
import { type Received, type RecordDefinition, record, text } from '../../resources/record.ts';

/** What a deletion prints. */
export const deletion = record(['deleted'], { deleted: text('Deleted') });

interface Deletion<R extends Received> {
  /** What is deleted, as the question names it: `customer 12`. */
  readonly what: string;
  readonly id: string;
  readonly definition: RecordDefinition;
  /** The record, so that the question can say who or what that is. */
  readonly look: (connection: Connection) => Promise<R>;
  readonly nameOf: (record: R) => string;
  readonly remove: (connection: Connection) => Promise<void>;
}

/** Asks, deletes, and reports it: `{"deleted":"12"}` in JSON. */
export async function deleteOne<R extends Received>(
  session: Session,
  { what, id, definition, look, nameOf, remove }: Deletion<R>,
): Promise<number> {
  if (session.asksToConfirm) {
    const name = nameOf(session.named(definition, await look(await session.connect()))).slice(0, longestName);
    await session.confirm(`Delete ${what}${name && ` (${name})`} on ${session.storeName()}?`);
  } else {
    await session.confirm(`Delete ${what}?`);
  }
  await remove(await session.connect());
  await session.show(deletion, { deleted: id });
  await session.done(`Deleted ${what}`);
  return 0;
}

/** A name of any length must not push the question off the screen. */
const longestName = 120;

/** How a question names a record, to delete it or to pick it. Not escaped: the question is, as a whole. */
export const customerName = (customer: Customer): string =>
  words(customer.firstName, customer.lastName) || words(customer.emailAddress);

export const addressName = (address: Address): string =>
  [
    words(address.company),
    words(address.name) || words(address.firstName, address.lastName),
    street(address),
    words(address.zipcode, address.city),
  ]
    .filter(Boolean)
    .join(', ');

export function basketName(basket: Basket): string {
  const count = Array.isArray(basket.products) ? basket.products.length : 0;
  return `${count} ${count === 1 ? 'product' : 'products'}${ofCustomer(basket)}`;
}

export const orderName = (order: Order): string => ofCustomer(order).trim();

export const lineName = (line: BasketLine): string => words(line.name) || words(line.title);

const street = ({ streetAddress, houseNumber, houseNumberExtension }: Address): string =>
  words(streetAddress, houseNumber, houseNumberExtension);

const ofCustomer = ({ customerId }: Basket | Order): string =>
  customerId && String(customerId) !== '0' ? ` of customer ${customerId}` : '';

const words = (...values: readonly unknown[]): string =>
  values
    .flatMap((value) => (typeof value === 'object' ? [] : (value ?? [])))
    .join(' ')
    .trim();
