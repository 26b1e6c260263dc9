import { expect, test } from 'vitest';
import { key } from '../support/bodies.ts';
import { json, runAt, runInSandbox, serveSandbox, serveStore } from '../support/store.ts';
import { typed } from '../support/words.ts';

test.each([
  [
    'customers update 101 --phone-number "+31 20 123 4567"',
    /^Changes:\n {2}Phone number {2}\S.*\d {2}→ {2}\+31 20 123 4567\n$/,
  ],
  ['customers update 101 --unset phoneNumber', / {2}Phone number {2}\S.*\d {2}→ {2}—\n/],
  ['customers update 101 --last-name "de Wit"', / {2}Last name {2}de Wit +\(unchanged\)\n/],
  [`baskets items update ${key} 206+3-12+4-7 --quantity 5`, / {2}Quantity +\d+ +→ {2}5\n {2}Value .*→/],
  [`baskets items add ${key} --product 201:3`, / {2}Product 201 +— +→ {2}3 x \S/],
])('%s shows what it changed, old and new', async (line, changes) => {
  expect(await runInSandbox(typed(line))).toMatchObject({ code: 0, err: '', changes: expect.stringMatching(changes) });
});

test('a coupon that the store does not accept is warned about, after what changed', async () => {
  expect(await runInSandbox(['baskets', 'update', key, '--coupon', 'OTHER'])).toMatchObject({
    code: 0,
    err: 'Warning: The store says that coupon OTHER is not valid.\n',
    changes: expect.stringMatching(/ {2}Coupon +WELKOM10 +→ +OTHER\n/),
  });
});

test.each([
  ['customers update 101 --phone-number 123', / {2}Phone number {2}\S.*\d {2}→ {2}123\n/],
  ['addresses update 301 --customer 101 --country BE', / {2}Country {2}NL {2}→ {2}BE\n/],
  [`baskets update ${key} --product 201:3`, / {2}Product 201 {2}— {2}→ {2}\+ 3\n/],
])('%s --dry-run shows what it would change, and sends no write', async (line, changes) => {
  const { run } = await serveSandbox();
  const { code, out, changes: shown } = await run(`${line} --dry-run`);
  expect({ code, shown }).toEqual({ code: 0, shown: expect.stringMatching(/^Would change on \S+:\n/) });
  expect(shown).toMatch(changes);
  expect(JSON.parse(out)).toMatchObject({ method: 'PATCH' });
  expect((await run(line)).changes).not.toContain('(unchanged)');
});

const before = { customerId: 101, phoneNumber: '1', password: 'hash' };

test.each(['--json', '--output csv', '--quiet'])('%s is for machines: changes are not told', async (option) => {
  const { run, seen } = await serveStore(({ method }, response, count) =>
    json(response, 200, method === 'GET' && count > 1 ? { ...before, phoneNumber: '2' } : before),
  );
  const { code, changes } = await run(`customers update 101 --phone-number 2 ${option}`);
  expect([code, changes, seen.map(({ method }) => method)]).toEqual([0, undefined, ['GET', 'PATCH', 'GET']]);
});

test('--curl reads nothing', async () => {
  const { run, seen } = await serveStore((_, response) => json(response, 200, before));
  expect([(await run('customers update 101 --phone-number 2 --curl')).code, seen]).toEqual([0, []]);
});

test.each(['', '--json', '--quiet'])(
  'a field that the store did not keep is named, and no other %s',
  async (option) => {
    const kept = {
      ...before,
      emailAddress: 'JO@example.com',
      lastName: 'B &amp; C',
      discountGroupId: '7',
      phoneNumber: '1',
      bankAccountNumber: null,
      faxNumber: '3',
    };
    const line =
      'customers update 101 --fax-number 2 --email-address jo@example.com --discount-group-id 7 --password-stdin';
    const { run } = await serveStore((_, response, count) => json(response, 200, count === 1 ? before : kept));
    const { code, err } = await run(
      [...line.split(' '), '--last-name', 'B & C', ...option.split(' ').filter(Boolean)],
      {
        stdin: 'very-secret',
      },
    );
    // Of the name, people are told something else.
    expect([code, err.replace(/^Addresses keep .*\n/, '')]).toEqual([
      0,
      'Warning: The store did not keep what was sent for faxNumber: check the values that it returned.\n',
    ]);
  },
);

test.each(['delivery-address-id', 'shipping-module', 'payment-module'])(
  'a cleared %s that the store fills is no value that it did not keep',
  async (field) => {
    expect(await runInSandbox(['baskets', 'update', key, '--unset', field, '--json'])).toMatchObject({
      code: 0,
      err: '',
    });
  },
);

test('what is personal and what is secret is not in the changes', async () => {
  const line = 'customers update 101 --phone-number 2 --password-stdin --mask-pii';
  const { code, changes } = await runAt(
    (_, response, count) => json(response, 200, count === 1 ? before : { ...before, phoneNumber: '2' }),
    line,
    { stdin: 'very-secret' },
  );
  expect([code, changes]).toEqual([
    0,
    'Changes:\n  Password      ***  →  *** (changed)\n  Phone number  ***  →  *** (changed)\n',
  ]);
});

test.each([404, 500, 422])('a store that answers %d to the look before is updated all the same', async (status) => {
  const { code, changes, closing } = await runAt(
    ({ method }, response) =>
      method === 'GET' ? json(response, status, {}) : json(response, 200, { ...before, phoneNumber: '2' }),
    'customers update 101 --phone-number 2',
  );
  expect([code, changes, closing]).toEqual([0, undefined, '✓ Updated customer 101']);
});

test.each([
  [
    'customers delete 101',
    'Would delete customer 101 (Sanne de Wit) on shop.test. No basket refers to an order of this customer. Orders keep the name, e-mail address, phone number and addresses of the customer. This cannot be undone.\n',
  ],
  [
    'customers delete 101 --mask-pii',
    /^Would delete customer 101 \((?!Sanne).*\) on shop\.test\. No basket .* Orders keep .* of the customer\. This cannot be undone\.\n$/,
  ],
  [`baskets delete ${key}`, /^Would delete basket .* on shop\.test\. This cannot be undone\.\n$/],
  ['customers delete 101 --json', ''],
  ['customers delete 101 -q', ''],
])('%s --dry-run says what it would delete', async (line, notice) => {
  const { run } = await serveSandbox();
  const { code, out, err } = await run(`${line} --dry-run`);
  expect({ code, err }).toEqual({
    code: 0,
    err: typeof notice === 'string' ? notice : expect.stringMatching(notice),
  });
  expect(JSON.parse(out)).toMatchObject({ method: 'DELETE' });
  expect((await run('customers get 101')).code).toBe(0);
});
