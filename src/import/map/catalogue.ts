import { type FileTable, isDiscreet } from '../../resources/file-table.ts';
import { escapeText, quote } from '../../text/escape.ts';
import { decoderOf, type Encoding, encodeText } from '../file/code-pages.ts';
import type { TextFile } from '../file/copy.ts';
import { findDelimiter, statedDelimiter } from '../file/delimiter.ts';
import { endsOpen, findEncoding, utf8Chunks } from '../file/encoding.ts';
import type { Evidence } from '../file/guess.ts';
import { type Batch, csvRecords, type FileRecord, oddCellOf, storedNumber } from '../file/records.ts';
import { rejectedDelimiter } from '../file/rejected-header.ts';
import { sheetRecords, shownCells } from '../file/sheet.ts';
import type { CatalogueDescription } from './catalogue-description.ts';
import { isNumber } from './cells/decimal-marks.ts';
import { withoutTextFormulas } from './cells/marks.ts';
import { refuseBrokenHeader, refuseOtherLine } from './headings/broken-header.ts';
import type { RowShaping } from './presets/preset.ts';
import { type CatalogueOptions, headingTest, planReading } from './reading-plan.ts';
import { type CatalogueRow, type RowRules, rowChecker } from './rows/catalogue-row.ts';

// Callers import these types from here.
export type { CatalogueDescription } from './catalogue-description.ts';
export type { RowFault } from './cells/row-fault.ts';
export type { CatalogueOptions } from './reading-plan.ts';
export type { CatalogueRow } from './rows/catalogue-row.ts';

export type RecordFilter = (record: number) => boolean;

/** A record as written in the file, without its line break. */
export interface LocatedRecord extends Pick<FileRecord, 'record' | 'line' | 'quotes'> {
  /** As a person sees them in a sheet. */
  readonly cells: readonly string[];
  readonly bytes: Uint8Array;
}

/** What the last pass over the whole file found besides its rows. */
interface RowOddities {
  /** Rows of only delimiters or blanks. */
  blank: number;
  /** Rows with a quote within a cell that is not quoted: how many, and the line of the first. */
  readonly quotes: { count: number; line: number };
}

export interface Catalogue {
  readonly noun: FileTable;
  /** Decimal marks that only a late row shows are added while `rows` is read. */
  readonly description: CatalogueDescription;
  readonly oddities: RowOddities;
  /**
   * The checked rows in file order, some hundred at a time, in flat memory; or those of them that are wanted, which takes
   * less time where they are few. May be called again.
   * @throws CliError `usage` for broken quotes, with their line
   */
  rows(isWanted?: RecordFilter): AsyncIterable<readonly CatalogueRow[]>;
  /**
   * The bytes of some records (0 is the header) as they are in the file, without line break and byte order mark, in
   * file order: for files of rejected rows. `encodeText` makes text that may be joined to them.
   */
  locate(records: ReadonlySet<number>): AsyncIterable<LocatedRecord>;
}

/**
 * Opens a catalogue: decides how to read it, and checks its header. Reads the beginning of the file.
 * @param file gives the same bytes every time
 * @throws CliError `usage` for a file that is no text in its encoding, else with all faults of the header and of the options
 */
export async function openCatalogue(file: TextFile, options: CatalogueOptions, noun: FileTable): Promise<Catalogue> {
  const { bytes, survey, sheet } = file;
  const { headerRow } = options;
  const found = await findEncoding(survey, bytes, sheet ? 'utf-8' : options.encoding, isDiscreet(noun));
  const { encoding } = found;
  const head = decoderOf(encoding).decode(survey.head.subarray(found.markLength), { stream: true });
  const { delimiter, from } = sheet ? { delimiter: ',', from: 1 } : dialectOf(head, options, noun);
  const source = (): AsyncGenerator<Batch> =>
    sheet ? sheetRecords(bytes) : csvRecords(utf8Chunks(bytes, found), delimiter, from);
  const begin = await firstRecords(source());
  refuseOtherLine(begin[0], headerRow, sheet);
  refuseBrokenHeader(begin, options.delimiter);
  const above = sheet?.above ?? linesAbove(head, from);
  const { rules, notes, ...reading } = planReading(begin, noun, { ...options, above }, sheet);
  const mayBeCut = endsOpen(survey.tail, encoding) && rules.columns.at(-1)?.index === rules.headings.length - 1;
  const oddities: RowOddities = { blank: 0, quotes: { count: 0, line: 0 } };
  const description = {
    encoding,
    delimiter,
    ...reading,
    mayBeCut,
    sheet,
    notes: [...(found.guess ? [guessed(found.guess)] : []), ...notes],
  };
  return {
    noun,
    get description() {
      return { ...description, decimal: rules.marks.common };
    },
    oddities,
    rows: (isWanted) => checkedRows(isWanted ? source() : counted(source(), oddities), source, rules, isWanted),
    locate: (wanted) => located(source(), wanted, { encoding, cellsOf: sheet && writtenCells(rules) }),
  };
}

/** What stands above the headings of a text, each line in one cell. */
const linesAbove = (head: string, from: number): readonly Pick<FileRecord, 'line' | 'cells'>[] =>
  from === 1
    ? []
    : head.split(/\r\n|\n|\r/, Math.min(from - 1, maxAbove)).map((text, at) => ({ line: at + 1, cells: [text] }));

