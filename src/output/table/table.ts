import type { Field, Fields, StoreRecord, ValueTone } from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import { type Paints, paints } from '../../text/paint.ts';
import { redacted, spacedLine } from '../../text/words.ts';
import { recordPage } from '../card/page.ts';
import { briefCellText, cellText, pathLabel } from '../display.ts';
import { batches } from '../json.ts';
import { fieldAt, leafPaths, valueAt } from '../paths.ts';
import { linked, pageAddress } from '../terminal.ts';
import type { FormatWriter, ListFormat, Target, View } from '../view.ts';
import { cutMiddle, cutStart, widthOf } from '../width.ts';
import { drawRows, fitColumns, type GridColumn } from './grid.ts';

/** The number of rows that set the column widths; later values are cut at a terminal and overflow in a pipe. */
const measuredRows = 100;

export interface TableColumn {
  readonly heading: string;
  /** The paths whose values share the cell. */
  readonly paths: readonly string[];
  readonly field: Field | undefined;
  readonly importance: number;
  readonly align: 'left' | 'right';
  /** Makes the parts of its text from the whole record. */
  readonly parts?: ((record: StoreRecord) => readonly string[]) | undefined;
}

interface ShownCell {
  readonly text: string;
  readonly tone: ValueTone | undefined;
  readonly isDate: boolean;
  /** Where it leads to, as the store gives it. */
  readonly address: unknown;
}

type Row = readonly ShownCell[];

/**
 * The columns of a table: the selected paths, the later ones less important; else the fields with `column` or
 * `cell`, in the definition's order; where nothing is defined (`api`), the fields of the first records.
 */
export function tableColumns({ fields, only, all }: View, records: readonly StoreRecord[]): readonly TableColumn[] {
  const paths =
    only ??
    (Object.keys(fields).length > 0 ? undefined : [...new Set(records.slice(0, measuredRows).flatMap(Object.keys))]);
  if (paths) return paths.map((path, at) => ({ ...columnAt(fields, path), importance: at }));
  return Object.entries(fields).flatMap(([name, field]) => {
    const { importance, parts } = field.cell ?? {};
    if (importance !== undefined) return [{ ...columnAt(fields, name), importance, parts }];
    return columnsIn(
      fields,
      leafPaths({ [name]: field }),
      (path) => !all && records.every((record) => !valueAt(record, path)),
    );
  });
}

function columnsIn(
  fields: Fields,
  paths: readonly string[],
  isEmpty: (path: string) => boolean,
): readonly TableColumn[] {
  return paths.flatMap((path) => {
    const { column, behind = [], isRare } = fieldAt(fields, path) ?? {};
    return column === undefined || (isRare && isEmpty(path))
      ? []
      : [{ ...columnAt(fields, path), importance: column, paths: [path, ...behind] }];
  });
}

function columnAt(fields: Fields, path: string): Omit<TableColumn, 'importance'> {
  const field = fieldAt(fields, path);
  return { heading: escapeText(pathLabel(fields, path)), paths: [path], field, align: field?.kind?.align ?? 'left' };
}

/** The most important columns: each is at least one wide, so of the others no cell is made. */
function roomFor(columns: readonly TableColumn[], width = columns.length): readonly TableColumn[] {
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
  let all: readonly TableColumn[] = [];
  let columns: readonly TableColumn[] = [];
  let shown: readonly ShownColumn[] | undefined;
  const waiting: Row[] = [];
  const open = async (): Promise<void> => {
    if (shown || waiting.length === 0) return;
    shown = shownColumns(columns, waiting, target.width);
    const headings = shown.map(({ heading }) => heading);
    await target.write(`${drawRows(shown, [headings], target.width, paints(target.color).heading)}\n`);
    await draw(shown, waiting, target);
    waiting.length = 0;
  };
  return {
    async add(records) {
      if (columns.length === 0) {
        all = tableColumns(view, records);
        columns = roomFor(all, target.width);
      }
      const rows = records.map((record) => columns.map((column) => cellOf(column, view.fields, record, isCut)));
      if (shown) return draw(shown, rows, target);
      for (const row of rows) waiting.push(row);
      if (waiting.length >= measuredRows) await open();
    },
    end: open,
    breakOff: open,
    hiddenColumns: () => all.length - (shown ?? columns).length,
  };
}

interface ShownColumn extends GridColumn {
  readonly heading: string;
  /** The place of its cell in a row. */
  readonly at: number;
}

/** The part of a key or of an address is of no use. */
const wholeKinds: readonly string[] = ['basketKey', 'url', 'code', 'uprid', 'email'];

