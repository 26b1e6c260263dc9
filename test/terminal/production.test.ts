import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { answered, answerForm, atTerminal, expectLeft, question } from './asking.ts';

// The built program: needs a build (`npm test` makes one).

const marks = { production: true };
const update = ['customers', 'update', '101', '--phone-number', '1'];
const nameQuestion = question('This is a production store. Type 127.0.0.1:');
const nameAnswered = answered('This is a production store. Type 127.0.0.1:');
const hostOf = (url: string): string => new URL(url).host;

test.each([
  ['the name, with spaces around it', (url: string) => `  ${hostOf(url)}/ `],
  ['its profile', () => 'live'],
])('%s, typed by a person, lets a write pass', async (_, nameOf) => {
  const { terminal, store } = await atTerminal(update, { marks });
  await terminal.waitFor(nameQuestion);
  expect(store.writes()).toEqual([]);
  terminal.type(nameOf(store.url)).press('enter');
  await expectLeft(terminal, 0);
  expect(store.writes()).toEqual([expect.stringContaining('PATCH /api/v2/customers/101')]);
});

test('a name that was pasted with spaces and a line break waits for Enter, and is right', async () => {
  const { terminal, store } = await atTerminal(update, { marks });
  await terminal.waitFor(nameQuestion);
  terminal.paste(`  ${hostOf(store.url)} \n`);
  await terminal.waitFor((screen) => screen.replaceAll(/ +/g, ' ').includes(`continue: ${hostOf(store.url)}`));
  await after(200);
  expect(store.writes()).toEqual([]);
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expect(store.writes().length).toBe(1);
});

test('a wrong name is asked for again until it is right, typed from the start', async () => {
  const { terminal, store } = await atTerminal(update, { marks });
  for (const wrong of ['', 'yes', hostOf(store.url).slice(0, -1), 'shop.example']) {
    await terminal.waitFor(nameQuestion);
    terminal.type(wrong).press('enter');
    await terminal.waitForNext('> That is not 127.0.0.1:');
    // Keys that come while an answer is checked are dropped.
    await after(100);
  }
  expect(store.writes()).toEqual([]);
  terminal.type(hostOf(store.url)).press('enter');
  await expectLeft(terminal, 0);
  expect(store.writes().length).toBe(1);
});

test.each(['ctrlC', 'ctrlD'] as const)('%s in place of the name sends nothing', async (key) => {
  const { terminal, store } = await atTerminal(update, { marks });
  await terminal.waitFor(nameQuestion);
  terminal.press(key);
  await expectLeft(terminal, 130);
  expect([store.writes(), terminal.text.includes('Cancelled. No changes made.')]).toEqual([[], true]);
});

test('the name is asked for after the summary', async () => {
  const { terminal, store } = await atTerminal(['customers', 'create'], { marks, rows: 60 });
  const customer = { 'First name': 'Jo', 'Last name': 'Smit', 'E-mail': 'jo@example.com' };
  await answerForm(terminal, customer, /^\? Create this customer/);
  expect(terminal.text).not.toMatch(nameQuestion);
  terminal.press('enter');
  await terminal.answer(nameQuestion, hostOf(store.url));
  await expectLeft(terminal, 0);
  expect(store.writes().length).toBe(1);
  expect(terminal.text.match(new RegExp(nameAnswered, 'gm'))?.length).toBe(1);
});

test('--yes answers the question about a deletion, not the one for the name', async () => {
  const { terminal, store } = await atTerminal(['customers', 'delete', '104', '--yes'], { marks });
  await terminal.waitFor(nameQuestion);
  expect(terminal.text).not.toContain('Delete customer');
  terminal.type(hostOf(store.url)).press('enter');
  await expectLeft(terminal, 0);
  expect(store.writes().length).toBe(1);
});

test('an import asks before the first row, once, and draws no progress over the question', async () => {
  const file = new URL('../../examples/products.csv', import.meta.url).pathname;
  const { terminal, store } = await atTerminal(['products', 'import', file], { marks, columns: 120 });
  await terminal.waitFor(/Type 127\.0\.0\.1:\d+ to send up to 69 rows:/);
  const before = terminal.emulator.raw.length;
  await after(1500);
  expect([terminal.emulator.raw.length, store.writes()]).toEqual([before, []]);
  terminal.type(hostOf(store.url)).press('enter');
  await expectLeft(terminal, 0);
  expect(store.writes().length).toBeGreaterThan(60);
  expect(terminal.text.match(new RegExp(nameAnswered, 'gm'))?.length).toBe(1);
});

test.each([
  [[...update, '--no-input']],
  [[...update, '--json']],
  [['customers', 'update', '101', '--body', '-']],
  [['products', 'import', '-']],
])('%j cannot be asked: the option to add is said', async (argv) => {
  const { terminal, store } = await atTerminal(argv, { marks, columns: 200 });
  await expectLeft(terminal, 2);
  expect(terminal.text).toContain(`Pass --confirm-store ${hostOf(store.url)}.`);
  expect([terminal.text.includes('Type 127'), store.writes()]).toEqual([false, []]);
});