const maxAbove = 25;

const guessed = ({ line, cell }: Evidence): string =>
  cell === undefined
    ? `The encoding is a guess: see line ${line}. If that is wrong, pass --encoding.`
    : `The encoding is a guess: line ${line} has ${JSON.stringify(escapeText(cell))}. If that is wrong, pass --encoding.`;

/** How a text is split into records, from the line of its headings on. */
function dialectOf(
  head: string,
  options: CatalogueOptions,
  noun: FileTable,
): { readonly delimiter: string; readonly from: number } {
  const rejected = rejectedDelimiter(head);
  if (rejected !== undefined) return { delimiter: rejected, from: 1 };
  const stated = statedDelimiter(head);
  // The line that states the delimiter is above the header.
  const from = options.headerRow ?? (stated === undefined ? 1 : 2);
  return { delimiter: options.delimiter ?? stated ?? findDelimiter(head, headingTest(options, noun), from), from };
}

/** The same batches, counting what is unusual in them. */
async function* counted(batches: AsyncIterable<Batch>, oddities: RowOddities): AsyncGenerator<Batch> {
  oddities.blank = 0;
  oddities.quotes.count = 0;
  for await (const batch of batches) {
    oddities.blank += batch.blank;
    for (const { quotes, line } of batch.records) {
      if (quotes !== 'within') continue;
      if (oddities.quotes.count === 0) oddities.quotes.line = line;
      oddities.quotes.count++;
    }
    yield batch;
  }
}

/** csv-parse holds the last row of a chunk back: one batch may lack it. */
const minFirst = 100;

/** The header and some rows. */
async function firstRecords(batches: AsyncIterable<Batch>): Promise<readonly FileRecord[]> {
  const first: FileRecord[] = [];
  for await (const { records } of batches) {
    first.push(...records);
    if (first.length > minFirst) break;
  }
  return first;
}

/** How records are written into a file of rejected rows. */
interface WrittenForm {
  readonly encoding: Encoding;
  /** The cells of a row of a sheet; those of a text are as they are. */
  readonly cellsOf: ((record: FileRecord) => readonly string[]) | undefined;
}

/** As a person sees them, but numbers with the decimal mark that is read in their column: 1.250 may be a thousand. */
const writtenCells =
  ({ columns, marks }: RowRules) =>
  (record: FileRecord): readonly string[] => {
    const cells = [...shownCells(record)];
    for (const { index, kind } of columns) {
      const number = storedNumber(record.cells[index] ?? '', oddCellOf(record, index));
      if (number !== undefined && isNumber(kind) && marks.observe(index, '') === ',')
        cells[index] = number.replace('.', ',');
    }
    return cells;
  };

const csvLine = (cells: readonly string[]): Uint8Array => Buffer.from(cells.map((cell) => quote(cell)).join(','));

async function* located(
  batches: AsyncIterable<Batch>,
  wanted: ReadonlySet<number>,
  { encoding, cellsOf }: WrittenForm,
): AsyncGenerator<LocatedRecord> {
  let left = wanted.size;
  for await (const { records, bytesOf } of batches) {
    for (const found of records.filter(({ record }) => wanted.has(record))) {
      left--;
      yield {
        record: found.record,
        line: found.line,
        quotes: found.quotes,
        cells: cellsOf?.(found) ?? shownCells(found),
        bytes: cellsOf ? csvLine(cellsOf(found)) : original(bytesOf(found), encoding),
      };
    }
    if (left === 0) return;
  }
}

const original = (utf8: Uint8Array, encoding: Encoding): Uint8Array =>
  encoding === 'utf-8' ? utf8 : encodeText(Buffer.from(utf8).toString('utf8'), encoding);

/** The checked rows in batches. @param again begins at the first row again */
async function* checkedRows(
  batches: AsyncIterable<Batch>,
  again: () => AsyncIterable<Batch>,
  rules: RowRules,
  isWanted: RecordFilter = () => true,
): AsyncGenerator<readonly CatalogueRow[]> {
  const shaping = rules.shaping?.();
  const check = rowChecker(rules, shaping);
  let mayLack = shaping?.lacks !== undefined;
  // A row may depend on others.
  const readsAll = shaping !== undefined || rules.generateSku || rules.noun.isOfPeople === true;
  for await (const { records } of batches) {
    const read = records.filter(({ record }) => record > 0 && (readsAll || isWanted(record)));
    const rows: CatalogueRow[] = [];
    for (const row of read) {
      if (mayLack && shaping?.lacks?.(withoutTextFormulas(row.cells))) {
        mayLack = false;
        await noteAll(again(), shaping);
      }
      rows.push(check(row));
    }
    yield readsAll ? rows.filter(({ record }) => isWanted(record)) : rows;
  }
}

/** Reads the whole file once: a row has come that another below it completes. */
async function noteAll(batches: AsyncIterable<Batch>, { note }: RowShaping): Promise<void> {
  for await (const { records } of batches)
    for (const { record, cells } of records) if (record > 0) note?.(withoutTextFormulas(cells));
}
