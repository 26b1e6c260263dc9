import { describe, expect, test } from 'vitest';
import { namedCommands } from '../../src/cli/help/description.ts';
import { tree } from '../../src/commands/index.ts';
import { outputFormats } from '../../src/output/formats.ts';
import { ownDirectory, shopCli } from '../support/run.ts';

// --quiet prints IDs in place of records: a format beside it is one of the two that a script did not mean.

const lines = [
  'products list',
  'products get 206',
  'products create --sku Q-1',
  'baskets list',
  'baskets get 42212126',
  'baskets create',
  'baskets update 42212126 --coupon x',
  'baskets delete 42212126',
  'baskets items list 42212126',
  'baskets items get 42212126 206',
  'baskets items add 42212126 --product 206',
  'baskets items update 42212126 206 --quantity 2',
  'baskets items delete 42212126 206',
  'customers get 101',
  'customers find Vries',
  'customers create --email-address q@shop.example',
  'customers update 101 --first-name x',
  'customers update --from changes.csv',
  'customers delete 101',
  'customers erase 101',
  'addresses list --customer 101',
  'addresses get 301 --customer 101',
  'addresses create --customer 101',
  'addresses update 301 --customer 101 --city x',
  'addresses update --from changes.csv',
  'addresses delete 301 --customer 101',
  'orders list',
  'orders get 1001',
  'orders create --basket 42212126',
  'orders delete 1001',
  'auth list',
  'auth status',
  'auth switch shop',
  'auth logout shop',
  'auth login shop',
  'imports list',
  'imports show',
  'imports delete 1',
] as const;

/** Those that print no record with an ID: there --quiet only quiets, or says by itself that it cannot. */
const others =
  /^(products (import|export|diff)|template|(customers|addresses) import|imports (apply|verify)|api|sandbox|schema|commands|completion\b.*|doctor|help\b.*)$/;

test('every command is in one of the two lists', () => {
  const names = namedCommands(tree).map(([name]) => name);
  expect(
    names.filter((name) => !others.test(name) && !lines.some((line) => `${line} `.startsWith(`${name} `))),
  ).toEqual([]);
});

describe.each(['--json', ...outputFormats.map((format) => `-o ${format}`)])('--quiet beside %s', (format) => {
  test('is exit 2 where IDs are printed in place of records, and nothing is sent', async () => {
    const wrong: unknown[] = [];
    for (const line of lines) {
      const { code, out, err } = await shopCli(`${line} -q ${format}`, {
        env: { SHOP_URL: 'http://127.0.0.1:1', SHOP_TOKEN: 'a-token-of-mine' },
      });
      if (code !== 2 || out !== '' || !err.includes('Use either --quiet or ')) wrong.push([line, code, out, err]);
    }
    expect(wrong).toEqual([]);
  });
});

test.each(outputFormats)('the setting SHOP_OUTPUT=%s gives way to --quiet', async (format) => {
  const env = { SHOP_OUTPUT: format, SHOP_URL: 'sandbox:shop.db' };
  const directory = ownDirectory();
  const run = async (line: string) => (await shopCli(line, { env, directory, home: directory })).out;
  expect(await run('products list --limit 2 -q')).toBe('200\n201\n');
  expect(await run('customers get 101 -q')).toBe('101\n');
});

test('--quiet and a format stay possible for an import, whose report it leaves', async () => {
  const directory = ownDirectory({ 'a.csv': 'sku,name,price\nQ-1,Thing,1.00\n' });
  const { code, out } = await shopCli('--store sandbox:a.db products import a.csv -q --json', {
    directory,
    home: directory,
  });
  expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ created: 1 })]);
});
