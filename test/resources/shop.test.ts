import { describe, expect, test } from 'vitest';
import { address, missingInAddress, newAddress } from '../../src/resources/addresses.ts';
import { basket, invalidLines, lineChanges, newBasket, newLine } from '../../src/resources/baskets.ts';
import { customer, newCustomer } from '../../src/resources/customers.ts';
import { newOrder, order } from '../../src/resources/orders.ts';
import { type Fields, isSecretField } from '../../src/resources/record-fields.ts';
import { dutchAddress } from '../support/people.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

describe('a body has the documented fields in their order', () => {
  test.each([
    [
      'a new address',
      newAddress,
      'company firstName lastName streetAddress houseNumber houseNumberExtension zipcode city state country gender btwNumber kvkNumber',
    ],
    [
      'a new customer',
      newCustomer,
      'emailAddress password firstName lastName gender phoneNumber faxNumber bankAccountNumber discountGroupId',
    ],
    [
      'a new basket',
      newBasket,
      'customerId products billingAddressId deliveryAddressId shippingModule paymentModule coupon loyaltyPoints',
    ],
    ['a new basket line', newLine, 'uprid quantity title price'],
    ['changes of a basket line', lineChanges, 'quantity title price'],
    ['a new order', newOrder, 'basketKey currencyType languageId'],
  ])('as the API names them, for %s', (_, { names }, expected) => {
    expect(names).toEqual(words(expected));
  });
});

describe('a record has the documented fields in their order', () => {
  test.each([
    [
      'an address',
      address,
      `id customerId company name firstName lastName streetAddress houseNumber houseNumberExtension zipcode city state gender btwNumber kvkNumber
      country zoneId zoneCode zoneName addressFormatId addressFormat addressSummary`,
    ],
    [
      'a customer',
      customer,
      `customerId gender firstName lastName dob emailAddress addressBookIds defaultBillingAddressId defaultDeliveryAddressId phoneNumber faxNumber
      bankAccountNumber subscribedToNewsletter guestAccount approved discountGroupId discountGroupName groupDiscount numberOfLogins lastLoginDate
      dateCreated lastModified`,
    ],
    [
      'a basket',
      basket,
      `id basketKey basketType customerId orderId guestAccount value valuePerRate tax taxPerRate billingAddressId deliveryAddressId billingCountryId
      deliveryCountryId btwNumber shippingModule shippingProvider shippingValue shippingTax shippingTaxClassId shippingTaxRate paymentModule
      paymentOption paymentCommission paymentCommissionTitle coupon couponValid couponDiscount couponTaxCalculated loyaltyPoints loyaltyPointsMax
      loyaltyPointsDiscount deletedFreeProducts geoZoneId calculateTax contentType invalidate dateCreated lastModified displayTax products`,
    ],
  ])('as the API names them, for %s', (_, { fields }, expected) => {
    expect(Object.keys(fields)).toEqual(words(expected));
  });

  test('but the hash of a password is no field of a customer', () => {
    expect(Object.keys(customer.fields).filter(isSecretField)).toEqual([]);
  });
});

function columnsOf(fields: Fields): readonly number[] {
  return Object.values(fields).flatMap(({ column, group, list }) =>
    group && !list ? columnsOf(group) : column === undefined ? [] : [column],
  );
}

test.each([
  ['addresses', address],
  ['customers', customer],
  ['baskets', basket],
  ['orders', order],
])('the columns of %s each have an importance', (_, { fields }) => {
  const columns = columnsOf(fields).toSorted((left, right) => left - right);
  expect(columns).toEqual(columns.map((_, at) => at + 1));
});

describe('an address needs', () => {
  const { streetAddress: _street, city: _city, ...fromPostcode } = dutchAddress;

  test.each([
    ['nothing more than the required fields', dutchAddress, false, []],
    ['street and city without the add-on', fromPostcode, false, ['streetAddress', 'city']],
    ['neither with it', fromPostcode, true, []],
    ['both with it in Belgium', { ...fromPostcode, country: 'BE' }, true, ['streetAddress', 'city']],
    ['a state in the United States', { ...dutchAddress, country: 'US' }, true, ['state']],
    ['one that is not blank', { ...dutchAddress, country: 'US', state: ' ' }, false, ['state']],
    ['no state when there is one', { ...dutchAddress, country: 'US', state: 'OR' }, false, []],
    ['everything else', {}, true, words('firstName lastName streetAddress houseNumber zipcode city country')],
  ])('%s', (_, values, postcodeAddon, fields) => {
    expect(missingInAddress(values, { postcodeAddon }).map(({ field }) => field)).toEqual(fields);
  });
});

describe('a product of a basket is one of the shop or a custom one', () => {
  const price = { units: 750n, scale: 2 };
  test.each([
    ['a product of the shop is valid', { uprid: '206' }, []],
    ['a custom product is valid', { title: 'Gravure', price }, []],
    ['neither is invalid', { quantity: 2 }, ['products[0].uprid']],
    ['both at once are left to the store', { uprid: '206', title: 'Gravure', price }, []],
    ['a custom product needs a price', { title: 'Gravure' }, ['products[0].price']],
    ['a custom product needs a title', { price }, ['products[0].title']],
    ['a blank title does not count', { title: ' ', price }, ['products[0].title']],
  ])('%s', (_, line, fields) => {
    expect(invalidLines([line]).map(({ field }) => field)).toEqual(fields);
  });

  test('a fault names the line it is in', () => {
    expect(invalidLines([{ uprid: '206' }, {}])).toMatchObject([{ field: 'products[1].uprid' }]);
  });
});

test.each([
  ['an order with unknown fields', order, { orderId: '7', anything: [{ deep: 1 }] }],
  ['an order with only an ID', order, { id: 7 }],
  ['a basket', basket, { id: '7', valuePerRate: { 21: '1.00' }, taxPerRate: null, calculateTax: true }],
  ['an address', address, { id: '3', country: { id: '528' }, state: null }],
  ['a customer', customer, { customerId: '7', lastLoginDate: null, password: 'hash' }],
])('%s passes the client unchanged', (_, definition, reply) => {
  expect(definition.check(reply)).toEqual({ ok: true, value: reply });
});

test('an order without an id is something else', () => {
  expect(order.check({ status: 'ok' })).toEqual({ ok: false, fault: 'has none of orderId, id' });
});
