import type { StoreRecord } from '../../resources/record-fields.ts';
import { type Paints, paints } from '../../text/paint.ts';
import { drawRows } from '../table/grid.ts';
import { linked, pageAddress } from '../terminal.ts';
import type { TextLayout, View } from '../view.ts';
import { cut, widthOf, wrap } from '../width.ts';
import { type Entry, entriesOf } from './entries.ts';

/** Longer labels push their own value to the right, not the values of the others. */
const maxLabel = 32;
/** Columns that a narrow terminal keeps for values. */
const minValue = 12;
/** Long lines of prose are hard to read. */
const maxLine = 100;
/** Enough for a basket key. With less room, a value that does not fit goes below its label. */
const roomyValue = 37;
/** A card with more lines is set in columns of at least `minColumn`. */
const longCard = 24;
const minColumn = 58;
const maxColumns = 3;
const columnGap = '    ';

/**
 * One record as lines of label and value: nested objects indented under their label, lists of records as small tables.
 * Empty, zero and repeated values are omitted unless `all`. At a terminal values are wrapped to the width, and a long
 * card on a wide terminal is set in columns, read one after the other; in a pipe nothing is cut.
 */
export function card(view: CardView, record: StoreRecord, layout: TextLayout): string {
  const blocks = blocksOf(view, record, layout);
  const { width } = layout;
  const count =
    width === undefined
      ? 1
      : Math.min(maxColumns, Math.floor((width + columnGap.length) / (minColumn + columnGap.length)));
  if (width === undefined || count < 2 || blocks.flat().length <= longCard) return textOf(blocks.flat());
  const columnWidth = Math.floor((width + columnGap.length) / count) - columnGap.length;
  return textOf(inColumns(blocksOf(view, record, { ...layout, width: columnWidth }), count, columnWidth));
}

type CardView = Pick<View, 'fields' | 'all'> & { readonly inOrder?: boolean };

/** How the lines of a card are drawn. */
interface Drawing {
  readonly width: number | undefined;
  /** Where values begin. */
  readonly column: number;
  readonly paint: Paints;
  readonly links: boolean | undefined;
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** The lines of each top-level entry, nested entries included. */
function blocksOf(
  { fields, all = false, inOrder = false }: CardView,
  record: StoreRecord,
  { width, color, links }: TextLayout,
): readonly (readonly string[])[] {
  const entries = entriesOf(fields, record, { depth: 0, width, all, inOrder, root: record });
  const drawing = { width, column: labelColumn(entries, width), paint: paints(color), links };
  const blocks: string[][] = [];
  for (const entry of entries) {
    if (entry.depth === 0) blocks.push([]);
    // One by one: a spread of half a million lines overflows the stack.
    for (const line of linesOf(entry, drawing)) blocks.at(-1)?.push(line);
  }
  return blocks;
}

/** Columns of about the same length, side by side; a block is not broken. */
function inColumns(blocks: readonly (readonly string[])[], count: number, width: number): readonly string[] {
  const wanted = Math.ceil(blocks.flat().length / count);
  const columns: string[][] = [[]];
  for (const block of blocks) {
    const current = columns.at(-1) ?? [];
    if (columns.length < count && current.length > 0 && current.length + block.length / 2 > wanted)
      columns.push([...block]);
    else for (const line of block) current.push(line);
  }
  const height = columns.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: height }, (_, row) => {
    const cells = columns.map((lines) => lines[row] ?? '');
    return cells
      .map((line) => line + ' '.repeat(Math.max(0, width - widthOf(line))))
      .join(columnGap)
      .trimEnd();
  });
}

/** Where values begin. */
function labelColumn(entries: readonly Entry[], width: number | undefined): number {
  const widest = entries
    .filter(({ lines }) => lines.length > 0)
    .reduce((most, { depth, label }) => Math.max(most, 2 * depth + widthOf(label)), 0);
  return Math.min(widest, maxLabel, Math.max(1, (width ?? Number.POSITIVE_INFINITY) - minValue)) + 2;
}

function linesOf(entry: Entry, drawing: Drawing): readonly string[] {
  const { column, width, paint } = drawing;
  const indent = ' '.repeat(2 * entry.depth);
  const room = (entry.lines.length > 0 ? column - 2 : (width ?? 0)) - indent.length;
  const label = width === undefined ? entry.label : cut(entry.label, Math.max(1, room));
  if (entry.lines.length === 0) return [`${indent}${paint.heading(label)}`, ...tableLines(entry, drawing)];
  if (
    width !== undefined &&
    width - column < roomyValue &&
    entry.lines.some((line) => widthOf(line) > width - column)
  ) {
    const below = indent.length + 2;
    return [`${indent}${paint.quiet(label)}`, ...indented(valueLines(entry, { ...drawing, column: below }), below)];
  }
  const padding = ' '.repeat(Math.max(2, column - indent.length - widthOf(label)));
  const [first = '', ...others] = valueLines(entry, drawing);
  return [`${indent}${paint.quiet(label)}${padding}${first}`, ...indented(others, column)];
}

const indented = (lines: readonly string[], by: number): readonly string[] =>
  lines.map((line) => (line === '' ? '' : ' '.repeat(by) + line));

function valueLines({ lines, tone, address }: Entry, { width, column, paint, links }: Drawing): readonly string[] {
  const fitted =
    width === undefined ? lines : lines.flatMap((line) => wrap(line, Math.min(maxLine, Math.max(1, width - column))));
  const page = links ? pageAddress(address) : undefined;
  if (page) return fitted.map((line) => linked(line, page));
  return tone === undefined ? fitted : fitted.map((line) => paint[tone](line));
}

function tableLines({ depth, table }: Entry, { paint }: Drawing): readonly string[] {
  if (!table) return [];
  const indent = ' '.repeat(2 * depth + 2);
  const drawn = [...drawRows(table.columns, table.rows, false, (cell, row) => (row === 0 ? paint.quiet(cell) : cell))];
  return drawn
    .join('')
    .slice(0, -1)
    .split('\n')
    .map((line) => `${indent}${line}`);
}
