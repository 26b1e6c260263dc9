import { expect, test } from 'vitest';
import { envelopeOf } from '../../src/resources/countries/address-format.ts';
import { product } from '../../src/resources/products.ts';
import { fullBasket, missingParts } from '../../src/resources/related.ts';

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
    'nothing that the order holds itself',
    'order',
    { customerId: '1', customer: { firstName: 'Jo' }, products: [], basketKey: key },
    [],
  ],
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
] as const)('--full fetches %s', (_, of, record, parts) => {
  expect(missingParts(record, of)).toEqual(parts);
});

test.each([
  ['as the store writes it', { addressFormat: 'Jo\r\nDam 1\n\nBE', name: 'X' }, ['Jo', 'Dam 1', 'BE']],
  [
    'from its fields, as in its country',
    {
      firstName: 'Jo',
      lastName: 'de Vries',
      streetAddress: 'Dam',
      houseNumber: 1,
      houseNumberExtension: 'a',
      zipcode: '1012 JS',
      city: 'Amsterdam',
      country: { isoCode2: 'NL', title: 'Nederland' },
    },
    ['Jo de Vries', 'Dam 1 a', '1012 JS Amsterdam', 'Nederland'],
  ],
  [
    'in the United States',
    {
      name: 'Jo',
      streetAddress: 'Main St',
      houseNumber: '5',
      zipcode: '97214',
      city: 'Portland',
      state: 'OR',
      country: 'US',
    },
    ['Jo', '5 Main St', 'Portland, OR 97214', 'US'],
  ],
  ['without the commas of what is missing', { zipcode: '97214', country: { isoCode2: 'US' } }, ['97214', 'US']],
  ['masked, from its masked fields', { addressFormat: '***', name: '***', city: 'Gent' }, ['***', 'Gent']],
  ['not at all where there is nothing', { id: '1', addressFormat: '' }, undefined],
])('an envelope is written %s', (_, address, lines) => {
  expect(envelopeOf(address)).toEqual(lines);
});

test.each([
  [{ quantity: '48' }, { words: '48', tone: 'good' }],
  [{ quantity: 0 }, { words: 'out of stock', tone: 'bad' }],
  [{ quantity: 0, backOrder: 1 }, { words: 'out of stock, back order allowed' }],
  [{ quantity: '-3.0000' }, { words: 'out of stock (-3)', tone: 'bad' }],
  [{ quantity: 5, quantities: { trackQuantity: '0' } }, { words: '5, stock is not tracked' }],
  [
    { quantity: 5, quantities: null },
    { words: '5', tone: 'good' },
  ],
  [{ quantity: 'many' }, undefined],
])('the stock of %j in words', (record, remark) => {
  expect(product.fields.quantity?.remark?.(record)).toEqual(remark);
});

test.each([
  [1, { words: 'online', tone: 'good' }],
  ['0', { words: 'offline', tone: 'quiet' }],
  [7, { words: '7' }],
  [null, undefined],
])('the status %j in words', (status, remark) => {
  expect(product.fields.status?.remark?.({ status })).toEqual(remark);
});

test('the page of a full basket begins with the customer, and names a country only in its address', () => {
  const of = {
    basketKey: key,
    id: '1',
    billingCountryId: '528',
    deliveryCountryId: '7',
    geoZoneId: '1',
    orderId: null,
  };
  const addresses = {
    billingAddress: { id: 301, country: { id: 528, title: 'Nederland' } },
    deliveryAddress: { error: { message: 'Not found' } },
  };
  expect(fullBasket.page?.({ ...of, ...addresses })).toEqual({
    rest: { basketKey: key, orderId: null, ...addresses },
    below: { id: '1', deliveryCountryId: '7', geoZoneId: '1' },
  });
});
