import { describe, expect, test } from 'vitest';
import { address, newAddress } from '../../src/resources/addresses.ts';
import { basket } from '../../src/resources/baskets.ts';
import { customer, newCustomer } from '../../src/resources/customers.ts';
import type { Kind } from '../../src/resources/kind.ts';
import { order } from '../../src/resources/orders.ts';
import { withoutEmails, withoutPersonal, withoutTyped } from '../../src/resources/personal.ts';
import { product } from '../../src/resources/products.ts';
import type { Field, Fields } from '../../src/resources/record-fields.ts';
import * as record from '../../src/resources/record-fields.ts';
import { words } from '../support/words.ts';

const personal = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, { isPersonal }]) => (isPersonal ? [name] : []));

/** Many people live there. */
const places = ['city', 'state', 'country'];

test.each([
  ['customer', newCustomer, customer],
  ['address', newAddress, address],
])('what a person says of themself in a new %s is personal when it is shown, but for the place', (_, draft, shown) => {
  const said = Object.entries<{ readonly kind: Kind<unknown> }>(draft.fields)
    .filter(([name, { kind }]) => name in shown.fields && kind.name !== 'id' && !places.includes(name))
    .map(([name]) => name);
  const marked = personal(shown.fields);
  expect(said.length).toBeGreaterThan(5);
  expect(said.filter((name) => !marked.includes(name))).toEqual([]);
});

test('of a basket that is personal which is so in an address, and of a product nothing', () => {
  const names = Object.keys(basket.fields).filter((name) => personal(address.fields).includes(name));
  expect([personal(basket.fields), personal(product.fields)]).toEqual([names, []]);
});

test.each([
  ['customer', customer],
  ['address', address],
])('every single value of a %s that is not personal is shown, and no other', (_, definition) => {
  const fields: Fields = definition.fields;
  const exampleOf = ({ kind }: Field): string => (kind?.name === 'date' ? '2026-01-31 08:00:00' : '1');
  const record = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, exampleOf(field)]));
  const shown = Object.entries(withoutPersonal(fields, record)).filter(([, value]) => value !== '***');
  const singles = (field: Field | undefined): boolean => field?.isPersonal !== true;
  expect(shown.map(([name]) => name)).toEqual(Object.keys(fields).filter((name) => singles(fields[name])));
});

test('a field that nobody thought of is hidden, unless its kind tells nothing about a person', () => {
  const fields = record.aboutPerson({
    customerId: record.id('ID'),
    loyaltyCard: record.text('Loyalty card'),
    firstOrder: record.date('First order'),
    points: record.count('Points'),
    credit: record.amount('Credit'),
    invited: record.flag('Invited'),
    level: record.text('Level').impersonal(),
  });
  const shown = { customerId: '7', points: '12', credit: '5.00', invited: '1', level: 'gold' };
  const hidden = { loyaltyCard: 'NL-4711', firstOrder: '2026-01-31' };
  expect(withoutPersonal(fields, { ...shown, ...hidden })).toEqual({ ...shown, loyaltyCard: '***', firstOrder: '***' });
});

test.each([
  ['customer', customer],
  ['address', address],
  ['basket', basket],
  ['order', order],
])('a field of a %s that the API does not document is hidden', (_, { fields }) => {
  const unknown = { nickname: 'Jo', favourites: ['red'], extra: { size: 44, color: 'red' } };
  expect(withoutPersonal(fields, unknown)).toEqual({
    nickname: '***',
    favourites: ['***'],
    extra: { size: '***', color: '***' },
  });
});

describe('fields that no field describes are hidden by what their name suggests', () => {
  test.each(
    words(
      'customerName customers_firstname billing_name delivery-street-address Email telephone tel mobileNo iban BIC postal_code ip ipAddress comments orderNotes recipient birthday nationalId userId firstName NAME',
    ),
  )('where the field is called %s', (name) => {
    const person = { [name]: 'Jo', deep: [{ [name]: ['Jo', { x: 'Jo', n: 5 }] }] };
    expect(JSON.stringify(withoutPersonal({}, person))).not.toMatch(/Jo|5/);
  });

  test.each<readonly [name: string, value: unknown]>([
    ...words('customerId orderId sku uprid total status zoneId shippingModule city').map(
      (name) => [name, '12'] as const,
    ),
    ['addressBookIds', ['12', '13']],
    ['country', 'NL'],
    ['basketKey', '{42212126-9CF9-49D8-8E52-5B2858894145}'],
    ['uprid', '206{3}12'],
    ['dateCreated', '2026-01-31T08:00:00+01:00'],
  ])('but not where the field is called %s', (name, value) => {
    expect(withoutPersonal({}, { [name]: value })).toEqual({ [name]: value });
  });
});

test.each([
  { phoneNumber: { value: '0612345678' } },
  { phones: [{ label: 'Jo', value: '0612345678' }] },
  { customer: { contactId: '0612345678', vatId: 'NL061234567B01', customerId: '0612345678', city: 'Jo' } },
  { vatId: '0612345678' },
  { contactId: '0612345678' },
  { extraFields: [{ label: 'Telefoon', value: '0612345678' }] },
  { attributes: [{ key: 'iban', value: { total: '0612345678' } }] },
  { addons: '{"phone":"0612345678"}' },
  { customer: { 'Jo de Vries': 'x', '0612345678': 'x' } },
])('nothing below what is hidden is shown by a harmless name: %j', (open) => {
  const { fields } = customer;
  for (const shown of [withoutPersonal({}, open), withoutPersonal(fields, open)])
    expect(JSON.stringify(shown)).not.toMatch(/\bJo\b|0612345678|NL06/);
});

