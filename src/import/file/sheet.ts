import type { Batch } from './records.ts';

/** The sheet of a workbook that a catalogue was read from: what its cells do not show. */
export interface Sheet {
  readonly name: string;
  /** The names of the other sheets. */
  readonly others: readonly string[];
  /** The row of the sheet, as a spreadsheet counts, of a record that begins on this line of our copy. */
  rowAt(line: number): number;
  /** Cells that were stored as numbers, by the index of the column. */
  readonly numbers: ReadonlyMap<number, NumberCount>;
  /** Sentences about what a person should know. */
  readonly notes: readonly string[];
}

/** How many cells of a column are numbers that may have lost zeros, and the row of the first: as codes, and as EANs. */
export interface NumberCount {
  readonly codes: { count: number; row: number };
  readonly eans: { count: number; row: number };
}

/**
 * Begins a cell of our copy that has no value, only the reason: `#N/A`. No cell of a workbook can begin with it, since
 * XML 1.0 has no U+FFFF.
 */
export const errorMark = '\uffff';

/**
 * Around the two texts of a cell with a number that is not shown as its digits: those for an amount, and what a person
 * sees, which counts for a code. No cell can have it, like `errorMark`.
 */
export const numberMark = '\ufffe';

/** @param shown what a person sees, or one of `shownOtherwise` */
export const numberAs = (number: string, shown: string): string =>
  number === shown ? number : `${numberMark}${number}${numberMark}${shown}${numberMark}`;

/** Why it is not known what code a person meant. */
export const shownOtherwise = {
  date: `${errorMark}is a date, because spreadsheets turn codes such as 3-1 into dates`,
  digits: `${errorMark}is a number of more than 15 digits, and spreadsheets keep only 15`,
  format: (code: string): string => `${errorMark}is a number that its format (${code}) shows differently`,
};

const numbers = /\ufffe([^\ufffe]*)\ufffe([^\ufffe]*)\ufffe/g;

/** What a person reads in a cell or in several, without marks. */
export const plainText = (text: string): string =>
  text
    .replace(numbers, (_, number: string, shown: string) => (shown.startsWith(errorMark) ? number : shown))
    .replaceAll(errorMark, '');

/** The records of our copy, with the rows of the sheet as lines, and without the marks where they are written. */
export async function* recordsOfSheet(batches: AsyncIterable<Batch>, { rowAt }: Sheet): AsyncGenerator<Batch> {
  for await (const { records, bytesOf } of batches)
    yield {
      records: records.map((record) => ({ ...record, line: rowAt(record.line) })),
      bytesOf: (record) => Buffer.from(plainText(Buffer.from(bytesOf(record)).toString('utf8'))),
    };
}
