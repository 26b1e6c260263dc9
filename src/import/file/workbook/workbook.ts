import { posix } from 'node:path';
import type { Entry } from 'yauzl';
import type { Context, TemporaryFile } from '../../../context.ts';
import { percentDecoded } from '../../../text/urls.ts';
import { type Copy, type FileOptions, untilInterrupted, writeUnpacked } from '../copy.ts';
import { damagedWorkbook, refusal } from '../faults.ts';
import { rejectedSheet } from '../rejected-header.ts';
import { withoutCovered } from '../sheet.ts';
import { openArchive } from '../unpack.ts';
import { StyleReader } from './cell-text.ts';
import { SharedStrings } from './shared-strings.ts';
import { SheetCopy } from './sheet-copy.ts';
import { SheetReader, type SheetRow } from './sheet-reader.ts';
import { type PartReader, readInPieces, readPart } from './xml.ts';

/**
 * Copies one sheet of a workbook, for `sheetRecords`, in flat memory.
 * @param wanted the name or the number of the sheet; the first that is visible by default
 * @throws CliError `usage` for a damaged workbook, or one without this sheet
 */
export async function copySheet(
  file: TemporaryFile,
  context: Pick<Context, 'files' | 'interrupted'>,
  { sheet: wanted, headerRow }: FileOptions,
): Promise<Copy> {
  const archive = await openArchive(file, 'Excel workbook');
  const read = (entry: Entry): AsyncIterable<Uint8Array> => untilInterrupted(archive.read(entry), context.interrupted);
  const workbook = await readWorkbook(archive.entries, read);
  const sheet = chosenSheet(workbook.sheets, wanted);
  const shared = new SharedStrings();
  if (workbook.sharedStrings) await readPart(read(workbook.sharedStrings), shared);
  const reader = new SheetReader({ ...workbook, texts: shared.texts });
  const sheetCopy = new SheetCopy();
  const packed = sheet.entry.compressedSize + (workbook.sharedStrings?.compressedSize ?? 0);
  const write = (lines: AsyncIterable<string>): Promise<Copy> => writeUnpacked(joined(lines), () => packed, context);
  let copy = await write(sheetCopy.lines(rowsOf(read(sheet.entry), reader), headerRow));
  // Which cells are covered comes after them.
  if (!reader.merged.isEmpty) copy = await replaced(copy, ({ bytes }) => write(withoutCovered(bytes, reader.merged)));
  const others = workbook.sheets.filter((other) => other !== sheet).map(({ name }) => name);
  const { numbers, begin, above } = sheetCopy;
  const notes = sheetCopy.notes(!reader.merged.isEmpty);
  return { ...copy, sheet: { name: sheet.name, others, numbers, begin, above, notes } };
}

/** Another copy in the place of this one. */
async function replaced(copy: Copy, by: (copy: Copy) => Promise<Copy>): Promise<Copy> {
  try {
    return await by(copy);
  } finally {
    await copy.file.remove();
  }
}

async function* rowsOf(chunks: AsyncIterable<Uint8Array>, reader: SheetReader): AsyncGenerator<SheetRow> {
  for await (const _ of readInPieces(chunks, reader)) yield* reader.rows.splice(0);
}

/** In pieces that are worth writing. */
async function* joined(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
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
  // A workbook of `--rejected` has the options of that from which its rows are.
  const isRejected = sheets.length === 1 && byDefault?.name === rejectedSheet;
  const chosen =
    wanted === undefined || isRejected
      ? byDefault
      : (sheets.find(({ name }) => name === wanted) ?? sheets[Number(wanted) - 1]);
  if (chosen) return chosen;
  if (sheets.length === 0)
    throw refusal([{ problem: 'The Excel workbook has no worksheet.', remedy: 'Save it again in Excel.' }]);
  const names = sheets.map(({ name }, at) => `${at + 1} ${JSON.stringify(name)}`).join(', ');
  throw refusal([
    { problem: `The Excel workbook has no sheet ${JSON.stringify(wanted)}.`, remedy: `Its sheets: ${names}` },
  ]);
}

