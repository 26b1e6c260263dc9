import { customer, writtenCustomer } from './customers.ts';
import { listedOrders } from './full-customer.ts';
import { order } from './orders.ts';
import { defineRecord } from './record.ts';
import type { StoreRecord } from './record-fields.ts';
import * as record from './record-fields.ts';

/** Somebody whom `customers find` found: a customer, or a guest, who has an order and no ID. */
export const foundPerson = defineRecord(
  ['customerId'],
  record.aboutPerson({
    customerId: record.id('ID').inTable(1),
    foundOrderId: record.id('Order').inTable(3).ifAny(),
    name: record.text('Name').inTable(2),
    city: record.text('City').impersonal().inTable(5),
    lastOrderId: record.id('Last order').inTable(3),
    lastOrderDate: record.date('Date').impersonal().inTable(4),
    orderIds: record.texts('Orders'),
    customer: record.group('Customer', record.withoutColumns(customer.fields), writtenCustomer),
    orders: listedOrders(),
  }),
  { isOpen: true, page: pageOf },
);

/** The name above, then the customer, then his orders in a line each; of those that were not read the IDs. */
function pageOf(received: StoreRecord) {
  const { customer: person, city, customerId, foundOrderId } = received;
  const orders = arrayOf(received.orders) as readonly StoreRecord[];
  const above = writtenCustomer((person ?? orders[0]?.customer ?? {}) as StoreRecord) ?? [];
  const read = new Set(orders.map((one) => order.idOf(one)));
  const olderOrders = arrayOf(received.orderIds).filter((id) => !read.has(String(id)));
  return { above, rest: { foundOrderId, customerId, city, orders, ...(olderOrders.length > 0 && { olderOrders }) } };
}

const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
