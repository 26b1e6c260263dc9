import { formatCount } from '../../../text/numbers.ts';
import { refusal } from '../faults.ts';

// What a workbook may have: a few kilobytes of one unpack to more than fits into memory or on the disk.

/** Of any spreadsheet. */
export const maxRows = 1_048_576;
export const maxColumns = 16_384;

/** Of a text in a cell: "Excel specifications and limits". */
const maxText = 32_767;
/** In XML each character of it may be one such as `_x000D_`. */
export const maxRawText = 7 * maxText;

/** @throws CliError `usage` for a text that no cell can have */
export function checkedText(text: string): string {
  if (text.length > maxText) throw tooLongText();
  return text;
}

export const tooLongText = (): Error =>
  refusal([
    {
      problem: `A cell of the workbook has more than ${formatCount(maxText)} characters, which is as many as Excel allows.`,
      remedy: 'Shorten it, or save the sheet as CSV in UTF-8, and import that file.',
    },
  ]);

/** A catalogue of a million rows and 30 columns. */
const maxCells = 32_000_000;

/** Counts the cells of a sheet, empty ones included: a heading in the last column makes 16,384 of a row. */
export class CellCount {
  #cells = 0;

  /** @throws CliError `usage` for more cells than a catalogue has */
  add(cells: number): void {
    this.#cells += cells;
    if (this.#cells <= maxCells) return;
    throw refusal([
      {
        problem: `The sheet has more than ${formatCount(maxCells)} cells, including the empty ones before the last of each row.`,
        remedy: 'Delete the columns that you do not need, the empty ones too, and save it again.',
      },
    ]);
  }
}
