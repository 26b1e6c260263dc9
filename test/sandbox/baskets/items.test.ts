import { describe, expect, test } from 'vitest';
import { ask, openStore, send } from '../store.ts';

const path = '/baskets/42212126-9CF9-49D8-8E52-5B2858894145';
const custom = '/baskets/D270835E-DAA9-4B34-A4C8-145EC637D5EA';

test('a product of the basket is the line as the basket has it', async () => {
  const sandbox = await openStore();
  const { body } = await send(sandbox, 'GET', `${path}/206`);
  expect(body).toMatchObject({
    id: '2000000001',
    uprid: '206{3}12{4}7',
    isCustom: false,
    sku: 'RGJ-301',
    ean: '2004711001422',
    title: '',
    attributes: [
      { optionId: '3', option: 'Maat', valueId: '12', value: 'M' },
      { optionId: '4', option: 'Kleur', valueId: '7', value: 'Zwart' },
    ],
    image: 'jacket.jpg',
    tax: '16.7895',
  });
  expect((await send(sandbox, 'GET', path)).body.products[0]).toEqual(body);
});

test('a custom product is found by the id of its own', async () => {
  const { body } = await send(await openStore(), 'GET', `${custom}/2000000004`);
  expect(body).toMatchObject({
    productId: '2000000004',
    uprid: '2000000004',
    isCustom: true,
    title: 'Wiel richten',
    name: 'Wiel richten',
    price: '17.5000',
    taxRate: '21.0000',
    tax: '3.6750',
  });
});

describe('a line of a basket is found', () => {
  test.each([
    ['by its uprid', '206{3}12{4}7', 200],
    ['percent-encoded', '206%7B3%7D12%7B4%7D7', 200],
    ['with its options in another order', '206{4}7{3}12', 200],
    ['as it is typed', '206+3-12+4-7', 200],
    ['by its product alone', '206', 200],
    ['not with other options', '206{3}13{4}7', 404],
    ['not with some of its options', '206{3}12', 404],
    ['not by another product', '201', 404],
    ['not by the id of a line of the shop', '2000000001', 404],
    ['not by anything else', 'jacket', 404],
  ])('%s', async (_, item, status) => {
    expect((await send(await openStore(), 'GET', `${path}/${item}`)).status).toBe(status);
  });

  test('by product and options where the product has two lines', async () => {
    const sandbox = await openStore();
    await send(sandbox, 'PATCH', path, { products: [{ uprid: '206{3}13{4}7' }] });
    const exact = await send(sandbox, 'GET', `${path}/206{3}13{4}7`);
    const { status, body } = await send(sandbox, 'GET', `${path}/206`);
    expect([exact.body.attributesString, status, body.error.message]).toEqual([
      'Maat: L, Kleur: Zwart',
      409,
      'The product is in the basket more than once: 206{3}12{4}7, 206{3}13{4}7.',
    ]);
  });

  test('by its product where one line has no options', async () => {
    const sandbox = await openStore();
    await send(sandbox, 'PATCH', path, { products: [{ uprid: '206' }] });
    expect((await send(sandbox, 'GET', `${path}/206`)).body.uprid).toBe('206');
  });
});

describe('an update of a line of a basket', () => {
  test.each([
    ['sets the quantity', path, '200', { quantity: 5 }, { quantity: '5', value: '39.7500' }],
    ['sets the quantity to 0', path, '200', { quantity: 0 }, { quantity: '0', value: '0.0000' }],
    ['takes the quantity as text', path, '200', { quantity: '5' }, { quantity: '5' }],
    ['renames a custom product', custom, '2000000004', { title: 'Spaken' }, { name: 'Spaken', price: '17.5000' }],
    [
      'prices a custom product',
      custom,
      '2000000004',
      { price: '20.255', quantity: 2 },
      { value: '40.5100', tax: '8.5071' },
    ],
  ])('%s', async (_, basket, item, body, expected) => {
    const sandbox = await openStore();
    const changed = await send(sandbox, 'PATCH', `${basket}/${item}`, body);
    expect(changed).toMatchObject({ status: 200, body: expected });
    expect((await send(sandbox, 'GET', `${basket}/${item}`)).body).toEqual(changed.body);
    expect((await send(sandbox, 'GET', basket)).body.lastModified).toBe('2026-01-31 12:34:56');
  });

  test('answers in the requested language, and changes nothing when it is unknown', async () => {
    const sandbox = await openStore();
    const english = await send(sandbox, 'PATCH', `${path}/200?acceptLanguageId=5`, { quantity: 3 });
    const unknown = await send(sandbox, 'PATCH', `${path}/200?acceptLanguageId=77`, { quantity: 4 });
    expect([english.body.name, unknown.status, (await send(sandbox, 'GET', `${path}/200`)).body.quantity]).toEqual([
      '"Ding Dong" brass bicycle bell',
      422,
      '3',
    ]);
  });
});

test('a product that is removed is gone, and the rest stays', async () => {
  const sandbox = await openStore();
  const removed = await send(sandbox, 'DELETE', `${path}/206`);
  const again = await send(sandbox, 'DELETE', `${path}/206`);
  const { body } = await ask(sandbox, path);
  expect([removed.status, removed.body, again.status, body.products.length, body.value]).toEqual([
    200,
    { deleted: '206{3}12{4}7' },
    404,
    1,
    '15.9000',
  ]);
});
