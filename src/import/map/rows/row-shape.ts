import { firstOf, looseHeading } from '../../../text/words.ts';
import type { FileRecord } from '../../file/records.ts';
import { isBlank } from '../cells/column-readers.ts';
import type { RowFault } from '../cells/row-fault.ts';
import { columnName, type FieldColumn } from '../headings/field-columns.ts';

/** Whether a row is the header again, as in files that were joined: in any case, with a byte order mark or without. */
export function headerTest(columns: readonly FieldColumn[]): (cells: readonly string[]) => boolean {
  const [first] = columns;
  const headings = columns.map(({ heading }) => looseHeading(heading) || heading);
  const repeats = (cells: readonly string[]): boolean =>
    columns.every(({ index }, at) => {
      const cell = cells[index] ?? '';
      return (looseHeading(cell) || cell) === headings[at];
    });
  const last = lastLetter(first?.heading ?? '');
  return (cells) => {
    // To compare all of a million rows takes seconds.
    const letter = lastLetter(cells[first?.index ?? 0] ?? '');
    return (letter === last || letter === undefined || last === undefined) && repeats(cells);
  };
}

/** The letter or digit of ASCII at the end, in lower case; undefined where there is another character. */
function lastLetter(text: string): number | undefined {
  const code = text.charCodeAt(text.length - 1) | 0x20;
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) ? code : undefined;
}

/** The header of a file: all its headings, and the columns that are read. */
interface FileShape {
  readonly headings: readonly string[];
  readonly columns: readonly FieldColumn[];
}

/** What is known of the rows of a file for the shape of the next one. */
interface KnownShape {
  /** The columns that have had no value so far. */
  readonly blank: ReadonlySet<number>;
  readonly isHeader: (cells: readonly string[]) => boolean;
}

/** The fault of a row that differs in length from the header, or repeats it, or has broken quotes. */
export function shapeFault(
  { line, cells, quotes }: FileRecord,
  { headings, columns }: FileShape,
  { blank, isHeader }: KnownShape,
): RowFault | undefined {
  if (quotes === 'after') return { line, message: textAfterQuote };
  if (quotes === 'before') return { line, message: blankBeforeQuote };
  const width = headings.length;
  // Some shops end each row, but not the header, with a delimiter.
  const isWhole = cells.length === width || (cells.length > width && cells.slice(width).every((cell) => cell === ''));
  if (isWhole && isHeader(cells)) return { line, message: 'repeats the header: remove it' };
  if (isWhole) return undefined;
  const count = `${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, but the header has ${width}`;
  if (cells.length > width) return { line, message: `${count}: put cells that contain the delimiter in quotes` };
  const lost = columns.filter(({ index }) => index >= cells.length && !blank.has(index)).map(columnName);
  if (lost.length === 0) return undefined;
  const empty = `${firstOf(lost)} ${lost.length === 1 ? 'is' : 'are'} empty here`;
  return {
    line,
    message: `${count}: a cell or a delimiter is missing. Excel omits empty cells at the end of rows: if ${empty}, add the delimiters`,
  };
}

const textAfterQuote = 'text after a closing quote: put the whole cell in quotes and double each quote inside it ("")';

const blankBeforeQuote = 'a space before a quote at the start of a cell: remove the spaces after the delimiters';

/** Removes the columns that have a value in this row. */
export function removeFilled(blank: Set<number>, cells: readonly string[]): void {
  for (const index of blank) if (!isBlank(cells[index] ?? '')) blank.delete(index);
}

/** With the cells that are missing at the end. */
export function ofWidth(cells: readonly string[], width: number): readonly string[] {
  if (cells.length >= width) return cells;
  return [...cells, ...Array.from({ length: width - cells.length }, () => '')];
}
