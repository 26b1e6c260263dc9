import { expect, test } from 'vitest';
import { writeProfiles } from '../support/profiles.ts';
import { ownDirectory, shopCli } from '../support/run.ts';
import { runInSandbox, serveSandbox } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';

sampled(4).each([
  ['addresses create --street Meir', "Unknown option '--street'.\nDid you mean '--street-address'?\n"],
  ['addresses create --house 1', "Did you mean one of '--house-number', '--house-number-extension'?\n"],
  ['customers create --email jo@example.com', "Did you mean '--email-address'?\n"],
  ['products list --serach lamp', "Unknown option '--serach'.\nDid you mean '--search'?\n"],
  ['products list --zzzzzz', "Unknown option '--zzzzzz'.\nRun 'shop-cli products list --help'"],
  ['products list lamp', 'To search, use --search "*lamp*".\n'],
  ['products list desk lamp', 'To search, use --search "*desk lamp*".\n'],
  ['products list *lamp*', 'To search, use --search "*lamp*".\n'],
  ['products list $HOME', "To search, use --search '*$HOME*'.\n"],
  ['products list --sort price', 'The API cannot sort. To sort the output: --all --json | jq "sort_by(.name)"\n'],
  ['products list --online', "Unknown option '--online'.\nThe API cannot filter by status."],
  ['products create --online', 'To put it online: --status online\n'],
  ['baskets list --page 2', 'To fetch page 3 of 20 each: --limit 20 --offset 40\n'],
  ['products list --format json', 'To choose the format: --output json, or table, ndjson, csv, yaml\n'],
  ['products list --jq .[]', 'To filter the output: --json | jq ".[].name"\n'],
  ['products list --output xlsx', 'For Excel: shop-cli products export --output-file products.xlsx\n'],
  ['addresses list 101', 'Pass the customer ID: shop-cli addresses list --customer 101\n'],
  ['products import a.csv b.csv', 'Expected one file, got 2: a.csv, b.csv\nRun the command once for each file.\n'],
  ['import x.csv', "Unknown command 'x.csv'.\nTo import a file: shop-cli products import x.csv\n"],
  ['imports feeds/x.xlsx --yes', 'To import a file: shop-cli products import feeds/x.xlsx\n'],
  ['produts list', "Unknown command 'produts'.\nDid you mean 'shop-cli products'?\n"],
  ['products lst', "Unknown command 'lst'.\nDid you mean 'shop-cli products list'?\n"],
  ['help products lst', "Unknown command 'lst'.\nDid you mean 'shop-cli products list'?\n"],
  ['help constructor', "Unknown command 'constructor'.\nRun 'shop-cli --help' for usage.\n"],
  ['help prod', "Unknown command 'prod'.\nDid you mean 'shop-cli products'?\n"],
  ['export', "Unknown command 'export'.\nDid you mean 'shop-cli products export'?\n"],
  ['list products', "Did you mean 'shop-cli products list'?\n"],
  ['orders 5', "Did you mean 'shop-cli orders get 5'?\n"],
  ['products RGJ-301', "Did you mean 'shop-cli products get RGJ-301'?\n"],
  ['switch', "Did you mean 'shop-cli auth switch'?\n"],
  ['sandbox start x', "To start the sandbox: 'shop-cli sandbox'. To stop it: Ctrl-C.\nRun 'shop-cli sandbox --help'"],
  ['api products -f sku=1', 'Missing argument: <method>.'],
  ['api', 'Missing argument: <path>.'],
  ['api POST', 'Missing argument: <path>.'],
  [
    'customers create --email-address bad --dry-run',
    'Error: Invalid --email-address "bad". Example: jo@example.com\nMissing options: --first-name, --last-name.\n',
  ],
  ['addresses update 301 --customer 101 --country Holland', 'Did you mean NL (Netherlands)?\n'],
])('%s suggests what was most likely meant', async (line, meant) => {
  expect(await runInSandbox(line)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(meant) });
});

test.each([
  ['api products', 'api GET products'],
  ['api products --query limit=2 --json', 'api GET products --query limit=2 --json'],
  ['whoami', 'auth status'],
  ['addresses list --customer-id 101', 'addresses list --customer 101'],
  ['products list --category-id=12', 'products list --category=12'],
  ['products create --article-number A --dry-run', 'products create --model A --dry-run'],
  ['version', '--version'],
])('shop-cli %s does what shop-cli %s does', async (guess, line) => {
  const { run } = await serveSandbox();
  const guessed = await run(guess);
  expect(guessed).toEqual(await run(line));
  expect([guessed.code, guessed.out.length > 0]).toEqual([0, true]);
});

test.each([
  ['auth switch prod', "Did you mean 'production'?\n"],
  ['auth switch tset', "Did you mean 'test'?\n"],
  ['auth logout nope', 'Profiles: production, test\nTo add one: shop-cli auth login <name>\n'],
  ['products list --profile nope', 'Profiles: production, test\n'],
  ['products list --store test', 'is not a URL.\nTo use the profile test: --profile test\n'],
])('%s names the profile that is meant, or all', async (line, hint) => {
  const home = ownDirectory();
  const url = 'https://shop.example';
  await writeProfiles(home, { production: { url }, test: { url } });
  expect(await shopCli(line, { home })).toMatchObject({ code: 2, err: expect.stringContaining(hint) });
});

test('only a command that can search suggests it', async () => {
  expect((await runInSandbox('baskets list lamp')).err).not.toContain('--search');
});

test('a card keeps the order of --fields', async () => {
  const { run } = await serveSandbox();
  expect((await run('customers get 101 --fields lastName,customerId')).out).toMatch(/^Last name [\s\S]*\n.*ID /i);
  expect((await run('customers get 101 --fields customerId,lastName')).out).toMatch(/^.*ID [\s\S]*\nLast name /i);
});
