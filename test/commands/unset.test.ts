import { expect, test } from 'vitest';
import { flagOf } from '../../src/input/options.ts';
import { bodies, key, serveAnyStore, typable, written } from '../support/bodies.ts';
import { words } from '../support/words.ts';

const updates = bodies.filter(({ method, line }) => method === 'PATCH' && !line.includes('items'));
const clearable = updates.flatMap((body) =>
  typable(body)
    .filter(([, { isRequired }]) => !isRequired)
    .map(([name]) => [body.line, name] as const),
);

test.each(clearable)('%s clears %s, by its name, its option or its option without dashes', async (line, name) => {
  const { run, seen } = await serveAnyStore();
  for (const typed of [name, flagOf(name), flagOf(name).slice(2)]) await run(words(line, `--unset=${typed}`));
  expect(written(seen)).toEqual(Array(3).fill(JSON.stringify({ [name]: '' })));
});

test('--unset can be given several times in an update', async () => {
  const { run, seen } = await serveAnyStore();
  await run('customers update 101 --unset faxNumber --unset phone-number');
  expect(JSON.parse(written(seen)[0] ?? '')).toEqual({ faxNumber: '', phoneNumber: '' });
});

const refused = [
  ['customers update 101 --unset colour', 'Error: Unknown field "colour" in --unset.\n'],
  ['customers update 101 --unset phone-numbr', 'Unknown field "phone-numbr" in --unset.\nDid you mean phone-number?\n'],
  ['customers update 101 --unset colour --unset shape', 'Unknown field "shape" in --unset'],
  ['customers update 101 --unset email-address', '--email-address is required and cannot be cleared'],
  ['addresses update 301 --customer 101 --unset houseNumber', '--house-number is required and cannot be cleared'],
  ['customers update 101 --unset faxNumber --fax-number 3', 'conflicts with'],
  [`baskets update ${key} --unset products`, 'products cannot be cleared'],
  [
    'customers update 101',
    "Nothing to update. Pass at least one field option.\nRun 'shop-cli customers update --help' for usage.\n",
  ],
  [`baskets items update ${key} 200`, 'Nothing to update. Pass at least one field option'],
] as const;
test.each(refused)('shop-cli %s is rejected: %s', async (line, message) => {
  const { run, seen } = await serveAnyStore();
  const { code, err } = await run(line);
  expect([code, err.includes(message) ? message : err, seen.length]).toEqual([2, message, 0]);
});
