import { expect, test } from 'vitest';
import { jo } from '../support/people.ts';
import { words } from '../support/words.ts';
import { atTerminal, expectLeft } from './asking.ts';

// The built program: needs a build (`npm test` makes one).

const key = '42212126-9CF9-49D8-8E52-5B2858894145';

test('the question before a deletion names the record, and a hostile name changes nothing on the screen', async () => {
  const { terminal, store } = await atTerminal(['customers', 'delete', '105'], {
    columns: 160,
    prepare: (store) => store.post('customers', { ...jo, firstName: 'Jo\u001b[2J\u202e? yes' }),
  });
  await terminal.answer(
    /^\? Delete customer 105 \(Jo\\u\{1b\}\[2J\\u\{202e\}\? yes Bos\) on .*\? No basket refers to an order of this customer\. Orders keep the name, e-mail\s+address, phone number and addresses of the customer\. This cannot be undone\./m,
    'y',
  );
  await expectLeft(terminal, 0);
  expect(terminal.text).toContain('✓ Deleted customer 105 on ');
  expect(store.writes().length).toBe(1);
});

test.each([
  ['customers delete 104', 'Delete customer 104 ('],
  ['addresses delete 302 --customer 101', 'Delete address 302 of customer 101 ('],
  [`baskets delete ${key}`, new RegExp(`Delete basket ${key} \\(\\d products? of customer 101\\) on .*\\?`)],
  [`baskets items delete ${key} 200`, `Delete product 200 from basket ${key} (`],
])('%s asks by name, and the answer no deletes nothing', async (line, question) => {
  const { terminal, store } = await atTerminal(words(line), { columns: 160 });
  await terminal.answer(question, '');
  await expectLeft(terminal, 0);
  expect([terminal.text.includes('Cancelled. Nothing was deleted.'), store.writes()]).toEqual([true, []]);
});

test('--yes asks nothing, and fetches nothing for a question', async () => {
  const { terminal } = await atTerminal(['customers', 'delete', '104', '--yes', '--verbose']);
  await expectLeft(terminal, 0);
  expect([/DELETE .*customers\/104/, /GET /].map((request) => request.test(terminal.text))).toEqual([true, false]);
});

test('a missing record is not asked about', async () => {
  const { terminal } = await atTerminal(['customers', 'delete', '9999']);
  await expectLeft(terminal, 3);
  expect(terminal.text).not.toContain('Delete');
});

test('several are asked about once, with the count, the first three and the orders that stay', async () => {
  const { terminal, store } = await atTerminal(words('customers delete 101 102 103 104 9999'), { columns: 200 });
  await terminal.answer(
    /^\? Delete 5 customers on .*\? 101 \(.+\), 102 \(.+\), 103 \(.+\), … and 2 more\. Orders keep the name, e-mail address, phone number and\s+addresses: \d+/m,
    'y',
  );
  await expectLeft(terminal, 0);
  expect(terminal.text).toContain('✓ Deleted 4 customers; 1 was already gone on ');
  expect(store.writes().length).toBe(5);
});

test('an erasure names all, and asks once more before it deletes orders too; a no to either deletes nothing', async () => {
  const { terminal, store } = await atTerminal(words('customers erase 104 --orders'), { columns: 200 });
  await terminal.waitFor(/To be deleted on .*:[\s\S]* {2}order \d+ [\s\S]* {2}customer 104 \(.+\)/);
  await terminal.answer(/^\? Erase customer 104 on .*: .*1 order, .*1 customer\? This cannot be undone\./m, 'y');
  await terminal.answer(/^\? Delete the orders \d+ too\? Most shops must keep invoices\./m, 'n');
  await expectLeft(terminal, 0);
  expect([terminal.text.includes('Cancelled. Nothing was deleted.'), store.writes()]).toEqual([true, []]);
});

test('an erasure of several names each with what there is, and asks once with the count and the first three', async () => {
  const { terminal, store } = await atTerminal(words('customers erase 101 102 103 104 9999'), { columns: 200 });
  await terminal.waitFor(/To be erased on .*:\s+101 \(.+@.+\): [\s\S]*No customer, address or basket: 9999\./);
  await terminal.answer(
    /^\? Erase 4 customers on .*: 101 \(.+\), 102 \(.+\), 103 \(.+\), … and 1 more\? 1\s+basket, 5 addresses, 4 customers will be deleted\.\s+This cannot be undone\./m,
    'n',
  );
  await expectLeft(terminal, 0);
  expect([terminal.text.includes('Cancelled. Nothing was deleted.'), store.writes()]).toEqual([true, []]);
});

test.each([60, 80, 130])('a question wider than %i columns ends its lines between words', async (columns) => {
  const { terminal } = await atTerminal(['customers', 'delete', '101'], { columns });
  await terminal.waitFor('(y/N)');
  const lines = terminal.screen.replace(/^\? /, '').split('\n');
  expect(lines.join(' ')).toMatch(
    /^Delete customer 101 \(Sanne de Wit\) on 127\.0\.0\.1:\d+\? No basket .* addresses of the customer\. This cannot be undone\. \(y\/N\)$/,
  );
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns - 2);
  terminal.type('y').press('backspace').type('n').press('enter');
  await terminal.waitFor('Cancelled. Nothing was deleted.');
  await expectLeft(terminal, 0);
  expect(terminal.text.match(/Delete customer/g)).toHaveLength(1);
});
