import CliTable from 'cli-table3';
import { gap } from './layout.ts';
import { cut, isNarrow, widthOf } from './width.ts';

export interface GridColumn {
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** Rows of this number are drawn at a time: cli-table3 takes quadratic time over many. */
const chunkSize = 100;

/** Colours a cell after it was cut; `row` and `at` say which of the rows and of its cells it is. */
type PaintCell = (cell: string, row: number, at: number) => string;

/** One row as a line, without a line break. See `drawRows`. */
export function drawRow(
  columns: readonly GridColumn[],
  row: readonly string[],
  cutting: boolean,
  paint?: (cell: string, at: number) => string,
): string {
  const [text = ''] = drawRows(columns, [row], cutting, paint && ((cell, _, at) => paint(cell, at)));
  return text.slice(0, -1);
}

/**
 * Draws rows as lines without borders, each with a line break. Wider cells are cut to the column if `cutting`; else they push the rest of their
 * row to the right.
 */
export function* drawRows(
  columns: readonly GridColumn[],
  rows: readonly (readonly string[])[],
  cutting: boolean,
  paint: PaintCell = (cell) => cell,
): Generator<string> {
  const fitted = cutting
    ? rows.map((row) => fitRow(columns, row))
    : rows.map((row) => columns.map((_, at) => row[at] ?? ''));
  let drawn = 0;
  for (const chunk of chunks(columns, fitted)) {
    const table = new CliTable({
      ...plain,
      colWidths: [...chunk.widths],
      colAligns: columns.map(({ align }) => align),
    });
    table.push(
      ...chunk.rows.map((row, index) => row.map((cell, at) => (cell === '' ? '' : paint(cell, drawn + index, at)))),
    );
    drawn += chunk.rows.length;
    yield `${withoutEnds(table.toString())}\n`;
  }
}

/** Without the spaces at the ends of lines. Not by one expression over the text: it looks at each space of a long line again and again. */
const withoutEnds = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');

interface Chunk {
  readonly widths: readonly number[];
  readonly rows: (readonly string[])[];
}

/** Neighbouring rows that cli-table3 can draw with the same widths, at most `chunkSize` of them. */
function* chunks(columns: readonly GridColumn[], rows: readonly (readonly string[])[]): Generator<Chunk> {
  let current: Chunk | undefined;
  for (const row of rows) {
    const widths = columns.map(({ width }, at) => drawnWidth(row[at] ?? '', width));
    const fits =
      current && current.rows.length < chunkSize && widths.every((width, at) => width === current?.widths[at]);
    if (current && !fits) yield current;
    if (!fits) current = { widths, rows: [] };
    current?.rows.push(row);
  }
  if (current) yield current;
}

const fitRow = (columns: readonly GridColumn[], row: readonly string[]): readonly string[] =>
  columns.map(({ width }, at) => cut(row[at] ?? '', width));

/** The column's width in the measure of cli-table3: its older string-width counts marks of many scripts and newer emoji otherwise. */
function drawnWidth(cell: string, width: number): number {
  if (isNarrow(cell)) return Math.max(width, cell.length);
  const real = widthOf(cell);
  return Math.max(width, real) + measuredByTable(cell) - real;
}

/** cli-table3 pads the empty second row as wide as it takes the first one to be. */
function measuredByTable(cell: string): number {
  const table = new CliTable(plain);
  table.push([cell], ['']);
  return table.toString().split('\n')[1]?.length ?? 0;
}

const plain: CliTable.TableConstructorOptions = {
  chars: {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
    'bottom-right': '',
    left: '',
    'left-mid': '',
    mid: '',
    'mid-mid': '',
    right: '',
    'right-mid': '',
    middle: ' '.repeat(gap),
  },
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
};
