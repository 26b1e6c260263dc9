import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../support/directory.ts';
import type { Terminal } from '../support/terminal.ts';
import { words } from '../support/words.ts';
import { answerAgain, answered, atTerminal, expectLeft, question, type WatchedStore } from './asking.ts';

const which = question('Which field do you want to change?');

/** Picks a field by how its title begins. */
async function pick(terminal: Terminal, title: string): Promise<void> {
  await terminal.waitFor(which);
  terminal.type(title).press('enter');
  await terminal.waitFor(question(title));
}

/** Ends the changes, and waits for the question whether they are sent. */
async function finish(terminal: Terminal): Promise<void> {
  await terminal.waitFor(/^❯ Done$/m);
  terminal.press('enter');
  await terminal.waitFor(question('Update '));
}

test('a customer is changed by picking a field, with the value of today, and only that is sent', async () => {
  const { terminal, store } = await atTerminal(['customers', 'update', '101'], { columns: 100, rows: 50 });
  await terminal.waitFor(/^Customer 101 \(Sanne de Wit\) on 127\.0\.0\.1:\d+$/m);
  await terminal.waitFor(/^❯ E-mail address +sanne\.dewit@example\.com$/m);
  expect(terminal.text).toMatch(/^ {2}Password +\(not shown\)$/m);
  await pick(terminal, 'Phone number');
  await terminal.waitFor(question('Phone number (optional): 030-555 01 42'));
  terminal.press('backspace').type('3').press('enter');
  await finish(terminal);
  expect(terminal.text).toMatch(/^ {2}Phone number +030-555 01 42 +→ +030-555 01 43$/m);
  expect(terminal.text).toContain("shop-cli customers update 101 --phone-number '030-555 01 43'\n");
  expect(store.writes()).toEqual([]);
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expect(store.writes()).toEqual([expect.stringContaining('PATCH /api/v2/customers/101')]);
  expect(await store.get('customers/101')).toMatchObject({ firstName: 'Sanne', phoneNumber: '030-555 01 43' });
});

test('several fields are changed, one is cleared, and one that is changed back is not sent', async () => {
  const { terminal, store } = await atTerminal(['customers', 'update', '101'], { columns: 130, rows: 60 });
  await pick(terminal, 'Phone number');
  terminal.press('ctrlU', 'enter');
  await pick(terminal, 'Last name');
  await answerAgain(terminal, 'Last name', ['\x15', 'Last name is required.', 'Bos']);
  await pick(terminal, 'First name');
  terminal.type('x').press('enter');
  await finish(terminal);
  terminal.type('ch').press('enter');
  await pick(terminal, 'First name');
  terminal.press('backspace', 'enter');
  await finish(terminal);
  expect(terminal.text).toContain('shop-cli customers update 101 --last-name Bos --unset phone-number\n');
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expect(await store.get('customers/101')).toMatchObject({ firstName: 'Sanne', lastName: 'Bos', phoneNumber: '' });
});

test.each([
  ['nothing is picked', async (_: Terminal) => undefined],
  [
    'an answer stays',
    async (terminal: Terminal) => {
      await pick(terminal, 'Phone number');
      terminal.press('enter');
      await terminal.waitFor(answered('Phone number'));
    },
  ],
  [
    'a password stays empty',
    async (terminal: Terminal) => {
      await pick(terminal, 'Password (unchanged if empty)');
      terminal.press('enter');
      await terminal.waitFor(answered('Password: unchanged'));
    },
  ],
])('an update where %s sends nothing, and says so', async (_, change) => {
  const { terminal, store } = await atTerminal(['customers', 'update', '101'], { rows: 50 });
  await terminal.waitFor(which);
  await change(terminal);
  await terminal.waitFor(which);
  terminal.type('done').press('enter');
  await terminal.waitFor('Nothing changed. Nothing was sent.');
  await expectLeft(terminal, 0);
  expect(store.writes()).toEqual([]);
});

test('a new password is asked for twice, and shown nowhere', async () => {
  const { terminal, store } = await atTerminal(['customers', 'update', '101'], { columns: 100, rows: 50 });
  await pick(terminal, 'Password');
  terminal.type('secret-of-jo').press('enter');
  await terminal.answer(question('Confirm password'), 'secret-of-jo');
  await finish(terminal);
  expect(terminal.text).toMatch(/^ {2}Password +\(not shown\) +→ +\(new\)$/m);
  expect(terminal.text).toContain('shop-cli customers update 101 --password-stdin\n');
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expect(terminal.emulator.raw).not.toContain('secret-of-jo');
  expect(store.writes().length).toBe(1);
});

test('an address is picked and changed field by field: 6b is a number and its extension', async () => {
  const { terminal, store } = await atTerminal(['addresses', 'update', '--customer', '101'], {
    columns: 100,
    rows: 60,
  });
  await terminal.waitFor(question('Which address?'));
  terminal.press('enter');
  await terminal.waitFor(/^Address 301 of customer 101 \(Sanne de Wit, Domplein 4, 3512 JC Utrecht\) on/m);
  await pick(terminal, 'House number');
  terminal.press('backspace').type('6b').press('enter');
  await finish(terminal);
  terminal.type('ch').press('enter');
  await pick(terminal, 'City');
  terminal.press('ctrlU').type('Zeist').press('enter');
  await finish(terminal);
  expect(terminal.text).toContain(
    'shop-cli addresses update 301 --customer 101 --house-number 6 --house-number-extension b --city Zeist\n',
  );
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expect(await store.get('customers/101/addresses/301')).toMatchObject({
    ...{ houseNumber: '6', houseNumberExtension: 'b', city: 'Zeist', streetAddress: 'Domplein' },
  });
});

