import { describe, expect, test } from 'vitest';
import { address, missingInAddress } from '../../src/resources/addresses.ts';
import { basket, invalidLines } from '../../src/resources/baskets.ts';
import { customer } from '../../src/resources/customers.ts';
import { order } from '../../src/resources/orders.ts';
import { product } from '../../src/resources/products.ts';
import { type Fields, isSecretField } from '../../src/resources/record-fields.ts';
import { dutchAddress } from '../support/people.ts';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

test('the hash of a password is no field of a customer', () => {
  expect(Object.keys(customer.fields).filter(isSecretField)).toEqual([]);
});

function columnsOf(fields: Fields): readonly number[] {
  return Object.values(fields).flatMap(({ column, group, list, cell }) => [
    ...(group && !list ? columnsOf(group) : [column ?? []].flat()),
    ...[cell?.importance ?? []].flat(),
  ]);
}

test.each([
  ['addresses', address],
  ['customers', customer],
  ['baskets', basket],
  ['orders', order],
  ['products', product],
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

test('an order without an id is something else', () => {
  expect(order.check({ status: 'ok' })).toEqual({ ok: false, fault: 'has none of orderId, id' });
});
