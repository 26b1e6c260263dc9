import { headerAt } from './records.ts';

export const delimiters = [',', ';', '\t', '|'] as const;

/**
 * Finds the delimiter in the header, the only line with known words: the candidate with the most known headings, then
 * the most frequent one. Delimiters in quotes do not count. The default is a comma.
 * @param head the beginning of the file, at least the whole header
 * @param headerRow the line of the header; the first record by default
 */
export function findDelimiter(head: string, isKnown: HeadingTest, headerRow?: number): string {
  let best = { delimiter: ',', known: 0, cells: 1 };
  for (const delimiter of delimiters) {
    const { cells } = headerAt(head, delimiter, headerRow) ?? { cells: [] };
    const known = cells.filter((cell) => !delimiters.some((one) => cell.includes(one)) && isKnown(cell)).length;
    const isBetter = known > best.known || (known === best.known && cells.length > best.cells);
    if (isBetter && cells.length > 1) best = { delimiter, known, cells: cells.length };
  }
  return best.delimiter;
}

/** Whether a text is the heading of a field. */
export type HeadingTest = (heading: string) => boolean;

/** The delimiter that the first line of a file states, for Excel: `sep=;`. */
export const statedDelimiter = (head: string): string | undefined => /^"?sep=([^"\r\n])"?(?:\r|\n)/i.exec(head)?.[1];
