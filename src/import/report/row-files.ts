import type { FileWriter } from '../../context.ts';
import { formatOfFile, listWriter } from '../../output/formats.ts';
import { type Target, targetOf } from '../../output/view.ts';
import type { Worksheet } from '../../output/workbook.ts';
import { code, count, type Fields, type StoreRecord, text } from '../../resources/record-fields.ts';
import { escapeText, guardFormula, quote } from '../../text/escape.ts';
import { inNumber } from '../../text/numbers.ts';
import { encodeText, markOf } from '../file/code-pages.ts';
import type { Ledger } from '../journal/ledger.ts';
import { problemStates, type RowRecord, rowsOf, rowsWithProblems } from '../journal/rows.ts';
import type { Catalogue, CatalogueRow, LocatedRecord } from '../map/catalogue.ts';
import { rejectionColumns } from '../map/columns.ts';
import { titleIn } from '../map/rows.ts';
import type { ImportOptions } from '../options.ts';
import type { CheckedFile, Reason } from '../rows/check.ts';
import { reasonsText } from '../words/check-texts.ts';
import { rowsOrNone } from '../words/counts.ts';
import { outcomeOfState, outcomeWord } from '../words/outcomes.ts';
import { maxListed, type Problem, problemOf } from '../words/problems.ts';

/** A row of the journal as the run knows it: a full disk must not make an answered row look uncertain. */
function asKnown({ unwritten }: Ledger, row: RowRecord): RowRecord {
  const { state, product, field, message } = unwritten.get(row.record) ?? row;
  return { ...row, state, product, field, message };
}

/** The rows of a run in file order. */
function* knownRows(ledger: Ledger): Generator<RowRecord> {
  for (const row of rowsOf(ledger.journal, ledger.run.id)) yield asKnown(ledger, row);
}

/** The first rows that need attention. */
export const problemRows = (ledger: Ledger): readonly Problem[] =>
  rowsWithProblems(ledger.journal, ledger.run.id, maxListed)
    .map((row) => asKnown(ledger, row))
    .filter(({ state }) => problemStates.some((problem) => problem === state))
    .map(problemOf);

/** What the rows that need attention are called in the file, by line: of as many as a report lists. */
export async function titlesOf(checked: CheckedFile, ledger: Ledger | undefined): Promise<ReadonlyMap<number, string>> {
  const titles = new Map<number, string>();
  const { catalogue } = checked;
  const wanted = recordsWithProblems(checked, ledger);
  if (catalogue.noun.title === undefined || wanted.size === 0) return titles;
  for await (const batch of catalogue.rows((record) => wanted.has(record))) {
    for (const { line, values, title } of batch)
      titles.set(line, (values ? titleIn(catalogue.noun, values) : title) ?? '');
  }
  return titles;
}

/** The first ones. */
function recordsWithProblems({ rejections }: CheckedFile, ledger: Ledger | undefined): ReadonlySet<number> {
  const rows = ledger ? rowsWithProblems(ledger.journal, ledger.run.id, maxListed) : [];
  const records = new Set(rows.map(({ record }) => record));
  for (const record of rejections.keys()) if (records.size < 2 * maxListed) records.add(record);
  return records;
}

/** `--quiet`: the IDs of the products that the run created, one a line, in file order. */
export async function printCreated(ledger: Ledger, target: Target): Promise<void> {
  const writer = listWriter('ids', { fields: {}, idOf: ({ product }) => String(product ?? '') }, target);
  for (const row of knownRows(ledger)) if (row.state === 'created') await writer.add([{ ...row }]);
  await writer.end();
}

/** The columns of `--results`. */
const resultFields: Fields = {
  line: count('Line').inTable(1),
  key: code('Key').inTable(2),
  outcome: text('Outcome').inTable(3),
  productId: text('Product').inTable(4),
  message: text('Message').inTable(5),
};

/** Writes `--results`: line, key, outcome, product ID and message of every row, in file order, in the format of its ending. */
export async function writeResults(
  checked: CheckedFile,
  ledger: Ledger,
  path: string,
  file: FileWriter,
): Promise<void> {
  const format = formatOfFile(path, '--results') ?? 'csv';
  const view = { fields: resultFields, only: Object.keys(resultFields) };
  const writer = listWriter(format, view, { ...targetOf(file), file });
  for await (const batch of resultRecords(checked, ledger)) await writer.add(batch);
  await writer.end();
  await file.close();
}

