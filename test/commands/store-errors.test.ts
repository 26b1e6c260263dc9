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
