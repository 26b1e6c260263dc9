import { type Order, orderIdIn } from '../resources/orders.ts';
import type { StoreRecord } from '../resources/record-fields.ts';
import { isObject } from '../text/json.ts';
import type { Person } from './person.ts';

/** Somebody as `foundPerson` shows him. */
export function recordOf({ customer, known, orders, addresses, foundOrder }: Person): StoreRecord {
  const [last] = known;
  const places = [...(foundOrder ? placesOf(foundOrder) : []), ...orders.flatMap(placesOf), ...addresses];
  return {
    customerId: customer?.customerId ?? null,
    foundOrderId: foundOrder ? (orderIdIn(foundOrder) ?? null) : null,
    name: nameOf([...(customer ? [customer] : []), ...orders.flatMap(peopleOf), ...places]),
    city: firstText(places, 'city'),
    lastOrderId: last?.orderId ?? null,
    lastOrderDate: last && last.date !== '' ? last.date : null,
    orderIds: known.map(({ orderId }) => orderId),
    customer: customer ?? null,
    orders,
  };
}

const placesOf = ({ deliveryAddress, billingAddress }: Order): readonly StoreRecord[] =>
  [deliveryAddress, billingAddress].filter(isObject);

const peopleOf = (order: Order): readonly StoreRecord[] => [...[order.customer].filter(isObject), order];

/** The name in the first record that has one. */
function nameOf(records: readonly StoreRecord[]): string | null {
  for (const { firstName, lastName, name } of records) {
    const whole = [firstName, lastName].filter((part) => typeof part === 'string' && part.trim() !== '').join(' ');
    if (whole !== '') return whole;
    if (typeof name === 'string' && name.trim() !== '') return name;
  }
  return null;
}

function firstText(records: readonly StoreRecord[], field: string): string | null {
  const texts = records.map((record) => record[field]);
  return (texts.find((text) => typeof text === 'string' && text !== '') as string | undefined) ?? null;
}
