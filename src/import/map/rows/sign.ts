import type { FileChoice } from '../../file/faults.ts';
import type { FileColumn } from '../headings/field-columns.ts';

/** What a cell says of its row. */
export interface Sign {
  readonly message: string;
  /** The cell, where it matters which it is. Rows without are warned of in one line. */
  readonly value?: string;
  /** Whether the row is invalid for it. */
  readonly isFault?: true;
  readonly choice?: FileChoice;
}

/** A column that no field is read from, and whose cells say what matters before a row is sent. */
export interface SignColumn extends FileColumn {
  readonly isOfPrice: boolean;
  readonly says: (cell: string) => Sign | undefined;
}
