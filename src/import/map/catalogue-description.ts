import type { Encoding } from '../file/code-pages.ts';
import type { Sheet } from '../file/sheet.ts';
import type { DecimalMark } from './cells/numbers.ts';
import type { OtherPrices } from './choices/other-prices.ts';
import type { FieldColumn } from './headings/field-columns.ts';

/** How the file is read, for the user to see. */
export interface CatalogueDescription extends OtherPrices {
  readonly encoding: Encoding;
  readonly delimiter: string;
  /** The one mark of all columns that needed one; undefined when none did or they differ. */
  readonly decimal: DecimalMark | undefined;
  /** The columns that are read, in the order of the file. */
  readonly columns: readonly Pick<FieldColumn, 'heading' | 'field'>[];
  /** Field → heading, as `--map` would state what is read. */
  readonly map: Readonly<Record<string, string>>;
  /** Fields that no column is read for, because the user says so. */
  readonly unread: readonly string[];
  /** Headings of the columns that are not read. */
  readonly ignored: readonly string[];
  /** The detected or chosen shop software. */
  readonly preset: { readonly title: string; readonly isFound: boolean } | undefined;
  /** Whether the last value would differ if the file was cut off. */
  readonly mayBeCut: boolean;
  /** The sheet of a workbook that was read. */
  readonly sheet?: Pick<Sheet, 'name' | 'others'> | undefined;
  /** Sentences about what is not imported. */
  readonly notes: readonly string[];
  /** Ignored columns that a note names. */
  readonly noted: readonly string[];
}
