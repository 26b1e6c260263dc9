import naughty from 'big-list-of-naughty-strings/blns.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { resultOf } from '../../src/cli/tree.ts';
import { definition as get } from '../../src/commands/baskets/get.ts';
import { listWriter, writeRecord } from '../../src/output/formats.ts';
import { address } from '../../src/resources/addresses.ts';
import { basket } from '../../src/resources/baskets.ts';
import { customer } from '../../src/resources/customers.ts';
import { order } from '../../src/resources/orders.ts';
import { product } from '../../src/resources/products.ts';
import type { RecordDefinition } from '../../src/resources/record.ts';
import type { Fields, StoreRecord } from '../../src/resources/record-fields.ts';
import { Emulator } from '../support/emulator.ts';
import { paper } from './paper.ts';

/** The big list of naughty strings, what makes terminals act, and the widths that people get wrong. */
const names: readonly string[] = [
  ...naughty,
  ...['\u001b]0;owned\u0007', '\u001b[?1049h\u001b[?25l\u001b[2J', '\u001b[6n\u001b[c\u001b[>q'],
  ...['\u001b[?2004h\u001b[?1000h\u001b[?1h', '\u009b31m\u0090q\u009c', 'Jo\rSm\nith\b\b\t'],
  ...['\u202egnimmargorp\u202c \u2066x\u2069', '電灯電灯 ランプ 램프', '👨‍👩‍👧‍👦 👍🏽 🇳🇱 ❤️ 🫠'],
  ...[`Z${'\u0351\u0489'.repeat(30)}`, 'Iñtërnâtiônàlizætiøn e\u0301'],
];

const definitions: Readonly<Record<string, RecordDefinition>> = {
  product,
  basket,
  customer,
  address,
  order,
  'full basket': resultOf(get.result, { full: true }, []) as RecordDefinition,
};

/** Records with a text wherever a store may put one, also as names of fields, until every text had its turn; with products, so that there is a receipt. */
function recordsOf(fields: Fields): readonly StoreRecord[] {
  let turn = 0;
  const next = (): string => names[turn++ % names.length] ?? '';
  const recordOf = (of: Fields): StoreRecord => ({
    ...Object.fromEntries(
      Object.entries(of).map(([name, { group, list, open }]) => {
        const nested = group ? recordOf(group) : { [next()]: next(), 21: next() };
        return [name, list ? [nested, nested] : group || open ? nested : next()] as const;
      }),
    ),
    [`field ${next()}`]: next(),
  });
  const records: StoreRecord[] = [];
  while (turn < names.length) records.push(recordOf(fields));
  return records;
}

describe.each(Object.entries(definitions))('a %s of hostile names', (_, { fields, page }) => {
  test.each([40, 80, 120, 200])(
    'at %i columns leaves the terminal as it was, and no line is wider than it',
    async (width) => {
      const target = paper(width, true);
      for (const record of recordsOf(fields)) await writeRecord('table', { fields, page }, record, target);
      const list = listWriter('table', { fields }, target);
      await list.add(recordsOf(fields));
      await list.end();
      expect(await drawnOn(width, target.text())).toEqual(untouched);
    },
  );
});

test('a column begins in the same place in every row, whatever precedes it', async () => {
  const target = paper(200);
  const table = listWriter('table', { fields: {}, only: ['name', 'end'] }, target);
  await table.add(names.map((name) => ({ name: name.slice(0, 60), end: '╳' })));
  await table.end();
  const screen = new Emulator(200, 50);
  await screen.write(target.text().replaceAll('\n', '\r\n'));
  const rows = screen.cells.map((row) => row.map(({ character }) => character));
  const place = rows.find((row) => row.includes('╳'))?.indexOf('╳');
  const misplaced = rows
    .filter((row) => row.includes('╳') && row.indexOf('╳') !== place)
    .map((row) => `${row.lastIndexOf('╳')} ${row.join('').trimEnd()}`);
  screen.dispose();
  expect(misplaced).toEqual([]);
});

const untouched = {
  modes: {
    isAlternateScreen: false,
    bracketedPaste: false,
    mouse: 'none',
    focusEvents: false,
    applicationKeys: false,
    isCursorVisible: true,
    title: '',
  },
  answers: [],
  column: 0,
  wrapped: [],
};

/** What a terminal of this width makes of a text: what it was told to change, what it answered, and the lines that were too long for it. */
async function drawnOn(width: number, text: string): Promise<unknown> {
  const screen = new Emulator(width, 50);
  const answers: string[] = [];
  screen.onAnswer((bytes) => answers.push(bytes));
  await screen.write(text.replaceAll('\n', '\r\n'));
  const outcome = { modes: screen.modes, answers, column: screen.cursor.column, wrapped: screen.wrappedRows };
  screen.dispose();
  return outcome;
}
