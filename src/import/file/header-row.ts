import { type FileFault, refusal } from './faults.ts';
import type { ParsedRecord } from './records.ts';

const candidates = [',', ';', '\t', '|'] as const;

/**
 * Finds the delimiter in the header, the only line with known words: the candidate with the most `known` headings, then
 * the most frequent one. Delimiters in quotes do not count. The default is a comma.
 * @param head the beginning of the file, at least the whole header
 * @param headerRow the line of the header, where it is known; else it is among the first
 */
export function findDelimiter(head: string, known: HeadingTest, headerRow?: number): string {
  let best = { delimiter: ',', known: 0, cells: 1 };
  const countKnown = (headings: readonly string[]): number =>
    headings.filter((heading) => !candidates.some((one) => heading.includes(one)) && known(heading)).length;
  const all = firstRows(head, headerRow ?? 0);
  const named = all.filter(({ line }) => line === headerRow);
  for (const delimiter of candidates) {
    const rows = (named.length > 0 ? named : all).map(({ text }) => {
      const cells = cellsOf(text, delimiter);
      return { known: countKnown(cells), cells: cells.length };
    });
    const header = rows.reduce((most, row) => (row.known > most.known ? row : most), rows[0] ?? { known: 0, cells: 0 });
    const found = { delimiter, ...header };
    if (found.cells > 1 && (found.known > best.known || (found.known === best.known && found.cells > best.cells)))
      best = found;
  }
  return best.delimiter;
}

/** Whether a text is the heading of a field. */
export type HeadingTest = (heading: string) => boolean;

type HeaderRow = Pick<ParsedRecord, 'line' | 'cells'>;

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

/** The first rows that are not empty, and all up to a line. */
function firstRows(head: string, upTo: number): readonly { readonly line: number; readonly text: string }[] {
  const rows: { line: number; text: string }[] = [];
  let line = 1;
  for (const [whole, text = ''] of head.matchAll(row)) {
    if (text !== '') rows.push({ line, text });
    if (rows.length > maxAbove && line >= upTo) break;
    line += whole.match(/\r\n|\r|\n/g)?.length ?? 0;
  }
  return rows;
}

const row = /((?:"[^"]*(?:"|$)|[^"\r\n])*)(?:\r\n|\r|\n|$)/g;

function cellsOf(text: string, delimiter: string): readonly string[] {
  const cells = [''];
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === delimiter && !isQuoted) cells.push('');
    else cells[cells.length - 1] += character;
  }
  return cells;
}
