import { describe, expect, test } from 'vitest';
import { address, answers, basket, customer } from '../support/replies.ts';
import { runAt } from '../support/store.ts';

// Only a field that a column, a filter, a comparison or a further request reads must be what the API documents.

const product = { productId: 206, uprid: '206', sku: 'LAMP', name: 'Lamp', price: '12.50' };
const list = (record: object) => answers(200, { numRows: 1, data: [record] });
const dateTime = { date: '2026-01-02 03:04:05.000000', timezone_type: 3, timezone: 'Europe/Amsterdam' };

const shown = [
  { manufacturer: 'Acme' },
  { manufacturer: ['Acme'] },
  { images: 'a.jpg' },
  { images: 7 },
  { dimensions: [1, 2] },
  { discounts: 'none' },
  { descriptions: 'A lamp' },
  { description: { en: 'A lamp' } },
  { reviews: 5 },
  { attributes: 'Color: red' },
  { addons: ['multicatalog'] },
  { bundledProducts: 'none' },
  { dateAdded: dateTime },
  { lastModified: [dateTime] },
  { isBundle: ['no'] },
  { stockId: { main: 1 } },
];

const read = [
  { sku: ['LAMP'] },
  { ean: { main: '4006381333931' } },
  { name: { en: 'Lamp' } },
  { price: { amount: 12.5 } },
  { prices: '12.50' },
  { basePrice: ['12.50'] },
  { purchasePrice: { amount: 5 } },
  { quantities: 4 },
  { quantity: { total: 4 } },
  { category: 'Lamps' },
  { taxRate: { value: 21 } },
  { status: ['online'] },
];

describe('a field that is only shown may have another shape', () => {
  test.each(shown)('as %j in a list of products, which is kept', async (fields) => {
    const record = { ...product, ...fields };
    const { code, out } = await runAt(list(record), 'products list --json');
    expect([code, JSON.parse(out)]).toEqual([0, [record]]);
    for (const line of ['products export', 'products list', 'products get 206 --output table'])
      expect([line, (await runAt(list(record), line)).code]).toEqual([line, 0]);
  });

  test.each([
    ['baskets list --json', { ...basket, deletedFreeProducts: 'none', geoZoneId: [1], displayTax: { on: true } }],
    ['addresses list --customer 101 --json', { ...address, zoneName: ['East'], addressFormat: ['Kaai 1', 'Gent'] }],
  ])('in the list of shop-cli %s', async (line, record) => {
    const { code, out } = await runAt(list(record), line);
    expect([code, JSON.parse(out)]).toEqual([0, [record]]);
  });

  test('in a customer, and is still hidden if it is about the person', async () => {
    const record = { ...customer, dob: { date: '1980-02-03' }, lastLoginDate: [dateTime] };
    const { code, out } = await runAt(answers(200, record), 'customers get 101 --json --mask-pii');
    expect([code, JSON.parse(out)]).toMatchObject([0, { customerId: '101', dob: { date: '***' } }]);
  });

  test('an image that is a text is exported', async () => {
    const { out } = await runAt(list({ ...product, images: 'a.jpg' }), 'products export');
    expect(out.split('\n')[1]).toMatch(/,a\.jpg,$/);
  });
});

describe('a field that is read must be what the API documents', () => {
  test.each(read)('%j fails the list, and is named', async (fields) => {
    const [name] = Object.keys(fields);
    for (const line of ['products list', 'products export']) {
      const { code, out, err } = await runAt(list({ ...product, ...fields }), line);
      expect([code, out]).toEqual([5, '']);
      expect(err).toContain(`it has an unexpected value in ${name}.`);
    }
  });

  test.each([
    ['baskets list', { ...basket, orderId: ['1001'] }],
    ['addresses list --customer 101', { ...address, customerId: { id: 101 } }],
    ['addresses list --customer 101', { ...address, houseNumber: ['1'] }],
    ['customers get 101', { ...customer, addressBookIds: { first: '301' } }],
  ])('also in shop-cli %s', async (line, record) => {
    const body = line.startsWith('customers') ? answers(200, record) : list(record);
    expect((await runAt(body, line)).code).toBe(5);
  });
});
