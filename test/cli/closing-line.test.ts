import { expect, test } from 'vitest';
import { runInSandbox } from '../support/store.ts';

const key = '42212126-9CF9-49D8-8E52-5B2858894145';

test.each([
  ['products create --sku A --price 1', /^✓ Created product \d+$/],
  ['customers create --email-address a@b.example --first-name A --last-name B', /^✓ Created customer \d+$/],
  ['customers update 101 --phone-number 1', /^✓ Updated customer 101$/],
  ['customers delete 104 --yes', /^✓ Deleted customer 104$/],
  ['addresses create --customer 101 --body examples/address.json', /^✓ Created address \d+ for customer 101$/],
  ['addresses update 301 --customer 101 --city X --json', /^✓ Updated address 301 of customer 101$/],
  ['addresses delete 302 --customer 101 --yes', /^✓ Deleted address 302 of customer 101$/],
  ['baskets create --product 200', /^✓ Created basket [\w-]{36}$/],
  [`baskets update ${key} --unset coupon`, new RegExp(`^✓ Updated basket ${key}$`)],
  [`baskets items add ${key} --product 201`, new RegExp(`^✓ Added products to basket ${key}$`)],
  [`baskets items update ${key} 200 --quantity 5`, new RegExp(`^✓ Updated product 200 in basket ${key}$`)],
  [`baskets items delete ${key} 200 --yes`, new RegExp(`^✓ Deleted product 200 from basket ${key}$`)],
  [`orders create --basket ${key}`, new RegExp(`^✓ Created order \\d+ from basket ${key}$`)],
])('%s ends with one line that says what was written', async (line, closing) => {
  const outcome = await runInSandbox(line, { directory: process.cwd() });
  expect(outcome).toMatchObject({ code: 0, err: '', closing: expect.stringMatching(closing) });
});

test.each(['products get 200', 'products create --sku A --dry-run', 'products create --sku A --quiet'])(
  '%s has no closing line',
  async (line) => {
    expect({ closing: 'none', ...(await runInSandbox(line)) }).toMatchObject({ code: 0, closing: 'none' });
  },
);

test.each([
  ['customers delete 104 --yes', { terminal: 80 }, ''],
  ['customers delete 104 --yes -q', { terminal: 80 }, '104\n'],
  ['customers delete 104 --yes', {}, 'Deleted   104\nEvidence  answered\n'],
])('%s with %o says once what was deleted', async (line, options, out) => {
  expect((await runInSandbox(line, options)).out).toBe(out);
});