test('another number leaves its extension behind, and the question shows that', async () => {
  const { terminal, store } = await atTerminal(['addresses', 'update', '302', '--customer', '101'], {
    columns: 100,
    rows: 60,
  });
  await pick(terminal, 'House number');
  terminal.press('ctrlU').type('31').press('enter');
  await finish(terminal);
  expect(terminal.text).toMatch(/^ {2}Extension +\S+ +→ +—$/m);
  expect(terminal.text).toContain('--house-number 31 --unset house-number-extension\n');
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expect(await store.get('customers/101/addresses/302')).toMatchObject({
    houseNumber: '31',
    houseNumberExtension: '',
  });
});

test.each(['ctrlC', 'ctrlD'] as const)('%s at the first question of an update changes nothing', async (key) => {
  const { terminal, store } = await atTerminal(['customers', 'update', '101']);
  await terminal.waitFor(which);
  terminal.press(key);
  await expectLeft(terminal, 130);
  expect([terminal.text.includes('Cancelled. Nothing was changed.'), store.writes()]).toEqual([true, []]);
});

test.each([
  ['customers update 101 --yes', 2],
  ['customers update 101 --json', 2],
  ['customers update 101 --no-input', 2],
  ['customers update 101 --curl', 2],
  ['customers update 101 --mask-pii', 2],
  ['addresses update 301 --customer 101 --yes', 2],
  ['customers update 999', 3],
])('%s at a terminal asks nothing, and says what is missing', async (line, code) => {
  const { terminal, store } = await atTerminal(words(line), { columns: 130 });
  await expectLeft(terminal, code);
  expect(terminal.text).toContain(code === 2 ? 'Nothing to update' : 'No customer 999');
  expect([/^[?✔]/m.test(terminal.text), store.writes()]).toEqual([false, []]);
});

const hostile = 'Jo\x1b]0;stolen\x07\x1b[31m\u202egnp\u2028x';

test.each([
  ['control characters', hostile, /^ {2}First name +Jo\\u\{1b\}\]0;stolen/m],
  ['200 characters', 'lang'.repeat(50), /^ {2}First name +(?:lang)+l?a?n?…$/m],
  ['Chinese characters', '山田太郎'.repeat(25), /^ {2}First name +[山田太郎]+…$/m],
])('a value with %s is shown safely, and is not sent where nobody changed it', async (_, firstName, shown) => {
  const prepare = (store: WatchedStore) =>
    store.post('customers', { emailAddress: 'jo@example.com', firstName, lastName: 'Smit' });
  const { terminal, store } = await atTerminal(['customers', 'update', '105'], { prepare, rows: 50 });
  await terminal.waitFor(shown);
  await pick(terminal, 'First name');
  terminal.press('enter');
  await terminal.waitFor(answered('First name'));
  await terminal.waitFor(which);
  terminal.type('done').press('enter');
  await terminal.waitFor('Nothing changed. Nothing was sent.');
  await expectLeft(terminal, 0);
  expect(store.writes()).toEqual([]);
  expect(terminal.modes.title).toBe('');
  for (const text of ['\x1b]0;', '\x07', '\u202e']) expect(terminal.emulator.raw).not.toContain(text);
});

test('a file of changes shows the first three with old and new values, and is asked about once', async () => {
  const rows = [101, 102, 103, 104].map((id) => `${id},030-${id}`);
  const file = join(
    ownDirectory({ 'changes.csv': ['customerId,phone', ...rows, '9999,1', ''].join('\n') }),
    'changes.csv',
  );
  const argv = ['customers', 'update', '--from', file];
  const asked = /^\? Update 4 customers on 127\.0\.0\.1:\d+\?/m;
  const { terminal, store } = await atTerminal(argv, { columns: 100, rows: 50 });
  await terminal.waitFor(asked);
  expect(terminal.text).toMatch(
    /^Customer 101 \(Sanne de Wit\), line 2:\n {2}Phone number +030-555 01 42 +→ +030-101$/m,
  );
  expect(terminal.text).toMatch(/^… and 1 more\.\nNot updated: customer 9999, line 6\./m);
  await terminal.answer(asked, '');
  await expectLeft(terminal, 0);
  expect([terminal.text.includes('Cancelled. Nothing was updated.'), store.writes()]).toEqual([true, []]);
  const again = await atTerminal(argv, { columns: 100, rows: 50 });
  await again.terminal.answer(asked, 'y');
  await expectLeft(again.terminal, 7);
  expect(again.terminal.text).toContain(
    'Updated 4 customers; 1 failed: 9999. To try these again, rerun the same command.',
  );
  expect(again.store.writes().length).toBe(4);
});
