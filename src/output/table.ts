import { Chalk } from 'chalk';
import type { Field, Fields } from '../resources/record.ts';
import { escapeText } from '../text/escape.ts';
import { card } from './card.ts';
import { cellText } from './cells.ts';
import type { FormatWriter, ListWriter, Target, View } from './formats.ts';
import { drawRows, type GridColumn } from './grid.ts';
import { fitColumns } from './layout.ts';
import { fieldAt, leafPaths, pick, valueAt } from './paths.ts';
import { widthOf } from './width.ts';

/** A list as a table, one record as a card. */
export const tableFormat: FormatWriter = {
  list: tableList,
  record: (view, record, target) => target.write(card(view.fields, view.only ? pick(record, view.only) : record, target)),
};

/** So many rows decide how wide the columns are; what comes later is cut at a terminal and overflows in a pipe. */
const measuredRows = 100;

interface Column {
  readonly path: string;
  readonly heading: string;
  readonly field: Field | undefined;
  readonly importance: number;
  readonly align: 'left' | 'right';
}

/** The columns of a table: the paths asked for, the later ones less important; else the fields with `column`, in the definition's order. */
function tableColumns({ fields, only }: View): readonly Column[] {
  if (only) return only.map((path, at) => ({ ...columnAt(fields, path), importance: at }));
  return leafPaths(fields).flatMap((path) => {
    const importance = fieldAt(fields, path)?.column;
    return importance === undefined ? [] : [{ ...columnAt(fields, path), importance }];
  });
}

/** A nested path is its own heading: the label alone ("Name") would not say whose. */
function columnAt(fields: Fields, path: string): Omit<Column, 'importance'> {
  const field = fieldAt(fields, path);
  const heading = Object.hasOwn(fields, path) ? (field?.label ?? path) : path;
  return { path, heading: escapeText(heading), field, align: field?.kind?.align ?? 'left' };
}

function tableList(view: View, target: Target): ListWriter {
  const columns = tableColumns(view);
  const waiting: (readonly string[])[] = [];
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
      shown += records.length;
      const rows = records.map((record) => columns.map(({ field, path }) => cellText(field, valueAt(record, path))));
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

function layoutOf(columns: readonly Column[], rows: readonly (readonly string[])[], available: number | undefined): Layout {
  const sample = rows.slice(0, measuredRows);
  const measured = columns.map(({ heading, importance, align, field }, at) => ({
    importance,
    width: Math.max(widthOf(heading), ...sample.map((row) => widthOf(row[at] ?? ''))),
    cuttable: align === 'left' && field?.kind?.name !== 'basketKey',
  }));
  const widths = fitColumns(measured, available);
  const cells = columns.map((_, at) => at).filter((at) => (widths[at] ?? 0) > 0);
  return { cells, columns: cells.map((at) => ({ width: widths[at] ?? 0, align: columns[at]?.align ?? 'left' })) };
}

async function drawHeadings({ columns, cells }: Layout, all: readonly Column[], { write, width, color }: Target): Promise<void> {
  const { bold } = new Chalk({ level: color ? 1 : 0 });
  const headings = cells.map((at) => all[at]?.heading ?? '');
  for (const text of drawRows(columns, [headings], width !== undefined, (heading) => bold(heading))) await write(text);
}

async function draw({ columns, cells }: Layout, rows: readonly (readonly string[])[], { write, width }: Target): Promise<void> {
  const shown = rows.map((row) => cells.map((at) => row[at] ?? ''));
  for (const text of drawRows(columns, shown, width !== undefined)) await write(text);
}
