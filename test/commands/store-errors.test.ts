import { describe, expect, test } from 'vitest';
import { answers } from '../support/replies.ts';
import { runAt, runInSandbox } from '../support/store.ts';

describe('what was not found is named', () => {
  const key = '42212126-9CF9-49D8-8E52-5B2858894145';
  test.each([
    ['customers get 9999', 'No customer 9999 on shop.test.\nTo find a customer by name'],
    ['addresses list --customer 9999', 'No customer 9999 on shop.test.\n'],
    [
      'customers get 101 9998 9999',
      'No customer 9998 on shop.test.\nNo customer 9999 on shop.test.\nTo find a customer by name',
    ],
    ['addresses get 5 --customer 101', 'No address 5 of customer 101 on shop.test.\nTo find an address, '],
    [
      'addresses get 5 --customer 9999',
      'No address 5 of customer 9999 on shop.test: There is no customer with this ID.\n',
    ],
    [
      `baskets items get ${key} 9999`,
      `No product 9999 in basket ${key} on shop.test.\nTo see the products of the basket: `,
    ],
  ])('with the command that finds another, by shop-cli %s', async (line, start) => {
    const { code, err } = await runInSandbox(line);
    expect([code, err]).toEqual([3, expect.stringContaining(`Error: ${start}`)]);
  });

  test.each([
    ['Customer 9999 does not exist.', '.'],
    ['Deleted on 2026-01-05', ': Deleted on 2026-01-05'],
  ])('and the store is quoted where it says more: %s', async (message, end) => {
    expect((await runAt(answers(404, { message }), 'customers get 9999')).err).toContain(
      `Error: No customer 9999 on shop.test${end}\n`,
    );
  });
});

test.each(['products list', 'products list --all', 'baskets list'])(
  'a list that is not there is a wrong URL: %s',
  async (line) => {
    const { code, err } = await runAt(answers(404, { message: 'Not found' }), line);
    expect([code, err]).toEqual([3, expect.stringContaining('Check the store URL')]);
  },
);

describe('a product that the store does not sell is answered with how to find one', () => {
  const key = '42212126-9CF9-49D8-8E52-5B2858894145';
  const search = 'To find a product, search by name: shop-cli products list --search "*part of the name*"\n';

  test.each(['baskets create', `baskets update ${key}`, `baskets items add ${key}`])('%s', async (line) => {
    const unknown = await runInSandbox(`${line} --product 99999:2`);
    expect([unknown.code, unknown.err]).toEqual([5, expect.stringContaining(search)]);
    const misspelled = await runInSandbox(`${line} --product lmp101`);
    expect([misspelled.code, misspelled.err]).toEqual([
      3,
      'Error: No product on shop.test has the SKU "lmp101".\nDid you mean LMP-101 (Koplamp 40 lux USB)?\n',
    ]);
    const several = await runInSandbox(`${line} --product lmp101 --product lmp102`);
    expect([several.code, several.err]).toEqual([3, expect.stringContaining(search)]);
  });

  test.each([
    [{ message: 'Dit artikel is uitverkocht' }, true],
    [{ message: 'Only 2 in stock', field: 'products[0].quantity' }, true],
    [{ message: 'Coupon expired' }, false],
    [{ message: 'No product has this coupon', field: 'coupon' }, false],
  ])('in the words of the store too: %j', async (body, isHinted) => {
    const { code, err } = await runAt(answers(422, body), 'baskets create --product 206 --coupon X');
    expect([code, err.includes(search)]).toEqual([5, isHinted]);
  });

  test('and an order with the products of its basket', async () => {
    const { code, err } = await runAt(
      (request, response) => answers(request.method === 'POST' ? 422 : 200, replyTo(request))(request, response, 0),
      `orders create --basket ${key} --yes`,
    );
    expect([code, err]).toEqual([5, expect.stringContaining(`products of the basket: shop-cli baskets get ${key}\n`)]);
  });
  const replyTo = ({ method }: { readonly method: string }) =>
    method === 'POST' ? { message: 'Sold out' } : { data: { basketKey: `{${key}}`, id: 1 } };
});
