import { expect, test } from 'vitest';
import { catalogue, type Product, serveShop, storeOf } from '../import/product-store.ts';
import { isThorough } from '../support/thorough.ts';

/** What the clock of the tests says when a command begins. */
const start = Date.parse('2026-01-31T12:00:00Z');
const hour = 3_600_000;

/** To the next import the clock has jumped the other way. */
const shifted = (shift: number) => `UPDATE row SET at = at + ${shift}; UPDATE runs SET ended = ended + ${shift}`;

/** The store shows what it created to the import that sent it, and not to the next. */
test.each([
  ['jumped two hours ahead', -2 * hour, undefined],
  ['jumped back by two hours', 2 * hour, undefined],
  ['agrees with a store whose clock shows that the time has passed', -2 * hour, 0],
])('whether a new import waits for a row that was just sent, where the clock %s', async (_, shift, offset) => {
  let isShown = true;
  const products: Product[] = [];
  const usual = storeOf(products, undefined, { shows: () => isShown });
  const { run, changeJournal } = await serveShop(catalogue(1), (request, response, count) => {
    if (offset === undefined) response.sendDate = false;
    else response.setHeader('date', new Date(start + offset).toUTCString());
    usual(request, response, count);
  });
  await run();
  isShown = false;
  await changeJournal(shifted(shift));
  const { err } = await run();
  expect([products.length, err.includes('Waiting up to')]).toEqual([2, offset === undefined]);
});

test.runIf(isThorough)(
  'a row that was sent before many short imports is waited for where the clock cannot be trusted',
  async () => {
    const usual = storeOf([], () => ({ status: 400 }));
    const { ask, write, changeJournal } = await serveShop(catalogue(1), (request, response, count) => {
      response.sendDate = false;
      usual(request, response, count);
    });
    for (let at = 0; at < 9; at++) {
      await write(`${at}.csv`, `sku,name\n${at}.csv,x\n`);
      await ask(`products import ${at}.csv`);
    }
    await changeJournal(shifted(-2 * hour));
    expect((await ask('products import 0.csv')).err).toContain('Waiting up to');
  },
);

test('a read-only store refuses an import before the journal is touched', async () => {
  const { run, read, seen } = await serveShop(catalogue(1), storeOf());
  const { code, err } = await run('', { env: { SHOP_READ_ONLY: '1' } });
  expect([code, err.includes('read-only'), seen]).toEqual([2, true, []]);
  await expect(read('j.db')).rejects.toThrow('ENOENT');
});
