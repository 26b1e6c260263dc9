import { describe, expect, test } from 'vitest';
import { ownDirectory, shopCli } from '../support/run.ts';
import {
  json,
  runInSandbox,
  type SeenRequest,
  serveSandbox,
  serveSandboxBehind,
  serveStore,
} from '../support/store.ts';

const create =
  'addresses create --customer 101 --first-name A --last-name B --zipcode 1 --city C --street-address D --country BE --dry-run'.split(
    ' ',
  );
const update = 'addresses update 301 --customer 101 --dry-run'.split(' ');

test.each([
  ['12', { houseNumber: 12 }, { houseNumber: 12, houseNumberExtension: '' }],
  [' 12-a ', { houseNumber: 12, houseNumberExtension: 'a' }, { houseNumber: 12, houseNumberExtension: 'a' }],
])('--house-number "%s" is what the question makes of it', async (typed, created, updated) => {
  const creation = await shopCli([...create, '--house-number', typed]);
  expect(JSON.parse(creation.out).body).toMatchObject(created);
  const change = await shopCli([...update, '--house-number', typed]);
  expect(JSON.parse(change.out).body).toEqual(updated);
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

const keeps = 'Warning: The house number keeps its extension. To clear it, pass --unset house-number-extension.';

test.each([
  ['--house-number 14', '14 '],
  ['--house-number 14 --json', '14 '],
  ['--house-number 14 --quiet', '14 '],
  ['--house-number 14 --mask-pii', '14 '],
  ['--house-number 14 --dry-run', '12 a'],
  ['--house-number 14b', '14 b'],
  ['--house-number 14-A', '14 A'],
  ['--house-number 14 --house-number-extension a', '14 a'],
  ['--house-number 14 --unset house-number-extension', '14 '],
  ['--house-number 12 --unset house-number-extension', '12 '],
  ['--city Gent', '12 a'],
])('%s on 12 a is what was typed: another number does not keep the extension', async (options, number) => {
  const { run } = await serveSandbox();
  await run('addresses update 301 --customer 101 --house-number 12a');
  const { code, err } = await run(`addresses update 301 --customer 101 ${options}`);
  expect([code, err.includes('Warning'), await numberOf(run)]).toEqual([0, false, number]);
});

test.each(['', '--json', '--quiet', '--dry-run'])(
  'the same number keeps its extension, and that is said: --house-number 12 %s',
  async (option) => {
    const { run, seen } = await serveSandboxBehind(() => 'forward', {});
    await run('addresses update 301 --customer 101 --house-number 12a');
    const { code, err } = await run(`addresses update 301 --customer 101 --house-number 12 --city Gent ${option}`);
    expect([code, err.includes(keeps), await numberOf(run)]).toEqual([0, true, '12 a']);
    if (option !== '--dry-run') expect(lastPatch(seen)).not.toContain('houseNumberExtension');
  },
);

const lastPatch = (seen: readonly SeenRequest[]): string =>
  seen.filter(({ method }) => method === 'PATCH').at(-1)?.body ?? '';

const numberOf = async (run: Awaited<ReturnType<typeof serveSandbox>>['run']): Promise<string> => {
  const { houseNumber, houseNumberExtension } = JSON.parse((await run('addresses get 301 --customer 101 --json')).out);
  return `${houseNumber} ${houseNumberExtension}`;
};

test.each(['', '--json'])('a dry run shows the request that the update would send %s', async (option) => {
  const { run } = await serveSandbox();
  await run('addresses update 301 --customer 101 --house-number 12a');
  const bodyOf = async (number: string): Promise<unknown> =>
    JSON.parse((await run(`addresses update 301 --customer 101 --house-number ${number} --dry-run ${option}`)).out)
      .body;
  expect([await bodyOf('14'), await bodyOf('12'), await bodyOf('12b')]).toEqual([
    { houseNumber: 14, houseNumberExtension: '' },
    { houseNumber: 12 },
    { houseNumber: 12, houseNumberExtension: 'b' },
  ]);
});

test('a body has what the API makes of it: a number alone keeps the extension, and that is said', async () => {
  const { run } = await serveSandbox();
  await run('addresses update 301 --customer 101 --house-number 12a');
  const { err } = await run('addresses update 301 --customer 101 --body -', { stdin: '{"houseNumber":14}' });
  expect(err).toContain(keeps);
});

test('an extension in a body is that of the number which is typed', async () => {
  const { run } = await serveSandbox();
  const line = 'addresses update 301 --customer 101 --house-number 14 --body - --dry-run';
  const { out } = await run(line, { stdin: '{"houseNumberExtension":"b"}' });
  expect(JSON.parse(out).body).toEqual({ houseNumber: 14, houseNumberExtension: 'b' });
});

test('a number on an address without an extension has none to clear', async () => {
  const { run, seen } = await serveSandboxBehind(() => 'forward', {});
  const { changes, err } = await run('addresses update 301 --customer 101 --house-number 14');
  expect([`${changes}${err}`, lastPatch(seen)]).toEqual([
    'Changes:\n  House number  4  →  14\nOrders that are already placed keep the old address.\n',
    '{"houseNumber":14}',
  ]);
});

test.each([
  ['at a terminal', '12', 'a'],
  ['as a number that is a text with blanks', ' 12 ', ' a '],
])('the extension that is cleared is among the changes before they are sent: %s', async (_, houseNumber, extension) => {
  const before = { id: '301', customerId: '101', houseNumber, houseNumberExtension: extension };
  const { run } = await serveStore(({ method }, response) =>
    method === 'GET' ? json(response, 200, before) : json(response, 500, { message: 'Out of order' }),
  );
  const { code, changes } = await run('addresses update 301 --customer 101 --house-number 14');
  expect([code === 0, changes]).toEqual([
    false,
    expect.stringMatching(/House number +12 +→ +14\n +Extension +a +→ +—\n/),
  ]);
});

test('where an address cannot be read, the number is what was typed', async () => {
  const { run, seen } = await serveStore(({ method }, response) =>
    method === 'GET'
      ? json(response, 500, {})
      : json(response, 200, { id: '301', customerId: '101', houseNumber: '14', houseNumberExtension: '' }),
  );
  expect((await run('addresses update 301 --customer 101 --house-number 14')).code).toBe(0);
  expect(lastPatch(seen)).toBe('{"houseNumber":14,"houseNumberExtension":""}');
});

test('a store that does not clear the extension has not done what was asked', async () => {
  const { run } = await serveStore(({ method }, response) =>
    json(response, 200, {
      id: '301',
      customerId: '101',
      houseNumber: method === 'GET' ? '12' : '14',
      houseNumberExtension: 'a',
    }),
  );
  const { code, err } = await run('addresses update 301 --customer 101 --house-number 14');
  expect([code, err]).toEqual([10, expect.stringContaining('houseNumberExtension')]);
});

test('an update that changes nothing says nothing of orders', async () => {
  const { run } = await serveSandbox();
  expect((await run('addresses update 301 --customer 101 --house-number 4')).err).toBe('');
});

test('the orders that a search knows are named, the newest first, since they keep the old address', async () => {
  const { run, seen } = await serveSandboxBehind(() => 'forward', {});
  const home = ownDirectory();
  await run('customers find carter', { home });
  const { addressBookIds } = JSON.parse((await run('customers get 104 --json')).out);
  const address = String(addressBookIds).split(',')[0];
  const count = seen.length;
  const plain = await run(`addresses update ${address} --customer 104 --house-number 13`);
  const reads = seen.length - count;
  const { err } = await run(`addresses update ${address} --customer 104 --house-number 14`, { home });
  expect([plain.err, err, seen.length - count - reads]).toEqual([
    'Orders that are already placed keep the old address.\n',
    'Orders that are already placed keep the old address. Known orders of this customer: 1001.\n',
    reads,
  ]);
});

test('another name of a customer says that the addresses keep the one that they have, and no other change does', async () => {
  const { run } = await serveSandboxBehind(() => 'forward', {});
  const renamed = await run('customers update 104 --last-name Bakker');
  const called = await run('customers update 104 --phone-number 0201234567');
  expect([renamed.err, called.err]).toEqual([
    'Addresses keep their own names. To see them: shop-cli addresses list --customer 104\n',
    '',
  ]);
});

describe('a postcode that its country does not write so', () => {
  const warning = 'Warning: The postcode does not look like a postcode in the Netherlands.';
  const street = [
    '--first-name',
    'Jo',
    '--last-name',
    'Smit',
    '--street-address',
    'Dam',
    '--house-number',
    '1',
    '--city',
    'A',
  ];

  test.each([[[]], [['--dry-run']]])('is warned of before an address is created %j', async (more) => {
    const created = ['addresses', 'create', '--customer', '101', ...street, '--country', 'NLD', '--zipcode', '82'];
    const { code, err } = await runInSandbox([...created, ...more]);
    expect([code, err]).toEqual([0, expect.stringContaining(warning)]);
    const usual = await runInSandbox([...created.slice(0, -1), '1012js', ...more]);
    expect([usual.code, usual.err]).toEqual([0, expect.not.stringContaining('Warning')]);
  });

  test.each(['', ' --dry-run'])('and where it is changed, by the country that the store has%s', async (more) => {
    const { code, err } = await runInSandbox(`addresses update 301 --customer 101 --zipcode 82${more}`);
    expect([code, err]).toEqual([0, expect.stringContaining(warning)]);
    expect((await runInSandbox(`addresses update 301 --customer 101 --city Utrecht${more}`)).err).not.toContain(
      'Warning',
    );
  });
});
