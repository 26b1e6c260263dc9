import { posix } from 'node:path';
import type { Entry } from 'yauzl';
import { refusal } from '../../faults.ts';
import type { Archive } from '../archive.ts';
import { StyleReader } from './number-formats.ts';
import { type PartReader, readPart } from './xml.ts';

/** The parts of a workbook that say what it has (ECMA-376 Part 1, 18.2), and its worksheets in their order. */
export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly isVisible: boolean; readonly entry: Entry }[];
  readonly sharedStrings: Entry | undefined;
  readonly formats: StyleReader['formats'];
  /** Whether dates count from 1904. */
  readonly is1904: boolean;
}

const home = 'xl/workbook.xml';

/** @throws CliError `usage` for a workbook without these parts, as the binary ones are */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const entryOf = (path: string): Entry | undefined => archive.entries.find(({ fileName }) => fileName === path);
  const main = entryOf(home);
  if (!main) throw refusal([notXlsx]);
  const listed = new MainReader();
  await readPart(archive.read(main), listed);
  const links = new LinkReader();
  const linksEntry = entryOf('xl/_rels/workbook.xml.rels');
  if (linksEntry) await readPart(archive.read(linksEntry), links);
  const styles = new StyleReader();
  const stylesEntry = entryOf(links.pathOf('styles') ?? 'xl/styles.xml');
  if (stylesEntry) await readPart(archive.read(stylesEntry), styles);
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

  open(element: string, attributes: Readonly<Record<string, string>>): void {
    const { Id = '', Type = '', Target = '' } = attributes;
    if (element !== 'Relationship') return;
    const path = Target.startsWith('/') ? Target.slice(1) : posix.join('xl', Target);
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
