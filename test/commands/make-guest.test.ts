import { expect, test } from 'vitest';
import { written } from '../support/bodies.ts';
import { json, serveStore } from '../support/store.ts';

const customer = { customerId: '101', guestAccount: '1' };

test('an update with an empty password, which makes the account a guest, needs --make-guest', async () => {
  const { run, seen } = await serveStore((_, response) => json(response, 200, customer));
  const update = (more: string, stdin = '') => run(`customers update 101 ${more}`, { stdin });
  const empty = [
    () => update('--unset password'),
    () => update('--body -', '{"password":""}'),
    () => update('--body -', '{"password":null,"firstName":"Jo"}'),
  ];
  for (const attempt of empty)
    expect(await attempt()).toMatchObject({ code: 2, err: expect.stringContaining('add --make-guest') });
  expect(seen).toEqual([]);
  expect((await update('--unset password --make-guest')).code).toBe(0);
  expect(JSON.parse(written(seen)[0] ?? '')).toEqual({ password: '' });
});
