import { expect, test } from 'vitest';
import { json, runAt, runInSandbox } from '../support/store.ts';

const full = '42212126-9CF9-49D8-8E52-5B2858894145';

test.each([
  [
    'baskets create --customer 101 --loyalty-points 100',
    'Warning: The store set the loyalty points to 0 instead of 100. Points cannot be redeemed in an empty basket: add products first.\n',
  ],
  [
    'baskets create --customer 101 --product 200 --loyalty-points 100000 --quiet',
    'Warning: The store set the loyalty points to 1250 instead of 100000, the maximum for this basket.\n',
  ],
  [
    `baskets update ${full} --loyalty-points 100000`,
    'Warning: The store set the loyalty points to 1250 instead of 100000, the maximum for this basket.\n',
  ],
  ['baskets create --customer 101 --product 200 --loyalty-points 100', ''],
  [`baskets update ${full} --unset loyaltyPoints`, ''],
  ['baskets create --customer 101', ''],
])('fewer loyalty points than requested are a warning: %s', async (line, warning) => {
  const { code, err } = await runInSandbox(line);
  expect({ code, err }).toEqual({ code: 0, err: warning });
});

test('A store that shows no points gets no warning', async () => {
  expect(
    (
      await runAt(
        (_, response) => json(response, 201, { basketKey: `{${full}}`, id: '701' }),
        'baskets create --loyalty-points 5',
      )
    ).err,
  ).toBe('');
});
