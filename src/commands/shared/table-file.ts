import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import type { Catalogue, CatalogueRow, RowFault } from '../../import/map/catalogue.ts';
import type { Fault } from '../../resources/draft-fields.ts';
import type { FileTable } from '../../resources/file-table.ts';

/** A file with a row for each of something: CSV in any encoding, or a workbook, packed or not. */
interface TableFile {
  /** `-` is standard input. */
  readonly path: string;
  readonly stdin: Session['context']['stdin'];
  readonly noun: FileTable;
  readonly maxRows: number;
  /** The error for a file with more rows. */
  readonly tooLong: () => CliError;
  /** What the file needs, where its fault has no remedy of its own. */
  readonly hint: string;
}

/** What is read of such a file. */
export interface ReadTable extends Pick<Catalogue, 'description' | 'oddities'> {
  readonly rows: readonly CatalogueRow[];
  /** Cells below a heading that is empty: their lines. */
  readonly unnamed: readonly number[];
}

/**
 * All rows of a table, as an import reads them. Says how the file was read.
 * @throws CliError `usage` for a file or a header that cannot be read
 */
export async function readTable({ context, options, notice }: Session, table: TableFile): Promise<ReadTable> {
  const { path, stdin, hint: needs } = table;
  const { describeCatalogue } = await import('../../import/words/reading-texts.ts');
  const { namingFile } = await import('../../import/file/faults.ts');
  try {
    const read = await rowsOf(table, { ...context, stdin });
    for (const line of options.quiet ? [] : describeCatalogue(path, read.description))
      await notice(withoutImport(line));
    return read;
  } catch (cause) {
    const error = namingFile(cause, path);
    if (!(error instanceof CliError) || error.kind !== 'usage') throw error;
    const message = withoutImport(error.message);
    throw error.hint === undefined
      ? error.reworded({ message })
      : error.reworded({ message, hint: withoutImport(error.hint) || needs });
  }
}

async function rowsOf(
  { path, noun, maxRows, tooLong }: TableFile,
  context: Pick<Session['context'], 'files' | 'stdin' | 'interrupted'>,
): Promise<ReadTable> {
  const [{ unpackedCopyOf }, { openCatalogue }] = await Promise.all([
    import('../../import/file/unpacked-copy.ts'),
    import('../../import/map/catalogue.ts'),
  ]);
  const copy = await unpackedCopyOf(path, context, {}, noun.names);
  try {
    const table = await openCatalogue(copy, { map: {}, set: {}, preset: 'none' }, noun);
    const rows: CatalogueRow[] = [];
    for await (const batch of table.rows()) {
      rows.push(...batch);
      if (rows.length > maxRows) throw tooLong();
    }
    const { description, oddities } = table;
    return { description, oddities, rows, unnamed: await unnamedCells(table, rows) };
  } finally {
    await copy.file.remove();
  }
}

/** The lines with a cell below a heading that is empty. Most files have no such heading. */
async function unnamedCells(table: Catalogue, rows: readonly CatalogueRow[]): Promise<readonly number[]> {
  if (!table.description.ignored.some((heading) => noHeading.test(heading))) return [];
  let blank: readonly number[] = [];
  const lines: number[] = [];
  for await (const { record, line, cells } of table.locate(new Set([0, ...rows.map((row) => row.record)]))) {
    if (record === 0) blank = cells.flatMap((heading, at) => (heading.trim() === '' ? [at] : []));
    else if (blank.some((at) => (cells[at] ?? '').trim() !== '')) lines.push(line);
  }
  return lines;
}

/** As `columnName` names such a column. */
const noHeading = / \(no heading\)$/;

/** A text of the import without the remedies that only its options are. */
const withoutImport = (text: string): string =>
  text
    .replace(/ ?(?:To choose a column|If it is there|If the headings are on another line|Choose one): .*$/gm, '')
    .replace(/(?:; choose with --sheet|[:,](?: or)? pass --decimal.*| If that is wrong, pass --encoding\.)/gm, '')
    .replace(/\bthe catalogue\b/g, 'the file')
    .replace(/\bimport (that|the CSV) file\b/g, 'use $1 file');

/** A fault of a row as one of a body. */
export const faultIn = (path: string, { line, column, value, message }: RowFault): Fault => ({
  field: `${path === '-' ? 'Standard input' : path}, line ${line}:${column === undefined ? '' : ` ${column}`}`,
  value: value ?? '',
  message: withoutImport(message),
});
