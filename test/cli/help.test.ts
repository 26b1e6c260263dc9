import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { allCommands } from '../support/commands.ts';
import { shopCli } from '../support/run.ts';

const commands = await allCommands();
const groups = new Set(
  commands.flatMap(({ path }) => path.split(' ').map((_, at, words) => words.slice(0, at).join(' '))),
);
const paths = [...groups, ...commands.map(({ path }) => path)];
const pages = await Promise.all(
  [
    ...paths.map((path) => `${path} --help`),
    'help options',
    'help exit-codes',
    'help environment',
    'help products import',
  ].map(async (line) => ({ line, text: (await shopCli(line)).out })),
);

describe('a page of help', () => {
  test.each(pages)('shop-cli $line fits 80 columns in a pipe', ({ text }) => {
    expect(text.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test.each([
    ['--help', 32],
    ['products list --help', 40],
    ['products import --help', 60],
  ])('shop-cli %s has at most %i lines', async (line, most) => {
    const { out } = await shopCli(line);
    expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(most);
  });

  test('about the environment names what other programs read too', async () => {
    const { out } = await shopCli('help environment');
    for (const name of ['NO_COLOR', 'CI', 'HTTPS_PROXY', 'NO_PROXY'])
      expect(out).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  test("of a command with many options names those that few need; 'shop-cli help' describes them", async () => {
    const [short, whole] = [await shopCli('products import -h'), await shopCli('help products import')];
    expect([short.out, whole.out].map((text) => text.includes('--encoding <name>'))).toEqual([false, true]);
    expect(short.out).toContain('--encoding, ');
    expect(whole.out).not.toContain('see shop-cli help');
  });

  test('is stored by the build as the program prints it', async () => {
    const stored = JSON.parse(await readFile('dist/help.json', 'utf8')) as Readonly<Record<string, string>>;
    const nameOf = (line: string): string => line.replace(/ ?--help$/, '');
    expect(Object.fromEntries(pages.map(({ line }) => [line, stored[nameOf(line)]]))).toEqual(
      Object.fromEntries(pages.map(({ line, text }) => [line, text])),
    );
    expect([stored['product ls'], stored['orders view']]).toEqual(['products list', 'orders get']);
  });

  test.each(['constructor', '__proto__'])(
    'of %s, a name that every object has, is that of the program',
    async (name) => {
      const { stdout } = await promisify(execFile)(process.execPath, ['bin/shop-cli.cjs', name, '--help']);
      expect(stdout).toMatch(/^Usage: shop-cli <command>/);
    },
  );

  test('and so are the commands as data', async () => {
    const stored = (await readFile('dist/commands.json', 'utf8')).replace(/"version": ".*"/, '"version": "0.0.0-test"');
    expect(stored).toBe((await shopCli('commands --json')).out);
  });

  test('begins with the usage and one line about the command', () => {
    const poor = pages.filter(
      ({ line, text }) => line.endsWith('--help') && !/^Usage: shop-cli.*\n\n\S.*\n\n/.test(text),
    );
    expect(poor.map(({ line }) => line)).toEqual([]);
  });

  test('names the page of the global options instead of repeating them', () => {
    const poor = pages.filter(
      ({ line, text }) => line.endsWith('--help') && !text.endsWith("Global options: see 'shop-cli help options'\n"),
    );
    expect(poor.map(({ line }) => line)).toEqual([]);
  });
});

test('every command names related commands, and all of them exist', () => {
  const wrong = commands.flatMap(({ path, definition: { seeAlso = ['(none)'] } }) =>
    seeAlso.filter((related) => related === path || !paths.includes(related)).map((related) => `${path}: ${related}`),
  );
  expect(wrong).toEqual([]);
});

test('a group lists its commands', async () => {
  const { out } = await shopCli('orders --help');
  expect(out).toMatchInlineSnapshot(`
    "Usage: shop-cli orders <command> [options]

    Manage orders

    Commands:
      list    List the orders that baskets refer to
      get     Show orders
      create  Create an order from a basket
      delete  Delete an order

    Global options: see 'shop-cli help options'
    "
  `);
});

test('the first page of help groups the commands: the shop, setup, for programs', async () => {
  const { out } = await shopCli('--help');
  expect(
    out
      .match(/^[A-Z][^\n]*:\n(?: {2}\S.*\n)+/gm)
      ?.slice(0, 3)
      .map((block) => block.match(/^(?:\S.*:| {2}\S+)/gm)),
  ).toEqual([
    ['Shop:', '  products', '  imports', '  baskets', '  customers', '  addresses', '  orders', '  template'],
    ['Setup:', '  auth', '  doctor', '  sandbox', '  completion', '  help'],
    ['For programs:', '  api', '  commands', '  schema'],
  ]);
});

test('the help of an update says nothing of what a creation does', async () => {
  const { out } = await shopCli('customers update --help');
  expect(out).not.toContain('is created');
});
