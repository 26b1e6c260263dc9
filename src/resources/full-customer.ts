import { address } from './addresses.ts';
import { basket } from './baskets.ts';
import { envelopeOf } from './countries/address-format.ts';
import { customer } from './customers.ts';
import { textKind } from './kinds.ts';
import { order, orderIdIn, orReason } from './orders.ts';
import { defineRecord } from './record.ts';
import * as record from './record-fields.ts';

/** A customer with all that the store has of the person: `--full` adds these fields. */
export const fullCustomer = defineRecord(customer.identifiedBy, {
  ...customer.fields,
  // A customer who cannot log in is asked whether they ever did.
  numberOfLogins: {
    ...customer.fields.numberOfLogins,
    remark: ({ numberOfLogins }) => (String(numberOfLogins) === '0' ? { words: 'none' } : undefined),
  },
  addresses: {
    ...listed('Addresses', address.fields, (one) => [address.idOf(one), (envelopeOf(one) ?? []).join(', ')]),
    none: 'none',
  },
  baskets: {
    ...listed('Baskets', basket.fields, (one) => [
      basket.idOf(one),
      [
        ...shown(basket.fields, one, 'value', 'dateCreated'),
        orderIdIn({ orderId: one.orderId }) ? 'ordered' : 'open',
      ].join(', '),
    ]),
    none: 'none',
  },
  // The API cannot list orders: those are known that baskets name.
  orders: { ...listedOrders(), none: 'none known' },
});

/** The orders of a person, each in one line. */
export function listedOrders() {
  return listed('Orders', order.fields, (one) => [
    order.idOf(one),
    [
      ...shown(order.fields, one, 'dateCreated'),
      shown(order.fields, one, 'total', 'currencyType').join(' '),
      ...shown(order.fields, one, 'statusName'),
    ]
      .filter((text) => text !== '')
      .join(', '),
  ]);
}

/** A list of records, each in one line, or why it failed to load. */
function listed(
  label: string,
  fields: record.Fields,
  lineOf: (one: record.StoreRecord) => readonly [id: string, text: string],
): record.Field & { list: true } {
  const write = orReason((one) => [
    lineOf(one)
      .filter((text) => text !== '')
      .join('  '),
  ]);
  return { ...record.list(label, record.withoutColumns(fields)), write };
}

/** The values of these fields that have one. */
const shown = (fields: record.Fields, one: record.StoreRecord, ...names: readonly string[]): readonly string[] =>
  names.map((name) => (fields[name]?.kind ?? textKind).show(one[name]) ?? '').filter((text) => text !== '');
