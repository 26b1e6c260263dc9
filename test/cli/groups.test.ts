import { describe, expect, test } from 'vitest';
import { shopCli } from '../support/run.ts';
import { withSandbox } from '../support/store.ts';

describe('the command line itself', () => {
  test.each([
    ['', 'Missing command: shop-cli <command>.'],
    ['products', 'Missing command: shop-cli products <command>.'],
    ['produts list', "Unknown command 'produts'"],
    ['products lst', "Unknown command 'lst'"],
    ['help nothing', 'Unknown command "nothing".'],
  ])('rejects "%s"', async (line, message) => {
    expect(await shopCli(line)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(message) });
  });

  test.each(['', 'products'])('"%s" without a command shows which there are', async (line) => {
    const { err } = await shopCli(line);
    expect(err).toMatch(
      /^Usage: shop-cli(?![\s\S]*\n\n\n)[\s\S]+Commands:\n[\s\S]+\n\nError: Missing command: shop-cli[a-z ]* <command>\.\n$/,
    );
  });

  test.each([
    '--help',
    'products --help',
    'help products',
    'products list --help',
    'help products list',
    'products ls --help',
    'sandbox --help',
    '--version',
  ])('%s is success', async (line) => {
    expect(await shopCli(line)).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/./) });
  });

  test('global options work before the group, before the verb and after it', async () => {
    await withSandbox(async ({ run }) => {
      const outs = await Promise.all(
        ['--json products list --limit 1', 'products --json list --limit 1', 'products list --json --limit 1'].map(
          async (line) => (await run(line)).out,
        ),
      );
      expect(new Set(outs).size).toBe(1);
      expect(outs[0]).toMatch(/^\[/);
    });
  });
});
