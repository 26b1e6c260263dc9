import type { Field, Fields, Received, Tone } from '../resources/record.ts';
import { escapeText } from '../text/escape.ts';
import { redacted } from '../text/redact.ts';
import { cellText } from './cells.ts';
import type { FormatWriter, ListWriter, Target, View } from './formats.ts';
import { drawRow, drawRows, type GridColumn } from './grid.ts';
import { fitColumns } from './layout.ts';
import { page } from './page.ts';
import { paints } from './paint.ts';
import { fieldAt, leafPaths, pathLabel, valueAt } from './paths.ts';
import { widthOf } from './width.ts';

/** A list as a table, one record as a card. */
export const tableFormat: FormatWriter = {
  list: tableList,
  record: (view, record, target) => target.write(page(view, record, target)),
};

/** So many rows decide how wide the columns are; what comes later is cut at a terminal and overflows in a pipe. */
const measuredRows = 100;

interface Column {
  readonly heading: string;
  /** The paths whose values stand in a cell, one behind the other. */
  readonly paths: readonly string[];
  readonly field: Field | undefined;
  readonly importance: number;
  readonly align: 'left' | 'right';
}

interface Cell {
  readonly text: string;
  readonly tone: Tone | undefined;
  readonly isDate: boolean;
}

type Row = readonly Cell[];

/**
 * The columns of a table: the paths asked for, the later ones less important; else the fields with `column`, in the definition's order; where
 * nothing is defined (`api`), the members of the first records.
 */
function tableColumns({ fields, only }: View, records: readonly Received[]): readonly Column[] {
  const paths = only ?? (Object.keys(fields).length > 0 ? undefined : [...new Set(records.slice(0, measuredRows).flatMap(Object.keys))]);
  if (paths) return paths.map((path, at) => ({ ...columnAt(fields, path), importance: at }));
  return leafPaths(fields).flatMap((path) => {
    const { column, behind = [] } = fieldAt(fields, path) ?? {};
    return column === undefined ? [] : [{ ...columnAt(fields, path), importance: column, paths: [path, ...behind] }];
  });
}

function columnAt(fields: Fields, path: string): Omit<Column, 'importance'> {
  const field = fieldAt(fields, path);
  return { heading: escapeText(pathLabel(fields, path)), paths: [path], field, align: field?.kind?.align ?? 'left' };
}

function cellOf({ paths, field }: Column, fields: Fields, record: Received): Cell {
  const texts = paths.map((path) => cellText(fieldAt(fields, path), valueAt(record, path))).filter((text) => text !== '');
  // Hidden members say the same one behind the other.
  const text = texts.every((one) => one === redacted) ? (texts[0] ?? '') : texts.join(' ');
  return {
    text,
    tone: Object.hasOwn(fields, paths[0] ?? '') ? field?.remark?.(record)?.tone : undefined,
    isDate: field?.kind?.name === 'date',
  };
}

function tableList(view: View, target: Target): ListWriter {
  let columns: readonly Column[] = [];
  const waiting: Row[] = [];
  let layout: Layout | undefined;
  let shown = 0;
  const open = async (): Promise<void> => {
    layout = layoutOf(columns, waiting, target.width);
    await drawHeadings(layout, columns, target);
    await draw(layout, waiting, target);
    waiting.length = 0;
  };
  return {
    async add(records) {
      if (columns.length === 0) columns = tableColumns(view, records);
      shown += records.length;
      const rows = records.map((record) => columns.map((column) => cellOf(column, view.fields, record)));
      if (layout) return draw(layout, rows, target);
      for (const row of rows) waiting.push(row);
      if (waiting.length >= measuredRows) await open();
    },
    async end() {
      if (!layout && waiting.length > 0) await open();
      return { shown, hiddenColumns: layout ? columns.length - layout.columns.length : 0 };
    },
  };
}

/** The columns that are shown, and which of a row's cells they are. */
interface Layout {
  readonly columns: readonly GridColumn[];
  readonly cells: readonly number[];
}

function layoutOf(columns: readonly Column[], rows: readonly Row[], available: number | undefined): Layout {
  const sample = rows.slice(0, measuredRows);
  const measured = columns.map(({ heading, importance, align, field }, at) => ({
    importance,
    width: Math.max(widthOf(heading), ...sample.map((row) => widthOf(row[at]?.text ?? ''))),
    cuttable: align === 'left' && field?.kind?.name !== 'basketKey',
    least: field?.kind?.name === 'date' ? dayLength : undefined,
  }));
  const widths = fitColumns(measured, available);
  const cells = columns.map((_, at) => at).filter((at) => (widths[at] ?? 0) > 0);
  return { cells, columns: cells.map((at) => ({ width: widths[at] ?? 0, align: columns[at]?.align ?? 'left' })) };
}

async function drawHeadings({ columns, cells }: Layout, all: readonly Column[], { write, width, color }: Target): Promise<void> {
  const headings = cells.map((at) => all[at]?.heading ?? '');
  await write(`${drawRow(columns, headings, width !== undefined, paints(color).heading)}\n`);
}

/** `2026-01-31`: a date with its time cut off is still right, and needs no ellipsis. */
const dayLength = 10;

function shortened(cell: Cell | undefined, width: number | undefined): string {
  const { text = '', isDate } = cell ?? {};
  return isDate && width !== undefined && text.length > width && width >= dayLength ? text.slice(0, dayLength) : text;
}

async function draw({ columns, cells }: Layout, rows: readonly Row[], { write, width, color }: Target): Promise<void> {
  const paint = paints(color);
  const texts = rows.map((row) => cells.map((at, place) => shortened(row[at], width === undefined ? undefined : columns[place]?.width)));
  const painted = drawRows(columns, texts, width !== undefined, (text, row, place) => {
    const tone = rows[row]?.[cells[place] ?? -1]?.tone;
    // A column of green says nothing: only what is out of the ordinary stands out in a list.
    return tone && tone !== 'good' ? paint[tone](text) : text;
  });
  for (const text of painted) await write(text);
}
