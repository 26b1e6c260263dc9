import CliTable from 'cli-table3';
import { cut, isNarrow, widthOf } from '../width.ts';

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
  /** Whether it holds paths, which are cut before anything else. */
  readonly isPath?: boolean;
  /** Its width without what it shows only where nothing but a path is cut for it: the time of a date. */
  readonly short?: number | undefined;
  /** What it takes in place of that where room is left: a date with hours and minutes. */
  readonly medium?: number | undefined;
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
  if (available === undefined || rowWidth(widths) <= available) return widths;
  const least = columns.map(({ cuttable, short = readable }, at) =>
    cuttable ? Math.min(widths[at] ?? 1, short) : (widths[at] ?? 1),
  );
  const whole = columns.map(({ isPath }, at) => (isPath ? least : widths)[at] ?? 1);
  const fitted = (order: readonly number[]): readonly number[] => {
    const shown = new Set(order);
    const isWhole = rowWidth(order.map((at) => whole[at] ?? 0)) <= available;
    const wanted = columns.map(({ short }, at) => (isWhole ? undefined : short) ?? widths[at] ?? 1);
    const narrowed = shrink(
      wanted.map((width, at) => (shown.has(at) ? Math.min(width, available) : 0)),
      isWhole ? whole : least,
      available,
    );
    return widened(narrowed, columns, available);
  };
  const order = keepImportant(byImportance(columns), least, available);
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

/** Gives the room that is left to columns that can show more of a date. */
function widened(widths: readonly number[], columns: readonly Measured[], available: number): readonly number[] {
  const wider = [...widths];
  for (const at of byImportance(columns)) {
    const { short, medium = 0, width = 0 } = columns[at] ?? {};
    if (short === undefined || wider[at] !== short || width < medium) continue;
    const room = available - rowWidth(wider);
    if (room >= medium - short) wider[at] = medium;
  }
  return wider;
}

/** The width of a row with columns of these widths, without hidden ones. */
export function rowWidth(widths: readonly number[]): number {
  const shown = widths.filter((width) => width > 0);
  return shown.reduce((sum, width) => sum + width, gap * Math.max(0, shown.length - 1));
}

export interface GridColumn {
  readonly width: number;
  readonly align: 'left' | 'right';
  /** How a text that is too long is cut; at its end unless said otherwise. */
  readonly cut?: typeof cut | undefined;
  /** Whether others are cut for it: a key. */
  readonly isWhole?: boolean;
}

/** Rows that are drawn at once: cli-table3 reads its options for each cell, and measures all of a tall one for each of its lines. */
const chunkSize = 8;

/** Colours a cell after it was cut; `row` and `at` are the places of its row and of the cell in it. */
type PaintCell = (cell: string, row: number, at: number) => string;

/**
 * Rows as lines without borders. At a terminal wider cells are cut to the column; else they push the rest of their row to
 * the right.
 * @param available columns of the terminal; undefined without one
 */
export function drawRows(
  columns: readonly GridColumn[],
  rows: readonly (readonly string[])[],
  available: number | undefined,
  paint: PaintCell = (cell) => cell,
): readonly string[] {
  const lines: string[] = [];
  for (let start = 0; start < rows.length; start += chunkSize) {
    const chunk = rows.slice(start, start + chunkSize);
    const columnsOf = chunk.map((row) => (available === undefined ? columns : columnsFor(row, columns, available)));
    const cells = chunk.map((row, place) =>
      (columnsOf[place] ?? columns).map((column, at) =>
        available === undefined ? (row[at] ?? '') : fitted(row[at] ?? '', column),
      ),
    );
    const [shared = columns] = columnsOf;
    const isEven =
      columnsOf.every((own) => haveSameWidths(own, shared)) &&
      cells.every((row) => row.every((cell, at) => isNarrow(cell) && cell.length <= (shared[at]?.width ?? 0)));
    const painted = cells.map((row, place) =>
      row.map((cell, at) => (cell === '' ? '' : paint(cell, start + place, at))),
    );
    if (isEven) lines.push(...drawGroup(shared, painted));
    else for (const [place, row] of painted.entries()) lines.push(drawRow(columnsOf[place] ?? columns, row));
  }
  return lines;
}

/** A row with a key that is longer than those that set the widths: its other texts are cut for it, if that is enough. */
function columnsFor(row: readonly string[], columns: readonly GridColumn[], available: number): readonly GridColumn[] {
  const wanted = columns.map(({ isWhole, width }, at) => (isWhole ? Math.max(width, widthOf(row[at] ?? '')) : width));
  if (wanted.every((width, at) => width === columns[at]?.width)) return columns;
  const least = columns.map(({ isWhole, align }, at) => (isWhole || align === 'right' ? (wanted[at] ?? 1) : 1));
  const widths = shrink(wanted, least, available);
  if (rowWidth(widths) > available) return columns;
  return columns.map((column, at) => ({ ...column, width: widths[at] ?? 1 }));
}

/** Rows with longer keys than the first have other widths, and mostly the same ones. */
const haveSameWidths = (some: readonly GridColumn[], others: readonly GridColumn[]): boolean =>
  some === others || some.every(({ width }, at) => width === others[at]?.width);

const fitted = (text: string, { width, cut: cutTo = cut }: GridColumn): string => cutTo(text, width);

/** Rows whose cells fit: drawn as one row of tall cells. */
function drawGroup(columns: readonly GridColumn[], rows: readonly (readonly string[])[]): readonly string[] {
  const colWidths = columns.map(({ width }) => width);
  const table = new CliTable({ ...plain, colWidths, colAligns: columns.map(({ align }) => align) });
  table.push(columns.map((_, at) => rows.map((row) => row[at]).join('\n')));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

/**
 * A row whose cells are padded here. cli-table3 measures text with a string-width of 2021, which knows neither newer emoji
 * nor the marks of many scripts; where no width is stated, it leaves each cell as it is.
 */
function drawRow(columns: readonly GridColumn[], row: readonly string[]): string {
  const table = new CliTable(plain);
  table.push(columns.map((column, at) => padded(row[at] ?? '', column)));
  return table.toString().trimEnd();
}

function padded(cell: string, { width, align }: GridColumn): string {
  const room = ' '.repeat(Math.max(0, width - widthOf(cell)));
  return align === 'right' ? `${room}${cell}` : `${cell}${room}`;
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
