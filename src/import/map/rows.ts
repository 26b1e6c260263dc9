import type { NewProduct } from '../../resources/products.ts';
import { formatMoney, type Money } from '../../text/money.ts';
import type { FileRecord, OddCells } from '../file/records.ts';
import { type CellReader, cellReader, eanWarning, withoutVat } from './cells.ts';
import { type Column, columnName } from './columns.ts';
import { fieldOf, type ProductField } from './headings.ts';
import { SkuGenerator } from './key.ts';
import { CellProblem, type DecimalMarks } from './numbers.ts';

/** A row of the catalogue: its values, all its faults, or the reason why it is excluded. */
export interface CatalogueRow {
  /** 1 is the first after the header. */
  readonly record: number;
  readonly line: number;
  /** Only when there are no faults. */
  readonly values?: NewProduct;
  /** The readable fields of an invalid row: another line may have the same key. */
  readonly readable?: NewProduct;
  /** Why a preset excludes the row, to follow a count: `{row|rows} with only an image`. */
  readonly excluded?: string;
  readonly faults: readonly RowFault[];
  /** Faults with which the row is sent all the same. */
  readonly warnings: readonly RowFault[];
}

/** A record after the header, as a preset has shaped it. */
export interface BodyRow extends FileRecord {
  readonly excluded?: string;
}

export interface RowRules {
  readonly columns: readonly Column[];
  /** Length of the header in cells. */
  readonly width: number;
  /** For every row; a column of the same field is not among `columns`. */
  readonly constants: NewProduct;
  readonly marks: DecimalMarks;
  /** The VAT percentage that the file's prices include. */
  readonly vatIncluded: Money | undefined;
  /** Whether to generate a key for rows without one. */
  readonly generateSku: boolean;
}

/**
 * Creates the function that checks a row, for one pass over the file. It is called a million times: no look-up by name
 * per cell, no list for a row without faults.
 */
export function rowChecker(rules: RowRules): (row: BodyRow) => CatalogueRow {
  const readers = rules.columns.map((column) => ({
    ...column,
    read: cellReader(column.field, fieldOf(column.field).kind, rules.marks.stated),
  }));
  const skus = rules.generateSku ? new SkuGenerator(rules.constants) : undefined;
  return (row) => {
    const { record, line } = row;
    if (row.excluded !== undefined) return { record, line, excluded: row.excluded, faults: none, warnings: none };
    const shape = shapeFault(row, rules);
    if (shape) return { record, line, faults: [shape], warnings: none };
    const found = readCells(row, readers, rules);
    const { values, warnings } = found;
    const faults = allFaults(line, found, skus !== undefined);
    if (faults.length > 0) return { record, line, readable: values, faults, warnings };
    return {
      record,
      line,
      values: skus && !values.sku && !values.ean ? { ...values, sku: skus.skuOf(values) } : values,
      faults,
      warnings,
    };
  };
}

function allFaults(
  line: number,
  { values, faults, wrong, isEmpty }: FoundCells,
  isKeyed: boolean,
): readonly RowFault[] {
  if (isEmpty) return [{ line, message: 'empty row: remove it' }];
  const missing = missingFaults(line, values, { wrong, isKeyed });
  return missing.length === 0 ? faults : [...faults, ...missing];
}

interface ColumnReader extends Column {
  readonly read: CellReader;
}

interface FoundCells {
  readonly values: NewProduct;
  readonly faults: readonly RowFault[];
  readonly warnings: readonly RowFault[];
  /** Fields that have a fault. */
  readonly wrong: readonly string[];
  /** Whether no cell has a value. */
  readonly isEmpty: boolean;
}

function readCells({ line, cells, odd }: FileRecord, readers: readonly ColumnReader[], rules: RowRules): FoundCells {
  const values: Record<string, unknown> = { ...rules.constants };
  let [faults, wrong, isEmpty] = [none, nothing, true];
  const wrongCell = (field: string, cell: string, { message }: CellProblem): void => {
    faults = [...faults, { line, column: nameOf(field, readers), value: cell, message }];
    wrong = [...wrong, field];
  };
  for (const reader of readers) {
    const failed = odd && withoutValue(odd, reader);
    const cell = failed?.cell ?? cells[reader.index] ?? '';
    if (isBlank(cell)) continue;
    isEmpty = false;
    const value = failed?.problem ?? reader.read(cell, rules.marks.of(reader.index));
    if (value instanceof CellProblem) wrongCell(reader.field, cell, value);
    else values[reader.field] = value;
  }
  const net = netPrice(values, rules);
  if (net instanceof CellProblem) wrongCell('price', formatMoney(values.price as Money), net);
  else if (net) values.price = net;
  return { values, faults, warnings: eanWarnings(line, values, readers), wrong, isEmpty };
}

