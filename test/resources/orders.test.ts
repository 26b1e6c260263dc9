import { expect, test } from 'vitest';
import { missingParts } from '../../src/resources/orders.ts';

const key = '42212126-9CF9-49D8-8E52-5B2858894145';

test.each([
  [
    'the customer and both addresses of a basket',
    'basket',
    { basketKey: `{${key}}`, customerId: '101', billingAddressId: 301, deliveryAddressId: '302' },
    [
      { field: 'customer', customerId: '101' },
      { field: 'billingAddress', customerId: '101', addressId: '301' },
      { field: 'deliveryAddress', customerId: '101', addressId: '302' },
    ],
  ],
  ['nothing of nobody', 'basket', { customerId: '0', billingAddressId: '301' }, []],
  [
    'no address of the id 0',
    'basket',
    { customerId: 101, billingAddressId: '0', deliveryAddressId: null },
    [{ field: 'customer', customerId: '101' }],
  ],
  [
    'nothing that the order of a guest holds itself',
    'order',
    { customerId: '0', customer: { firstName: 'Jo' }, products: [], basketKey: key },
    [],
  ],
  [
    'the customer as they are now, where the order holds its own',
    'order',
    { customerId: '1', customer: { firstName: 'Jo' }, products: [], basketKey: key },
    [{ field: 'currentCustomer', customerId: '1' }],
  ],
  ['no second customer of a basket', 'basket', { customerId: '1', customer: { firstName: 'Jo' } }, []],
  [
    'the products of an order from its basket',
    'order',
    { basketKey: `{${key}}` },
    [{ field: 'products', basketKey: key }],
  ],
  [
    'a customer that is only null',
    'order',
    { customerId: '1', customer: null },
    [{ field: 'customer', customerId: '1' }],
  ],
] as const)('orders get --full fetches %s', (_, of, record, parts) => {
  expect(missingParts(record, of)).toEqual(parts);
});
