import { describe, expect, test } from 'vitest';
import { ask, create, openStore } from '../store.ts';

const sku = 'NEW-1';

test('a product is answered in the flat shape', async () => {
  const own = { model: 'M-1', sku, ean: '2001234567893', name: 'Bel' };
  const numbers = { quantity: '7', price: 12.5, purchasePrice: 4.25, taxRate: 9, status: 0 };
  const { status, body } = await create(await openStore(), { ...own, ...numbers, categoryId: 11, image: 'bell.jpg' });
  expect([status, body]).toMatchObject([
    200,
    {
      ...own,
      uprid: '241',
      productId: 241,
      stockId: -1,
      status: 0,
      quantity: 7,
      basePrice: '12.5000',
      price: '12.5000',
      purchasePrice: '4.2500',
      taxClassId: 2,
      taxRate: '9.0000',
      availableFrom: '0000-00-00 00:00:00',
      dateAdded: '2026-01-31 12:34:56',
      category: { id: '11', name: 'Bellen', categoryIds: '1,11', cPath: '1_11' },
      quantities: { quantity: '7', physicalQuantity: '7', minimumQuantity: '1', quantityStep: '1', trackQuantity: '1' },
    },
  ]);
  expect(body).not.toHaveProperty('prices');
});

test('absent fields get their defaults', async () => {
  const { body } = await create(await openStore({ empty: true }), { sku });
  expect(body).toMatchObject({
    productId: 200,
    name: '',
    quantity: 0,
    price: '0.0000',
    status: 1,
    taxRate: '21.0000',
    category: { id: '0' },
  });
});

test('the image of a product is listed under the name used to create it; its alt text comes back nowhere', async () => {
  const sandbox = await openStore();
  await create(sandbox, { sku, image: 'mug.jpg', imageAlt: 'Een mok' });
  const { body } = await ask(sandbox, `/products/${sku}`);
  expect([body.images, JSON.stringify(body).includes('Een mok')]).toEqual([['mug.jpg'], false]);
});

test.each([
  ['taxRateVal', 9, { taxRate: '9.0000' }],
  ['price', 0.00005, { price: '0.0001' }],
  ['price', '99999999999.9999', { price: '99999999999.9999' }],
  ['quantity', -3, { quantity: -3 }],
  ['quantity', '2147483647', { quantity: 2147483647 }],
  ['ean', '0012345678905', { ean: '0012345678905' }],
  ['name', 'Größe "M"\n🚲', { name: 'Größe "M"\n🚲' }],
])('%s %j is stored exactly', async (field, value, expected) => {
  const sandbox = await openStore();
  const { body } = await create(sandbox, { sku, [field]: value });
  expect([body, (await ask(sandbox, `/products/${sku}`)).body]).toMatchObject([expected, expected]);
});

describe('an invalid field is rejected by name', () => {
  test.each([
    [{ sku, colour: 'red' }, 'colour', 'colour is not a field of this body'],
    [{ sku, price: -5 }, 'price', 'price must be an amount of 0 or more'],
    [{ sku, price: 100_000_000_000 }, 'price', 'price must be at most 99999999999.9999'],
    [{ sku, quantity: 2147483648 }, 'quantity', 'quantity must be from -2147483647 to 2147483647'],
    [{ sku, categoryId: 999 }, 'categoryId', 'categoryId is not a category of this shop: 999'],
    [{ sku, image: 'nothing.jpg' }, 'image', 'image must be an image of this shop: backpack.jpg, '],
    [{ sku, imageAlt: 'a\0b' }, 'imageAlt', 'imageAlt must not contain a NUL character'],
    [{ sku, name: 'half \ud83d' }, 'name', 'name must not contain a NUL character or half a surrogate pair'],
    [{ price: 1 }, null, 'At least one of sku, ean, model, name must be given.'],
    [{ sku: '', name: '' }, null, 'At least one of sku, ean, model, name must be given.'],
    ['text', null, 'The body must be a JSON object'],
  ])('%j names %s', async (body, field, message) => {
    const sandbox = await openStore();
    const answer = await create(sandbox, body);
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid', field, message: expect.stringContaining(message) } },
    });
    expect((await ask(sandbox, '/products?only_main_products=1&limit=1')).body.numRows).toBe('41');
  });
});

test('all invalid fields are named, the first one in the message', async () => {
  const { body } = await create(await openStore(), { sku, image: 'no.jpg', categoryId: 999 });
  expect(body.error).toMatchObject({ field: 'categoryId', errors: [{ field: 'categoryId' }, { field: 'image' }] });
});

test('the same SKU may be created twice, and the oldest is found', async () => {
  const sandbox = await openStore();
  await create(sandbox, { sku, name: 'first' });
  const { status } = await create(sandbox, { sku, name: 'second' });
  expect([status, (await ask(sandbox, `/products/${sku}`)).body.name]).toEqual([200, 'first']);
});

test('in a sandbox with --unique-sku a second product with the same SKU is a conflict; products without SKU are not', async () => {
  const sandbox = await openStore({ uniqueSku: true });
  for (const body of [{ sku }, { name: 'a' }, { name: 'b' }]) expect((await create(sandbox, body)).status).toBe(200);
  expect(await create(sandbox, { sku })).toMatchObject({
    status: 409,
    body: { error: { code: 'conflict', field: 'sku' } },
  });
});

test('products created at the same time get different ids', async () => {
  const sandbox = await openStore({ empty: true });
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => create(sandbox, { sku: `S-${at}` })));
  const ids = answers.map(({ body }) => body.productId).toSorted((left, right) => left - right);
  expect(ids).toEqual(Array.from({ length: 40 }, (_, at) => 200 + at));
});

test.each(['', '?acceptLanguageId=5'])('what is answered is what was stored%s', async (language) => {
  const sandbox = await openStore();
  const body = { sku, name: 'Ärger', price: 1.25, purchasePrice: -2, quantity: 2, categoryId: 11, taxRate: 9 };
  const created = (await create(sandbox, body, `/products${language}`)).body;
  const found = (await ask(sandbox, `/products/${sku}${language}`)).body;
  const fields = Object.keys(created).filter((name) => name in found && name !== 'discounts');
  expect(fields.map((name) => [name, created[name]])).toEqual(fields.map((name) => [name, found[name]]));
});

test('nothing is created when the language is unknown', async () => {
  const sandbox = await openStore();
  const answer = await create(sandbox, { sku }, '/products?acceptLanguageId=99');
  expect([answer.status, (await ask(sandbox, `/products/${sku}`)).status]).toEqual([422, 404]);
});
