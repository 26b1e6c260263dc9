import type { NewProduct } from '../../resources/products.ts';
import { divideRounded, formatMoney, type Money } from '../../text/money.ts';
import { type CellReader, cellReader, eanWarning } from './cells.ts';
import type { Column } from './columns.ts';
import { SkuMaker } from './generated-sku.ts';
import { columnName } from './header.ts';
import type { DecimalMarks } from './marks.ts';
import { memberOf } from './members.ts';
import { Problem } from './numbers.ts';
import type { ParsedRecord } from './records.ts';
import { missingFaults, none, type RowFault, shapeFault } from './row-faults.ts';

/** A row of the catalogue: its values, everything that is wrong with it, or why it is left out. */
export interface CatalogueRow {
  /** 1 is the first after the header. */
  readonly record: number;
  readonly line: number;
  /** Only when there are no faults. */
  readonly values?: NewProduct;
  /** Of a faulty row the members that could be read: its key may stand on another line too. */
  readonly readable?: NewProduct;
  /** Which rows these are that a preset leaves out, after their number: "with only images". */
  readonly leftOut?: string;
  readonly faults: readonly RowFault[];
  /** What does not keep the row from being sent. */
  readonly warnings: readonly RowFault[];
}

/** A record after the header, as a preset has shaped it. */
export interface BodyRow extends ParsedRecord {
  readonly leftOut?: string;
}

export interface RowRules {
  readonly columns: readonly Column[];
  /** Length of the header in cells. */
  readonly width: number;
  /** For every row; a column of the same member is not among `columns`. */
  readonly constants: NewProduct;
  readonly marks: DecimalMarks;
  /** The VAT percentage that the file's prices include. */
  readonly vatIncluded: Money | undefined;
  /** Whether rows without a key are given one. */
  readonly generateSku: boolean;
}

/**
 * Makes the function that checks a row, for one reading of the file from its start. A million rows pass through here: nothing is looked up by name
 * per cell, and a row without faults costs no list.
 */
export function rowChecker(rules: RowRules): (row: BodyRow) => CatalogueRow {
  const readers = rules.columns.map((column) => ({
    ...column,
    read: cellReader(column.member, memberOf(column.member).kind, rules.marks.stated),
  }));
  const skus = rules.generateSku ? new SkuMaker(rules.constants) : undefined;
  return (row) => {
    const { record, line } = row;
    if (row.leftOut !== undefined) return { record, line, leftOut: row.leftOut, faults: none, warnings: none };
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
  if (isEmpty) return [{ line, message: 'the row is empty: remove it' }];
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
  /** Members that have a fault. */
  readonly wrong: readonly string[];
  /** Whether the file says nothing of the product. */
  readonly isEmpty: boolean;
}

function readCells({ line, cells }: ParsedRecord, readers: readonly ColumnReader[], rules: RowRules): FoundCells {
  const values: Record<string, unknown> = { ...rules.constants };
  let [faults, wrong, isEmpty] = [none, nothing, true];
  const wrongCell = (member: string, cell: string, { message }: Problem): void => {
    faults = [...faults, { line, column: nameOf(member, readers), value: cell, message }];
    wrong = [...wrong, member];
  };
  for (const reader of readers) {
    const cell = cells[reader.index] ?? '';
    if (isBlank(cell)) continue;
    isEmpty = false;
    const value = reader.read(cell, rules.marks.of(reader.index));
    if (value instanceof Problem) wrongCell(reader.member, cell, value);
    else values[reader.member] = value;
  }
  const net = netPrice(values, rules);
  if (net instanceof Problem) wrongCell('price', formatMoney(values.price as Money), net);
  else if (net) values.price = net;
  return { values, faults, warnings: eanWarnings(line, values, readers), wrong, isEmpty };
}

const nothing: readonly string[] = [];

function eanWarnings(line: number, { ean }: NewProduct, readers: readonly ColumnReader[]): readonly RowFault[] {
  const odd = ean === undefined ? undefined : eanWarning(ean);
  return ean === undefined || odd === undefined
    ? none
    : [{ line, column: nameOf('ean', readers), value: ean, message: odd }];
}

/** The price without VAT, where the file's prices include it; a constant is no price of the file. */
function netPrice({ price, taxRate }: NewProduct, { vatIncluded, constants }: RowRules): Money | Problem | undefined {
  return vatIncluded && price && !constants.price ? withoutVat(price, taxRate, vatIncluded) : undefined;
}

/** Only white space; most cells are not, and are not copied to find out. */
const isBlank = (cell: string): boolean =>
  cell === '' || ((cell.charCodeAt(0) <= 0x20 || cell.charCodeAt(0) > 0x7f) && cell.trim() === '');

/** The column of a member as messages name it; its own name when it is a constant. */
function nameOf(member: string, readers: readonly ColumnReader[]): string {
  const column = readers.find((reader) => reader.member === member);
  return column ? columnName(column) : member;
}

/** Decimals of a price that VAT was taken out of: the API's own prices have four. */
const decimals = 4;
/** A JSON number carries so many digits exactly. */
const longest = 10n ** 15n;

/**
 * The price excluding VAT: divided by 1 + rate / 100 as whole numbers, to four decimals, half rounded up (away from zero). A row's own VAT rate
 * goes before the one that was stated for the file.
 */
export function withoutVat(price: Money, taxRate: number | undefined, stated: Money): Money | Problem {
  const { units, scale }: Money = taxRate === undefined ? stated : { units: BigInt(taxRate), scale: 0 };
  const hundred = 100n * 10n ** BigInt(scale);
  const net = divideRounded(
    price.units * hundred * 10n ** BigInt(decimals),
    (hundred + units) * 10n ** BigInt(price.scale),
  );
  if (net >= longest || net <= -longest) return new Problem('has too many digits to take VAT out of it');
  return { units: net, scale: decimals };
}
