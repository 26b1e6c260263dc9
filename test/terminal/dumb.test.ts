import { expect, test } from 'vitest';
import { words } from '../support/words.ts';
import { atTerminal, expectLeft } from './asking.ts';

const why = 'Nothing is asked, since this terminal cannot show questions (TERM=dumb).';
const dumb = { columns: 120, env: { TERM: 'dumb' }, files: { 'list.csv': 'sku,name,Onze prijzen\nA,x,1\n' } };

test.each(['customers delete 101', 'customers create', 'addresses get 301', 'products import list.csv'])(
  '%s says at a terminal with TERM=dumb why it asks nothing',
  async (line) => {
    const { terminal, store } = await atTerminal(words(line), dumb);
    await expectLeft(terminal, 2);
    expect([terminal.text.includes(why), terminal.text.includes('?  '), store.writes()]).toEqual([true, false, []]);
  },
);

test('nothing is said of questions where none are wanted', async () => {
  const { terminal } = await atTerminal(words('customers delete 101 --no-input'), dumb);
  await expectLeft(terminal, 2);
  expect(terminal.text).not.toContain('TERM=dumb');
});
