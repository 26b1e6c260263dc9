import { describe, expect, test } from 'vitest';
import { shopCli } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';

const key = '42212126-9CF9-49D8-8E52-5B2858894145';

describe('What people type for a command is understood', () => {
  test.each([
    ['product list --limit 2', 'products list --limit 2'],
    ['product ls --limit 2', 'products list --limit 2'],
    ['product show 200', 'products get 200'],
    [`basket view ${key}`, `baskets get ${key}`],
    [`basket item show ${key} 200`, `baskets items get ${key} 200`],
    ['customer view 101', 'customers get 101'],
    ['address show 301 --customer 101', 'addresses get 301 --customer 101'],
    ['order show 1001', 'orders get 1001'],
    ['order remove 1001 --dry-run', 'orders delete 1001 --dry-run'],
    [`basket items rm ${key} 200 --dry-run`, `baskets items delete ${key} 200 --dry-run`],
    ['help product show', 'help products get'],
  ])('"%s" is understood as "%s"', async (alias, line) => {
    const { run } = await serveSandbox();
    const [short, long] = [await run(alias), await run(line)];
    expect([short.code, short.out.length > 0, short]).toEqual([0, true, long]);
  });

  test('import show, and imports view', async () => {
    const codes = [await shopCli('import view --help'), await shopCli('imports get --help')].map(({ code }) => code);
    expect(codes).toEqual([0, 0]);
  });
});

test.each(['--help', 'products --help', 'products list --help', 'products get --help', 'baskets items delete --help'])(
  'No alias is in the help: %s',
  async (line) => {
    const { out } = await shopCli(line);
    expect(out).not.toMatch(/\||\b(ls|rm|view|remove|product list)\b(?! the| a )/);
  },
);

describe('baskets items list', () => {
  test('lists the products of a basket as it has them', async () => {
    const { run } = await serveSandbox();
    const listed = JSON.parse((await run(`baskets items list ${key} --json`)).out);
    const basket = JSON.parse((await run(`baskets get ${key} --json`)).out);
    expect(listed).toEqual(basket.products);
  });

  test('says that a basket is empty, and that there is none', async () => {
    const { run } = await serveSandbox();
    const empty = (await run('baskets create --quiet')).out.trim();
    expect(await run(`baskets items list ${empty} --json`)).toEqual({
      code: 0,
      out: '[]\n',
      err: `Basket ${empty} has no products.\n`,
    });
    expect((await run('baskets items list 00000000-0000-4000-8000-000000000000')).code).toBe(3);
  });
});