const nothing: readonly string[] = [];

interface FailedCell {
  readonly cell: string;
  readonly problem: CellProblem;
}

/** The cell of a sheet that has no value for a column: a failed formula, or a code that is not shown. */
function withoutValue(odd: OddCells, { index, field }: Column): FailedCell | undefined {
  const [, cell] = odd.find(([column]) => column === index) ?? [];
  const isCode = fieldOf(field).kind.name === 'code';
  if (cell?.why === undefined || (cell.number !== undefined && !isCode)) return undefined;
  return { cell: cell.shown, problem: new CellProblem(cell.why) };
}

function eanWarnings(line: number, { ean }: NewProduct, readers: readonly ColumnReader[]): readonly RowFault[] {
  const odd = ean === undefined ? undefined : eanWarning(ean);
  return ean === undefined || odd === undefined
    ? none
    : [{ line, column: nameOf('ean', readers), value: ean, message: odd }];
}

/** The price without VAT, if prices in the file include it. A constant never does. */
function netPrice(
  { price, taxRate }: NewProduct,
  { vatIncluded, constants }: RowRules,
): Money | CellProblem | undefined {
  return vatIncluded && price && !constants.price ? withoutVat(price, taxRate, vatIncluded) : undefined;
}

/** Only white space. Without `trim`, which would copy every cell. */
const isBlank = (cell: string): boolean =>
  cell === '' || ((cell.charCodeAt(0) <= 0x20 || cell.charCodeAt(0) > 0x7f) && cell.trim() === '');

/** The column of a field as messages name it; its own name when it is a constant. */
function nameOf(field: string, readers: readonly ColumnReader[]): string {
  const column = readers.find((reader) => reader.field === field);
  return column ? columnName(column) : field;
}

/** A fault or a warning: the place, and what would be right, as the end of a sentence about the value. */
export interface RowFault {
  /** First line of the record, as an editor counts. */
  readonly line: number;
  /** The key of the row, where it has one. */
  readonly key?: string | undefined;
  /** Heading of the column; undefined for a fault of the whole row. */
  readonly column?: string;
  /** The cell as it is in the file, without the formula guard of our export. */
  readonly value?: string;
  readonly message: string;
}

const none: readonly RowFault[] = [];

/** Whether a row has as many cells as the header. Some shops end each row, but not the header, with a delimiter. */
export const isWhole = (cells: readonly string[], width: number): boolean =>
  cells.length === width || (cells.length > width && cells.slice(width).every((cell) => cell === ''));

/** The fault of a row that differs in length from the header, or repeats it. */
function shapeFault({ line, cells }: FileRecord, { width, columns }: Header): RowFault | undefined {
  if (isWhole(cells, width))
    return isHeader(cells, columns) ? { line, message: 'repeats the header: remove it' } : undefined;
  const count = `${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, but the header has ${width}`;
  const why =
    cells.length > width ? 'put cells that contain the delimiter in quotes' : 'a cell or a delimiter is missing';
  return { line, message: `${count}: ${why}` };
}

interface Header {
  readonly width: number;
  readonly columns: readonly Column[];
}

const isHeader = (cells: readonly string[], columns: readonly Column[]): boolean =>
  columns.every(({ index, heading }) => cells[index] === heading);

/** The faults for a missing name or key. A field in `wrong` is present and already has a fault. */
function missingFaults(line: number, values: NewProduct, { wrong, isKeyed }: Missing): readonly RowFault[] {
  const has = (field: ProductField): boolean => values[field] !== undefined || wrong.includes(field);
  const hasKey = isKeyed || has('sku') || has('ean');
  if (has('name') && hasKey) return none;
  return [
    ...(hasKey ? [] : [{ line, message: keyless }]),
    ...(has('name') ? [] : [{ line, message: 'no name: add one' }]),
  ];
}

interface Missing {
  readonly wrong: readonly string[];
  /** Whether to generate a key for a row without one. */
  readonly isKeyed: boolean;
}

const keyless = 'no SKU or EAN: add one, or pass --generate-sku';
