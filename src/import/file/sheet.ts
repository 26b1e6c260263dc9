import { quote } from '../../text/escape.ts';
import type { ByteSource } from './encoding.ts';
import { type Batch, type FileRecord, isBlankRow, type OddCells } from './records.ts';
import type { MergedRanges } from './workbook/merged-ranges.ts';

/** The sheet of a workbook that a catalogue was read from: what its cells do not show. */
export interface Sheet {
  readonly name: string;
  /** The names of the other sheets. */
  readonly others: readonly string[];
  /** Cells that were stored as numbers, by the index of the column. */
  readonly numbers: ReadonlyMap<number, NumberCount>;
  /** The first rows with all their cells: under a title, the others have none but those below it. */
  readonly begin: readonly Pick<FileRecord, 'line' | 'cells'>[];
  /** The rows above the line of the headings that the user states. */
  readonly above: readonly Pick<FileRecord, 'line' | 'cells'>[];
  /** Sentences about what a person should know. */
  readonly notes: readonly string[];
}

/** How many cells of a column are numbers that may have lost zeros, and the row of the first: as codes, and as EANs. */
export interface NumberCount {
  readonly codes: { count: number; row: number };
  readonly eans: { count: number; row: number };
}

/** A row of a sheet as a line of our copy. */
export const sheetLine = (row: number, cells: readonly string[], odd: OddCells): string =>
  `${JSON.stringify(odd.length === 0 ? [row, cells] : [row, cells, odd])}\n`;

type SheetLine = readonly [row: number, cells: string[], odd?: OddCells];

/** The lines of our copy of a sheet, without the cells that merged cells cover: nobody sees them. */
export async function* withoutCovered(bytes: ByteSource, merged: MergedRanges): AsyncGenerator<string> {
  const coveredIn = merged.inOrder();
  for await (const lines of linesOf(bytes)) {
    for (const text of lines) {
      const [row, cells, odd = []] = JSON.parse(text) as SheetLine;
      const covered = coveredIn(row, cells.length);
      for (const column of covered) cells[column] = '';
      const left = odd.filter(([column]) => !covered.includes(column));
      if (left.length > 0 || cells.some((cell) => cell !== '')) yield sheetLine(row, cells, left);
    }
  }
}

async function* linesOf(bytes: ByteSource): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
}

/** The records of our copy of a sheet, the header first; their lines are the rows, as a spreadsheet counts. */
export async function* sheetRecords(bytes: ByteSource): AsyncGenerator<Batch> {
  let record = 0;
  for await (const lines of linesOf(bytes)) {
    const records: FileRecord[] = [];
    for (const text of lines) {
      const [line, cells, odd] = JSON.parse(text) as SheetLine;
      if (odd !== undefined || !isBlankRow(cells)) records.push({ record: record++, line, cells, odd });
    }
    yield { records, blank: lines.length - records.length, bytesOf: csvOf };
  }
}

/** A row as CSV with commas, as a person sees it. */
const csvOf = (record: FileRecord): Uint8Array =>
  Buffer.from(
    shownCells(record)
      .map((cell) => quote(cell))
      .join(','),
  );

/** The cells of a row as a person sees them. */
export function shownCells({ cells, odd = [] }: FileRecord): readonly string[] {
  const shown = [...cells];
  for (const [column, cell] of odd) shown[column] = cell.shown;
  return shown;
}
