import type { Address } from '../../resources/addresses.ts';
import type { Customer } from '../../resources/customers.ts';
import type { Order } from '../../resources/orders.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { isObject } from '../../text/json.ts';
import { type Part, partsOf } from '../words/parts.ts';
import type { KnownOrder, PersonId } from './people-index.ts';

/** Whether somebody lives in a city, or is only known to have had it: in an order, or when addresses were read last. */
export type InCity = 'lives' | 'known' | 'no';

/** A person as the store shows them now: a customer, or the guest of an order. */
export interface Person {
  readonly customer: Customer | undefined;
  /** All that are known, the newest first. */
  readonly known: readonly KnownOrder[];
  /** The known orders that were read. */
  readonly orders: readonly Order[];
  /** The order that was searched by its ID. */
  readonly foundOrder?: Order;
  /** The order by which the person was found, where neither the customer nor an address that was read has what was searched; else that of the place. */
  readonly matchedOrder?: Order | undefined;
  /** The address by which the person was found, if that is how. */
  readonly place?: StoreRecord | undefined;
  /** Where they were read. */
  readonly addresses: readonly Address[];
  /** Whether no basket and no order names the person, but a walk has found the ID. */
  readonly isByWalk?: boolean;
  /** Whether the person had what was searched when last read, and has something else now. */
  readonly isFormer?: boolean | undefined;
  /** Whether the person was in the city that was searched when last read, and is not any more. */
  readonly hasLeftCity?: boolean | undefined;
  /** How like what was typed: the higher, the sooner the person is shown. */
  readonly likeness?: number;
  /** What is known of the person in the city that was searched; undefined where none was. */
  readonly inCity?: InCity | undefined;
}

/** Everything by which a person is found. */
export function partsOfPerson({ customer, orders, addresses }: Person): ReadonlySet<Part> {
  const records = [...(customer ? [customer] : []), ...orders, ...addresses];
  return new Set(records.flatMap((record) => [...partsOf(record)]));
}

/** The addresses in an order. */
export const placesOf = ({ deliveryAddress, billingAddress }: Order): readonly StoreRecord[] =>
  [deliveryAddress, billingAddress].filter(isObject);

/** A guest is known by an order. */
export const idOf = ({ customer, known }: Person): PersonId =>
  customer ? { customerId: String(customer.customerId) } : { orderId: known[0]?.orderId ?? '' };

/** Another text for each. */
export const nameOf = (id: PersonId): string =>
  'customerId' in id ? `customer ${id.customerId}` : `order ${id.orderId}`;
