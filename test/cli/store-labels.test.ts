import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeProfiles } from '../support/profiles.ts';
import { ownDirectory, type RunOptions, shopCli } from '../support/run.ts';
import { namedStore, serveSandbox } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';

interface Shown {
  readonly out: string;
  readonly err: string;
}

/** What a command says about a store that is production, or not. */
async function shown(line: string, isProduction: boolean, options: RunOptions = {}, before?: string): Promise<Shown> {
  const { url, run } = await serveSandbox();
  const home = ownDirectory({ 'products.csv': 'sku,name,price\nNEW-1,Mug,1\nNEW-2,Cup,2\n' });
  await writeProfiles(home, { live: { url, production: isProduction } });
  if (before) {
    const journal = line.includes('--journal') ? ' --journal j.db' : '';
    await run(before + journal, { home, directory: home });
  }
  const { out, err, closing } = await run(line, { ...options, home, directory: home });
  return { out: namedStore(out), err: `${err}${closing === undefined ? '' : `${closing} on shop.test.\n`}` };
}

const terminal = { terminal: 100 };

describe('a table or card at a terminal says below it which store it is from', () => {
  sampled(4).each([
    ['customers get 101', 'Store: shop.test (production)\n'],
    ['customers get 101 102', 'Store: shop.test (production)\n'],
    ['baskets items get 42212126-9CF9-49D8-8E52-5B2858894145 200', 'Store: shop.test (production)\n'],
    ['products list --limit 2', '2 of 62 shown on shop.test (production). Use --all for the rest.\n'],
    ['products list --sku BEL-001', '1 product on shop.test (production).\n'],
    ['products list --search "*band*" --all', '8 products on shop.test (production).\n'],
    ['products list --search zzz', 'No products match "zzz" on shop.test (production).\n'],
    ['products list --sku none', 'No products match on shop.test (production).\n'],
    ['products list --offset 99', 'No products at --offset 99 on shop.test (production): only 62 match.\n'],
    ['api GET products/206', 'Store: shop.test (production)\n'],
    ['addresses list --customer 101', '2 addresses on shop.test (production).\n'],
    ['baskets items list 42212126-9CF9-49D8-8E52-5B2858894145', '2 products on shop.test (production).\n'],
  ])('after shop-cli %s', async (line, footer) => {
    const argv = line.replaceAll('"', '');
    const { out, err } = await shown(`${argv} --no-color`, true, terminal);
    expect([err.trimStart(), out.includes('shop.test')]).toEqual([expect.stringContaining(footer), false]);
  });

  test.each([
    ['imports list', '1 import on shop.test (production).\n'],
    ['imports show', 'Store: shop.test (production)\n'],
    ['imports list --journal j.db', ''],
    ['imports show --journal j.db', ''],
  ])('after shop-cli %s of the journal', async (line, footer) => {
    const options = { terminal: 160 };
    const { err } = await shown(
      `${line} --no-color`,
      true,
      options,
      'products import products.csv --settle 1s --confirm-store live',
    );
    expect(err.trimStart()).toBe(footer);
  });

  sampled(3).each<readonly [string, RunOptions]>([
    ...['', ' -o json', ' -q', ' -o csv', ' --output-file x.txt'].map((option) => [option, {}] as const),
    ...[' -o json', ' -q', ' -o yaml', ' --output-file x.txt'].map((option) => [option, terminal] as const),
  ])('not with "%s" and %j', async (option, options) => {
    for (const line of ['customers get 101', 'products list --sku BEL-001', 'addresses list --customer 101'])
      expect((await shown(`${line}${option}`, true, options)).err).not.toContain('shop.test');
  });
});

test('the embedded store is the sandbox', async () => {
  const options = { ...terminal, env: { SHOP_URL: 'sandbox', SHOP_TOKEN: '' } };
  expect((await shown('customers get 101', false, options)).err).toBe('\nStore: the sandbox\n');
});

describe('the closing line of a write', () => {
  const write = 'customers update 101 --phone-number 1 --confirm-store live';
  test.each([
    [false, '✓ Updated customer 101 on shop.test.\n'],
    [true, '✓ Updated customer 101 on shop.test (production).\n'],
  ])('says whether the store is production: %j', async (isProduction, closing) => {
    expect((await shown(write, isProduction)).err).toBe(closing);
  });

  test('has a production store in red at a terminal with colour, and the same words without', async () => {
    const { err } = await shown(write, true, { ...terminal, env: { FORCE_COLOR: '1' } });
    expect(err).toContain('on \u001b[31mshop.test (production)\u001b[39m.\n');
    const plain = await shown(write, true, { ...terminal, env: { NO_COLOR: '1' } });
    expect(plain.err).toContain('on shop.test (production).\n');
  });
});

describe('an import', () => {
  test('says which store at its start and at its end, and in its report', async () => {
    const { out, err } = await shown('products import products.csv --settle 1s --confirm-store live --json', true);
    expect(JSON.parse(out)).toMatchObject({ store: 'shop.test', created: 2 });
    expect(err).toContain('Sending 2 rows to shop.test (production), up to 16 at a time.\n');
    expect(err).toMatch(/Created 2 products on shop\.test \(production\)\.\n$/);
  });

  test('with --quiet says nothing about it', async () => {
    const { err } = await shown('products import products.csv --settle 1s --confirm-store live --quiet', true);
    expect(err).not.toContain('shop.test');
  });
});

test.each(['baskets create --dry-run', 'products import - --dry-run', 'products diff -'])(
  'the store in the JSON of %s is what --store takes',
  async (line) => {
    const directory = ownDirectory();
    const stdin = 'sku,name,price\nNEW-1,New,1\n';
    for (const store of ['sandbox', `sandbox:${join(directory, 'shop.db')}`]) {
      const { out } = await shopCli(`${line} --store ${store} --json`, { directory, stdin });
      expect(JSON.parse(out).store).toBe(store);
    }
  },
);
