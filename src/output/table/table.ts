import type { Fields, StoreRecord } from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import { paints } from '../../text/paint.ts';
import { recordPage } from '../card/page.ts';
import { pathLabel } from '../display.ts';
import { fieldAt, leafPaths, valueAt } from '../paths.ts';
import { linked, pageAddress } from '../terminal.ts';
import type { FormatWriter, ListFormat, Target, View } from '../view.ts';
import { widthOf } from '../width.ts';
import { drawRow, drawRows, fitColumns, type GridColumn } from './grid.ts';
import { type Cell, type Column, cellOf, dayLength, paintedCell, shortened } from './table-cell.ts';

/** The number of rows that set the column widths; later values are cut at a terminal and overflow in a pipe. */
const measuredRows = 100;

type Row = readonly Cell[];

/**
 * The columns of a table: the selected paths, the later ones less important; else the fields with `column`, in the
 * definition's order; where nothing is defined (`api`), the fields of the first records.
 */
function tableColumns({ fields, only, all }: View, records: readonly StoreRecord[]): readonly Column[] {
  const paths =
    only ??
    (Object.keys(fields).length > 0 ? undefined : [...new Set(records.slice(0, measuredRows).flatMap(Object.keys))]);
  if (paths) return paths.map((path, at) => ({ ...columnAt(fields, path), importance: at }));
  return leafPaths(fields).flatMap((path) => {
    const { column, behind = [], isRare } = fieldAt(fields, path) ?? {};
    const isOmitted = isRare && !all && records.every((record) => !valueAt(record, path));
    return column === undefined || isOmitted
      ? []
      : [{ ...columnAt(fields, path), importance: column, paths: [path, ...behind] }];
  });
}

function columnAt(fields: Fields, path: string): Omit<Column, 'importance'> {
  const field = fieldAt(fields, path);
  return { heading: escapeText(pathLabel(fields, path)), paths: [path], field, align: field?.kind?.align ?? 'left' };
}

/** The most important columns: each is at least one wide, so of the others no cell is made. */
function roomFor(columns: readonly Column[], width = columns.length): readonly Column[] {
  const byImportance = [...columns].sort((left, right) => left.importance - right.importance);
  const shown = new Set(byImportance.slice(0, width));
  return columns.filter((column) => shown.has(column));
}

/** For people: a list as a table, one record as a page. */
export const tableFormat: FormatWriter = {
  list: tableList,
  record: (view, record, target) => target.write(recordPage(view, record, target)),
};

function tableList(view: View, target: Target): ListFormat {
  const isCut = target.width !== undefined;
  let all: readonly Column[] = [];
  let columns: readonly Column[] = [];
  const waiting: Row[] = [];
  let layout: readonly Line[] | undefined;
  const open = async (): Promise<void> => {
    layout = layoutOf(columns, waiting, target.width);
    await drawHeadings(layout, target);
    await draw(layout, waiting, target);
    waiting.length = 0;
  };
  const openLast = async (): Promise<void> => {
    if (!layout && waiting.length > 0) await open();
  };
  return {
    async add(records) {
      if (columns.length === 0) {
        all = tableColumns(view, records);
        columns = roomFor(all, target.width);
      }
      const rows = records.map((record) => columns.map((column) => cellOf(column, view.fields, record, isCut)));
      if (layout) return draw(layout, rows, target);
      for (const row of rows) waiting.push(row);
      if (waiting.length >= measuredRows) await open();
    },
    end: openLast,
    breakOff: openLast,
    hiddenColumns: () => all.length - (layout?.flatMap((line) => line.columns) ?? columns).length,
  };
}

/** A line of a record, and the columns that are shown there. */
interface Line {
  readonly indent: string;
  readonly columns: readonly ShownColumn[];
}

interface ShownColumn extends GridColumn {
  readonly heading: string;
  /** The place of its cell in a row. */
  readonly at: number;
}

/** The part of a key or of an address is of no use. */
const wholeKinds: readonly string[] = ['basketKey', 'url'];

/** A terminal is not narrower than this where a record has two lines. */
const roomForTwo = 30;

/**
 * One line for each record. If only the most important column fits, such as a key, the others follow on a second line.
 */
function layoutOf(columns: readonly Column[], rows: readonly Row[], available: number | undefined): readonly Line[] {
  const sample = rows.slice(0, measuredRows);
  const measured = columns.map(({ heading, importance, align, field, paths }, at) => ({
    at,
    heading,
    importance,
    align,
    width: Math.max(widthOf(heading), ...sample.map((row) => widthOf(row[at]?.text ?? ''))),
    tellsApart: paths.length > 1,
    isPath: field?.kind?.name === 'path',
    cuttable: align === 'left' && !wholeKinds.includes(field?.kind?.name ?? ''),
    short: field?.kind?.name === 'date' ? dayLength : undefined,
  }));
  const lineOf = (some: typeof measured, indent: string): Line => {
    const widths = fitColumns(some, available === undefined ? undefined : available - indent.length);
    const fitted = some.map((column, place) => ({ ...column, width: widths[place] ?? 0 }));
    return { indent, columns: fitted.filter(({ width }) => width > 0) };
  };
  const line = lineOf(measured, '');
  const shown = new Set(line.columns.map(({ at }) => at));
  const others = measured.filter(({ at }) => !shown.has(at));
  return shown.size > 1 || others.length === 0 || (available ?? 0) < roomForTwo ? [line] : [line, lineOf(others, '  ')];
}

async function drawHeadings(layout: readonly Line[], { write, width, color }: Target): Promise<void> {
  for (const { columns, indent } of layout) {
    const headings = columns.map(({ heading }) => heading);
    await write(`${indent}${drawRow(columns, headings, width !== undefined, paints(color).heading)}\n`);
  }
}

async function draw(layout: readonly Line[], rows: readonly Row[], target: Target): Promise<void> {
  const drawn = layout.map((line) => drawLine(line, rows, target));
  const [first, below] = drawn;
  if (first && !below) {
    for (const text of together(first)) await target.write(text);
    return;
  }
  const texts = drawn.map((parts) => [...parts].join('').split('\n'));
  const linesOf = (_: Row, row: number): string =>
    layout.map(({ indent }, at) => `${indent}${texts[at]?.[row] ?? ''}\n`).join('');
  await target.write(rows.map(linesOf).join(''));
}

/** Texts that are worth a write, and not longer than they have to be: in a pipe, a cell may have a megabyte. */
function* together(texts: Iterable<string>): Generator<string> {
  let all = '';
  for (const text of texts) {
    all += text;
    if (all.length < worthWriting) continue;
    yield all;
    all = '';
  }
  if (all !== '') yield all;
}

const worthWriting = 16 * 1024;

/** One line of each of these rows. */
function drawLine({ columns }: Line, rows: readonly Row[], { width, color, links }: Target): Generator<string> {
  const paint = paints(color);
  const isCut = width !== undefined;
  const texts = rows.map((row) => columns.map(({ at, width: room }) => shortened(row[at], isCut ? room : undefined)));
  return drawRows(columns, texts, isCut, (text, row, place) => {
    const cell = rows[row]?.[columns[place]?.at ?? -1];
    const painted = paintedCell(text, cell, paint);
    const page = links ? pageAddress(cell?.address) : undefined;
    return page ? linked(painted, page) : painted;
  });
}
