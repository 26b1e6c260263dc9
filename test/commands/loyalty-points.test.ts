import { expect, test } from 'vitest';
import { answers, key } from '../support/replies.ts';
import { runAt, runInSandbox } from '../support/store.ts';

const most = 'Warning: The store set the loyalty points to 1250 instead of 100000, the maximum for this basket.\n';

test.each([
  [
    'baskets create --customer 101 --loyalty-points 100',
    'Warning: The store set the loyalty points to 0 instead of 100. Points cannot be redeemed in an empty basket: add products first.\n',
  ],
  ['baskets create --customer 101 --product 200 --loyalty-points 100000 --quiet', most],
  [`baskets update ${key} --loyalty-points 100000`, most],
  ['baskets create --customer 101 --product 200 --loyalty-points 100', ''],
  [`baskets update ${key} --unset loyaltyPoints`, ''],
  ['baskets create --customer 101', ''],
])('fewer loyalty points than requested are a warning: %s', async (line, warning) => {
  const { code, err } = await runInSandbox(line);
  expect({ code, err }).toEqual({ code: 0, err: warning });
});

test('A store that shows no points gets no warning', async () => {
  const store = answers(201, { basketKey: `{${key}}`, id: '701' });
  expect((await runAt(store, 'baskets create --loyalty-points 5')).err).toBe('');
});
