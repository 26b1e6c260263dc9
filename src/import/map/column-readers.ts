import type { FileTable } from '../../resources/file-table.ts';
import { type CellReader, cellReader, type DecimalMarks, isAddress } from './cells.ts';
import { columnName, type FieldColumn } from './columns.ts';
import { fieldOf } from './headings.ts';
import { markFinder } from './marks.ts';
import type { CellProblem } from './numbers.ts';
import type { RowFault } from './row-fault.ts';

/** A column, and what is done with its cells. */
export interface ColumnReader extends FieldColumn {
  readonly read: CellReader;
  /** Whether its cells are sent, and not shown. */
  readonly isHidden: boolean;
  /** What a person should know of a cell. */
  readonly noteOn: ((cell: string) => string | undefined) | undefined;
}

export function columnReader(column: FieldColumn, noun: FileTable, marks: DecimalMarks): ColumnReader {
  const read = cellReader(column, noun, marks);
  const isHidden = fieldOf(noun, column.field).isSecret === true || noun.hidesValues === true;
  if (fieldOf(noun, column.field).isSecret) return { ...column, read, isHidden, noteOn: undefined };
  if (noun.namesInStore?.includes(column.field))
    return {
      ...column,
      read: (cell) => (isAddress(cell) ? undefined : read(cell)),
      isHidden,
      noteOn: addressNote,
    };
  const noteOn = unsentBy(column, noun);
  if (noteOn)
    return { ...column, read: (cell) => (noteOn(cell) === undefined ? read(cell) : undefined), isHidden, noteOn };
  const ofMoney = (cell: string): string | undefined => marks.currencyDoubt(column.index, cell);
  return { ...column, read, isHidden, noteOn: column.kind.name === 'money' ? ofMoney : undefined };
}

/** Why cells of a column are not sent. What a spreadsheet or a program wrote for no value is a fault, here too. */
function unsentBy({ field, kind }: FieldColumn, noun: FileTable): ColumnReader['noteOn'] {
  const why = noun.unsent?.[field];
  if (!why) return undefined;
  const findMark = markFinder(noun, field, kind);
  return (cell) => (findMark(cell) === undefined ? why(cell) : undefined);
}

/** Warnings about cells as they are in the file. */
export function notesOn(line: number, cells: readonly string[], noted: readonly ColumnReader[]): readonly RowFault[] {
  let notes: RowFault[] | undefined;
  for (const reader of noted) {
    const value = cells[reader.index] ?? '';
    const message = reader.noteOn?.(value);
    if (message === undefined) continue;
    notes ??= [];
    notes.push({ line, column: columnName(reader), ...(reader.isHidden ? {} : { value }), message });
  }
  return notes ?? [];
}

const addressNote = (cell: string): string | undefined =>
  isAddress(cell) ? 'is an address, not a name that the store has: it is not sent' : undefined;

/** Without the cell of a secret field, which the problem may repeat where it is no text. */
export function cellFault(line: number, reader: ColumnReader, value: string, { message }: CellProblem): RowFault {
  const column = columnName(reader);
  if (!reader.isHidden) return { line, column, value, message };
  const { name, expects } = reader.kind;
  return { line, column, message: name === 'text' ? message : `must be ${expects}` };
}
