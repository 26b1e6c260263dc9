import { expect, test } from 'vitest';
import { whereToFind } from '../../src/resources/where-to-find.ts';
import { bin, runProgram } from '../support/programs.ts';
import { canary } from '../support/run.ts';
import { atTerminal, expectLeft, openStore } from './asking.ts';

const missing = {
  'customers create':
    "Missing options: --email-address, --first-name, --last-name.\nRun 'shop-cli customers create --help' for usage.",
  'addresses create':
    "Missing options: --customer, --first-name, --last-name, --street-address, --house-number, --zipcode, --city, --country.\nRun 'shop-cli addresses create --help' for usage.",
  'addresses delete': `Missing argument: <address-id>.\nMissing option: --customer.\n${whereToFind.addressOf()}\nPass the customer ID: --customer 101`,
  'baskets get': `Missing argument: <key>.\n${whereToFind.basket}`,
  'baskets items get': `Missing arguments: <key>, <product>.\n${whereToFind.basket}\n${whereToFind.productOf()}`,
  'products get': `Missing argument: <id-or-sku>.\n${whereToFind.product}`,
  'orders create': `Missing option: --basket.\n${whereToFind.basket}`,
};

const commands = Object.keys(missing) as (keyof typeof missing)[];

test.each(commands)('%s without a terminal asks nothing and names all that is missing', async (command) => {
  const { url } = await openStore();
  const env = { PATH: process.env.PATH, SHOP_URL: url, SHOP_TOKEN: canary };
  const { code, err } = await runProgram(process.execPath, [bin, ...command.split(' ')], { env, stdin: 'y\n' });
  expect({ code, err }).toEqual({ code: 2, err: `Error: ${missing[command]}\n` });
});

const ways: readonly (readonly [string, readonly string[], Readonly<Record<string, string>>])[] = [
  ['--no-input', ['--no-input'], {}],
  ['--json', ['--json'], {}],
  ['-o csv', ['-o', 'csv'], {}],
  ['SHOP_OUTPUT=yaml', [], { SHOP_OUTPUT: 'yaml' }],
  ['CI=1', [], { CI: '1' }],
];

test.each(
  ways.flatMap((way) =>
    (['customers create', 'addresses create', 'baskets get'] as const).map((command) => [...way, command] as const),
  ),
)('at a terminal with %s (%j, %j) nothing is asked by %s either', async (_, options, env, command) => {
  const { terminal, store } = await atTerminal([...command.split(' '), ...options], { env });
  await expectLeft(terminal, 2);
  const [message = ''] = missing[command].split('\n');
  // A terminal of 80 columns wraps a long message.
  const expected = options.includes('--json') ? `"message":"${message}"` : `Error: ${missing[command]}`;
  expect(terminal.text.replace(/\s+/g, ' ')).toContain(expected.replace(/\s+/g, ' '));
  expect(terminal.text).not.toMatch(/^\?/m);
  expect(store.writes()).toEqual([]);
});

test('a deletion with -o csv needs --yes too', async () => {
  const { terminal, store } = await atTerminal(['customers', 'delete', '101', '-o', 'csv']);
  await expectLeft(terminal, 2);
  expect(terminal.text).toContain('Pass --yes.');
  expect(store.writes()).toEqual([]);
});
