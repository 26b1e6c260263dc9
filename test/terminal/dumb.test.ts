import { expect, test } from 'vitest';
import { words } from '../support/words.ts';
import { answerForm, atTerminal, expectLeft } from './asking.ts';

const files = {
  'list.csv': 'sku,name,price\nA-1,Mug,1\nA-2,Tea,2\n',
  'open.csv': 'sku;naam;Onze prijzen;Adviesprijs;Op voorraad\nA-1;Mok;2,10;3,20;1\nA-2;Thee;4,10;5,20;2\n',
};
const dumb = { columns: 120, env: { TERM: 'dumb' }, files };

/** A command at a terminal that only prints what it gets. */
const atDumb = (line: string) => atTerminal(words(line), dumb);

const control = '\u001b';

/** Without the report of how the program ended. */
const controlsIn = (raw: string): boolean => (raw.split(`${control}_shop-cli-ended`)[0] ?? '').includes(control);

test.each<[answer: string, writes: number]>([
  ['y', 2],
  ['', 0],
])('with TERM=dumb an import asks in a plain line before it sends, and "%s" sends %i rows', async (answer, writes) => {
  const { terminal, store } = await atDumb('products import list.csv');
  await terminal.answer('? Send up to 2 rows to 127.0.0.1', answer);
  await expectLeft(terminal, 0);
  expect([store.writes().length, controlsIn(terminal.emulator.raw)]).toEqual([writes, false]);
});

test('with TERM=dumb what a file leaves open has numbered answers, and each question its own problem alone', async () => {
  const { terminal } = await atDumb('products import open.csv --dry-run');
  await terminal.waitFor('? Which column is the price?\n  1. Onze prijzen\n     2,10   4,10\n  2. Adviesprijs');
  await terminal.answer('Number [1]:', '9');
  await terminal.waitFor('> Type a number from 1 to ');
  terminal.type('2').press('enter');
  await terminal.waitFor('? Which column is the quantity?');
  expect([terminal.text.match(/"Op voorraad"/g)?.length, terminal.text.includes('--map')]).toEqual([1, false]);
  await terminal.answer('Number [1]:', '1');
  await terminal.answer('? Save these answers for the next file? open.json (y/N)', 'n');
  await expectLeft(terminal, 0);
  expect([terminal.text.includes('Adviesprijs → price'), controlsIn(terminal.emulator.raw)]).toEqual([true, false]);
});

test.each(['ctrlC', 'ctrlD'] as const)('with TERM=dumb %s at a question sends nothing', async (key) => {
  const { terminal, store } = await atDumb('products import list.csv');
  await terminal.waitFor('(y/N)');
  terminal.press(key);
  await expectLeft(terminal, 130);
  expect([store.writes(), terminal.text]).toEqual([[], expect.stringContaining('\nCancelled. No changes made.')]);
});

test('with TERM=dumb a form is filled in by plain lines, and a password is not shown', async () => {
  const { terminal, store } = await atDumb('customers create --email-address jo@shop.test --first-name Jo');
  const secret = 'secret-of-jo';
  await answerForm(terminal, { Password: secret, Confirm: secret, 'Last name': 'Berg' }, 'Create this customer');
  await terminal.answer('Number [1]:', '1');
  await expectLeft(terminal, 0);
  const { raw } = terminal.emulator;
  expect([store.writes().length, controlsIn(raw), raw.includes(secret)]).toEqual([1, false, false]);
});

test('with TERM=dumb and --no-input nothing is asked', async () => {
  const { terminal, store } = await atDumb('customers delete 101 --no-input');
  await expectLeft(terminal, 2);
  expect(store.writes()).toEqual([]);
});
