import { describe, expect, test } from 'vitest';
import { card } from '../../src/output/card/card.ts';
import { drawReceipt } from '../../src/output/card/receipt.ts';
import { alignDecimals } from '../../src/output/display.ts';
import { fitColumns } from '../../src/output/table/grid.ts';
import { textKind } from '../../src/resources/kinds.ts';
import type { Fields } from '../../src/resources/record-fields.ts';
import { listed, written } from './paper.ts';

const many = 500_000;
const numbers = Array.from({ length: many }, (_, at) => at);
const numbered = Object.fromEntries(numbers.map((at) => [`k ${at}`, at]));

describe('at a terminal a card is cut, and names the fields', () => {
  test.each([
    ['line breaks', { sku: 'A', name: 'a\n'.repeat(many) }, 'Not shown in full: name. --json shows everything.'],
    ['characters', { sku: 'A', name: 'a'.repeat(many) }, 'Not shown in full: name.'],
    ['elements', { sku: 'A', images: numbers }, 'Not shown in full: images.'],
    ['records', { sku: 'A', rows: numbers.map((id) => ({ id })) }, 'Not shown in full: rows.'],
    ['fields inside a field', { sku: 'A', more: numbered }, 'Not shown in full: more.'],
    ['fields', { ...numbered, sku: 'A' }, 'Not shown in full: the record.'],
    ['wide characters', { sku: 'A', name: '電'.repeat(many) }, 'Not shown in full: name.'],
  ])('that it lacks, where they have too many %s', async (_, record, note) => {
    const text = await written('table', record, { width: 80 });
    expect(text.replace(/\s+/g, ' ')).toContain(note);
    expect(text).toMatch(/^SKU +A$/m);
    expect(text.split('\n').length).toBeLessThan(1500);
  });

  test('many long values one inside the other', async () => {
    const inner = { list: numbers.slice(0, 900), text: 'x'.repeat(30_000) };
    const record = Object.fromEntries(numbers.slice(0, 200).map((at) => [`k ${at}`, inner]));
    const text = await written('table', record, { width: 80, fields: {} });
    expect(text).toMatch(/\d more\. --json/);
    expect(text.length).toBeLessThan(1_000_000);
  });

  test('but in a pipe nothing is', async () => {
    const text = await written('table', { name: 'a\n'.repeat(3000) }, { fields: {} });
    expect(text.split('\n').length).toBeGreaterThan(3000);
  });

  test('and a long description of a real product is shown in full', async () => {
    const record = { text: 'Twenty words are here.\n'.repeat(900), name: 'end' };
    expect(await written('table', record, { width: 80, fields: {} })).not.toContain('Not shown');
  });
});

describe('a table at a terminal', () => {
  /** How often values of this field are made ready for people. */
  const counting = (): { readonly fields: Fields; readonly shown: () => number } => {
    let shown = 0;
    const show = (value: unknown): string => {
      shown++;
      return String(value);
    };
    const kind = { ...textKind, show };
    return {
      fields: { images: { label: 'Images', column: 1, list: true, kind } },
      shown: () => shown,
    };
  };

  test('reads of a long list no more than a cell shows', async () => {
    const { fields, shown } = counting();
    await listed('table', [[{ images: numbers }]], { width: 80, fields });
    expect(shown()).toBeLessThanOrEqual(200);
  });

  test('cuts a character with a million marks', async () => {
    const marked = { productId: 1, name: `Z${'\u0351'.repeat(1_000_000)}` };
    expect((await listed('table', [[marked]], { width: 80 })).text.length).toBeLessThan(10_000);
  });

  test('says how many of half a million columns are hidden', async () => {
    const { text, summary } = await listed('table', [[numbered]], { width: 80, fields: {} });
    expect(summary.hiddenColumns).toBeGreaterThan(many - 80);
    expect(text.split('\n')).toHaveLength(3);
  });
});

test('more columns than a stack holds are fitted, each looked at a few times', () => {
  let looks = 0;
  const column = {
    importance: 1,
    cuttable: true,
    get width() {
      looks++;
      return 30;
    },
  };
  expect(fitColumns(Array(200_000).fill(column), 80).filter((width) => width > 0).length).toBeLessThan(6);
  expect(looks).toBeLessThan(200_000 * 5);
});

test('records inside a record are drawn many at a time', async () => {
  const rows = numbers.slice(0, 20_000).map((id) => ({ id, name: `n ${id}` }));
  const lines = (await written('table', { rows }, { fields: {} })).split('\n');
  expect(lines.slice(1, 4)).toEqual(['     ID  Name', '      0  n 0', '      1  n 1']);
  expect(lines).toHaveLength(20_003);
});

test('the lines of a long title on a receipt are drawn many at a time', () => {
  const line = { quantity: '1', title: 'word '.repeat(100_000), details: [], price: '1', taxRate: '21', value: '1' };
  const lines = drawReceipt(
    { lines: [line, line, line], sums: [], notes: [], fields: new Set() },
    { width: undefined, color: false },
  );
  expect(lines.split('\n')).toHaveLength(25_005);
});

test('a record with more fields than a stack holds is drawn as a card in a pipe', () => {
  // The one that is 0 is left out, and the text ends with a line break.
  expect(card({ fields: {} }, numbered, { width: undefined, color: false }).split('\n')).toHaveLength(many);
});

test('more amounts than a stack holds are aligned', () => {
  expect(alignDecimals(['1', ...Array<string>(many).fill('1.50')])[0]).toBe('1   ');
});