/** Of keys and IDs, which the first column of a table has. */
const isWhole = ({ field }: Pick<TableColumn, 'field'>): boolean =>
  field?.column === 1 || wholeKinds.includes(field?.kind?.name ?? '');

/** A longer text would leave no room for others. */
const maxWhole = 40;

function shownColumns(
  columns: readonly TableColumn[],
  rows: readonly Row[],
  available: number | undefined,
): readonly ShownColumn[] {
  const sample = rows.slice(0, measuredRows);
  const widest = columns.map(({ heading }, at) =>
    Math.max(widthOf(heading), ...sample.map((row) => widthOf(row[at]?.text ?? ''))),
  );
  const measured = columns.map(({ importance, align, field, paths }, at) => ({
    importance,
    width: widest[at] ?? 0,
    cuttable: align === 'left' && !isWhole({ field }) && !(field?.isWhole && (widest[at] ?? 0) <= maxWhole),
    tellsApart: paths.length > 1,
    isPath: field?.kind?.name === 'path',
    short: field?.kind?.name === 'date' ? dayLength : undefined,
    medium: field?.kind?.name === 'date' ? minuteLength : undefined,
  }));
  const widths = fitColumns(measured, available);
  return columns
    .map((column, at) => ({
      at,
      heading: column.heading,
      align: column.align,
      width: widths[at] ?? 0,
      cut: cutOf(column),
      isWhole: isWhole(column),
    }))
    .filter(({ width }) => width > 0);
}

/** Of a path the name of the file stays, and of a name with an option its end: that tells variants apart. */
function cutOf({ field, paths }: TableColumn): GridColumn['cut'] {
  if (field?.kind?.name === 'path') return cutStart;
  return paths.length > 1 ? cutMiddle : undefined;
}

async function draw(columns: readonly ShownColumn[], rows: readonly Row[], target: Target): Promise<void> {
  const paint = paints(target.color);
  const isCut = target.width !== undefined;
  for (const batch of batches(rows)) {
    const texts = batch.map((row) => columns.map(({ at, width }) => shortened(row[at], isCut ? width : undefined)));
    const lines = drawRows(columns, texts, target.width, (text, row, place) => {
      const cell = batch[row]?.[columns[place]?.at ?? -1];
      const painted = paintedCell(text, cell?.tone, paint);
      const page = pageAddress(cell?.address, target.links);
      return page ? linked(painted, page) : painted;
    });
    await target.write(lines.map((line) => `${line}\n`).join(''));
  }
}

/** @param isCut whether it must fit a terminal */
export function cellOf(column: TableColumn, fields: Fields, record: StoreRecord, isCut: boolean): ShownCell {
  const { field, paths } = column;
  const textOf = isCut ? briefCellText : cellText;
  const textAt = (path: string): string => {
    const part = fieldAt(fields, path);
    const value = valueAt(record, path);
    return isNoId(part, value) ? '' : textOf(part, value);
  };
  const texts = (column.parts?.(record).map((part) => textOf(undefined, part)) ?? paths.map(textAt)).filter(
    (text) => text !== '',
  );
  // Two masked fields are shown as one.
  const text = texts.every((one) => one === redacted) ? (texts[0] ?? field?.none ?? '') : spacedLine(texts);
  const isOwn = Object.hasOwn(fields, paths[0] ?? '');
  return {
    text,
    tone: isOwn ? field?.remark?.(record)?.tone : undefined,
    isDate: field?.kind?.name === 'date',
    address: isOwn && field?.address !== undefined ? record[field.address] : undefined,
  };
}

/** An ID of 0 names nothing: a basket without a customer. */
const isNoId = (field: Field | undefined, value: unknown): boolean =>
  field?.kind?.name === 'id' && (value === 0 || value === '0');

/** `2026-01-31`: a date with its time cut off is still right, and needs no ellipsis. */
const dayLength = 10;
/** `2026-01-31 12:00` */
const minuteLength = 16;
/** `2026-01-31 12:00:00`: what is longer names a zone, without which only the day is right. */
const secondLength = 19;

function shortened(cell: ShownCell | undefined, width: number | undefined): string {
  const { text = '', isDate } = cell ?? {};
  if (!isDate || width === undefined || text.length <= width || width < dayLength) return text;
  return text.slice(0, width >= minuteLength && text.length <= secondLength ? minuteLength : dayLength);
}

/** A whole column in green says nothing: only unusual values are coloured in a list. @param text which may be cut */
const paintedCell = (text: string, tone: ValueTone | undefined, paint: Paints): string =>
  tone && tone !== 'good' ? paint[tone](text) : text;
