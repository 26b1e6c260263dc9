import { expect, test } from 'vitest';
import { words } from '../support/words.ts';
import { atTerminal, expectLeft, question } from './asking.ts';

const files = { 'list.csv': 'sku,name,price\nA-1,Mug,1\nA-2,Tea,2\n' };
const sends = question('Send up to 2 rows to 127.0.0.1:');
const lasting = 'The API cannot change or delete products: what is sent stays.';

test('an import asks once before it sends into a real store, after what cannot be undone, with its prices of 0', async () => {
  const free = { 'list.csv': 'sku,name,price\nA-1,Mug,1\nA-2,Tea,0\n' };
  const { terminal, store } = await atTerminal(words('products import list.csv'), { files: free });
  await terminal.waitFor(lasting);
  await terminal.answer(sends, 'y');
  expect(terminal.text).toMatch(/, 1 of them without a price and sold\s+for\s+0\.00\?/);
  await expectLeft(terminal, 0);
  expect(store.writes()).toHaveLength(2);
});

test('that no earlier import of people is known, and how to undo this one, is said before the question', async () => {
  const people = { 'list.csv': 'firstName,lastName,emailAddress\nJo,Berg,jo@example.com\n' };
  const { terminal } = await atTerminal(words('customers import list.csv --results r.csv'), { files: people });
  await terminal.waitFor(question('Send up to 1 row to 127.0.0.1:'));
  expect(terminal.text).toContain('To undo this: shop-cli customers delete --from r.csv');
  expect(terminal.text).toContain('no earlier import of customers into this store is known here.');
  terminal.press('ctrlC');
  await expectLeft(terminal, 130);
});

test('Enter alone means no: nothing is sent', async () => {
  const { terminal, store } = await atTerminal(words('products import list.csv --report report.json'), { files });
  await terminal.waitFor(sends);
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expect([store.writes(), terminal.text]).toEqual([[], expect.stringContaining('Cancelled. Nothing was created.')]);
});

test('Escape means that nothing is sent', async () => {
  const { terminal, store } = await atTerminal(words('products import list.csv'), { files });
  await terminal.waitFor(sends);
  terminal.press('escape');
  await expectLeft(terminal, 130);
  expect([store.writes(), terminal.text]).toEqual([[], expect.stringContaining('Cancelled. No changes made.')]);
});

test.each(['--yes', '--dry-run'])('%s asks nothing', async (option) => {
  const { terminal } = await atTerminal(words(`products import list.csv ${option}`), { files });
  await expectLeft(terminal, 0);
  expect(terminal.text).not.toContain(lasting);
});

test('nothing is asked about the embedded store', async () => {
  const { terminal } = await atTerminal(words('products import list.csv --store sandbox'), { files });
  await expectLeft(terminal, 0);
  expect(terminal.text).not.toContain(lasting);
});

test('the name of a production store is the answer: no other question follows', async () => {
  const { terminal, store } = await atTerminal(words('products import list.csv --profile live'), {
    files,
    marks: { production: true },
    env: { SHOP_URL: '' },
  });
  await terminal.answer(/^\? This is a production store/m, new URL(store.url).host);
  await expectLeft(terminal, 0);
  expect([store.writes().length, terminal.text.includes(lasting)]).toEqual([2, false]);
});

test('with --skip-invalid, the refusals are a count, the first three, and where to read them', async () => {
  const wrong = ['one', 'two', 'three', 'four', 'five'].map((price, at) => `B-${at},Mug,${price}\n`);
  const { terminal } = await atTerminal(words('products import list.csv --skip-invalid'), {
    files: { 'list.csv': `${files['list.csv']}${wrong.join('')}` },
  });
  await terminal.answer(sends, 'y');
  await expectLeft(terminal, 7);
  const [, check = ''] = /(line 4[\s\S]*?imports\s+show)/.exec(terminal.text) ?? [];
  expect(check).toMatchInlineSnapshot(`
    "line 4, price "one": must be an amount, such as 12.50
    line 5, price "two": must be an amount, such as 12.50
    line 6, price "three": must be an amount, such as 12.50
    Skipping 5 invalid rows of 7. To read all of them: shop-cli imports show"
  `);
});
