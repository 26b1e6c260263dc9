import { describe, expect, test } from 'vitest';
import { shopCli } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';

describe('the command line itself', () => {
  test.each(['', 'products', 'product', 'baskets items', 'auth --profile nobody'])(
    '"%s" without a command prints the help, as --help does',
    async (line) => {
      const help = await shopCli(`${line.replace(/ --profile.*/, '')} --help`);
      expect(await shopCli(line)).toEqual(help);
      expect(help).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^Usage: shop-cli /) });
    },
  );

  test.each(['--help', 'help products', 'help products list', 'products ls --help', '--version'])(
    'ends with success for shop-cli %s',
    async (line) => {
      expect(await shopCli(line)).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/./) });
    },
  );

  test('global options work before the group, before the verb and after it', async () => {
    const { run } = await serveSandbox();
    const outs = await Promise.all(
      ['--json products list --limit 1', 'products --json list --limit 1', 'products list --json --limit 1'].map(
        async (line) => (await run(line)).out,
      ),
    );
    expect(new Set(outs).size).toBe(1);
    expect(outs[0]).toMatch(/^\[/);
  });
});
