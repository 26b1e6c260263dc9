import { expect, test } from 'vitest';
import { withSandbox } from '../support/store.ts';

test.each([
  ['addresses create --street Meir', "Unknown option '--street'\n(Did you mean --street-address?)"],
  ['addresses create --house 1', '(Did you mean one of --house-number, --house-number-extension?)'],
  ['customers create --email jo@example.com', '(Did you mean --email-address?)'],
  ['products list --serach lamp', "Unknown option '--serach'\n(Did you mean --search?)"],
  ['products list --zzzzzz', "Unknown option '--zzzzzz'.\nRun 'shop-cli products list --help'"],
  ['products list lamp', 'To search, use --search "*lamp*".\n'],
  ['products list desk lamp', 'To search, use --search "*desk lamp*".\n'],
  ['products list *lamp*', 'To search, use --search "*lamp*".\n'],
  ['products list $HOME', "To search, use --search '*$HOME*'.\n"],
  ['addresses update 301 --customer 101 --country uk', 'Did you mean GB (United Kingdom)?\n'],
  ['addresses update 301 --customer 101 --country Holland', 'Did you mean NL (Netherlands)?\n'],
])('%s suggests what was most likely meant', async (line, meant) => {
  await withSandbox(async ({ run }) => {
    expect(await run(line)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(meant) });
  });
});

test('only a command that can search suggests it', async () => {
  await withSandbox(async ({ run }) => {
    expect((await run('baskets list lamp')).err).not.toContain('--search');
  });
});

test('a card keeps the order of --fields', async () => {
  await withSandbox(async ({ run }) => {
    expect((await run('customers get 101 --fields lastName,customerId')).out).toMatch(/^Last name [\s\S]*\n.*ID /i);
    expect((await run('customers get 101 --fields customerId,lastName')).out).toMatch(/^.*ID [\s\S]*\nLast name /i);
  });
});
