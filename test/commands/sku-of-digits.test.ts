import { expect, test } from 'vitest';
import { serveSandbox } from '../support/store.ts';

/** A basket with product 200, whose SKU is 4711, as a key. */
const setUp = async (run: (line: string) => Promise<{ readonly out: string }>): Promise<[key: string, id: string]> => {
  const id = (await run('products create --sku 4711 --name Digits --price 1 -q')).out.trim();
  const key = (await run('baskets create --product 200 -q')).out.trim();
  return [key, id];
};

test('--product sku:4711 is the product with that SKU, whatever has the ID', async () => {
  const { run } = await serveSandbox();
  const [key, id] = await setUp(run);
  await run(`baskets items add ${key} --product sku:4711:3`);
  const lines = JSON.parse((await run(`baskets items list ${key} --json`)).out) as Record<string, unknown>[];
  expect(lines.map(({ uprid, quantity }) => `${uprid} x ${quantity}`)).toEqual(['200 x 1', `${id} x 3`]);
});
