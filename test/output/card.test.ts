import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { writeRecord } from '../../src/output/formats.ts';
import type { Received } from '../../src/resources/record.ts';
import { lampFields, paper } from './paper.ts';

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

async function card(record: Received, width?: number, color = false, only?: readonly string[]): Promise<string> {
  const target = paper(width, color);
  await writeRecord('table', { fields: lampFields, only }, record, target);
  return target.text();
}

test('a card in a pipe shows every member: known ones first, unset ones as a dash, amounts ending in one column', async () => {
  expect(await card(lamp)).toMatchInlineSnapshot(`
    "ID                206
    Uprid             206
    SKU               LAMP-1
    EAN               —
    Name              Desk lamp with a long neck and a heavy foot
    Status            online
    Stock             1200
    Price                9.9500
    Base price        1149.9500
    Purchase price            —
    Prices
      Base price      10.0000
      Normal price          5
      Special price         —
    Category
      ID              3
      Name            Lamps
      Parent
        ID            1
    Manufacturer      —
    Dimensions        —
    Option values
      ID  Value
      1   red
      2   blue
    Description       First line

                        Third line that is longer than a narrow terminal has room for
    Images            a.jpg
                      b.jpg
    Bundle            no
    Bundled products  —
    Back order        yes
    Available from    —
    Add-ons
      Multicatalog
        Enabled       1
    Added             2026-01-31 10:00:00
    Season            autumn
    Odd\\u{1b}name     —
    "
  `);
});

test('at 40 columns long values are wrapped', async () => {
  expect(
    await card({ productId: 1, name: lamp.name, freeAboveOrderValue: '5.00', description: lamp.description }, 40),
  ).toMatchInlineSnapshot(`
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
    [`member ${'y'.repeat(100)}`]: `z ${'z'.repeat(90)}`,
  };
  expect(Math.max(...(await card(wide, width)).split('\n').map((line) => stringWidth(line)))).toBeLessThanOrEqual(
    width,
  );
});

test('labels are dimmed where there is colour, values are not', async () => {
  expect(JSON.stringify(await card({ sku: 'A' }, 40, true))).toMatchInlineSnapshot(
    `""\\u001b[2mSKU\\u001b[22m  A\\n""`,
  );
});

test('only the paths asked for are on the card', async () => {
  expect(await card(lamp, undefined, false, ['name', 'category.name', 'sku', 'season.x'])).toMatchInlineSnapshot(`
    "SKU     LAMP-1
    Name    Desk lamp with a long neck and a heavy foot
    Category
      Name  Lamps
    "
  `);
});

test('long text is wrapped in a moment, whatever its script', async () => {
  const before = performance.now();
  await card({ description: 'wörter 電灯 '.repeat(20_000) }, 60);
  expect(performance.now() - before).toBeLessThan(5000);
});

test('what is nested deeply stands as JSON instead of wandering off to the right', async () => {
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

test('members named like parts of JavaScript objects are members like any other', async () => {
  expect(await card(JSON.parse('{"__proto__":{"a":1},"constructor":"b","toString":null}'))).toMatchInlineSnapshot(`
    "Proto
      A          1
    Constructor  b
    To string    —
    "
  `);
});
