import type { FileChoice } from '../../file/faults.ts';
import { columnName, type FieldColumn } from '../headings/field-columns.ts';

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
  /** Whether the cell can be read once the decimal mark is stated. */
  readonly needsMark?: boolean;
  /** What a person can choose, where the cell leaves it open. */
  readonly choice?: FileChoice;
}

/** The column of a field as messages name it; its own name when it is a constant. */
export function nameOf(field: string, columns: readonly FieldColumn[]): string {
  const column = columns.find((found) => found.field === field);
  return column ? columnName(column) : field;
}
