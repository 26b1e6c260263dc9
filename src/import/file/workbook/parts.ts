import { posix } from 'node:path';
import type { Entry } from 'yauzl';
import { percentDecoded } from '../../../text/urls.ts';
import { refusal } from '../faults.ts';
import type { Archive } from '../unpack.ts';
import { StyleReader } from './number-format.ts';
import { type PartReader, readPart } from './xml.ts';

/** The parts of a workbook that describe it (ECMA-376 Part 1, 18.2), and its worksheets in order. */
export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly isVisible: boolean; readonly entry: Entry }[];
  readonly sharedStrings: Entry | undefined;
  readonly formats: StyleReader['formats'];
  /** Whether dates count from 1904. */
  readonly is1904: boolean;
}

/** Where the main part is in workbooks that do not say. */
const usualMain = 'xl/workbook.xml';

/** @throws CliError `usage` for a workbook without these parts, as the binary ones are */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const entries = new Map(archive.entries.map((entry) => [normalizedName(entry.fileName), entry]));
  const entryOf = (path = ''): Entry | undefined => entries.get(normalizedName(path));
  const read = async <Reader extends PartReader>(entry: Entry | undefined, reader: Reader): Promise<Reader> => {
    if (entry) await readPart(archive.read(entry), reader);
    return reader;
  };
  const root = await read(entryOf('_rels/.rels'), new LinkReader(''));
  const path = root.pathOf('officeDocument') ?? usualMain;
  const main = entryOf(path);
  if (!main || !/\.xml$/i.test(path)) throw refusal([notXlsx]);
  const listed = await read(main, new MainReader());
  const { dir, base } = posix.parse(path);
  const links = await read(entryOf(`${dir}/_rels/${base}.rels`), new LinkReader(dir));
  const styles = await read(entryOf(links.pathOf('styles') ?? 'xl/styles.xml'), new StyleReader());
  return {
    sheets: listed.sheets.flatMap(({ name, isVisible, link }) => {
      const target = links.byId.get(link);
      const entry = target?.type === 'worksheet' ? entryOf(target.path) : undefined;
      return entry ? [{ name, isVisible, entry }] : [];
    }),
    sharedStrings: entryOf(links.pathOf('sharedStrings') ?? 'xl/sharedStrings.xml'),
    formats: styles.formats,
    is1904: listed.is1904,
  };
}

/** Names of parts ignore case, and may be percent-encoded (ECMA-376 Part 2, 6.2.2 and 7.2.3). */
function normalizedName(path: string): string {
  const lower = path.toLowerCase();
  return percentDecoded(lower) ?? lower;
}

class MainReader implements PartReader {
  readonly sheets: { readonly name: string; readonly isVisible: boolean; readonly link: string }[] = [];
  is1904 = false;

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    if (element === 'workbookPr') this.is1904 = attributes.date1904 === '1' || attributes.date1904 === 'true';
    if (element !== 'sheet') return;
    const { name = '', state = 'visible' } = attributes;
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
