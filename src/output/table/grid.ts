import CliTable from 'cli-table3';
import { cut, cutMiddle, cutStart, widthOf } from '../width.ts';

/** A column as its heading and first rows make it. */
interface Measured {
  /** 1 stays longest when the terminal is narrow. */
  readonly importance: number;
  /** Terminal columns of its widest text. */
  readonly width: number;
  /** Text may be cut; a number that is cut is another number. */
  readonly cuttable: boolean;
  /** Whether its text is what tells records apart, as the name of a variant: another column goes before it is cut. */
  readonly tellsApart?: boolean;
  /** Whether it holds paths, which are cut at their start. */
  readonly isPath?: boolean;
  /** Its width without what it shows only where nothing else but a path is cut for it: the time of a date. */
  readonly short?: number | undefined;
}

/** Spaces between two columns. */
export const gap = 2;

/** Texts are not cut below this while another column can go: an EAN of 13 digits is shown in full. */
const readable = 14;

/**
 * The width of each column in a terminal of `available` columns; 0 hides it. Hides the least important columns until
 * the others are readable, hides one more to keep a text that tells records apart, then narrows the widest. Undefined:
 * no limit.
 */
export function fitColumns(columns: readonly Measured[], available: number | undefined): readonly number[] {
  const widths = columns.map(({ width }) => Math.max(1, width));
  if (available === undefined) return widths;
  const least = columns.map(({ cuttable, short = readable }, at) =>
    cuttable ? Math.min(widths[at] ?? 1, short) : (widths[at] ?? 1),
  );
  const whole = columns.map(({ isPath }, at) => (isPath ? least : widths)[at] ?? 1);
  const inOrder = byImportance(columns);
  const fitted = (order: readonly number[]): readonly number[] => {
    const shown = new Set(order);
    const isWhole = rowWidth(order.map((at) => whole[at] ?? 0)) <= available;
    const wanted = columns.map(({ short }, at) => (short === undefined || isWhole ? widths : least)[at] ?? 1);
    return shrink(
      wanted.map((width, at) => (shown.has(at) ? Math.min(width, available) : 0)),
      isWhole ? whole : least,
      available,
    );
  };
  const order = keepImportant(inOrder, least, available);
  const all = fitted(order);
  const isCut = columns.some(({ tellsApart }, at) => tellsApart && (all[at] ?? 0) < (widths[at] ?? 0));
  return isCut && order.length === columns.length && order.length > 1 ? fitted(order.slice(0, -1)) : all;
}

const byImportance = (columns: readonly Measured[]): readonly number[] =>
  columns
    .map((_, at) => at)
    .sort((left, right) => (columns[left]?.importance ?? 0) - (columns[right]?.importance ?? 0));

function keepImportant(inOrder: readonly number[], least: readonly number[], available: number): readonly number[] {
  const order = [...inOrder];
  let needed = rowWidth(order.map((at) => least[at] ?? 0));
  while (order.length > 1 && needed > available) needed -= (least[order.pop() ?? 0] ?? 0) + gap;
  return order;
}

function shrink(widths: readonly number[], least: readonly number[], available: number): readonly number[] {
  const fitted = [...widths];
  while (rowWidth(fitted) > available) {
    const room = fitted.map((width, at) => (width > (least[at] ?? 0) ? width : 0));
    const widest = room.reduce((most, width, at) => (width > (room[most] ?? 0) ? at : most), 0);
    if (room[widest] === 0) break;
    fitted[widest] = (fitted[widest] ?? 0) - 1;
  }
  return fitted;
}

/** The width of a row with columns of these widths, without hidden ones. */
export function rowWidth(widths: readonly number[]): number {
  const shown = widths.filter((width) => width > 0);
  return shown.reduce((sum, width) => sum + width, gap * Math.max(0, shown.length - 1));
}

export interface GridColumn {
  readonly width: number;
  readonly align: 'left' | 'right';
  /** Whether a text that is too long is cut in its middle: the end of a variant's name is what tells it apart. */
  readonly tellsApart?: boolean;
  /** Whether it holds paths, which are cut at their start. */
  readonly isPath?: boolean;
}

/** Rows that are drawn at once: cli-table3 reads its options for each cell, and measures all of a tall one for each of its lines. */
const chunkSize = 8;

/** Colours a cell after it was cut; `row` and `at` are the places of its row and of the cell in it. */
type PaintCell = (cell: string, row: number, at: number) => string;

/** One row as a line, without a line break. See `drawRows`. */
export function drawRow(
  columns: readonly GridColumn[],
  row: readonly string[],
  isCut: boolean,
  paint?: (cell: string, at: number) => string,
): string {
  const [text = ''] = drawRows(columns, [row], isCut, paint && ((cell, _, at) => paint(cell, at)));
  return text.slice(0, -1);
}

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
  let drawn = 0;
  for (const { widths, rows: cells } of chunks(columns, rows, isCut)) {
    const table = new CliTable({ ...plain, colWidths: [...widths], colAligns: columns.map(({ align }) => align) });
    // One row of tall cells.
    table.push(
      columns.map((_, at) =>
        cells.map(({ [at]: cell = '' }, row) => (cell === '' ? '' : paint(cell, drawn + row, at))).join('\n'),
      ),
    );
    drawn += cells.length;
    yield `${withoutEnds(table.toString())}\n`;
  }
}

/**
 * Without the spaces at the ends of lines. Not by one expression over the text: it looks at each space of a long line
 * again and again.
 */
const withoutEnds = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');

interface Chunk {
  readonly widths: readonly number[];
  readonly rows: (readonly string[])[];
}

/** Neighbouring rows of the same widths, at most `chunkSize` of them. */
function* chunks(
  columns: readonly GridColumn[],
  rows: readonly (readonly string[])[],
  isCut: boolean,
): Generator<Chunk> {
  let current: Chunk | undefined;
  for (const row of rows) {
    const cells = columns.map((column, at) => (isCut ? shortCell(column, row[at] ?? '') : (row[at] ?? '')));
    const widths = columns.map(({ width }, at) => Math.max(width, widthOf(cells[at] ?? '')));
    if (!current || current.rows.length === chunkSize || widths.some((width, at) => width !== current?.widths[at])) {
      if (current) yield current;
      current = { widths, rows: [] };
    }
    current.rows.push(cells);
  }
  if (current) yield current;
}

function shortCell({ width, tellsApart, isPath }: GridColumn, text: string): string {
  if (isPath) return cutStart(text, width);
  return tellsApart ? cutMiddle(text, width) : cut(text, width);
}

const noBorders = Object.fromEntries(
  ['top', 'bottom', 'left', 'mid', 'right']
    .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`])
    .map((side) => [side, '']),
);

const plain: CliTable.TableConstructorOptions = {
  chars: { ...noBorders, middle: ' '.repeat(gap) },
  // cli-table3 cuts each cell to ten columns for its debug messages (src/cell.js), in quadratic time unless the mark at
  // the cut fills them. Nothing that is drawn is wider than its column.
  truncate: ' '.repeat(10),
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
};
