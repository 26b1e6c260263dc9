import { gap } from './layout.ts';
import { cut, cutMiddle, widthOf } from './width.ts';

export interface GridColumn {
  readonly width: number;
  readonly align: 'left' | 'right';
  /** Whether a text that is too long is cut in its middle: the end of a variant's name is what tells it apart. */
  readonly keepsEnd?: boolean;
}

/** Colours a cell after it was cut; `row` and `at` are the places of its row and of the cell in it. */
type PaintCell = (cell: string, row: number, at: number) => string;

/** One row as a line, without a line break. See `drawRows`. */
export function drawRow(
  columns: readonly GridColumn[],
  row: readonly string[],
  isCut: boolean,
  paint: (cell: string, at: number) => string = (cell) => cell,
): string {
  const cells = columns.map(({ width, align, keepsEnd }, at) => {
    const text = row[at] ?? '';
    const cell = isCut ? (keepsEnd ? cutMiddle : cut)(text, width) : text;
    const room = ' '.repeat(Math.max(0, width - widthOf(cell)));
    const painted = cell === '' ? '' : paint(cell, at);
    return align === 'right' ? room + painted : painted + room;
  });
  return cells.join(between).trimEnd();
}

const between = ' '.repeat(gap);

/**
 * Draws rows as lines without borders, each with a line break. Wider cells are cut to the column if `isCut`; else they
 * push the rest of their row to the right.
 */
export function* drawRows(
  columns: readonly GridColumn[],
  rows: readonly (readonly string[])[],
  isCut: boolean,
  paint: PaintCell = (cell) => cell,
): Generator<string> {
  for (const [row, cells] of rows.entries())
    yield `${drawRow(columns, cells, isCut, (cell, at) => paint(cell, row, at))}\n`;
}
