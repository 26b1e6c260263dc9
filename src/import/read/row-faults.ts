import type { NewProduct } from '../../resources/products.ts';
import type { Column } from './columns.ts';
import type { ProductMember } from './members.ts';
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

export const none: readonly RowFault[] = [];

/** Whether a row has as many cells as the header, or only empty ones more: some shops end each row, but not the header, with a delimiter. */
export const isWhole = (cells: readonly string[], width: number): boolean =>
  cells.length === width || (cells.length > width && cells.slice(width).every((cell) => cell === ''));

/** What is wrong with a row before its cells are read: another length than the header's, or the header once more. */
export function shapeFault({ line, cells }: ParsedRecord, { width, columns }: Header): RowFault | undefined {
  if (isWhole(cells, width))
    return isHeader(cells, columns) ? { line, message: 'is the header once more: remove it' } : undefined;
  const count = `has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, the header has ${width}`;
  const why =
    cells.length > width ? 'a cell that contains the delimiter must be in quotes' : 'a cell or a delimiter is missing';
  return { line, message: `${count}: ${why}` };
}

interface Header {
  readonly width: number;
  readonly columns: readonly Column[];
}

const isHeader = (cells: readonly string[], columns: readonly Column[]): boolean =>
  columns.every(({ index, heading }) => cells[index] === heading);

/** What a product must have and this row has not. A member that is `wrong` is there, and told of already. */
export function missingFaults(line: number, values: NewProduct, { wrong, isKeyed }: Missing): readonly RowFault[] {
  const has = (member: ProductMember): boolean => values[member] !== undefined || wrong.includes(member);
  const hasKey = isKeyed || has('sku') || has('ean');
  if (has('name') && hasKey) return none;
  return [...(hasKey ? [] : [{ line, message: keyless }]), ...(has('name') ? [] : [{ line, message: 'has no name' }])];
}

interface Missing {
  readonly wrong: readonly string[];
  /** Whether a row without a key is given one. */
  readonly isKeyed: boolean;
}

const keyless = 'has neither an sku nor an ean: a product needs one to be found by, and --generate-sku makes one';
