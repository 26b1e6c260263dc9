import type { Context, TemporaryFile } from '../../../context.ts';
import { type Copy, type FileReading, untilInterrupted, writeUnpacked } from '../copy.ts';
import { refusal } from '../faults.ts';
import { openArchive } from '../unpack.ts';
import { readWorkbook, type Workbook } from './parts.ts';
import { SharedStrings } from './shared-strings.ts';
import { SheetCopy } from './sheet-copy.ts';
import { SheetReader, type SheetRow } from './sheet-reader.ts';
import { readInPieces, readPart } from './xml.ts';

/**
 * Copies one sheet of a workbook, for `sheetRecords`, in flat memory.
 * @param wanted the name or the number of the sheet; the first that is visible by default
 * @throws CliError `usage` for a damaged workbook, or one without this sheet
 */
export async function copySheet(
  file: TemporaryFile,
  context: Pick<Context, 'files' | 'interrupted'>,
  { sheet: wanted, headerRow, isHeading }: FileReading,
): Promise<Copy> {
  const archive = await openArchive(file, 'Excel workbook');
  const workbook = await readWorkbook(archive);
  const sheet = chosenSheet(workbook.sheets, wanted);
  const shared = new SharedStrings();
  if (workbook.sharedStrings)
    await readPart(untilInterrupted(archive.read(workbook.sharedStrings), context.interrupted), shared);
  const reader = new SheetReader({ ...workbook, texts: shared.texts });
  const sheetCopy = new SheetCopy();
  const lines = sheetCopy.lines(rowsOf(archive.read(sheet.entry), reader), isHeading, headerRow);
  const copy = await writeUnpacked(inPieces(lines), () => sheet.entry.uncompressedSize, context);
  const others = workbook.sheets.filter((other) => other !== sheet).map(({ name }) => name);
  const { numbers } = sheetCopy;
  return { ...copy, sheet: { name: sheet.name, others, numbers, notes: sheetCopy.notes(reader.merged) } };
}

async function* rowsOf(chunks: AsyncIterable<Uint8Array>, reader: SheetReader): AsyncGenerator<SheetRow> {
  for await (const _ of readInPieces(chunks, reader)) yield* reader.rows.splice(0);
}

async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const line of lines) {
    text += line;
    if (text.length < writtenAtOnce) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

const writtenAtOnce = 64 * 1024;

type SheetEntry = Workbook['sheets'][number];

function chosenSheet(sheets: readonly SheetEntry[], wanted: string | undefined): SheetEntry {
  const byDefault = sheets.find(({ isVisible }) => isVisible) ?? sheets[0];
  const chosen =
    wanted === undefined ? byDefault : (sheets.find(({ name }) => name === wanted) ?? sheets[Number(wanted) - 1]);
  if (chosen) return chosen;
  if (sheets.length === 0)
    throw refusal([{ problem: 'The Excel workbook has no worksheet.', remedy: 'Save it again in Excel.' }]);
  const names = sheets.map(({ name }, at) => `${at + 1} ${JSON.stringify(name)}`).join(', ');
  throw refusal([
    { problem: `The Excel workbook has no sheet ${JSON.stringify(wanted)}.`, remedy: `Its sheets: ${names}` },
  ]);
}
