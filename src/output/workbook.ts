import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { CliError } from '../errors.ts';
import type { CellTexts } from './csv.ts';

/** A column of a workbook. */
interface WorkbookColumn {
  readonly heading: string;
  /** Whether cells that are numbers are stored as such. Codes are not: they would lose their zeros. */
  readonly isNumber: boolean;
  /** Shown with two decimals, or as many as it has, up to four. */
  readonly isMoney?: boolean;
  /** In characters. */
  readonly width?: number | undefined;
}

/** The sheet, with a header. */
export interface Worksheet {
  /** Without the characters that Excel forbids: [ ] : * ? / \ */
  readonly name: string;
  readonly columns: readonly WorkbookColumn[];
  /** Rows, some at a time. */
  readonly batches: AsyncIterable<readonly CellTexts[]>;
}

/**
 * An Excel workbook (.xlsx), made while it is read: in flat memory, whatever its length. Columns of text have the
 * format of text, so that codes typed into them keep their zeros.
 * @throws CliError `usage` for what a sheet cannot hold
 */
export async function* workbookOf({ name, columns, batches }: Worksheet): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const packed = zip.outputStream as Readable;
  for (const [path, xml] of Object.entries(partsFor(name))) zip.addBuffer(Buffer.from(declaration + xml), path, fixed);
  const sheet = Readable.from(sheetXml(columns, batches));
  // Otherwise yazl would wait for a sheet that never ends.
  sheet.on('error', (error) => packed.destroy(error));
  zip.addReadStream(sheet, `xl/${sheetPath}`, fixed);
  zip.end();
  yield* packed;
}

/** The same products give the same file. */
const fixed = { mtime: new Date('1980-01-01T00:00:00Z') };

async function* sheetXml(
  columns: readonly WorkbookColumn[],
  batches: AsyncIterable<readonly CellTexts[]>,
): AsyncGenerator<string> {
  const widths = columns.map(
    (column, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${column.width ?? 16}" customWidth="1" style="${styleOf(column)}"/>`,
  );
  yield `${declaration}<worksheet ${main}><sheetViews><sheetView workbookViewId="0">${frozenHeader}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
  let row = 1;
  yield `<row r="1">${columns.map(({ heading }) => textCell(heading, styles.heading)).join('')}</row>`;
  for await (const batch of batches) {
    if (row + batch.length > maxRows) throw tooMuch('Too many products for a workbook: it holds 1,048,575.');
    yield batch.map((cells) => rowXml(columns, cells, ++row)).join('');
  }
  yield '</sheetData></worksheet>';
}

const rowXml = (columns: readonly WorkbookColumn[], cells: CellTexts, row: number): string =>
  `<row r="${row}">${cells.map((cell, at) => cellXml(cell, columns[at], row)).join('')}</row>`;

function cellXml(text: string | undefined, column: WorkbookColumn | undefined, row: number): string {
  if (text === undefined || text === '') return column ? '<c/>' : '';
  if (column?.isNumber && plainNumber.test(text) && text.length <= maxNumber)
    return `<c s="${styleOf(column)}"><v>${text}</v></c>`;
  if (text.length > maxText)
    throw tooMuch(`Row ${row}: ${column?.heading ?? ''} has more than 32,767 characters, too many for a cell.`);
  return textCell(text, styles.text);
}

const textCell = (text: string, style: number): string =>
  `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapedText(text)}</t></is></c>`;

/** The indexes of `cellXfs`. */
const styles = { number: 0, text: 1, heading: 2, money: 3 } as const;

const styleOf = ({ isNumber, isMoney = false }: WorkbookColumn): number =>
  isMoney ? styles.money : isNumber ? styles.number : styles.text;

const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** Fifteen digits, all of which a spreadsheet keeps. */
const maxNumber = 15;

/** Of Excel: "Excel specifications and limits" in its documentation. */
const maxRows = 1_048_576;
const maxText = 32_767;

/**
 * Characters that XML does not have, or does not keep, as `_x000D_`; so is what looks like that already (ECMA-376 Part 1,
 * 22.9.2.19). Halves of characters and U+FFFE and U+FFFF, which have no such form, become U+FFFD.
 */
const escapedText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(unkept, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what XML does not have
const unkept = /[\x00-\x08\x0b-\x1f]/g;

const tooMuch = (problem: string): CliError =>
  new CliError('usage', problem, {
    field: '--output-file',
    hint: 'Write a CSV file: --output-file products.csv',
  });

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const relationship = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`;
const relationships = (...each: readonly string[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
const frozenHeader = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';

const sheetPath = 'worksheets/sheet1.xml';

/** The parts beside the sheet: the least that a workbook must have (ECMA-376 Part 1, 12.2 and 18). */
const partsFor = (name: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/${sheetPath}" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
  '_rels/.rels': relationships(relationship('rId1', 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': `<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="${escapedText(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relationships(
    relationship('rId1', 'worksheet', sheetPath),
    relationship('rId2', 'styles', 'styles.xml'),
  ),
  // Format 49 is text.
  'xl/styles.xml': `<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="164" formatCode="0.00##"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
});
