import { headerAt } from './records.ts';

/**
 * A file of `--rejected` is imported with the options of the file that its rows are from. Its headings are on its first line,
 * whatever line they were on there, and it may be text where that was a workbook.
 */

/** The extra columns of a rejected file, ignored when it is imported again. */
export const rejectionColumns: readonly string[] = ['error_line', 'error_field', 'error_message'];

/** The name of the only sheet of a rejected file that is a workbook. */
export const rejectedSheet = 'Rejected';

/** Whether these are the headings of a rejected file. */
export const isRejectedHeader = (cells: readonly string[]): boolean =>
  rejectionColumns.every((column) => cells.includes(column));

const besideEachOther = /error_line"?([,;\t|])"?error_field"?\1"?error_message/;

/** The delimiter of a text that is a rejected file, also where a spreadsheet has saved it with another one; undefined for others. */
export function rejectedDelimiter(head: string): string | undefined {
  const [, delimiter] = besideEachOther.exec(head) ?? [];
  if (delimiter === undefined) return undefined;
  return isRejectedHeader(headerAt(head, delimiter)?.cells ?? []) ? delimiter : undefined;
}

/** The same of the first bytes of a file, in any encoding that has ASCII. */
export const isRejectedText = (head: Uint8Array): boolean =>
  rejectedDelimiter(Buffer.from(head).toString('latin1').replaceAll('\0', '')) !== undefined;
