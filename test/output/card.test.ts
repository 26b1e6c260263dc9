import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import * as record from '../../src/resources/record-fields.ts';
import { type Showing, written } from './paper.ts';

const lamp = {
  uprid: '206',
  productId: 206,
  sku: 'LAMP-1',
  ean: '',
  name: 'Desk lamp with a long neck and a heavy foot',
  status: '1',
  quantity: 1200,
  price: '9.9500',
  basePrice: '1149.9500',
  purchasePrice: null,
  prices: { basePrice: '10.0000', normalPrice: 5, specialPrice: null },
  category: { id: '3', name: 'Lamps', parent: { id: 1 } },
  manufacturer: null,
  dimensions: [],
  addons: { multicatalog: { enabled: 1 } },
  attributes: [
    { id: 1, value: 'red' },
    { id: 2, value: 'blue' },
  ],
  images: ['a.jpg', 'b.jpg'],
  bundledProducts: [],
  isBundle: '0',
  backOrder: 1,
  availableFrom: '0000-00-00 00:00:00',
  dateAdded: '2026-01-31 10:00:00',
  description: 'First line\n\n  Third line that is longer than a narrow terminal has room for',
  season: 'autumn',
  'odd\u{1b}name': null,
};

const card = (received: record.StoreRecord, how?: Showing): Promise<string> => written('table', received, how);

test('a card shows first what lists show, then the other known fields, and leaves out what is empty or 0', async () => {
  expect(await card(lamp)).toMatchInlineSnapshot(`
    "ID              206
    SKU             LAMP-1
    Name            Desk lamp with a long neck and a heavy foot
    Price              9.95
    Stock           1200
    Status          online
    Uprid           206
    Base price      1149.95
    Prices
      Base price    10.00
      Normal price   5.00
    Category
      ID            3
      Name          Lamps
      Parent
        ID          1
    Option values
      ID  Value
       1  red
       2  blue
    Description     First line

                      Third line that is longer than a narrow terminal has room for
    Images          a.jpg
                    b.jpg
    Back order      yes
    Add-ons
      Multicatalog
        Enabled     1
    Added           2026-01-31 10:00:00
    Season          autumn
    "
  `);
});

test('a card of all fields shows empty ones as a dash, and aligns the decimal points of amounts', async () => {
  const shown = await card(lamp, { all: true });
  expect(shown.match(/^\S.*?(?= {2,}—$)/gm)).toEqual([
    ...['EAN', 'Purchase price', 'Manufacturer', 'Dimensions', 'Bundled products', 'Available from'],
    'Odd\\u{1b}name',
  ]);
  expect(shown).toMatch(/^Bundle +no$/m);
  expect(shown.match(/^.*rice.*$/gm)).toEqual([
    'Price                9.95',
    'Base price        1149.95',
    'Purchase price       —',
    'Prices',
    '  Base price      10.00',
    '  Normal price     5.00',
    '  Special price    —',
  ]);
});

test('at 40 columns long values are wrapped', async () => {
  const { name, description } = lamp;
  const shown = await card({ productId: 1, name, freeAboveOrderValue: '5.00', description }, { width: 40 });
  expect(shown).toMatchInlineSnapshot(`
    "ID                      1
    Name
      Desk lamp with a long neck and a heavy
      foot
    Description
      First line

        Third line that is longer than a
      narrow terminal has room for
    Free above order value  5.00
    "
  `);
});

test.each([14, 20, 40, 80])('no line of a card is wider than %i columns', async (width) => {
  const wide = {
    ...lamp,
    name: '電'.repeat(200),
    description: 'x'.repeat(500),
    [`field ${'y'.repeat(100)}`]: `z ${'z'.repeat(90)}`,
  };
  expect(Math.max(...(await card(wide, { width })).split('\n').map((line) => stringWidth(line)))).toBeLessThanOrEqual(
    width,
  );
});

test('labels are dimmed where there is colour; values are not', async () => {
  expect(JSON.stringify(await card({ sku: 'A' }, { width: 40, color: true }))).toMatchInlineSnapshot(
    `""\\u001b[2mSKU\\u001b[22m  A\\n""`,
  );
});

test('a price or a stock of 0 is shown, as lists show them; a customer or a weight of 0 is not', async () => {
  const fields = {
    price: record.money('Price').inTable(1),
    quantity: record.count('Stock').inTable(2),
    status: record.choice('Status', { offline: 0, online: 1 }),
    taxRate: record.percent('VAT %'),
    customerId: record.id('Customer').inTable(3),
    weight: record.decimal('Weight'),
    guest: record.flag('Guest'),
  };
  const values = { price: '0.0000', quantity: 0, status: 0, taxRate: 0, customerId: '0', weight: '0.0000', guest: 0 };
  expect(await card({ ...values, unknown: '0' }, { fields })).toMatchInlineSnapshot(`
    "Price   0.00
    Stock   0
    Status  offline
    VAT %   0
    "
  `);
});

test('a value that the record has elsewhere is shown once', async () => {
  const fields = {
    price: record.money('Price'),
    prices: record.group('Prices', {
      normalPrice: record.money('Normal price').repeats('price'),
      specialPrice: record.money('Special price').repeats('price'),
    }),
    url: record.text('URL'),
    path: record.text('Path').repeats('url'),
  };
  const prices = { normalPrice: 9.95, specialPrice: '9.5000' };
  const values = { price: '9.9500', prices, url: 'https://a/b/c', path: 'b/c' };
  expect(await card(values, { fields })).toMatchInlineSnapshot(`
    "Price            9.95
    Prices
      Special price  9.50
    URL              https://a/b/c
    "
  `);
});

test('a card on which everything is empty shows the empty fields', async () => {
  expect(await card({ ean: '', stockId: '0' })).toMatchInlineSnapshot(`
    "EAN       —
    Stock ID  0
    "
  `);
});

test('only the selected paths are on the card, even when they are empty', async () => {
  const only = ['name', 'category.name', 'sku', 'season.x', 'ean', 'isBundle', 'manufacturer'];
  expect(await card(lamp, { only })).toMatchInlineSnapshot(`
    "Name          Desk lamp with a long neck and a heavy foot
    Category
      Name        Lamps
    SKU           LAMP-1
    EAN           —
    Bundle        no
    Manufacturer  —
    "
  `);
});

test('deeply nested values are JSON, so that the card does not drift to the right', async () => {
  expect(
    await card({ a: { b: { c: { d: { e: { f: 1 } } } } }, list: [{ x: [{ y: [{ z: 1 }] }] }] }),
  ).toMatchInlineSnapshot(`
    "A
      B
        C
          D
            E  {"f":1}
    List
      1.
        X
          1.
            Y  {"z":1}
    "
  `);
});

test('fields named like parts of JavaScript objects are fields like any other', async () => {
  expect(await card(JSON.parse('{"__proto__":{"a":1},"constructor":"b","toString":null}'))).toMatchInlineSnapshot(`
    "Proto
      A          1
    Constructor  b
    "
  `);
});

test('records in a card stay a table while their last text has room to be wrapped', async () => {
  const problem = { line: 3, message: 'must be an amount with a decimal point, such as 12.50' };
  const fields = {
    problems: record.list('Problems', { line: record.count('Line'), message: record.text('Message') }),
  };
  const at = (width: number) => written('table', { problems: [problem] }, { fields, width });
  expect(await at(44)).toBe(
    [
      'Problems',
      '  Line  Message',
      '     3  must be an amount with a decimal',
      '        point, such as 12.50',
      '',
    ].join('\n'),
  );
  expect(await at(30)).toContain('  1.\n');
});
