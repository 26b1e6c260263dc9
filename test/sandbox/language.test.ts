import { expect, test } from 'vitest';
import { languageOf } from '../../src/sandbox/http/language.ts';
import { ask, openStore } from './store.ts';

test.each([
  ['', '', 'nl'],
  ['', 'en', 'en'],
  ['', 'en-GB,en;q=0.9,nl;q=0.8', 'en'],
  ['', 'DE;q=0.7, nl', 'de'],
  ['', 'pt, it;q=0.5', 'it'],
  ['', 'pt', 'nl'],
  ['', '*', 'nl'],
  ['5', 'de', 'en'],
  ['4', 'en', 'nl'],
  ['9', '', 'it'],
])('acceptLanguageId "%s" and Accept-Language "%s" ask for %s', (id, acceptLanguage, language) => {
  expect(languageOf({ query: new URLSearchParams({ acceptLanguageId: id }), acceptLanguage })).toBe(language);
});

test.each([
  ['nl', 'Regenjas Wolkbreuk', 'Regenkleding'],
  ['en-GB', 'Cloudburst rain jacket', 'Rainwear'],
  ['fr', 'Regenjas Wolkbreuk', 'Regenkleding'],
])('Accept-Language %s shows a product as %s', async (language, name, category) => {
  const { body } = await ask(await openStore(), '/products/206', { headers: { 'accept-language': language } });
  expect(body).toMatchObject({ name, category: { name: category } });
});

test('the descriptions and options of a list follow acceptLanguageId', async () => {
  const { body } = await ask(await openStore(), '/products?filter[search]=sku:BND-201&acceptLanguageId=5&limit=1');
  expect(body.data[0]).toMatchObject({
    description: 'Three sizes, reflective edge.',
    descriptions: { description: 'Three sizes, reflective edge.' },
    attributesString: 'Size: 28 mm',
    attributes: [{ optionId: '3', option: 'Size', valueId: '15', value: '28 mm' }],
  });
});
