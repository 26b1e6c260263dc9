import { type FileFault, refusal } from './faults.ts';
import { type FileRecord, recordsAt } from './records.ts';

const candidates = [',', ';', '\t', '|'] as const;

/**
 * Finds the delimiter in the header, the only line with known words: the candidate with the most known headings, then
 * the most frequent one. Delimiters in quotes do not count. The default is a comma.
 * @param head the beginning of the file, at least the whole header
 * @param headerRow the line of the header, where it is known; else it is among the first
 */
export function findDelimiter(head: string, isKnown: HeadingTest, headerRow?: number): string {
  let best = { delimiter: ',', known: 0, cells: 1 };
  for (const delimiter of candidates) {
    const records = recordsAt(head, delimiter);
    const named = records.filter(({ line }) => line === headerRow);
    for (const { cells } of named.length > 0 ? named : records.slice(0, maxAbove + 1)) {
      const known = cells.filter((cell) => !candidates.some((one) => cell.includes(one)) && isKnown(cell)).length;
      const isBetter = known > best.known || (known === best.known && cells.length > best.cells);
      if (isBetter && cells.length > 1) best = { delimiter, known, cells: cells.length };
    }
  }
  return best.delimiter;
}

/** Whether a text is the heading of a field. */
export type HeadingTest = (heading: string) => boolean;

type HeaderRow = Pick<FileRecord, 'line' | 'cells'>;

/**
 * Which of the first rows is the header: the one that the user names; else the first with two known headings, so that
 * titles may be above it; else the first.
 * @param headerRow the line that the user names
 * @throws CliError `usage` if no row begins on that line
 */
export function headerIndex(rows: readonly HeaderRow[], isKnown: HeadingTest, headerRow?: number): number {
  const index =
    headerRow === undefined
      ? rows.slice(0, maxAbove + 1).findIndex(({ cells }) => cells.filter(isKnown).length > 1)
      : rows.findIndex(({ line }) => line === headerRow);
  if (headerRow !== undefined && index === -1) throw refusal([noHeader(headerRow)]);
  return Math.max(index, 0);
}

const noHeader = (row: number): FileFault => ({
  problem: `--header-row ${row}: no row begins on line ${row}.`,
  remedy: 'Pass the line of the headings, as an editor or a spreadsheet counts it.',
});

/** Says that rows above the header are left out. @param above how many */
export function headerNotes(above: number, header: HeaderRow | undefined, headerRow?: number): readonly string[] {
  if (above === 0 || !header) return [];
  const rows = above === 1 ? 'the row above them is' : `the ${above} rows above them are`;
  const hint = headerRow === undefined ? ' If they are elsewhere, pass --header-row <n>.' : '';
  return [`The headings are on line ${header.line}: ${rows} not imported.${hint}`];
}

/** Rows above a header are few: a title, a date, an address. */
const maxAbove = 10;
