import { CliError } from '../../errors.ts';
import type { Surroundings } from './copy.ts';
import { sheetRecords } from './sheet.ts';
import { unpackedCopyOf } from './unpacked-copy.ts';

/** What a question shows of a sheet. */
const most = 3;

/** The first cells of a sheet that are not blank: its headings, as a rule. None where it cannot be read. */
export async function firstCells(
  path: string,
  sheet: string,
  names: Parameters<typeof unpackedCopyOf>[3],
  context: Surroundings,
): Promise<readonly string[]> {
  try {
    const copy = await unpackedCopyOf(path, context, { sheet }, names);
    try {
      for await (const { records } of sheetRecords(copy.bytes)) {
        const cells = records.flatMap((record) => record.cells.filter((cell) => cell.trim() !== ''));
        if (cells.length > 0) return cells.slice(0, most);
      }
      return [];
    } finally {
      await copy.file.remove();
    }
  } catch (error) {
    // Choosing it says what is wrong with it.
    if (error instanceof CliError && error.kind === 'usage') return [];
    throw error;
  }
}
