import { expect, test } from 'vitest';
import data from '../../src/sandbox/first-data/data.json' with { type: 'json' };

const { products, categories, manufacturers, images } = data;

/** GS1 General Specifications, section 7.9: weights 1 and 3 from the left of a GTIN-13. */
function hasCheckDigit(ean: string): boolean {
  const sum = [...ean].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return /^\d{13}$/.test(ean) && sum % 10 === 0;
}

test('every EAN has a correct check digit and is used once', () => {
  const eans = products.map(({ product }) => product.ean).filter((ean) => ean !== '');
  expect([eans.filter((ean) => !hasCheckDigit(ean)), new Set(eans).size]).toEqual([[], eans.length]);
});

test('every product names a category, a manufacturer and an image of the shop, or none', () => {
  const isKnown = (id: number, all: readonly { readonly id: number }[]) => id === 0 || all.some((one) => one.id === id);
  const strange = products.filter(
    ({ product: { categoryId = 0, image = '' }, manufacturerId }) =>
      (categoryId !== 0 && !categories.some(({ path }) => path.at(-1) === categoryId)) ||
      !isKnown(manufacturerId, manufacturers) ||
      (image !== '' && !images.includes(image)),
  );
  expect(strange).toEqual([]);
});

test('a product with options has the stock of all of them', () => {
  const withOptions = products.filter(({ variants }) => variants.length > 0);
  const sums = withOptions.map(({ variants }) => variants.reduce((sum, { quantity }) => sum + quantity, 0));
  expect(sums).toEqual(withOptions.map(({ product }) => product.quantity));
});
