import type { TextFile } from '../../file/copy.ts';
import { delimiters } from '../../file/delimiter.ts';
import { type FileFault, refusal } from '../../file/faults.ts';
import { type FileRecord, quotesRemedy } from '../../file/records.ts';
import { isRejectedHeader } from '../../file/rejected-header.ts';

/** @throws CliError `usage` for headings that are not on the line that the user states */
export function refuseOtherLine(
  header: FileRecord | undefined,
  row: number | undefined,
  sheet: TextFile['sheet'],
): void {
  if (row === undefined || header?.line === row || isRejectedHeader(header?.cells ?? [])) return;
  throw refusal([noHeader(row, sheet)]);
}

const noHeader = (row: number, sheet: TextFile['sheet']): FileFault => ({
  problem: `--header-row ${row}: no row begins on line ${row}${sheet && sheet.others.length > 0 ? ` of the sheet ${JSON.stringify(sheet.name)}` : ''}.`,
  remedy: 'Pass the line of the headings, as an editor or a spreadsheet counts it.',
});

/** @throws CliError `usage` for lines that quotes or the stated delimiter do not split */
export function refuseBrokenHeader([header, row]: readonly FileRecord[], stated: string | undefined): void {
  if (header?.quotes === 'after')
    throw refusal([
      { problem: `Line ${header.line}: a heading has text after its closing quote.`, remedy: quotesRemedy },
    ]);
  if (header && row && [header, row].every(isOneCell))
    throw refusal([stated === undefined ? quotedWhole : otherDelimiter(stated)]);
}

/** A row of several cells that was put into quotes once more. */
const isOneCell = ({ cells }: FileRecord): boolean =>
  cells.length === 1 && delimiters.some((delimiter) => cells[0]?.includes(delimiter));

const otherDelimiter = (stated: string): FileFault => ({
  problem: `With --delimiter ${JSON.stringify(stated)}, the file has only one column.`,
  remedy: 'Remove --delimiter, so that it is detected, or pass the character between the columns.',
});

const quotedWhole: FileFault = {
  problem: 'Each line of the file is quoted as a whole, so it has only one column.',
  remedy:
    'Export it again without these quotes. Or open it in a spreadsheet, split the column at its delimiter, and save it as CSV.',
};
