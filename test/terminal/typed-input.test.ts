import { expect, test } from 'vitest';
import { bin } from '../support/programs.ts';
import { words } from '../support/words.ts';
import { atTerminal, expectLeft } from './asking.ts';

const program = [process.execPath, bin];

const waits = 'Waiting for input: type or paste it here, then press Enter and Ctrl-D. To cancel, press Ctrl-C.';

test.each([
  ['customers update 101 --body -', '{"phoneNumber": "030 1"}', 'PATCH /api/v2/customers/101'],
  ['customers update 101 --body - --json', '{"phoneNumber": "030 1"}', 'PATCH /api/v2/customers/101'],
  ['api PATCH customers/101 --body -', '{"phoneNumber": "030 1"}', 'PATCH /api/v2/customers/101'],
  ['baskets create --products-file -', '[{"uprid": "200", "quantity": 1}]', 'POST /api/v2/baskets'],
  ['customers delete --from - --yes', '104', 'DELETE /api/v2/customers/104'],
  ['products import - --yes', 'sku,name,price\rPEN-1,Pen,2', 'POST /api/v2/products'],
])('%s says at a terminal that it waits, and how its input ends', async (line, input, write) => {
  const { terminal, store } = await atTerminal(words(line), { columns: 130 });
  await terminal.waitFor(waits);
  expect(store.writes()).toEqual([]);
  terminal.type(`${input}`).press('enter', 'ctrlD');
  await expectLeft(terminal, 0);
  expect(terminal.text.split(waits).length - 1).toBe(1);
  expect(store.writes()).toEqual([expect.stringContaining(write)]);
});

test('Ctrl-C ends the waiting, and nothing is sent', async () => {
  const { terminal, store } = await atTerminal(words('customers update 101 --body -'), { columns: 130 });
  await terminal.waitFor(waits);
  terminal.press('ctrlC');
  await expectLeft(terminal, 130);
  expect(store.writes()).toEqual([]);
});

test('a pipe is read without a word, though messages go to a terminal', async () => {
  const { terminal, store } = await atTerminal(words('customers update 101 --body -'), {
    program: ['/bin/sh', '-c', 'echo \'{"phoneNumber": "030 1"}\' | "$@"', 'sh', ...program],
  });
  await expectLeft(terminal, 0);
  expect([terminal.text.includes('Waiting for input'), store.writes().length]).toEqual([false, 1]);
});
