import { expect, test } from 'vitest';
import { jo } from '../support/people.ts';
import { atTerminal, expectLeft, type WatchedStore } from './asking.ts';

// The built program: needs a build (`npm test` makes one).

/** A hundred customers more, of whom the last has a basket. */
async function addCustomers(store: WatchedStore): Promise<void> {
  for (let at = 0; at < 100; at++)
    await store.post('customers', { ...jo, lastName: `Nr${at}`, emailAddress: `nr${at}@example.com` });
  await store.post('baskets', { customerId: 204 });
}

const line = ['customers', 'find', 'Nr7', '--walk'];

test('a walk asks with the number of IDs and the time, and finds somebody without a basket', async () => {
  const { terminal } = await atTerminal(line, { columns: 160, prepare: addCustomers });
  await terminal.answer(/^\? Read 1\d\d more customer IDs on 127\..*\? That takes about \d+\.?\d* s\./m, 'y');
  await expectLeft(terminal, 0);
  expect(terminal.text).toMatch(/Jo Nr7[\s\S]*Searched\s+all\s+\d+\s+customers/);
});

test('the answer no reads no more, and says what is missing', async () => {
  const { terminal } = await atTerminal(line, { columns: 160, prepare: addCustomers });
  await terminal.answer(/^\? Read 1\d\d more customer IDs/m, '');
  await expectLeft(terminal, 3);
  expect(terminal.text).toMatch(/customers\s+without\s+a\s+basket\s+\(--walk\)[\s\S]*may\s+be\s+missing/);
});
