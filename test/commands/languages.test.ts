import { expect, test } from 'vitest';
import { json, serveStore } from '../support/store.ts';

const key = '42212126-9CF9-49D8-8E52-5B2858894145';

test('--language takes any language tag in any case', async () => {
  const { run, seen } = await serveStore((_, response) =>
    json(response, 200, { productId: 1, orderId: '1', numRows: 0, data: [] }),
  );
  for (const tag of ['EN', 'en-gb', 'pl', 'zh-hant-TW']) await run(`products list --language ${tag}`);
  await run('products list', { env: { SHOP_LANGUAGE: 'DE-at' } });
  expect(seen.map(({ headers }) => headers['accept-language'])).toEqual(['en', 'en-GB', 'pl', 'zh-Hant-TW', 'de-AT']);
  const refused = ['english', 'x', 'en_GB', '*', 'en;q=1'].map((tag) => run(`products list --language ${tag}`));
  expect((await Promise.all(refused)).map(({ code }) => code)).toEqual([2, 2, 2, 2, 2]);
});

test('orders create takes the same names, and the numbers', async () => {
  const { run, seen } = await serveStore((_, response) => json(response, 200, { orderId: '1' }));
  for (const name of ['EN', 'en-GB', '5', 'nl']) await run(`orders create --basket ${key} --language ${name}`);
  expect(seen.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body).languageId)).toEqual([
    5, 5, 5, 4,
  ]);
  expect((await run(`orders create --basket ${key} --language pl`)).code).toBe(2);
});
