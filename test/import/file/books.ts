import { zipOf } from './zips.ts';

/** The XML within `<c r="A2" …>`, or a text. */
export type CellXml = string | { readonly attributes?: string; readonly xml: string };

export interface BookOptions {
  /** Sheets after the first, by name. */
  readonly others?: Readonly<Record<string, readonly (readonly CellXml[])[]>>;
  /** Attributes of `<row>`, by number. */
  readonly rowAttributes?: Readonly<Record<number, string>>;
  /** Other numbers than the next. */
  readonly rowNumbers?: Readonly<Record<number, number>>;
  readonly afterData?: string;
  readonly sharedStrings?: string;
  readonly styles?: string;
  readonly firstIsHidden?: boolean;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook whose first sheet, Products, has these rows; texts are inline, others as given. An empty row is left out. */
export const bookOf = (rows: readonly (readonly CellXml[])[], options?: BookOptions): Promise<Buffer> =>
  zipOf(partsOf(rows, options));

/** The same by the paths of its parts. */
export function partsOf(
  rows: readonly (readonly CellXml[])[],
  options: BookOptions = {},
): Readonly<Record<string, string>> {
  const { others = {}, sharedStrings, styles, firstIsHidden } = options;
  const sheets = Object.entries({ Products: rows, ...others });
  const names = sheets.map(([name], at) => {
    const state = at === 0 && firstIsHidden ? ' state="hidden"' : '';
    return `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state} r:id="rId${at + 1}"/>`;
  });
  const targets = sheets.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="${links}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'xl/workbook.xml': `${head}<workbook ${main} xmlns:r="${links}"><sheets>${names.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets.join('')}</Relationships>`,
    ...(sharedStrings && { 'xl/sharedStrings.xml': `${head}<sst ${main}>${sharedStrings}</sst>` }),
    ...(styles && { 'xl/styles.xml': `${head}<styleSheet ${main}>${styles}</styleSheet>` }),
    ...Object.fromEntries(
      sheets.map(([, content], at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(content, at === 0 ? options : {})]),
    ),
  };
}

function sheetXml(
  rows: readonly (readonly CellXml[])[],
  { rowAttributes = {}, rowNumbers = {}, afterData = '' }: BookOptions,
): string {
  const xml = rows.map((cells, at) =>
    cells.length === 0
      ? ''
      : `<row r="${rowNumbers[at + 1] ?? at + 1}" ${rowAttributes[at + 1] ?? ''}>${cells.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${at + 1}`)).join('')}</row>`,
  );
  return `${head}<worksheet ${main}><sheetData>${xml.join('')}</sheetData>${afterData}</worksheet>`;
}

function cellXml(cell: CellXml, reference: string): string {
  if (cell === '') return '';
  if (typeof cell !== 'string') return `<c r="${reference}" ${cell.attributes ?? ''}>${cell.xml}</c>`;
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Rows of a sheet; those of texts as in CSV. */
export const sheetOf = (...rows: readonly (string | readonly CellXml[])[]): readonly (readonly CellXml[])[] =>
  rows.map((row) => (typeof row === 'string' ? row.split(',') : row));

/** A cell that is stored as a number, with a style. */
export const number = (value: number | string, style = 0): CellXml => ({
  attributes: `s="${style}"`,
  xml: `<v>${value}</v>`,
});