async function* resultRecords(checked: CheckedFile, ledger: Ledger): AsyncGenerator<readonly StoreRecord[]> {
  const rowOf = inFileOrder(knownRows(ledger));
  for await (const batch of checked.catalogue.rows()) {
    yield batch.map((found) => {
      const { record, line, keys = [], excluded } = found;
      const row = rowOf(record);
      const reasons = reasonsText(checked.rejections.get(record) ?? []) || inNumber(excluded ?? '', 1);
      return {
        line,
        key: row?.key.code ?? keys[0]?.code ?? '',
        outcome: outcomeOf(found, checked, ledger),
        productId: escapeText(row?.product ?? ''),
        message: escapeText(row?.message ?? reasons),
      };
    });
  }
}

/** Loads its library only here. Cells of text run no formula. */
async function writeSheet(sheet: Worksheet, file: FileWriter): Promise<void> {
  const { workbookOf } = await import('../../output/workbook.ts');
  for await (const bytes of workbookOf(sheet)) await file.write(bytes);
}

/** Gives rows by record, which must be requested in file order. */
function inFileOrder(rows: Iterator<RowRecord>): (record: number) => RowRecord | undefined {
  let next = rows.next();
  return (record) => {
    while (!next.done && next.value.record < record) next = rows.next();
    return next.done || next.value.record !== record ? undefined : next.value;
  };
}

function outcomeOf({ record, excluded }: CatalogueRow, checked: CheckedFile, { tally }: Ledger): string {
  if (tally.isForThisRun(record)) return outcomeWord(outcomeOfState(tally.stateOf(record)));
  if (excluded !== undefined) return outcomeWord('leftOut');
  return outcomeWord(checked.rejections.has(record) ? 'invalid' : 'elsewhere');
}

/** The reasons for each row that is invalid, or that the store rejected. */
function rejectionsOf({ rejections }: CheckedFile, ledger: Ledger | undefined): ReadonlyMap<number, readonly Reason[]> {
  if (!ledger || ledger.tally.count('rejected') === 0) return rejections;
  const found = new Map(rejections);
  for (const { record, state, field, message } of knownRows(ledger)) {
    if (state === 'rejected') found.set(record, [{ field: field ?? '', message: message ?? '' }]);
  }
  return found;
}

/** The formats of `--rejected` by ending: text is as it is in the file, whatever separates its cells. */
const rejectedEndings = { '.csv': 'text', '.tsv': 'text', '.tab': 'text', '.txt': 'text', '.xlsx': 'xlsx' } as const;

/** @throws CliError `usage` for the ending of a format that a file of rows is not written in */
export function checkRowFiles({ rejected = '', results = '' }: ImportOptions['files']): void {
  formatOfFile(rejected, '--rejected', rejectedEndings);
  formatOfFile(results, '--results');
}

/**
 * Writes `--rejected`: the header and these rows byte for byte as they are in the file, each with
 * `rejectionColumns` added. A short row is filled up before them, and what a long one has too much is behind them, so that
 * the columns keep their places. The result can be fixed and imported. The store's messages are redacted like any other.
 */
export async function writeRejected(
  options: ImportOptions,
  checked: CheckedFile,
  ledger: Ledger | undefined,
  file: FileWriter,
): Promise<void> {
  const { files, hint, store } = options;
  const rejections = rejectionsOf(checked, ledger);
  const rows = rejectedRows(checked.catalogue, rejections);
  if (formatOfFile(files.rejected ?? '', '--rejected', rejectedEndings) === 'xlsx')
    await writeRejectedSheet(options, rows, file);
  else await writeRejectedText(options, checked.catalogue, rows, file);
  await file.close();
  await hint(`Wrote ${rowsOrNone(rejections.size)} to ${store.writtenFile(files.rejected ?? '')}.`);
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
  { context }: ImportOptions,
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
  { context }: ImportOptions,
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
  await writeSheet({ name: 'Rejected', columns, batches: each() }, file);
}

/** A single field has a cell of its own, so that scripts can use it; several are also named in the message. */
function errorCells(line: number, reasons: readonly Reason[]): readonly string[] {
  const [only] = reasons;
  const message = only && reasons.length === 1 ? only.message : reasonsText(reasons);
  const fields = reasons.flatMap(({ field }) => field || []).join('; ');
  return [String(line), escapeText(fields), escapeText(message)];
}
