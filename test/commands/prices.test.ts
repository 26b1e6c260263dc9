import { expect, test } from 'vitest';
import { serveSandbox } from '../support/store.ts';

// How VAT is taken out of 49.95 with any calculator.
const price = String(49.95 / 1.21);

test('a price as a float is accepted in options, CSV and bodies, and the sandbox rounds it to four decimals', async () => {
  const { run } = await serveSandbox({ empty: true });
  const create = `products create --sku A --price ${price}`;
  expect(JSON.parse((await run(`${create} --dry-run`)).out).body.price).toBe(41.28099173553719);
  expect(JSON.parse((await run(`${create} --json`)).out).basePrice).toBe('41.2810');
  const body = JSON.stringify({ sku: 'B', price: 49.95 / 1.21 });
  const fromBody = await run('products create --body - --json', { stdin: body });
  expect(JSON.parse(fromBody.out).basePrice).toBe('41.2810');
  const csv = `sku,name,price\nC,Mug,${price}\nD,Cup,"${price}"\n`;
  expect((await run('products import - --concurrency 1', { stdin: csv })).code).toBe(0);
  expect((await run('products get C --json --fields prices.basePrice')).out).toContain('41.2810');
});

test('more digits than a number holds are refused, and the rounded amount is proposed', async () => {
  const { run } = await serveSandbox();
  const option = await run('products create --sku A --price 41.280991735537190082');
  expect([option.code, option.err]).toEqual([2, expect.stringContaining('Did you mean 41.28099173553719 ')]);
  const csv = await run('products import -', { stdin: 'sku,name,price\nA,Mug,41.280991735537190082\n' });
  expect([csv.code, csv.err + csv.out]).toEqual([2, expect.stringContaining('round it to 41.28099173553719')]);
});
