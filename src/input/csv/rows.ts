import type { NewProduct } from '../../resources/products.ts';
import { type CellReader, cellReader } from './cells.ts';
import type { Column } from './columns.ts';
import { eanWarning } from './ean.ts';
import { columnName } from './header.ts';
import type { DecimalMarks } from './marks.ts';
import { memberOf, type ProductMember } from './members.ts';
import { Problem } from './numbers.ts';
import type { ParsedRecord } from './records.ts';

/** What is wrong with a row, or odd about it: where, and what would be right, as the end of a sentence about the value. */
export interface RowFault {
  /** First line of the record, as an editor counts. */
  readonly line: number;
  /** Heading of the column; none when the row as a whole is at fault. */
  readonly column?: string;
  /** The cell as it stands in the file, but for the guard of our own export. */
  readonly value?: string;
  readonly message: string;
}

/** A row of the catalogue: its values, or everything that is wrong with it. */
export interface CatalogueRow {
  /** 1 is the first after the header. */
  readonly record: number;
  readonly line: number;
  /** Only when there are no faults. */
  readonly values?: NewProduct;
  /** Of a faulty row the members that could be read: its key may stand on another line too. */
  readonly readable?: NewProduct;
  readonly faults: readonly RowFault[];
  /** What does not keep the row from being sent. */
  readonly warnings: readonly RowFault[];
}

export interface RowRules {
  readonly columns: readonly Column[];
  /** Length of the header in cells. */
  readonly width: number;
  /** For every row; a column of the same member is not among `columns`. */
  readonly constants: NewProduct;
  readonly marks: DecimalMarks;
  /** Whether cells have the guard of our own export before what looks like a formula. */
  readonly guarded: boolean;
}

/** Makes the function that checks a row. Nothing is looked up by name per cell: a million rows pass through here. */
export function rowChecker(rules: RowRules): (row: ParsedRecord) => CatalogueRow {
  const readers = rules.columns.map((column) => ({
    ...column,
    read: cellReader(column.member, memberOf(column.member).kind, rules.marks.stated),
  }));
  return (row) => {
    const { record, line } = row;
    const length = lengthFault(row, rules.width);
    if (length) return { record, line, faults: [length], warnings: none };
    const found = readCells(row, readers, rules);
    const missing = missingFaults(line, found);
    const { values, warnings } = found;
    if (missing.length === 0 && found.faults.length === 0) return { record, line, values, faults: none, warnings };
    return { record, line, readable: values, faults: [...found.faults, ...missing], warnings };
  };
}

const none: readonly RowFault[] = [];

interface ColumnReader extends Column {
  readonly read: CellReader;
}

interface FoundCells {
  readonly values: NewProduct;
  readonly faults: readonly RowFault[];
  readonly warnings: readonly RowFault[];
  /** Members that have a fault. */
  readonly wrong: readonly string[];
}

function readCells({ line, cells }: ParsedRecord, readers: readonly ColumnReader[], { constants, marks }: RowRules): FoundCells {
  const values: Record<string, unknown> = { ...constants };
  const [faults, warnings, wrong]: [RowFault[], RowFault[], string[]] = [[], [], []];
  for (const { index, heading, member, read } of readers) {
    const cell = cells[index] ?? '';
    if (isBlank(cell)) continue;
    const value = read(cell, marks.of(index));
    if (value instanceof Problem) {
      faults.push({ line, column: columnName({ heading, index }), value: cell, message: value.message });
      wrong.push(member);
    } else values[member] = value;
  }
  const odd = typeof values.ean === 'string' ? eanWarning(values.ean) : undefined;
  if (odd) warnings.push({ line, column: headingOf('ean', readers), value: String(values.ean), message: odd });
  return { values: values as NewProduct, faults, warnings, wrong };
}

/** Only white space; most cells are not, and are not copied to find out. */
const isBlank = (cell: string): boolean => cell === '' || (/^\s/.test(cell) && cell.trim() === '');

const headingOf = (member: string, readers: readonly Column[]): string =>
  readers.find((column) => column.member === member)?.heading ?? member;

function missingFaults(line: number, { values, wrong }: FoundCells): readonly RowFault[] {
  const has = (member: ProductMember): boolean => values[member] !== undefined || wrong.includes(member);
  if (has('name') && (has('sku') || has('ean'))) return none;
  if (Object.keys(values).length === 0 && wrong.length === 0) return [{ line, message: 'the row is empty: remove it' }];
  return [
    ...(has('sku') || has('ean') ? [] : [{ line, message: 'has neither an sku nor an ean: a product needs one to be found by' }]),
    ...(has('name') ? [] : [{ line, message: 'has no name' }]),
  ];
}

function lengthFault({ line, cells }: ParsedRecord, width: number): RowFault | undefined {
  if (cells.length === width) return undefined;
  // Some shops end each row, but not the header, with a delimiter.
  if (cells.length > width && cells.slice(width).every((cell) => cell === '')) return undefined;
  const count = `has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, the header has ${width}`;
  const why = cells.length > width ? 'a cell that contains the delimiter must be in quotes' : 'a cell or a delimiter is missing';
  return { line, message: `${count}: ${why}` };
}
