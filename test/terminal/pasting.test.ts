import { expect, test } from 'vitest';
import { keys } from '../support/terminal.ts';
import { words } from '../support/words.ts';
import { type AskingOptions, answerForm, atTerminal, expectLeft, question } from './asking.ts';

// The built program: needs a build (`npm test` makes one). What is sent at once arrives in one chunk.

const { home, ctrlA, ctrlC, enter, left } = keys;
const marked = (text: string): string => `\x1b[200~${text}\x1b[201~`;

/** The phone number of customer 101 after these keys, where it is to be changed. */
async function phoneAfter(typed: string): Promise<unknown> {
  const { terminal, store } = await atTerminal(['customers', 'update', '101'], { columns: 100, rows: 50 });
  await terminal.waitFor(question('Which field do you want to change?'));
  terminal.type(`Phone${enter}`);
  await terminal.waitFor(question('Phone number (optional): 030-555 01 42'));
  terminal.type(typed).press('enter');
  await terminal.waitFor(/^❯ Done$/m);
  terminal.press('enter');
  await terminal.answer(question('Update '), 'y');
  await expectLeft(terminal, 0);
  return ((await store.get('customers/101')) as { phoneNumber: unknown }).phoneNumber;
}

test.each([
  ['Home and text', `${home}+31 `, '+31 030-555 01 42'],
  ['Ctrl-A and a paste', ctrlA + marked('+31 '), '+31 030-555 01 42'],
  ['arrows and text', `${left.repeat(5)}99 `, '030-555 99 01 42'],
])('%s at once are put where the cursor is', async (_, typed, phone) => {
  expect(await phoneAfter(typed)).toBe(phone);
});

const created: AskingOptions = { columns: 120, rows: 40 };

test('of pasted lines that are not marked, the first is the answer, and no other question gets the others', async () => {
  const { terminal, store } = await atTerminal(words('customers create --email-address jo@example.com'), created);
  await answerForm(terminal, {}, 'First name');
  terminal.type('Jo\rSmit\rm\ry\ry\r');
  await answerForm(terminal, { 'Last name': 'Bos' }, 'Create this customer');
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expect(await store.get('customers/105')).toMatchObject({ firstName: 'Jo', lastName: 'Bos', gender: '' });
});

test('pasted lines and keys typed ahead do not confirm a deletion', async () => {
  const { terminal, store } = await atTerminal(words('addresses delete --customer 101'), created);
  await terminal.waitFor(question('Which address?'));
  terminal.type('rotter\ry\ry\r').type('y\r');
  await terminal.waitFor(question('Delete address 302'));
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expect([terminal.text.includes('Nothing was deleted'), store.writes()]).toEqual([true, []]);
});

test('Ctrl-C that comes with an answer cancels', async () => {
  const { terminal, store } = await atTerminal(words('customers delete 101'), created);
  await terminal.waitFor(question('Delete customer 101'));
  terminal.type(`y${enter}${ctrlC}`);
  await expectLeft(terminal, 130);
  expect(store.writes()).toEqual([]);
});

test('10 kB that are pasted are one answer, at once', async () => {
  const { terminal } = await atTerminal(words('customers create'), created);
  await terminal.waitFor(question('E-mail address'));
  const start = process.hrtime.bigint();
  terminal.paste('a text '.repeat(1_500)).press('enter');
  await terminal.waitFor('Invalid e-mail address');
  expect(Number(process.hrtime.bigint() - start) / 1e9).toBeLessThan(20);
  terminal.press('ctrlC');
  await expectLeft(terminal, 130);
});