test.each([
  { customerId: 'Jo de Vries' },
  { customerId: ['Jo'] },
  { orderId: { id: 'Jo' } },
  { addressBookIds: 'Jo' },
  { dateCreated: 'Jo' },
  { lastLoginDate: '2026-01-31 Jo' },
  { dateCreated: '0000-00-00 Jo' },
  { numberOfLogins: 'Jo' },
  { groupDiscount: { amount: 'Jo' } },
  { guestAccount: 'Jo de Vries' },
  { basketKey: 'Jo' },
  { uprid: '206{Jo}' },
  { countryId: 'Jo' },
])('a field is shown only if its value is of its kind: %j', (record) => {
  for (const { fields } of [customer, address, basket, order, { fields: {} }])
    expect(JSON.stringify(withoutPersonal(fields, record))).not.toContain('Jo');
});

test('the value of a basket line is hidden where it is no amount', () => {
  const products = [{ name: 'Mug', value: 'Jo' }];
  expect(withoutPersonal(basket.fields, { products })).toEqual({ products: [{ name: 'Mug', value: '***' }] });
});

test('a whole person in one value is hidden where a record is expected', () => {
  const addresses = { billingAddress: ['Jo de Vries', 'Dam 1'], deliveryAddress: { lines: ['Dam 1'], to: 'Jo' } };
  const torn = { orderId: '1', customer: 'Jo de Vries', ...addresses };
  expect(JSON.stringify(withoutPersonal(order.fields, torn))).not.toMatch(/Jo|Dam/);
});

test('the products of an order are not personal, its customer is', () => {
  const record = { orderId: '1', statusName: 'new', products: [{ name: 'Mug', quantity: '1' }] };
  expect(withoutPersonal(order.fields, { ...record, customer: { firstName: 'Jo', guestAccount: '0' } })).toEqual({
    ...record,
    customer: { firstName: '***', guestAccount: '0' },
  });
});

test('what is empty is shown to be empty', () => {
  const nobody = { firstName: '', phoneNumber: null, dob: '0000-00-00', unknownName: '', isCompany: true };
  expect(withoutPersonal(customer.fields, nobody)).toEqual(nobody);
});

test.each([
  ['ask jo@example.com now', 'ask *** now'],
  ['<jo@example.com>,an@x.nl', '<***>,***'],
  ['two @ signs', 'two @ signs'],
])('no e-mail address is left in %j', (text, safe) => {
  expect([withoutEmails(text), withoutPersonal({}, { [text]: text })]).toEqual([safe, { [safe]: safe }]);
});

test('what a customer has typed into a line of a basket or an order is hidden, a product of the catalogue is not', () => {
  const products = [
    {
      productId: '206',
      uprid: '206{3}12',
      name: 'Mug',
      sku: 'MUG-1',
      attributesString: 'Engraving: Jo',
      gift: 'for Jo',
    },
    { uprid: '1', isCustom: '1', name: 'Mug for Jo', title: 'Mug for Jo', price: '9.95' },
    { productId: null, name: 'Mug for Jo', title: 'Mug for Jo', quantity: 2 },
  ];
  const hidden = [
    { productId: '206', uprid: '206{3}12', name: 'Mug', sku: 'MUG-1', attributesString: '***', gift: '***' },
    { uprid: '1', isCustom: '1', name: '***', title: '***', price: '9.95' },
    { productId: null, name: '***', title: '***', quantity: 2 },
  ];
  for (const { fields } of [basket, order]) expect(withoutPersonal(fields, { products })).toEqual({ products: hidden });
  expect(withoutPersonal({}, { products: [{ title: 'Mug for Jo', attributesString: 'Jo' }] })).toEqual({
    products: [{ title: '***', attributesString: '***' }],
  });
});

test.each([
  ['NL91ABNA0417164300', '***'],
  ['paid from NL91 ABNA 0417 1643 00 by transfer', 'paid from *** by transfer'],
  ['de89 3704 0044 0532 0130 00', '***'],
  ['NL92ABNA0417164300', 'NL92ABNA0417164300'],
  ['AB12-MUG-RED-LARGE-2024', 'AB12-MUG-RED-LARGE-2024'],
])('a bank account is hidden in any text: %s', (text, safe) => {
  expect([withoutEmails(text), withoutPersonal({}, { paid: text })]).toEqual([safe, { paid: safe }]);
});

test('the account in the payment option of a basket or an order is hidden, the name of a bank is not', () => {
  const shown = { paymentModule: 'sepa', paymentOption: 'ing' };
  for (const { fields } of [basket, order]) {
    expect(withoutPersonal(fields, { ...shown, paymentOption: 'NL91ABNA0417164300' })).toMatchObject({
      paymentOption: '***',
    });
    expect(withoutPersonal(fields, { paymentModule: 'sepa' })).toEqual({ paymentModule: 'sepa' });
  }
  expect(withoutPersonal(basket.fields, shown)).toEqual(shown);
});

test.each([
  ['Invalid lastName "{"a":"Jansen","b":["Jo"]}": expected text.', 'Invalid lastName "***": expected text.'],
  ['Invalid city "Jan "de Boer" x": expected text.', 'Invalid city "***": expected text.'],
  ['Invalid "Jan\nde Boer".', 'Invalid "***".'],
  ['Unknown field "Jansen". Did you mean "lastName"?', 'Unknown field "***". Did you mean "lastName"?'],
  ['Invalid "lastName": expected text, not "Jansen".', 'Invalid "lastName": expected text, not "***".'],
])('what was typed is not in an error, whatever it is: %s', (text, safe) => {
  expect(withoutTyped(text)).toBe(safe);
});
