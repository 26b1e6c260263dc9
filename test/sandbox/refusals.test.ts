import { describe, expect, test } from 'vitest';
import { dutchAddress as dutch, jo as person } from '../support/people.ts';
import { sampled } from '../support/thorough.ts';
import { ask, openStore, send, sharedStore, strangeKey } from './store.ts';

/** What is refused changes nothing. */
const refusing = sharedStore();

const basket = '/baskets/42212126-9CF9-49D8-8E52-5B2858894145';
const custom = '/baskets/D270835E-DAA9-4B34-A4C8-145EC637D5EA';
const addresses = '/customers/101/addresses';
const tooMany = [{ uprid: '200', quantity: 2147483647 }, { uprid: '200' }];

describe('a record that does not exist is 404, before the body is read', () => {
  test.each([
    ['GET', '/customers/999'],
    ['GET', '/customers/sanne'],
    ['PATCH', '/customers/999', { firstName: 'Jo' }],
    ['DELETE', '/customers/999'],
    ['GET', '/customers/999/addresses'],
    ['POST', '/customers/999/addresses', dutch],
    ['GET', `${addresses}/999`],
    ['GET', `${addresses}/303`],
    ['PATCH', `${addresses}/303`, { city: 'Breda' }],
    ['DELETE', `${addresses}/303`],
    ['GET', `/baskets/${strangeKey}`],
    ['GET', '/baskets/701'],
    ['PATCH', `/baskets/${strangeKey}`, { coupon: 'A' }],
    ['DELETE', `/baskets/${strangeKey}`],
    ['GET', `/baskets/${strangeKey}/200`],
    ['GET', `${basket}/201`],
    ['PATCH', `${basket}/201`, { quantity: 1 }],
    ['DELETE', `${basket}/201`],
    ['GET', '/orders/999'],
    ['DELETE', '/orders/999'],
    ['GET', '/orders/1001/lines'],
  ])('%s %s answers 404', async (method, path, body?: unknown) => {
    const answer = await send(await refusing(), method, path, body);
    expect([answer.status, answer.body.error.code, answer.body.error.field]).toEqual([404, 'not_found', null]);
  });
});

describe('an unsupported method is 405, and Allow lists the others', () => {
  test.each([
    ['GET', '/customers', 'POST'],
    ['PUT', '/customers/101', 'GET, HEAD, PATCH, DELETE'],
    ['DELETE', addresses, 'GET, HEAD, POST'],
    ['POST', `${addresses}/301`, 'GET, HEAD, PATCH, DELETE'],
    ['DELETE', '/baskets', 'GET, HEAD, POST'],
    ['POST', basket, 'GET, HEAD, PATCH, DELETE'],
    ['POST', `${basket}/200`, 'GET, HEAD, PATCH, DELETE'],
    ['GET', '/orders', 'POST'],
    ['PATCH', '/orders/1001', 'GET, HEAD, DELETE'],
  ])('%s %s answers 405', async (method, path, allow) => {
    const { status, headers } = await ask(await refusing(), path, { method });
    expect([status, headers.get('allow')]).toEqual([405, allow]);
  });
});

