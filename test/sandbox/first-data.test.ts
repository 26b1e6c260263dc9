import { expect, test } from 'vitest';
import { categories, imageNames, manufacturers } from '../../src/sandbox/first-data/catalogue.ts';
import { productLines, textLines } from '../../src/sandbox/first-data/products.ts';
import { ask, openStore } from './store.ts';

const cellsOf = (lines: string): string[][] =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split('|'));
const products = cellsOf(productLines);

/** GS1 General Specifications, section 7.9: weights 1 and 3 from the left of a GTIN-13. */
function hasCheckDigit(ean: string): boolean {
  const sum = [...ean].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return /^\d{13}$/.test(ean) && sum % 10 === 0;
}

test('every EAN has a correct check digit and is used once', () => {
  const eans = products.map(([, ean = '']) => ean).filter((ean) => ean !== '');
  expect([eans.filter((ean) => !hasCheckDigit(ean)), new Set(eans).size]).toEqual([[], eans.length]);
});

test('every product has a line of texts with the same SKU, and the other way round', () => {
  expect(cellsOf(textLines).map((cells) => [cells[0], cells.length])).toEqual(products.map(([sku]) => [sku, 5]));
});

test('every product names a category, a manufacturer and an image of the shop, or none', () => {
  const known = [new Set(categories.map(([id]) => id)).add(0), new Set(manufacturers.map(([id]) => id)).add(0)];
  const strange = products.filter(([, , , category, manufacturer, , , , , image = '']) => {
    return (
      !known[0]?.has(Number(category)) ||
      !known[1]?.has(Number(manufacturer)) ||
      (image !== '' && !imageNames.has(image))
    );
  });
  expect(strange).toEqual([]);
});

test('the shop has some forty products, and more records with their options', async () => {
  const sandbox = await openStore();
  const [main, full] = [
    await ask(sandbox, '/products?only_main_products=1&limit=1'),
    await ask(sandbox, '/products?limit=1'),
  ];
  expect([main.body.numRows, full.body.numRows, main.body.data[0].productId]).toEqual(['41', '62', 200]);
});

test.each(['Gemütlich', '"Ding Dong"', '自転車', '🚲'])('a name with %s is found', async (part) => {
  const { body } = await ask(
    await openStore(),
    `/products?only_main_products=1&filter[search]=${encodeURIComponent(part)}`,
  );
  expect([body.numRows, body.data[0].name]).toEqual(['1', expect.stringContaining(part)]);
});
