import { expect, test } from 'vitest';
import { answerForm, atTerminal, expectLeft, question } from './asking.ts';

/** How a question begins, an answer to it, and the option that gives it, where it need not be typed to get to the next question. */
type Step = readonly [title: string, answer: string, flag?: string];

const customer: readonly Step[] = [
  ['E-mail address', 'jo@example.com', '--email-address'],
  ['Password', 'secret-of-jo'],
  ['Confirm password', 'secret-of-jo'],
  ['First name', 'Jo', '--first-name'],
  // Without one that is required nothing would be asked.
  ['Last name', 'Smit'],
  ['Gender', 'f', '--gender'],
  ['Phone', '1', '--phone-number'],
  ['Fax', '1', '--fax-number'],
  ['Bank', '1', '--bank-account-number'],
  ['Discount', '1', '--discount-group-id'],
  ['Create this customer', ''],
];

const address: readonly Step[] = [
  ['Customer ID', '101', '--customer'],
  ['Company', 'Smit BV', '--company'],
  ['First name', 'Jo', '--first-name'],
  ['Last name', 'Smit', '--last-name'],
  ['Country', 'nl'],
  ['Postcode', '1012 JS', '--zipcode'],
  ['House number', '12', '--house-number'],
  ['House number extension', 'a', '--house-number-extension'],
  ['Street', 'Dam', '--street-address'],
  ['City', 'Amsterdam', '--city'],
  ['Gender', 'f', '--gender'],
  ['VAT', 'NL004495445B01', '--btw-number'],
  ['Chamber', '12345678', '--kvk-number'],
  ['Create this address', ''],
];

const everyQuestion = [
  ...customer.map(([title], at) => ({ title, noun: 'customers', one: 'customer', before: customer.slice(0, at) })),
  ...address.map(([title], at) => ({ title, noun: 'addresses', one: 'address', before: address.slice(0, at) })),
];

const optionsOf = (steps: readonly Step[]): readonly string[] =>
  steps.flatMap(([, answer, flag]) => (flag ? [flag, answer] : []));
const typedOf = (steps: readonly Step[]): Readonly<Record<string, string>> =>
  Object.fromEntries(steps.filter(([, , flag]) => flag === undefined));

test.each(everyQuestion)(
  'Ctrl-C at "$title" of $noun create sends nothing and leaves the terminal as it was',
  async (creation) => {
    const { title, noun, one, before } = creation;
    const { terminal, store } = await atTerminal([noun, 'create', ...optionsOf(before)], {});
    await answerForm(terminal, typedOf(before), title);
    terminal.press('ctrlC');
    await expectLeft(terminal, 130);
    expect(terminal.text).toContain(
      title === 'Customer ID' ? 'Cancelled. No changes made.' : `Cancelled. No ${one} was created.`,
    );
    expect(store.writes()).toEqual([]);
  },
);

test.each(['E-mail address', 'Password', 'Create this customer'])('Ctrl-D at "%s" does the same', async (title) => {
  const before = customer.slice(
    0,
    customer.findIndex(([known]) => known === title),
  );
  const { terminal, store } = await atTerminal(['customers', 'create', ...optionsOf(before)], {});
  await answerForm(terminal, typedOf(before), title);
  terminal.press('ctrlD');
  await expectLeft(terminal, 130);
  expect(terminal.text).toContain('Cancelled. No customer was created.');
  expect(store.writes()).toEqual([]);
});

test('Ctrl-C at a question that the store made necessary creates nothing', async () => {
  const argv = 'customers create --email-address jo@example.com --first-name Jo --last-name Smit'.split(' ');
  const { terminal, store } = await atTerminal(argv, { sandbox: { require: ['gender'] } });
  await terminal.waitFor(question('Gender'));
  terminal.press('ctrlC');
  await expectLeft(terminal, 130);
  expect(await store.get('customers/105')).toMatchObject({ error: { code: 'not_found' } });
});
