import type { FileTable } from '../../../resources/file-table.ts';
import { hadEntities, hasHtmlTag, hasTags, withoutStrayEntities } from '../../../text/entities.ts';
import { type FileRecord, type OddCell, oddCellOf, storedNumber } from '../../file/records.ts';
import { rateDoubt } from '../choices/vat-codes.ts';
import { columnName, type FieldColumn, type FileColumn } from '../headings/field-columns.ts';
import { fieldOf } from '../headings/headings.ts';
import { type CellReader, cellReader, isAddress } from './cells.ts';
import { type DecimalMarks, isNumber } from './decimal-marks.ts';
import { markFinder, saysNoCode } from './marks.ts';
import { type CellProblem, currencyIn, UnclearNumber } from './numbers.ts';
import { type PeopleReader, peopleReader } from './people-cells.ts';
import type { RowFault } from './row-fault.ts';

/** A column, and what is done with its cells. */
export interface ColumnReader extends FieldColumn {
  readonly read: CellReader;
  /** Whether its cells are sent, and not shown. */
  readonly isHidden: boolean;
  /** What a person should know of a cell. */
  readonly noteOn: ((cell: string) => string | undefined) | undefined;
  /** Of the same, what is counted: a line for all rows, without their cells. */
  readonly countedNoteOn?: (cell: string) => string | undefined;
}

type Noted = Pick<ColumnReader, 'read' | 'noteOn' | 'countedNoteOn'>;

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
  if (noun.isOfPeople) return { ...column, isHidden, ...unlessUnsent(column, noun, peopleReader(column, noun, read)) };
  if (column.field === noun.price?.rate) return { ...column, read, isHidden, noteOn: (cell) => rateDoubt(read(cell)) };
  if (column.field in noun.digits && column.field !== noun.key[0])
    return { ...column, isHidden, ...withoutNoCodes(read) };
  if (mayHaveEntities(column, noun))
    return { ...column, isHidden, ...decodingReader(read, column.field === noun.title) };
  return { ...column, read, isHidden, noteOn: isNumber(column.kind) ? numberNote(column, marks) : undefined };
}

/** Texts, and codes by which no record is found. */
const mayHaveEntities = ({ field, kind }: FieldColumn, { key }: FileTable): boolean =>
  kind.name === 'text' || (kind.name === 'code' && !key.includes(field));

/** A text of a web shop is sometimes exported as its page has it. */
const decodingReader = (read: CellReader, isTitle: boolean): Noted => ({
  read: (cell, isStored) => read(cell.includes('&') ? withoutStrayEntities(cell) : cell, isStored),
  noteOn: undefined,
  countedNoteOn: (cell) => {
    if (isTitle && cell.includes('<') && hasHtmlTag(cell)) return hasTags;
    return cell.includes('&') && withoutStrayEntities(cell) !== cell ? hadEntities : undefined;
  },
});

/** A code besides the best key: what says that there is none is not sent. A row that has no other key is invalid. */
const withoutNoCodes = (read: CellReader): Noted => ({
  read: (cell, isStored) => (saysNoCode(cell) ? undefined : read(cell, isStored)),
  noteOn: undefined,
  countedNoteOn: (cell) => (saysNoCode(cell) ? 'says that there is none: it is not sent' : undefined),
});

const numberNote =
  ({ index, kind }: FieldColumn, marks: DecimalMarks) =>
  (cell: string): string | undefined =>
    marks.thousandsDoubt(index, cell) ?? (kind.name === 'money' ? marks.currencyDoubt(index, cell) : undefined);

/** A column some of whose cells are not sent, though they are no fault. */
function unlessUnsent({ field, kind }: FieldColumn, noun: FileTable, { read, noteOn, problemOf }: PeopleReader): Noted {
  const whyUnsent = noun.unsent?.[field];
  if (!whyUnsent) return { read, noteOn: undefined, countedNoteOn: noteOn };
  const findMark = markFinder(noun, field, kind);
  // What a program wrote for no phone number is a fault. Of a gender it says what a person may say as well.
  const isMark = (cell: string): boolean =>
    kind.name === 'text' && (problemOf(cell) !== undefined || findMark(cell) !== undefined);
  const why = (cell: string): string | undefined => {
    const reason = whyUnsent(cell);
    return reason === undefined || isMark(cell) ? undefined : reason;
  };
  return {
    read: (cell) => (why(cell) === undefined ? read(cell) : undefined),
    noteOn: why,
    countedNoteOn: noteOn,
  };
}

/** Only white space. */
export const isBlank = (cell: string): boolean => cell.trim() === '';

/** The column of a field, or the first that is read in its place and has a value. */
export const filledColumn = (reader: ColumnReader, cells: readonly string[]): FileColumn =>
  reader.fallbacks === undefined || !isBlank(cells[reader.index] ?? '')
    ? reader
    : (reader.fallbacks.find(({ index }) => !isBlank(cells[index] ?? '')) ?? reader);

/** Warnings about cells as they are in the file. */
export function notesOn(
  record: FileRecord,
  cells: readonly string[],
  noted: readonly ColumnReader[],
): readonly RowFault[] {
  const { line } = record;
  let notes: RowFault[] | undefined;
  for (const reader of noted) {
    const column = filledColumn(reader, cells);
    const value = cells[column.index] ?? '';
    const odd = record.odd && oddCellOf(record, column.index);
    const isStored = storedNumber(value, odd) !== undefined;
    const note = value === '' ? undefined : isStored ? noteOnFormat(value, odd, reader) : noteOn(value, reader);
    if (!note) continue;
    notes ??= [];
    notes.push({ line, column: columnName(column), ...note });
  }
  return notes ?? noNotes;
}

const noNotes: readonly RowFault[] = [];

/** The currency of a number of a sheet is in its format. */
function noteOnFormat(
  value: string,
  odd: OddCell | undefined,
  { kind, noteOn: noted, isHidden }: ColumnReader,
): Pick<RowFault, 'message' | 'value'> | undefined {
  const shown = kind.name === 'money' && odd?.currency && !isHidden ? `${odd.currency} 1` : undefined;
  const message = shown === undefined || currencyIn(shown) === undefined ? undefined : noted?.(shown);
  return message === undefined ? undefined : { value, message };
}

/** What is counted is a line for all rows, without their cells. */
function noteOn(value: string, reader: ColumnReader): Pick<RowFault, 'message' | 'value'> | undefined {
  const message = reader.noteOn?.(value);
  if (message !== undefined) return reader.isHidden ? { message } : { value, message };
  const counted = reader.countedNoteOn?.(value);
  return counted === undefined ? undefined : { message: counted };
}

const addressNote = (cell: string): string | undefined =>
  isAddress(cell) ? 'is a URL, not the name of an image that the store has: it is not sent' : undefined;

/** Without the cell of a secret field, which the problem may repeat where it is no text. */
export function cellFault(line: number, reader: ColumnReader, value: string, problem: CellProblem): RowFault {
  const { message, reading } = problem;
  const column = columnName(reader);
  const shown = reading === undefined ? message : `${message} (${JSON.stringify(reading)}?)`;
  const needsMark = problem instanceof UnclearNumber ? { needsMark: true } : {};
  if (!reader.isHidden) return { line, column, value, message: shown, ...needsMark };
  const { name, expects } = reader.kind;
  return { line, column, message: name === 'text' ? message : `must be ${expects}` };
}
