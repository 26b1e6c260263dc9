import { expect, test } from 'vitest';
import { words } from '../support/words.ts';
import { answerForm, atTerminal, expectLeft, question } from './asking.ts';

const named = 'customers create --email-address jo@example.com --first-name Jo';
const addressed = 'addresses create --customer 101 --company Smit --first-name Jo --last-name Smit';

/** A question of each sort, and what is typed before it. */
const questions: readonly (readonly [title: string, line: string, before: Readonly<Record<string, string>>])[] = [
  ['E-mail address', 'customers create', {}],
  ['Password', 'customers create', { 'E-mail address': 'jo@example.com' }],
  ['Confirm password', named, { Password: 'secret-of-jo' }],
  ['Gender', named, { 'Last name': 'Smit' }],
  ['Create this customer', named, { 'Last name': 'Smit' }],
  ['Customer ID', 'addresses create', {}],
  ['Country', addressed, {}],
  ['House number', addressed, { Country: 'nl', Postcode: '1012 JS' }],
];

test.each(questions.flatMap((one) => (['ctrlC', 'ctrlD', 'escape'] as const).map((key) => [...one, key] as const)))(
  'at the question "%s" of shop-cli %s, after %j, %s sends nothing and leaves the terminal as it was',
  async (title, line, before, key) => {
    const { terminal, store } = await atTerminal(words(line));
    await answerForm(terminal, before, title);
    terminal.press(key);
    await expectLeft(terminal, 130);
    const [noun = ''] = line.split(' ');
    const created = { customers: 'customer', addresses: 'address' }[noun];
    expect(terminal.text).toContain(
      title === 'Customer ID' ? 'Cancelled. No changes made.' : `Cancelled. No ${created} was created.`,
    );
    expect(store.writes()).toEqual([]);
  },
);

test('Ctrl-C at a question that the store made necessary creates nothing', async () => {
  const { terminal, store } = await atTerminal(words(`${named} --last-name Smit`), {
    sandbox: { require: ['gender'] },
  });
  await terminal.waitFor(question('Gender'));
  terminal.press('ctrlC');
  await expectLeft(terminal, 130);
  expect(await store.get('customers/105')).toMatchObject({ error: { code: 'not_found' } });
});
