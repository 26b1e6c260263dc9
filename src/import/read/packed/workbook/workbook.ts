import type { Context, TemporaryFile } from '../../../../context.ts';
import { type Copy, untilInterrupted, writeUnpacked } from '../../copy.ts';
import { refusal } from '../../faults.ts';
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
  wanted: string | undefined,
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
    const csv = new SheetCsv(texts);
    const reader = new SheetReader(workbook);
    const copy = await writeUnpacked(
      csvOf(archive.read(sheet.entry), reader, csv),
      () => sheet.entry.uncompressedSize,
      context,
    );
    const others = workbook.sheets.filter((other) => other !== sheet).map(({ name }) => name);
    const facts = { rowAt: csv.rowAt, numbers: csv.numbers, notes: csv.notes(reader.merged) };
    return { ...copy, sheet: { name: sheet.name, others, ...facts } };
  } finally {
    await scratch.remove();
  }
}

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
