import { expect, test } from 'vitest';
import { shopCli } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';

const create =
  'addresses create --customer 101 --first-name A --last-name B --zipcode 1 --city C --street-address D --country BE --dry-run'.split(
    ' ',
  );
const update = 'addresses update 301 --customer 101 --dry-run'.split(' ');

test.each([
  ['12', { houseNumber: 12 }],
  [' 12-a ', { houseNumber: 12, houseNumberExtension: 'a' }],
])('--house-number "%s" is what the question makes of it', async (typed, fields) => {
  const created = await shopCli([...create, '--house-number', typed]);
  expect(JSON.parse(created.out).body).toMatchObject(fields);
  const updated = await shopCli([...update, '--house-number', typed]);
  expect(JSON.parse(updated.out).body).toEqual(fields);
});

test('two house number extensions are rejected', async () => {
  expect(await shopCli([...update, '--house-number', '12a', '--house-number-extension', 'b'])).toEqual({
    code: 2,
    out: '',
    err:
      'Error: --house-number "12a" already has an extension, but --house-number-extension is "b".\n' +
      'Use --house-number 12, or omit --house-number-extension.\n',
  });
  const { out } = await shopCli([...update, '--house-number', '12', '--house-number-extension', 'b']);
  expect(JSON.parse(out).body).toEqual({ houseNumber: 12, houseNumberExtension: 'b' });
});

test('--house-number "a12" is rejected', async () => {
  expect(await shopCli([...update, '--house-number', 'a12'])).toEqual({
    code: 2,
    out: '',
    err: 'Error: Invalid --house-number "a12". Example: 12 or 12a\n',
  });
});

test('an extension that is part of the number cannot be cleared at the same time', async () => {
  const { err } = await shopCli([...update, '--house-number', '12a', '--unset', 'house-number-extension']);
  expect(err).toContain('--house-number-extension conflicts with');
});

const stays = 'Warning: The house number keeps its extension. To clear it, pass --unset house-number-extension.\n';

test.each([
  ['--house-number 14', stays, '14 a'],
  ['--house-number 14 --json', stays, '14 a'],
  ['--house-number 14 --mask-pii', stays, '14 a'],
  ['--house-number 14 --dry-run', stays, '12 a'],
  ['--house-number 14b', '', '14 b'],
  ['--house-number 14 --unset house-number-extension', '', '14 '],
  ['--city Gent', '', '12 a'],
])('%s on 12a says whether the extension stays', async (options, err, number) => {
  const { run } = await serveSandbox();
  await run('addresses update 301 --customer 101 --house-number 12a');
  const updated = await run(`addresses update 301 --customer 101 ${options}`);
  const shown = JSON.parse((await run('addresses get 301 --customer 101 --json')).out);
  expect([updated.code, updated.err, `${shown.houseNumber} ${shown.houseNumberExtension}`]).toEqual([0, err, number]);
});

test('a number without an extension has none to keep', async () => {
  const { run } = await serveSandbox();
  await run('addresses update 301 --customer 101 --house-number 12 --unset house-number-extension');
  expect((await run('addresses update 301 --customer 101 --house-number 14')).err).toBe('');
});