describe('an invalid field is 422 and named', () => {
  sampled(4).each([
    ['POST', '/customers', {}, ['emailAddress', 'firstName', 'lastName']],
    ['POST', '/customers', { ...person, emailAddress: '', firstName: ' ' }, ['emailAddress', 'firstName']],
    ['POST', '/customers', { ...person, gender: 'x', phoneNumber: 5, faxNumber: [] }, ['gender', 'faxNumber']],
    ['POST', '/customers', { ...person, dob: '2000-01-01' }, ['dob']],
    ['POST', '/customers', { ...person, password: 'half \ud83d' }, ['password']],
    ['POST', '/customers', [person], ['']],
    ['PATCH', '/customers/101', {}, ['']],
    ['PATCH', '/customers/101', { lastName: null }, ['lastName']],
    ['PATCH', '/customers/101', { emailAddress: '' }, ['emailAddress']],
    ['POST', addresses, {}, ['firstName', 'lastName', 'streetAddress', 'houseNumber', 'zipcode', 'city', 'country']],
    ['POST', addresses, { ...dutch, houseNumber: '12a', country: 'Holland' }, ['houseNumber', 'country']],
    ['POST', addresses, { ...dutch, houseNumber: 0 }, ['houseNumber']],
    ['POST', addresses, { ...dutch, country: 'us', state: '' }, ['state']],
    ['PATCH', `${addresses}/301`, { houseNumber: null, city: '' }, ['houseNumber', 'city']],
    ['PATCH', '/customers/104/addresses/305', { state: '' }, ['state']],
    ['PATCH', `${addresses}/301`, {}, ['']],
    ['POST', '/baskets', { customerId: 999 }, ['customerId']],
    [
      'POST',
      '/baskets',
      { customerId: 101, billingAddressId: 303, deliveryAddressId: 999 },
      ['billingAddressId', 'deliveryAddressId'],
    ],
    ['POST', '/baskets', { billingAddressId: 301 }, ['billingAddressId']],
    ['POST', '/baskets', { shippingModule: 'drone', paymentModule: 'shells' }, ['shippingModule', 'paymentModule']],
    ['POST', '/baskets', { products: [{ uprid: '999' }] }, ['products[0].uprid']],
    ['POST', '/baskets', { products: [{ uprid: 'BEL-001' }] }, ['products[0].uprid']],
    ['POST', '/baskets', { products: [{ uprid: '206{3}12{4}9' }] }, ['products[0].uprid']],
    ['POST', '/baskets', { products: [{ uprid: '200{3}12' }] }, ['products[0].uprid']],
    ['POST', '/baskets', { products: [{ uprid: '200' }, { uprid: '200', quantity: -1 }] }, ['products[1].quantity']],
    ['POST', '/baskets', { products: tooMany }, ['products[1].quantity']],
    ['POST', '/baskets', { products: [{ title: 'Werk' }, { price: 5 }] }, ['products[0].price', 'products[1].title']],
    ['PATCH', basket, {}, ['']],
    ['PATCH', basket, { products: null }, ['products']],
    ['PATCH', basket, { billingAddressId: 303 }, ['billingAddressId']],
    ['PATCH', basket, { customerId: '', deliveryAddressId: 301 }, ['deliveryAddressId']],
    ['PATCH', `${basket}/200`, {}, ['']],
    ['PATCH', `${basket}/200`, { quantity: '' }, ['quantity']],
    ['PATCH', `${basket}/200`, { uprid: '201' }, ['uprid']],
    ['PATCH', `${custom}/2000000004`, { title: null }, ['title']],
    ['PATCH', `${custom}/2000000004`, { price: '100000000000' }, ['price']],
    ['POST', '/orders', {}, ['basketKey']],
    ['POST', '/orders', { basketKey: `{${strangeKey}}` }, ['basketKey']],
    ['GET', '/baskets?limit=0&offset=-1', undefined, ['limit', 'offset']],
  ])('%s %s', async (method, path, body, fields) => {
    const sandbox = await refusing();
    const state = () =>
      Promise.all(['/baskets', '/customers/101', addresses].map(async (known) => (await ask(sandbox, known)).body));
    const before = await state();
    const { status, body: answer } = await send(sandbox, method, path, body);
    expect([status, answer.error?.code]).toEqual([422, 'invalid']);
    expect(answer.error.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
    expect(await state()).toEqual(before);
  });
});

test('a body with fifty thousand invalid lines is rejected with the first hundred', async () => {
  const { status, body } = await send(await refusing(), 'POST', '/baskets', {
    products: Array.from({ length: 50_000 }, () => 1),
  });
  expect([status, body.error.errors.length, body.error.errors[99].field]).toEqual([422, 100, 'products[99]']);
});

test('an order of an empty basket is rejected', async () => {
  const sandbox = await openStore();
  const { body } = await send(sandbox, 'POST', '/baskets', {});
  const { status, body: answer } = await send(sandbox, 'POST', '/orders', { basketKey: body.basketKey });
  expect([status, answer.error.message]).toEqual([422, 'basketKey names an empty basket']);
});
