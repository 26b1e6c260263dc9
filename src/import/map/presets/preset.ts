import { looseHeading } from '../../../text/words.ts';
import { isErrorMark } from '../cells/marks.ts';

/** What the columns and rows of a shop's export mean. Headings are in the form of `looseHeading`. */
export interface Preset {
  readonly title: string;
  /** A header with all headings of one of these lists is such an export. */
  readonly signs: readonly (readonly string[])[];
  readonly headings: Readonly<Record<string, readonly string[]>>;
  /** Headings that match a field but contain something else. */
  readonly never: readonly string[];
  /** A sentence for the user about what is special. */
  readonly note?: string;
  /** What is done with rows before their cells are read. */
  readonly rows?: {
    /** In a cell that matches, the first character guards against spreadsheets, and is removed. */
    readonly guard?: RegExp;
    /** Called for each pass over the file. */
    readonly shape: (columns: ColumnFinder) => RowShaping;
  };
}

/** Index of the first of these headings that the file has. */
export type ColumnFinder = (...headings: readonly string[]) => number | undefined;

/** A row that is excluded from the import, and why, to follow a count: `{row|rows} with only an image`. */
export class Excluded {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

type Cells = readonly string[];

/** The cells of a row as the fields need them, or why the row is excluded. */
export type Shape = (cells: Cells) => Cells | Excluded;

/** What a person should know of a row. */
export interface ShapeWarning {
  /** The column. */
  readonly at: number;
  readonly message: string;
}

/** What is done with the rows of one pass over the file, in their order. Rows complete each other. */
export interface RowShaping {
  readonly shape: Shape;
  /** Whether a row is completed by another that did not come yet. */
  readonly lacks?: (cells: Cells) => boolean;
  /** What a person should know of a row, at this column. */
  readonly warn?: ((cells: Cells) => ShapeWarning | undefined) | undefined;
  /** Notes what a row has for others: called for all rows of the file, once a row lacks one. */
  readonly note?: (cells: Cells) => void;
}

export function columnFinder(headings: readonly string[]): ColumnFinder {
  const places = new Map<string, number>();
  for (const [at, heading] of headings.entries())
    if (!places.has(looseHeading(heading))) places.set(looseHeading(heading), at);
  return (...wanted) => wanted.map((heading) => places.get(heading)).find((at) => at !== undefined);
}

/** The text of a cell; '' if there is no such column. */
export const textAt = (cells: readonly string[], at: number | undefined): string =>
  at === undefined ? '' : (cells[at] ?? '').trim();

/** The cells with one text replaced; unchanged if there is no such column. */
export const withText = (cells: readonly string[], at: number | undefined, text: string): readonly string[] =>
  at === undefined || cells[at] === text ? cells : cells.with(at, text);

/** The name of a variant. The error of a spreadsheet stays alone, since it would not be found within a name. */
export const variantName = (name: string, options: readonly string[], separator: string): string =>
  [name, ...options].find(isErrorMark) ?? `${name} - ${options.join(separator)}`;
