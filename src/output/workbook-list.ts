import { PassThrough } from 'node:stream';
import type { StoreRecord } from '../resources/record-fields.ts';
import { leafPathsOf, valueAt } from './paths.ts';
import { cellOf, type TableColumn, tableColumns } from './table/table.ts';
import type { FormatWriter, ListFormat, Target, View } from './view.ts';
import { workbookOf } from './workbook.ts';

/** Records in an Excel workbook: one sheet with the columns of the table; of records without a table, every field. */
export const workbookFormat: FormatWriter = {
  list: workbookList,
  async record(view, record, target) {
    const list = workbookList(view, target);
    await list.add([record], 0);
    await list.end?.(1);
  },
};

/** The rows of a sheet, and when it has been written. */
interface OpenSheet {
  readonly columns: readonly TableColumn[];
  readonly rows: PassThrough;
  readonly written: Promise<void>;
}

function workbookList(view: View, target: Target): ListFormat {
  let sheet: OpenSheet | undefined;
  const add = async (records: readonly StoreRecord[]): Promise<void> => {
    sheet ??= openSheet(view, records, target);
    const { columns, rows, written } = sheet;
    const batch = records.map((record) => columns.map((column) => cellText(column, view, record, target)));
    if (!rows.write(batch)) await Promise.race([new Promise((resolve) => rows.once('drain', resolve)), written]);
  };
  return {
    add,
    async end() {
      sheet ??= openSheet(view, [], target);
      sheet.rows.end();
      await sheet.written;
    },
    async breakOff() {
      sheet?.rows.destroy();
      await sheet?.written.catch(() => undefined);
    },
  };
}

function openSheet(view: View, records: readonly StoreRecord[], target: Target): OpenSheet {
  const columns = columnsOf(view, records);
  const rows = new PassThrough({ objectMode: true });
  const sheet = {
    name: 'Records',
    columns: columns.map(({ heading, field }) => ({
      heading,
      isNumber: numberKinds.includes(field?.kind?.name ?? ''),
      isMoney: field?.kind?.name === 'money',
      width: field?.kind?.name === 'text' ? 40 : undefined,
    })),
    batches: rows,
  };
  const write = async (): Promise<void> => {
    for await (const bytes of workbookOf(sheet)) await target.file?.write(bytes);
  };
  const written = write();
  // Told of by the next row or the end, which wait for it.
  written.catch(() => rows.destroy());
  return { columns, rows, written };
}

const numberKinds: readonly string[] = ['money', 'decimal', 'count', 'percent', 'id'];

function columnsOf(view: View, records: readonly StoreRecord[]): readonly TableColumn[] {
  const columns = tableColumns(view, records);
  if (columns.length > 0) return columns;
  return tableColumns({ ...view, only: [...new Set(records.flatMap(leafPathsOf))] }, records);
}

/** Numbers as they came, so that a spreadsheet counts with them; the others as the table shows them. */
function cellText(column: TableColumn, view: View, record: StoreRecord, { redact = (text) => text }: Target): string {
  const { field, paths } = column;
  const value = valueAt(record, paths[0] ?? '');
  const isNumber = numberKinds.includes(field?.kind?.name ?? '') && typeof value !== 'object';
  const shown = cellOf(column, view.fields, record, false).text;
  return redact(isNumber && shown !== '' ? String(value) : shown);
}
