import type { StoreRecord } from '../../resources/record-fields.ts';
import { type Paints, paints } from '../../text/paint.ts';
import { drawRows } from '../table/grid.ts';
import { linked, pageAddress } from '../terminal.ts';
import type { TextLayout, View } from '../view.ts';
import { cut, widthOf, wrap } from '../width.ts';
import { type CardEntry, entriesOf } from './entries.ts';

/** Longer labels push their own value to the right, not the values of the others. */
const maxLabel = 32;
/** Columns that a narrow terminal keeps for values. */
const minValue = 12;
/** Long lines of prose are hard to read. */
const maxLine = 100;
/** Enough for a basket key. With less room, a value that does not fit goes below its label. */
const roomyValue = 37;
/**
 * One record as lines of label and value: nested objects indented under their label, lists of records as small tables.
 * Empty, zero and repeated values are omitted unless `all`. At a terminal values are wrapped to the width; in a pipe
 * nothing is cut.
 */
export function card(
  { fields, all = false, inOrder = false }: CardView,
  record: StoreRecord,
  { width, color, links }: TextLayout,
): string {
  const entries = entriesOf(fields, record, { depth: 0, width, all, inOrder, root: record });
  const drawing = { width, column: labelColumn(entries, width), paint: paints(color), links };
  return entries
    .flatMap((entry) => linesOf(entry, drawing))
    .map((line) => `${line}\n`)
    .join('');
}

type CardView = Pick<View, 'fields' | 'all'> & { readonly inOrder?: boolean };

/** How the lines of a card are drawn. */
interface Drawing {
  readonly width: number | undefined;
  /** Where values begin. */
  readonly column: number;
  readonly paint: Paints;
  readonly links: string | undefined;
}

/** Where values begin. */
function labelColumn(entries: readonly CardEntry[], width: number | undefined): number {
  const widest = entries
    .filter(({ lines }) => lines.length > 0)
    .reduce((most, { depth, label }) => Math.max(most, 2 * depth + widthOf(label)), 0);
  return Math.min(widest, maxLabel, Math.max(1, (width ?? Number.POSITIVE_INFINITY) - minValue)) + 2;
}

function linesOf(entry: CardEntry, drawing: Drawing): readonly string[] {
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

function valueLines({ lines, tone, address }: CardEntry, { width, column, paint, links }: Drawing): readonly string[] {
  const fitted =
    width === undefined ? lines : lines.flatMap((line) => wrap(line, Math.min(maxLine, Math.max(1, width - column))));
  const page = pageAddress(address, links);
  if (page) return fitted.map((line) => linked(line, page));
  return tone === undefined ? fitted : fitted.map((line) => paint[tone](line));
}

function tableLines({ depth, table }: CardEntry, { paint }: Drawing): readonly string[] {
  if (!table) return [];
  const indent = ' '.repeat(2 * depth + 2);
  return drawRows(table.columns, table.rows, undefined, (cell, row) => (row === 0 ? paint.quiet(cell) : cell)).map(
    (line) => `${indent}${line}`,
  );
}
