import { expect, onTestFinished, test, vi } from 'vitest';
import { dutchAddress, jo } from '../support/people.ts';

/** A store whose resource files have one more field in every body. */
async function openWider() {
  vi.resetModules();
  const draft = await import('../../src/resources/draft.ts');
  const { text } = await import('../../src/resources/draft-fields.ts');
  const colour = { colour: text('colour') };
  const [products, customers, addresses, baskets, orders] = await Promise.all([
    import('../../src/resources/products.ts'),
    import('../../src/resources/customers.ts'),
    import('../../src/resources/addresses.ts'),
    import('../../src/resources/baskets.ts'),
    import('../../src/resources/orders.ts'),
  ]);
  const wider = <M extends Parameters<typeof draft.defineDraft>[0]>(fields: M) =>
    draft.defineDraft({ ...fields, ...colour }, { emptyIsAbsent: true });
  const newCustomer = wider(customers.newCustomer.fields);
  const newAddress = wider(addresses.newAddress.fields);
  const newLine = wider(baskets.newLine.fields);
  const newBasket = wider({ ...baskets.newBasket.fields, products: draft.draftList('products', newLine) });
  const lineChanges = draft.changesOf(wider(baskets.lineChanges.fields));
  const newProduct = draft.defineDraft({ ...products.newProduct.fields, ...colour });
  vi.doMock('../../src/resources/products.ts', () => ({ ...products, newProduct }));
  vi.doMock('../../src/resources/customers.ts', () => ({
    ...customers,
    newCustomer,
    customerChanges: draft.changesOf(newCustomer),
  }));
  vi.doMock('../../src/resources/addresses.ts', () => ({
    ...addresses,
    newAddress,
    addressChanges: draft.changesOf(newAddress),
  }));
  vi.doMock('../../src/resources/baskets.ts', () => ({
    ...baskets,
    newLine,
    newBasket,
    basketChanges: draft.changesOf(newBasket),
    lineChanges,
  }));
  vi.doMock('../../src/resources/orders.ts', () => ({ ...orders, newOrder: wider(orders.newOrder.fields) }));
  onTestFinished(() => {
    for (const name of ['products', 'customers', 'addresses', 'baskets', 'orders'])
      vi.doUnmock(`../../src/resources/${name}.ts`);
    vi.resetModules();
  });
  const { openStore, send } = await import('./store.ts');
  return { sandbox: await openStore(), send };
}

const colour = 'rood';
const basket = '/baskets/42212126-9CF9-49D8-8E52-5B2858894145';

test.each([
  ['POST', '/products', { sku: 'A-1', colour }, '/products/A-1'],
  ['POST', '/customers', { ...jo, colour }, '/customers/105'],
  ['PATCH', '/customers/101', { colour }, '/customers/101'],
  ['POST', '/customers/101/addresses', { ...dutchAddress, colour }, '/customers/101/addresses/306'],
  ['PATCH', '/customers/101/addresses/301', { colour }, '/customers/101/addresses/301'],
  ['PATCH', basket, { colour }, basket],
  ['PATCH', `${basket}/200`, { colour }, `${basket}/200`],
  ['POST', '/orders', { basketKey: '{42212126-9CF9-49D8-8E52-5B2858894145}', colour }, '/orders/1002'],
])(
  'a field added to the body of %s %s is stored and shown without a change to the sandbox',
  async (method, path, body, record) => {
    const { sandbox, send } = await openWider();
    const [written, read] = [await send(sandbox, method, path, body), await send(sandbox, 'GET', record)];
    expect([written.body.colour, read.body.colour]).toEqual([colour, colour]);
  },
);

test('a field added to a line is stored and shown in its basket, also where equal products add up', async () => {
  const { sandbox, send } = await openWider();
  const { body } = await send(sandbox, 'PATCH', basket, {
    products: [
      { uprid: '200', colour },
      { uprid: '201', colour },
    ],
  });
  expect(body.products.map((line: Record<string, string>) => [line.uprid, line.quantity, line.colour])).toEqual([
    ['206{3}12{4}7', '1', undefined],
    ['200', '3', colour],
    ['201', '1', colour],
  ]);
});
