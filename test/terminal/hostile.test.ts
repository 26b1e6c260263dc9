import naughty from 'big-list-of-naughty-strings' with { type: 'json' };
import { expect, test } from 'vitest';
import { Emulator } from '../support/emulator.ts';
import { dutchAddress, jo } from '../support/people.ts';
import { answered, answerForm, atTerminal, expectLeft, question, type WatchedStore } from './asking.ts';

const title = '\x1b]0;stolen\x07';
const [red, away, bidi, zeroWidth] = ['\x1b[31m', '\x1b[2J\x1b[10;10H', '\u202egnp.exe', '\u200b'];
const evil = `Jo${title}${red}${away}${bidi}${zeroWidth}\u009b31m`;

/** What no name may do: the title, the colours and the cursor are the terminal's. */
function expectNothingStolen(written: string): void {
  // The program's own.
  const raw = written.replaceAll(`${red}Error:`, '');
  for (const text of [title, red, away, bidi, zeroWidth, '\u009b']) expect(raw).not.toContain(text);
}

test('names from the store do nothing to the terminal in a list to pick from', async () => {
  const address = { ...dutchAddress, firstName: evil, streetAddress: evil };
  const prepare = async (store: WatchedStore): Promise<void> => {
    await store.post('customers', { ...jo, firstName: evil });
    await store.post('customers/105/addresses', address);
  };
  const { terminal } = await atTerminal(['addresses', 'delete', '--customer', '105'], { prepare, columns: 200 });
  await terminal.waitFor(question('Which address?'));
  await terminal.waitFor('306  Jo\\u{1b}]0;stolen\\u{7}\\u{1b}[31m\\u{1b}[2J');
  terminal.press('ctrlC');
  await expectLeft(terminal, 130);
  expectNothingStolen(terminal.emulator.raw);
});

test.each([
  ['control characters', evil, /Address for Jo\\u\{1b\}\]0;stolen/],
  ['200 characters', 'lang'.repeat(50), /Address for (?:lang){15}… \(105\)$/m],
  ['Chinese characters', '山田太郎'.repeat(25), /Address for (?:山田太郎){15}… \(105\)$/m],
])(
  'a name of a customer with %s does nothing to the terminal in questions about an address',
  async (_, name, shown) => {
    const prepare = (store: WatchedStore) => store.post('customers', { ...jo, firstName: name, lastName: name });
    const { terminal } = await atTerminal(['addresses', 'create'], { prepare, columns: 200 });
    await terminal.answer(question('Customer ID'), '105');
    await terminal.waitFor(shown);
    await terminal.waitFor(question('Company'));
    terminal.press('ctrlC');
    await expectLeft(terminal, 130);
    expectNothingStolen(terminal.emulator.raw);
  },
);

test('what was typed does nothing to the terminal in an error', async () => {
  const argv = ['addresses', 'get', evil, '--customer', '101'];
  const { terminal } = await atTerminal(argv);
  await expectLeft(terminal, 2);
  expectNothingStolen(terminal.emulator.raw);
});

test('pasted text answers one question, whatever is in it', async () => {
  const { terminal, store } = await atTerminal(['customers', 'create'], { columns: 120 });
  await terminal.waitFor(question('E-mail address'));
  expect(terminal.modes.bracketedPaste).toBe(true);
  terminal.paste('\n  jo@example.com\n\n').press('enter');
  await terminal.waitFor(question('Password'));
  terminal.paste('secret-of-jo\n').press('enter');
  await terminal.waitFor(question('Confirm password'));
  terminal.paste('secret-of-jo').press('enter');
  await terminal.waitFor(question('First name'));
  terminal.paste(`Jo\r\nAnn${title}\ty\n/etc/passwd\n`).press('enter');
  await terminal.waitFor(question('Last name'));
  terminal.paste(`Smit${bidi}`);
  await terminal.waitFor('Smit\\u{202e}gnp.exe');
  terminal.press('ctrlU').type('Smit').press('enter');
  await terminal.waitFor(answered('Last name'));
  await answerForm(terminal, {}, 'Create this customer');
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expectNothingStolen(terminal.emulator.raw);
  expect(terminal.emulator.raw).not.toContain('secret-of-jo');
  expect(await store.get('customers/105')).toMatchObject({
    emailAddress: 'jo@example.com',
    firstName: 'Jo Ann]0;stolen y /etc/passwd',
    lastName: 'Smit',
  });
});

