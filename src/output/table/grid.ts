import CliTable from 'cli-table3';
import { cut, cutMiddle, widthOf } from '../width.ts';
import { gap } from './layout.ts';

export interface GridColumn {
  readonly width: number;
  readonly align: 'left' | 'right';
  /** Whether a text that is too long is cut in its middle: the end of a variant's name is what tells it apart. */
  readonly keepsEnd?: boolean;
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
    const cells = columns.map(({ width, keepsEnd }, at) =>
      isCut ? (keepsEnd ? cutMiddle : cut)(row[at] ?? '', width) : (row[at] ?? ''),
    );
    const widths = columns.map(({ width }, at) => Math.max(width, widthOf(cells[at] ?? '')));
    if (!current || current.rows.length === chunkSize || widths.some((width, at) => width !== current?.widths[at])) {
      if (current) yield current;
      current = { widths, rows: [] };
    }
    current.rows.push(cells);
  }
  if (current) yield current;
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
  // Nothing is wider than its column. cli-table3 cuts every cell to ten columns for its debug messages, in quadratic time unless this leaves no room.
  truncate: ' '.repeat(10),
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
};
