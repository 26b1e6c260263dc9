import type { FileWriter } from '../../context.ts';
import { formatOfFile } from '../../output/formats.ts';
import type { Worksheet } from '../../output/workbook.ts';
import { escapeText, guardFormula, quote } from '../../text/escape.ts';
import { encodeText, markOf } from '../file/code-pages.ts';
import { rejectedSheet, rejectionColumns } from '../file/rejected-header.ts';
import type { Ledger } from '../journal/ledger.ts';
import type { Catalogue, LocatedRecord } from '../map/catalogue.ts';
import type { ImportOptions } from '../options.ts';
import type { CheckedFile, Reason } from '../rows/check.ts';
import { reasonsText } from '../words/check-texts.ts';
import { rowsOrNone } from '../words/counts.ts';
import { knownRows } from './rows-of-run.ts';

/** The formats of `--rejected` by ending: text is as it is in the file, whatever separates its cells. */
const rejectedEndings = { '.csv': 'text', '.tsv': 'text', '.tab': 'text', '.txt': 'text', '.xlsx': 'xlsx' } as const;

/** @throws CliError `usage` for the ending of a format that it is not written in */
export const rejectedFormat = (path: string): 'text' | 'xlsx' | undefined =>
  formatOfFile(path, '--rejected', rejectedEndings);

/**
 * Writes `--rejected`: the header and these rows byte for byte as they are in the file, each with
 * `rejectionColumns` added. A short row is filled up before them, and what a long one has too much is behind them, so that
 * the columns keep their places. The result can be fixed and imported. The store's messages are redacted like any other.
 * @param checked absent where the import failed before its rows were checked: then there is an empty file
 */
export async function writeRejected(
  options: RejectedOptions,
  checked: CheckedFile | undefined,
  ledger: Ledger | undefined,
  file: FileWriter,
): Promise<void> {
  const { files, hint, store } = options;
  if (!checked) return await file.close();
  const rejections = rejectionsOf(checked, ledger);
  const rows = rejectedRows(checked.catalogue, rejections);
  if (rejectedFormat(files.rejected ?? '') === 'xlsx') await writeRejectedSheet(options, rows, file);
  else await writeRejectedText(options, checked.catalogue, rows, file);
  await file.close();
  await hint(`Wrote ${rowsOrNone(rejections.size)} to ${store.writtenFile(file.instead ?? files.rejected ?? '')}.`);
}

type RejectedOptions = Pick<ImportOptions, 'files' | 'hint' | 'context'> & {
  readonly store: Pick<ImportOptions['store'], 'writtenFile'>;
};

/** The reasons for each row that is invalid, or that the store rejected. */
function rejectionsOf({ invalid }: CheckedFile, ledger: Ledger | undefined): ReadonlyMap<number, readonly Reason[]> {
  if (!ledger || ledger.tally.count('rejected') === 0) return invalid;
  const found = new Map(invalid);
  for (const { record, state, field, message } of knownRows(ledger)) {
    if (state === 'rejected') found.set(record, [{ field: field ?? '', message: message ?? '' }]);
  }
  return found;
}

/** A row of `--rejected`; the first is the header. */
interface RejectedRow extends LocatedRecord {
  /** How many columns the header has. */
  readonly width: number;
  /** What is added to it. */
  readonly added: readonly string[];
}

async function* rejectedRows(
  { locate }: Catalogue,
  rejections: ReadonlyMap<number, readonly Reason[]>,
): AsyncGenerator<RejectedRow> {
  let width = 0;
  for await (const located of locate(new Set([0, ...rejections.keys()]))) {
    const isHeader = located.record === 0;
    if (isHeader) width = located.cells.length;
    const added = isHeader ? rejectionColumns : errorCells(located.line, rejections.get(located.record) ?? []);
    yield { ...located, width, added };
  }
}

/** As CSV with the delimiter and the encoding of the file. */
async function writeRejectedText(
  { context }: Pick<ImportOptions, 'context'>,
  { description: { encoding, delimiter } }: Catalogue,
  rows: AsyncIterable<RejectedRow>,
  file: FileWriter,
): Promise<void> {
  const bytes = (text: string): Uint8Array => encodeText(context.secrets.removeFromMessage(text), encoding);
  const joined = (cells: readonly string[]): string => cells.map((cell) => quote(cell, delimiter)).join(delimiter);
  await file.write(bytes(markOf(encoding)));
  for await (const { cells, bytes: original, width, added, quotes } of rows) {
    // Nobody knows where the cells end that have text after their closing quote.
    const count = quotes === 'after' ? width : cells.length;
    const isLong = count > width;
    await file.write(isLong ? encodeText(joined(cells.slice(0, width)), encoding) : original);
    const missing = Array<string>(Math.max(0, width - count)).fill('');
    const more = joined([...missing, ...added.map(guardFormula)]);
    await file.write(bytes(`${delimiter}${more}`));
    if (isLong) await file.write(encodeText(`${delimiter}${joined(cells.slice(width))}`, encoding));
    await file.write(bytes('\n'));
  }
}

/** As a workbook of texts. */
async function writeRejectedSheet(
  { context }: Pick<ImportOptions, 'context'>,
  rows: AsyncGenerator<RejectedRow>,
  file: FileWriter,
): Promise<void> {
  const { value: header } = await rows.next();
  const texts = ({ cells, width, added }: RejectedRow): readonly string[] => [
    ...Array.from({ length: width }, (_, at) => cells[at] ?? ''),
    ...added.map((text) => context.secrets.removeFromMessage(text)),
    ...cells.slice(width),
  ];
  const columns = texts(header).map((heading) => ({ heading, isNumber: false }));
  const each = async function* (): AsyncGenerator<readonly (readonly string[])[]> {
    for await (const row of rows) yield [texts(row)];
  };
  await writeSheet({ name: rejectedSheet, columns, batches: each() }, file);
}

/** Loads its library only here. Cells of text run no formula. */
async function writeSheet(sheet: Worksheet, file: FileWriter): Promise<void> {
  const { workbookOf } = await import('../../output/workbook.ts');
  for await (const bytes of workbookOf(sheet)) await file.write(bytes);
}

/** A single field has a cell of its own, so that scripts can use it; several are also named in the message. */
function errorCells(line: number, reasons: readonly Reason[]): readonly string[] {
  const [only] = reasons;
  const message = only && reasons.length === 1 ? only.message : reasonsText(reasons);
  const fields = reasons.flatMap(({ field }) => field || []).join('; ');
  return [String(line), escapeText(fields), escapeText(message)];
}
