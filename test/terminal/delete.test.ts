import { expect, test } from 'vitest';
import { ownDirectory } from '../support/directory.ts';
import { openTerminal, type TerminalOptions } from '../support/terminal.ts';

// The built program: needs a build (`npm test` makes one).

/** The embedded store, with its data in an empty folder. */
function ownData(): TerminalOptions {
  const directory = ownDirectory();
  return { directory, env: { HOME: directory, XDG_DATA_HOME: directory, SHOP_URL: 'sandbox' } };
}

test('the question before a deletion names the record, and a hostile name changes nothing on the screen', async () => {
  const data = ownData();
  const hostile = 'Jo\u001b[2J\u202e? yes';
  const body = ['firstName', hostile, 'lastName', 'A', 'emailAddress', 'jo@example.com'];
  const fields = [0, 2, 4].flatMap((at) => ['-f', `${body[at]}=${body[at + 1]}`]);
  const before = openTerminal(['api', 'POST', 'customers', ...fields], data);
  await before.ended();
  const id = /"customerId": "(\d+)"/.exec(before.text)?.[1] ?? '';
  const terminal = openTerminal(['customers', 'delete', id], { ...data, columns: 160 });
  await terminal.answer(
    `Delete customer ${id} (Jo\\u{1b}[2J\\u{202e}? yes A) on the sandbox? This cannot be undone.`,
    'y',
  );
  expect((await terminal.ended()).code).toBe(0);
  expect(terminal.text).toContain(`✓ Deleted customer ${id} on the sandbox.`);
});

test.each([
  [['customers', 'delete', '104'], 'Delete customer 104 ('],
  [['addresses', 'delete', '302', '--customer', '101'], 'Delete address 302 of customer 101 ('],
  [
    ['baskets', 'delete', '42212126-9CF9-49D8-8E52-5B2858894145'],
    /Delete basket 42212126-9CF9-49D8-8E52-5B2858894145 \(\d products? of customer 101\) on the sandbox\?/,
  ],
  [
    ['baskets', 'items', 'delete', '42212126-9CF9-49D8-8E52-5B2858894145', '200'],
    'Delete product 200 from basket 42212126-9CF9-49D8-8E52-5B2858894145 (',
  ],
])('%j asks by name, and the answer no deletes nothing', async (argv, question) => {
  const terminal = openTerminal(argv, { ...ownData(), columns: 160 });
  await terminal.waitFor(question);
  terminal.press('enter');
  expect((await terminal.ended()).code).toBe(0);
  expect(terminal.text).toContain('Cancelled. Nothing was deleted.');
});

test('--yes asks nothing, and fetches nothing for a question', async () => {
  const terminal = openTerminal(['customers', 'delete', '104', '--yes', '--verbose'], ownData());
  expect((await terminal.ended()).code).toBe(0);
  expect([/DELETE .*customers\/104/, /GET /].map((request) => request.test(terminal.text))).toEqual([true, false]);
});

test('a missing record is not asked about', async () => {
  const terminal = openTerminal(['customers', 'delete', '9999'], ownData());
  expect((await terminal.ended()).code).toBe(3);
  expect(terminal.text).not.toContain('Delete');
});
