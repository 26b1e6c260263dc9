import { customer, writtenCustomer } from './customers.ts';
import { order } from './orders.ts';
import { defineRecord } from './record.ts';
import type { StoreRecord } from './record-fields.ts';
import * as record from './record-fields.ts';

/** Somebody whom `customers find` found: a customer, or a guest, who has an order and no ID. */
export const foundPerson = defineRecord(
  ['customerId'],
  record.aboutPerson({
    customerId: record.id('ID').inTable(1),
    name: record.text('Name').inTable(2),
    city: record.text('City').impersonal().inTable(5),
    lastOrderId: record.id('Last order').inTable(3),
    lastOrderDate: record.date('Date').impersonal().inTable(4),
    orderIds: record.texts('Orders'),
    customer: record.group('Customer', record.withoutColumns(customer.fields), writtenCustomer),
    orders: record.list('Orders', order.fields),
  }),
  { isOpen: true, page: pageOf },
);

/** The name above, then the customer, then his orders as a table. */
function pageOf(received: StoreRecord) {
  const { customer: person, orders, city, customerId } = received;
  const guest = (Array.isArray(orders) ? orders[0] : undefined) as StoreRecord | undefined;
  const above = writtenCustomer((person ?? guest?.customer ?? {}) as StoreRecord) ?? [];
  return { above, rest: { customerId, city, orders } };
}