test('where pastes are not marked, the first line answers and the rest is dropped', async () => {
  const { terminal } = await atTerminal(['customers', 'create']);
  await terminal.waitFor(question('E-mail address'));
  terminal.type('jo@example.com\rsecret\rsecret\rJo\r');
  await terminal.waitFor(question('Password'));
  expect(terminal.text).not.toContain('secret');
  terminal.press('ctrlC');
  await expectLeft(terminal, 130);
});

test('naughty strings are typed, shown and stored as they are, and touch nothing', async () => {
  const typed = naughty.filter((text) => text.trim() !== '' && !/\p{Cc}/u.test(text) && text.length < 60);
  const each = Math.ceil(typed.length / 5);
  const known = '--phone-number 1 --gender f --bank-account-number 1 --fax-number 1 --discount-group-id 1';
  const argv = `customers create --email-address jo@example.com --last-name Smit ${known}`.split(' ');
  const { terminal, store } = await atTerminal(argv, { columns: 100 });
  await terminal.answer(question('Password'), '');
  await terminal.waitFor(question('First name'));
  for (let at = 0; at < typed.length; at += each) {
    for (const text of typed.slice(at, at + each)) terminal.paste(text).press('ctrlU');
    terminal.type(`mark${at}`);
    await terminal.waitFor(`mark${at}`);
    terminal.press('ctrlU');
  }
  const last = typed.find((text) => text.startsWith("'; ")) ?? `'; DROP TABLE customers; --`;
  terminal.type(last).press('enter');
  await terminal.waitFor(answered('First name'));
  await answerForm(terminal, {}, 'Create this customer');
  expect(terminal.modes).toMatchObject({ title: '', isAlternateScreen: false, mouse: 'none' });
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expect(await store.get('customers/105')).toMatchObject({ firstName: last.trim() });
});

test('a terminal that is resized at a question goes on at its new width', async () => {
  const { terminal, store } = await atTerminal(['customers', 'create'], { columns: 100 });
  await terminal.waitFor(question('E-mail address'));
  terminal.type('a-rather-long-name-of-a-person').resize(40, 20).type('@example.com').press('enter');
  await terminal.waitFor(question('Password'));
  terminal.resize(200, 30).press('enter');
  await terminal.waitFor(answered('Password'));
  await answerForm(terminal, { 'First name': 'Jo', 'Last name': 'Smit' }, 'Create this customer');
  terminal.resize(40, 30);
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expect(await store.get('customers/105')).toMatchObject({
    emailAddress: 'a-rather-long-name-of-a-person@example.com',
  });
});

test.each([
  ['at a terminal', [], {}, true],
  ['with NO_COLOR', [], { NO_COLOR: '1' }, false],
  ['with --no-color', ['--no-color'], {}, false],
] as const)('questions are coloured %s, or not', async (_, options, env, isColored) => {
  const { terminal } = await atTerminal(['baskets', 'get', ...options], { env });
  await terminal.waitFor(question('Which basket?'));
  terminal.press('ctrlC');
  await expectLeft(terminal, 130);
  expect(terminal.emulator.raw.includes('\x1b[36m')).toBe(isColored);
  expect(terminal.emulator.raw.includes('\x1b[1m')).toBe(isColored);
});

test('the emulator would notice what is changed of the terminal', async () => {
  const emulator = new Emulator(80, 5);
  const before = emulator.modes;
  await emulator.write(`${evil}\x1b[?25l\x1b[?2004h\x1b[?1049h\x1b[?1003h`);
  expect(emulator.modes).toEqual({
    ...before,
    ...{ title: 'stolen', isCursorVisible: false, bracketedPaste: true, isAlternateScreen: true, mouse: 'any' },
  });
  emulator.dispose();
});