/** The parts of a workbook that describe it (ECMA-376 Part 1, 18.2), and its worksheets in order. */
interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly isVisible: boolean; readonly entry: Entry }[];
  readonly sharedStrings: Entry | undefined;
  readonly formats: StyleReader['formats'];
}

/** In bytes: of a part that has no cells. Styles take some 200 bytes each. */
const maxPart = 64 * 1024 ** 2;
/** Sheets, and links to them. */
const maxSheets = 10_000;

/** Where the main part is in workbooks that do not say. */
const usualMain = 'xl/workbook.xml';

/** @throws CliError `usage` for a workbook without these parts, as the binary ones are */
async function readWorkbook(
  entries: readonly Entry[],
  readEntry: (entry: Entry) => AsyncIterable<Uint8Array>,
): Promise<Workbook> {
  const byName = new Map(entries.map((entry) => [normalizedName(entry.fileName), entry]));
  const entryOf = (path = ''): Entry | undefined => byName.get(normalizedName(path));
  const read = async <Reader extends PartReader>(entry: Entry | undefined, reader: Reader): Promise<Reader> => {
    if (!entry) return reader;
    if (entry.uncompressedSize > maxPart) throw damagedWorkbook(`${JSON.stringify(entry.fileName)} is too large`);
    await readPart(readEntry(entry), reader);
    return reader;
  };
  const root = await read(entryOf('_rels/.rels'), new LinkReader(''));
  const path = root.pathOf('officeDocument') ?? usualMain;
  const main = entryOf(path);
  if (!main || !/\.xml$/i.test(path)) throw refusal([notXlsx]);
  const listed = await read(main, new MainReader());
  const { dir, base } = posix.parse(path);
  const links = await read(entryOf(posix.join(dir, '_rels', `${base}.rels`)), new LinkReader(dir));
  const styles = await read(entryOf(links.pathOf('styles') ?? 'xl/styles.xml'), new StyleReader());
  return {
    sheets: listed.sheets.flatMap(({ name, isVisible, link }) => {
      const target = links.byId.get(link);
      const entry = target?.type === 'worksheet' ? entryOf(target.path) : undefined;
      return entry ? [{ name, isVisible, entry }] : [];
    }),
    sharedStrings: entryOf(links.pathOf('sharedStrings') ?? 'xl/sharedStrings.xml'),
    formats: styles.formats,
  };
}

/** Names of parts ignore case, and may be percent-encoded (ECMA-376 Part 2, 6.2.2 and 7.2.3). */
function normalizedName(path: string): string {
  const lower = path.toLowerCase();
  return percentDecoded(lower) ?? lower;
}

class MainReader implements PartReader {
  readonly sheets: { readonly name: string; readonly isVisible: boolean; readonly link: string }[] = [];

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    if (element !== 'sheet') return;
    const { name = '', state = 'visible' } = attributes;
    if (this.sheets.length === maxSheets) throw damagedWorkbook(`more than ${maxSheets} sheets`);
    const [, link = ''] = Object.entries(attributes).find(([key]) => key.endsWith(':id')) ?? [];
    this.sheets.push({ name, isVisible: state === 'visible', link });
  }
}

/** Relationships (ECMA-376 Part 2, 6.5): which part an identifier leads to. */
class LinkReader implements PartReader {
  readonly byId = new Map<string, { readonly type: string; readonly path: string }>();
  readonly #directory: string;

  /** @param directory of the part that has these links */
  constructor(directory: string) {
    this.#directory = directory;
  }

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    const { Id = '', Type = '', Target = '' } = attributes;
    if (element !== 'Relationship') return;
    if (this.byId.size === maxSheets) throw damagedWorkbook(`more than ${maxSheets} relationships`);
    const path = Target.startsWith('/') ? Target.slice(1) : posix.join(this.#directory, Target);
    this.byId.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), path });
  }

  pathOf(type: string): string | undefined {
    return [...this.byId.values()].find((link) => link.type === type)?.path;
  }
}

const notXlsx = {
  problem: 'The file is an Excel workbook in another format (such as .xlsb), not .xlsx.',
  remedy: 'Open it in Excel, save it as "Excel Workbook (.xlsx)", and import that file.',
};
