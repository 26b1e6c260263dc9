import { isObject } from '../text/json.ts';
import { spacedLine } from '../text/words.ts';
import { customer, writtenCustomer } from './customers.ts';
import { listedOrders } from './full-customer.ts';
import { idKind, textKind } from './kinds.ts';
import { order } from './orders.ts';
import { defineRecord } from './record.ts';
import type { StoreRecord } from './record-fields.ts';
import * as record from './record-fields.ts';
import { emailKind } from './shop-kinds.ts';

/** Somebody whom `customers find` found: a customer, or a guest, who has an order and no ID. */
export const foundPerson = defineRecord(
  ['customerId'],
  record.aboutPerson({
    customerId: record.id('ID').inTable(1).orElse('guest'),
    foundOrderId: record.id('Order').inTable(3).ifAny(),
    name: record.text('Name').inTable(2).whole(),
    emailAddress: { ...record.text('E-mail address').inTable(5), kind: { ...emailKind, show: textKind.show } },
    company: record.text('Company').inTable(10).ifAny(),
    streetAddress: record.text('Street').inTable(4, 'houseNumber', 'houseNumberExtension').ifAny(),
    houseNumber: record.text('House number'),
    houseNumberExtension: record.text('Extension'),
    // A customer who has moved, or has another name now, is found by what an order has.
    matchedOrderId: record.id('As in order').inTable(4).ifAny(),
    // Another program has changed what was searched: nobody else has it.
    changedSince: record.flag('Changed since').inTable(4).ifAny(),
    // Beside the address of an order.
    currentAddress: record.text('Address now').inTable(6).ifAny(),
    zipcode: record.text('Postcode').inTable(9),
    city: record.text('City').impersonal().inTable(6),
    lastOrderId: record.id('Last order').inTable(7),
    lastOrderDate: record.date('Date').impersonal().inTable(8),
    phoneNumber: record.text('Phone number').inTable(11),
    orderIds: { ...record.texts('Orders'), kind: idKind },
    customer: record.group('Customer', record.withoutColumns(customer.fields), writtenCustomer),
    orders: listedOrders(),
  }),
  { isOpen: true, page: pageOf },
);

/** The name above, then the customer, then his orders in a line each; of those that were not read the IDs. */
function pageOf(received: StoreRecord) {
  const { customer: person, customerId, foundOrderId, company } = received;
  const orders = arrayOf(received.orders) as readonly StoreRecord[];
  const above = writtenCustomer((person ?? orders[0]?.customer ?? {}) as StoreRecord) ?? [];
  const read = new Set(orders.map((one) => order.idOf(one)));
  const olderOrders = arrayOf(received.orderIds).filter((id) => !read.has(String(id)));
  return {
    above,
    rest: {
      foundOrderId,
      customerId,
      company,
      ...placeOf(received),
      orders,
      ...(olderOrders.length > 0 && { olderOrders }),
    },
  };
}

/** The address by which the person was found, and of which order it is; else the city, and the order. */
function placeOf(received: StoreRecord): StoreRecord {
  const { streetAddress, houseNumber, houseNumberExtension, zipcode, city } = received;
  const { matchedOrderId, changedSince, currentAddress } = received;
  const joined = (...parts: readonly unknown[]): string => spacedLine(parts.map((part) => String(part ?? '')));
  const street = joined(streetAddress, houseNumber, houseNumberExtension);
  if (street === '') return { city, matchedOrderId, changedSince, currentAddress };
  const isOfOrder = isInOrder(received);
  const ofOrder = isOfOrder ? `as in order ${matchedOrderId}` : '';
  return {
    address: [street, joined(zipcode, city), ofOrder].filter((text) => text !== '').join(', '),
    ...(!isOfOrder && { matchedOrderId }),
    currentAddress,
  };
}

/** Whether the street is that of the order: somebody who is found by a former name may still live there. */
function isInOrder({ matchedOrderId, orders, streetAddress, houseNumber }: StoreRecord): boolean {
  const matched = (arrayOf(orders) as readonly StoreRecord[]).find(
    (one) => matchedOrderId != null && order.idOf(one) === String(matchedOrderId),
  );
  return [matched?.deliveryAddress, matched?.billingAddress]
    .filter(isObject)
    .some(
      (place) =>
        textOf(place.streetAddress) === textOf(streetAddress) && textOf(place.houseNumber) === textOf(houseNumber),
    );
}

const textOf = (value: unknown): string => String(value ?? '').trim();

const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
