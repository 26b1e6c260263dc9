import type { Context, TemporaryFile } from '../../../context.ts';
import { type Copy, type FileReading, untilInterrupted, writeUnpacked } from '../copy.ts';
import { refusal } from '../faults.ts';
import { headerIndex, headerNotes } from '../header-row.ts';
import { plainText } from '../sheet.ts';
import { openArchive } from '../zip.ts';
import { readInPieces, readWorkbook, type Workbook } from './parts.ts';
import { SharedStrings } from './shared-strings.ts';
import { SheetCsv } from './sheet-csv.ts';
import { SheetReader } from './sheet-reader.ts';

/**
 * One sheet of a workbook as UTF-8 CSV with commas, one record per row, in flat memory.
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
  const scratch = await context.files.temporary();
  try {
    const texts = new SharedStrings(scratch);
    if (workbook.sharedStrings) {
      const chunks = untilInterrupted(archive.read(workbook.sharedStrings), context.interrupted);
      for await (const _ of readInPieces(chunks, texts)) await texts.write();
      await texts.write(true);
    }
    const first = await firstRows(archive.read(sheet.entry), new SheetReader(workbook), texts);
    const above = headerIndex(first, isHeading, headerRow);
    const csv = new SheetCsv(texts, first[above]?.line ?? 0);
    const reader = new SheetReader(workbook);
    const copy = await writeUnpacked(
      csvOf(archive.read(sheet.entry), reader, csv),
      () => sheet.entry.uncompressedSize,
      context,
    );
    const others = workbook.sheets.filter((other) => other !== sheet).map(({ name }) => name);
    const notes = [...headerNotes(above, first[above], headerRow), ...csv.notes(reader.merged)];
    return { ...copy, sheet: { name: sheet.name, others, rowAt: csv.rowAt, numbers: csv.numbers, notes } };
  } finally {
    await scratch.remove();
  }
}

/** The rows among which the header is. */
async function firstRows(
  chunks: AsyncIterable<Uint8Array>,
  reader: SheetReader,
  texts: SharedStrings,
): Promise<readonly { readonly line: number; readonly cells: readonly string[] }[]> {
  const csv = new SheetCsv(texts, 0);
  const rows: { readonly line: number; readonly cells: readonly string[] }[] = [];
  for await (const _ of readInPieces(chunks, reader)) {
    for (const row of reader.rows.splice(0)) {
      const cells = await csv.textsOf(row);
      if (cells.length > 0) rows.push({ line: row.row, cells: cells.map(plainText) });
    }
    if (rows.length > maxFirst) break;
  }
  return rows;
}

/** As many as are read of a CSV file to find its header. */
const maxFirst = 100;

async function* csvOf(
  chunks: AsyncIterable<Uint8Array>,
  reader: SheetReader,
  csv: SheetCsv,
): AsyncGenerator<Uint8Array> {
  let text = '';
  for await (const _ of readInPieces(chunks, reader)) {
    for (const row of reader.rows) {
      text += await csv.textOf(row);
      // Within the piece: many cells may name one long text.
      if (text.length < writtenAtOnce) continue;
      yield Buffer.from(text);
      text = '';
    }
    reader.rows = [];
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
