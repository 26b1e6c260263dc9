import { escapeText } from '../text/escape.ts';

interface CsvOptions {
  readonly write: (text: string) => Promise<void>;
  /** Without the guard against spreadsheet formulas. */
  readonly raw?: boolean | undefined;
  /** At a terminal: control characters and line breaks in cells are written out. */
  readonly escape?: boolean | undefined;
}

export type CsvCells = readonly (string | undefined)[];

export interface CsvWriter {
  row(cells: CsvCells): Promise<void>;
  /** Many rows as one text. The first call writes the header too, also with no rows at all. */
  rows(batch: readonly CsvCells[]): Promise<void>;
}

/**
 * Writes CSV as RFC 4180 has it (comma, quotes doubled), lines ending in LF, `undefined` as an empty cell. Unless `raw`, a cell that a
 * spreadsheet might run as a formula (it starts with `=`, `+`, `-`, `@`, TAB, CR or `'`) gets a `'` before it.
 */
export function csvWriter(headings: readonly string[], options: CsvOptions): CsvWriter {
  let header = csvLine(headings, options);
  const rows = async (batch: readonly CsvCells[]): Promise<void> => {
    const text = header + batch.map((cells) => csvLine(cells, options)).join('');
    header = '';
    if (text !== '') await options.write(text);
  };
  return { rows, row: (cells) => rows([cells]) };
}

function csvLine(cells: CsvCells, options: CsvOptions): string {
  const texts = cells.map((cell = '') => {
    const guarded = options.raw ? cell : guardFormula(cell);
    return quote(options.escape ? escapeText(guarded) : guarded);
  });
  // A line with nothing on it is no row to most readers.
  return `${texts.length === 1 && texts[0] === '' ? '""' : texts.join(',')}\n`;
}

/** `'=1+2` for `=1+2`. A leading `'` is doubled, so that taking one away again gives back every cell. A negative number is no formula. */
export function guardFormula(cell: string): string {
  return /^[=+\-@\t\r']/.test(cell) && !/^-\d+(\.\d+)?$/.test(cell) ? `'${cell}` : cell;
}

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
