import { expect, test } from 'vitest';
import { jo } from '../support/people.ts';
import { virtualClock } from '../support/run.ts';
import { words } from '../support/words.ts';
import {
  type AskingOptions,
  answerAgain,
  answerAll,
  answered,
  answerForm,
  atTerminal,
  expectLeft,
  question,
  type WatchedStore,
} from './asking.ts';

const key = '42212126-9CF9-49D8-8E52-5B2858894145';

test('an address is picked from those of the customer', async () => {
  const { terminal } = await atTerminal(['addresses', 'get', '--customer', '101']);
  await terminal.waitFor('❯ 301  Sanne de Wit, Domplein 4, 3512 JC Utrecht');
  terminal.press('down', 'enter');
  await expectLeft(terminal, 0);
  expect(terminal.text.replace(/^✔.*$/m, '')).toContain('Rotterdam');
});

test('an address to delete is picked, and confirmed', async () => {
  const { terminal, store } = await atTerminal(['addresses', 'delete']);
  await terminal.answer(question('Customer ID'), '101');
  await terminal.waitFor(question('Which address?'));
  terminal.type('rotter');
  await terminal.waitFor('❯ 302');
  terminal.press('enter');
  await terminal.answer(/Delete address 302 of customer 101.*\?/s, 'y');
  await expectLeft(terminal, 0);
  expect(store.writes()).toEqual([expect.stringContaining('DELETE /api/v2/customers/101/addresses/302')]);
});

test.each(['addresses create', 'addresses get', 'addresses update --city Delft', 'addresses list'])(
  '%s: a customer that the store does not have is asked for again, and the one that it has is named',
  async (line) => {
    const { terminal, store } = await atTerminal(words(line));
    await answerAgain(terminal, 'Customer ID', ['999', 'No customer 999 on 127.0.0.1:', '101']);
    const title = line === 'addresses create' ? 'Address for' : 'Addresses of';
    await terminal.waitFor(`${title} Sanne de Wit (101)`);
    expect(store.writes()).toEqual([]);
    if (line !== 'addresses list') terminal.press('ctrlC');
    await expectLeft(terminal, line === 'addresses list' ? 0 : 130);
  },
);

test('a customer that --customer names is read before the first question, and the address is for him or her', async () => {
  const address = words('--first-name=Jo --last-name=Smit --country=BE --zipcode=2000 --house-number=8 --city=Gent');
  const { terminal, store } = await atTerminal(['addresses', 'create', '--customer', '101', ...address]);
  await terminal.waitFor('Address for Sanne de Wit (101)');
  await answerForm(terminal, { Street: 'Meir' }, 'Create this address for customer 101 (Sanne de Wit) on');
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expect(store.writes()).toEqual([expect.stringContaining('POST /api/v2/customers/101/addresses')]);
});

test('nothing is asked about an address of a customer that the store does not have', async () => {
  const { terminal, store } = await atTerminal(['addresses', 'create', '--customer', '999']);
  await expectLeft(terminal, 3);
  expect([terminal.text.includes('No customer 999'), terminal.text.includes('First name'), store.writes()]).toEqual([
    true,
    false,
    [],
  ]);
});

test.each<[string, AskingOptions, string]>([
  [
    'addresses get --customer 105',
    { prepare: (store) => store.post('customers', jo) },
    'Customer 105 has no addresses.',
  ],
  ['baskets get', { sandbox: { empty: true } }, 'The store has no baskets.'],
])('%s: where there is none, there is none to pick', async (line, options, message) => {
  const { terminal } = await atTerminal(words(line), options);
  await expectLeft(terminal, 3);
  expect(terminal.text).toBe(`Error: ${message}`);
});

test('a basket is found by any part of what is shown of it', async () => {
  const { terminal } = await atTerminal(['baskets', 'get']);
  await terminal.waitFor(question('Which basket?'));
  await terminal.waitFor(`${key}  customer 101, 95.85, 2 products`);
  terminal.type('customer 101').press('enter');
  await expectLeft(terminal, 0);
  expect(terminal.text).toMatch(new RegExp(`^Basket +${key}$`, 'm'));
});

test('of more baskets than are offered, another one is found by its whole key', async () => {
  let last = '';
  const prepare = async (store: WatchedStore): Promise<void> => {
    for (let count = 0; count < 100; count++)
      last = ((await store.post('baskets', {})) as { basketKey: string }).basketKey.slice(1, -1);
  };
  const { terminal } = await atTerminal(['baskets', 'get'], { prepare });
  await terminal.waitFor(question('Which basket? (first 100; for others, type the full key)'));
  terminal.type(last);
  await terminal.waitFor(`❯ ${last}`);
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expect(terminal.text).toMatch(new RegExp(`^Basket +${last}$`, 'm'));
});

test('a store with smaller pages of baskets has more to show', async () => {
  const { terminal } = await atTerminal(['baskets', 'get'], {
    sandbox: { faults: { seed: 1, pageCap: 2, clock: virtualClock() } },
  });
  await terminal.waitFor(question('Which basket? (first 2; for others, type the full key)'));
  terminal.press('ctrlC');
  await expectLeft(terminal, 130);
});

