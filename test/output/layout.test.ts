import { expect, test } from 'vitest';
import { fitColumns, rowWidth } from '../../src/output/table/grid.ts';

const text = (importance: number, width: number) => ({ importance, width, cuttable: true });
const number = (importance: number, width: number) => ({ importance, width, cuttable: false });

test.each([
  ['everything in a pipe', [text(1, 500), number(2, 9)], undefined, [500, 9]],
  ['everything where there is room', [text(1, 20), number(2, 9)], 31, [20, 9]],
  ['the text cut where there is a column less', [text(1, 20), number(2, 9)], 30, [19, 9]],
  ['the widest text cut first', [text(1, 20), text(2, 40)], 42, [20, 20]],
  ['both texts cut alike when they are as wide', [text(1, 40), text(2, 40)], 42, [20, 20]],
  ['the less important column hidden before texts get unreadable', [text(1, 20), text(2, 40)], 28, [20, 0]],
  ['both texts as narrow as they can be read', [text(1, 20), text(2, 40)], 30, [14, 14]],
  ['one text when the terminal is a column narrower', [text(1, 20), text(2, 40)], 29, [20, 0]],
  ['a number never cut beside another column', [number(2, 20), text(1, 20)], 30, [0, 20]],
  ['importance, not order', [text(3, 10), text(1, 10), text(2, 10)], 23, [0, 10, 10]],
  ['the last column cut to whatever there is', [number(1, 20), text(2, 20)], 5, [5, 0]],
  ['an empty column one wide', [text(1, 0)], 10, [1]],
  ['a very wide text within its share', [text(1, 1_000_000), number(2, 6)], 40, [32, 6]],
  ['no columns', [], 40, []],
])('the columns of a table in a terminal: %s', (_, columns, available, widths) => {
  expect(fitColumns(columns, available)).toEqual(widths);
});

test('a row is its columns and the spaces between those that are shown', () => {
  expect(rowWidth([5, 0, 3])).toBe(10);
});
