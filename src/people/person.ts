import type { Address } from '../resources/addresses.ts';
import type { Customer } from '../resources/customers.ts';
import type { Order } from '../resources/orders.ts';
import type { StoreRecord } from '../resources/record-fields.ts';
import { isObject } from '../text/json.ts';
import { type Part, partsOf } from './parts.ts';
import type { KnownOrder } from './people-index.ts';

/** A person as the store shows them now: a customer, or the guest of an order. */
export interface Person {
  readonly customer: Customer | undefined;
  /** All that are known, the newest first. */
  readonly known: readonly KnownOrder[];
  /** The known orders that were read. */
  readonly orders: readonly Order[];
  /** The order that was searched by its ID. */
  readonly foundOrder?: Order;
  /** The order by which the person was found, where neither the customer nor an address that was read has what was searched. */
  readonly matchedOrder?: Order | undefined;
  /** The address by which the person was found, if that is how. */
  readonly place?: StoreRecord | undefined;
  /** Where they were read. */
  readonly addresses: readonly Address[];
}

/** Everything by which a person is found. */
export function partsOfPerson({ customer, orders, addresses }: Person): ReadonlySet<Part> {
  const records = [...(customer ? [customer] : []), ...orders, ...addresses];
  return new Set(records.flatMap((record) => [...partsOf(record)]));
}

/** The addresses in an order. */
export const placesOf = ({ deliveryAddress, billingAddress }: Order): readonly StoreRecord[] =>
  [deliveryAddress, billingAddress].filter(isObject);
