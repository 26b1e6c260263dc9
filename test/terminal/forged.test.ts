import { expect, test } from 'vitest';
import { canary } from '../support/canary.ts';
import { ownDirectory } from '../support/directory.ts';
import { expectNothingForged, serveHostile } from '../support/hostile-store.ts';
import { openTerminal } from '../support/terminal.ts';
import { answerForm, question } from './asking.ts';

const change = 'Which field do you want to change?';

/** Of a product that every sandbox has. */
const sku = 'BEL-001';

/** Each command that asks before a write, and its first question that has names before it. */
const asking: readonly (readonly [line: string, question: string])[] = [
  ['customers delete 101', 'Delete customer 101'],
  ['customers delete 101 104', 'Delete 2 customers'],
  ['customers erase 101 --orders', 'Erase customer 101'],
  ['customers update 101', change],
  ['customers update --from customers.csv', 'Update'],
  ['addresses create --customer 101', 'Company'],
  ['addresses delete 301 --customer 101', 'Delete address 301'],
  ['addresses delete 301 302 --customer 101', 'Delete 2 addresses'],
  ['addresses delete --customer 101', 'Which address?'],
  ['addresses update 301 --customer 101', change],
  ['addresses update --from addresses.csv', 'Update'],
  ['baskets items delete KEY', 'Which product?'],
  ['baskets items update KEY --quantity 2', 'Which product?'],
];

const files = {
  'customers.csv': 'customerId,phoneNumber\n101,1\n',
  'addresses.csv': 'customerId,addressBookId,houseNumber\n101,301,7\n',
};

async function atHostile(line: string) {
  const store = await serveHostile();
  const directory = ownDirectory(files);
  const env = { HOME: directory, SHOP_URL: store.url, SHOP_TOKEN: canary };
  const argv = line.replace('KEY', store.basket).split(' ');
  return { store, terminal: openTerminal(argv, { directory, env, columns: 160, rows: 60 }) };
}

test.each(asking)('%s: no name forges a line before the question', async (line, asked) => {
  const { store, terminal } = await atHostile(line);
  await terminal.waitFor(question(asked));
  await terminal.waitFor('Jan\\nKept:');
  expectNothingForged(terminal.text, terminal.emulator.raw);
  terminal.press('ctrlC');
  await terminal.ended();
  expect(store.seen.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test.each([
  ['products create', { 'Product name': 'Mug', SKU: sku }, 'Create this product'],
  ['orders create', {}, 'Create this order'],
])('%s: nor before the question that follows the others', async (line, answers, last) => {
  const { terminal } = await atHostile(line);
  await answerForm(terminal, answers, last);
  expectNothingForged(terminal.text, terminal.emulator.raw);
  terminal.press('ctrlC');
  await terminal.ended();
});