test('a product of a basket is picked with its options', async () => {
  const { terminal, store } = await atTerminal(['baskets', 'items', 'update', '--quantity', '4']);
  await answerAll(terminal, [
    ['Which basket?', key.slice(0, 8)],
    ['Which product?', 'regenjas'],
  ]);
  await expectLeft(terminal, 0);
  expect(await store.get(`baskets/%7B${key}%7D/206%7B3%7D12%7B4%7D7`)).toMatchObject({ quantity: '4' });
});

test('a picked basket is ordered', async () => {
  const { terminal, store } = await atTerminal(['orders', 'create']);
  await terminal.waitFor(question('Which basket?'));
  expect(terminal.text).not.toContain('ordered as');
  terminal.type('customer 101').press('enter');
  await terminal.waitFor(answered('Which basket?'));
  await answerForm(terminal, {}, 'Create this order on 127.0.0.1');
  expect(terminal.text).toMatch(/^Customer 101, currency EUR$/m);
  expect(terminal.text).toMatch(/^ *Total \(calculated\) +101\.38$/m);
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expect(store.writes()).toEqual([expect.stringContaining('POST /api/v2/orders')]);
});

test('--curl picks nothing: it would only show the request for the list', async () => {
  const { terminal } = await atTerminal(['baskets', 'get', '--curl']);
  await expectLeft(terminal, 2);
  expect(terminal.text).toContain('Missing argument: <key>.');
});

test('a product is looked for in the store while its name is typed', async () => {
  const { terminal } = await atTerminal(['products', 'get']);
  await terminal.waitFor(question('Which product?'));
  terminal.type('broek');
  await terminal.waitFor('❯ 207  RGB-302  Regenbroek Wolkbreuk');
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expect(terminal.text).toMatch(/^SKU +RGB-302$/m);
});

test.each([
  { argv: ['addresses', 'get', '--customer', '101'], question: '❯ 301  ***' },
  { argv: ['addresses', 'delete', '301', '--customer', '101'], question: 'Delete address 301 of customer 101 (***' },
  { argv: ['customers', 'delete', '101'], question: 'Delete customer 101 (*** ***) on ' },
])('$argv with --mask-pii asks without saying who it is, and Ctrl-C does nothing', async ({ argv, question }) => {
  const { terminal, store } = await atTerminal([...argv, '--mask-pii']);
  await terminal.waitFor(question);
  expect(terminal.text).not.toMatch(/Sanne|Wit|Domplein|3512|example\.com/);
  terminal.press('ctrlC');
  await expectLeft(terminal, 130);
  expect(store.writes()).toEqual([]);
});

test('with --mask-pii the questions about an address do not show the name of the customer', async () => {
  const { terminal } = await atTerminal(['addresses', 'create', '--customer', '101', '--company', 'Wit', '--mask-pii']);
  await terminal.answer(question('First name'), '');
  await terminal.waitFor('First name is required.');
  expect(terminal.text).not.toContain('Sanne');
  terminal.press('ctrlC');
  await expectLeft(terminal, 130);
});

test('in a low and narrow window a long list is shortened, and the question does not pile up while it is answered', async () => {
  const argv = ['addresses', 'create', '--customer', '101', '--company', 'C', '--first-name', 'A', '--last-name', 'B'];
  const { terminal } = await atTerminal(argv, { columns: 30, rows: 10 });
  await terminal.waitFor('❯ Netherlands');
  terminal.type('the');
  await terminal.waitFor('): the');
  await terminal.waitFor('Republic of The');
  terminal.press('down', 'up');
  expect(terminal.text.match(/\? Country/g)).toHaveLength(1);
  terminal.press('ctrlC');
  await expectLeft(terminal, 130);
});

test.each([
  ['customers', 'Customer ID', '101'],
  ['orders', 'Order ID', '1001'],
])('%s get asks for the ID, and again for none', async (group, title, id) => {
  const { terminal } = await atTerminal([group, 'get', '--quiet']);
  await terminal.answer(question(title), '');
  await terminal.waitFor(`Invalid ${title[0]?.toLowerCase()}${title.slice(1)}`);
  await terminal.answer(question(title), id);
  await expectLeft(terminal, 0);
  expect(terminal.text).toMatch(new RegExp(`^${id}$`, 'm'));
});

test('baskets update without a change says so before it asks which basket', async () => {
  const { terminal } = await atTerminal(['baskets', 'update']);
  await expectLeft(terminal, 2);
  expect(terminal.text).toContain('Nothing to update.');
  expect(terminal.text).not.toContain('Which basket?');
});

test('baskets items add asks which basket, which product and how many', async () => {
  const { terminal, store } = await atTerminal(['baskets', 'items', 'add']);
  await terminal.answer(question('Which basket?'), '');
  await terminal.waitFor(question('Which product?'));
  terminal.type('broek');
  await terminal.waitFor(/❯ 207\{3\}\d+ {2}RGB-302 {2}Regenbroek Wolkbreuk Maat: /);
  terminal.press('enter');
  await terminal.answer(question('Quantity: 1'), '3');
  await expectLeft(terminal, 0);
  expect(store.writes()).toEqual([expect.stringContaining('PATCH /api/v2/baskets/')]);
  expect(terminal.text).toMatch(/^ *3 +Regenbroek Wolkbreuk/m);
});
