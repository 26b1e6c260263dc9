import { once } from 'node:events';
import { CsvError, Parser } from 'csv-parse';
import { type FileFault, refusal } from './faults.ts';

/** One record of the file; 0 is the header. Cells are the unchanged text. */
export interface FileRecord {
  readonly record: number;
  /** Line of the file on which it begins, as an editor counts; the row of a sheet. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The cells of a sheet that are no plain text. */
  readonly odd?: OddCells | undefined;
  /**
   * Quotes that RFC 4180 does not have: `within` a cell that is not quoted, where they are characters, as in Excel; or text
   * `after` a closing one, so that nobody knows where the cells end. Or a blank `before` one that a cell begins with: a
   * program that writes blanks after delimiters means a quoted cell, and Excel reads a quote.
   */
  readonly quotes?: 'within' | 'before' | 'after' | undefined;
}

/** A cell that is no plain text: a number with decimals or not shown as its digits, or a formula without a value. */
export interface OddCell {
  /** What a person sees. */
  readonly shown: string;
  /** The digits of a number. */
  readonly number?: string | undefined;
  /** Why there is no value, or why it is not known what code a person meant: the end of a sentence about the cell. */
  readonly why?: string | undefined;
  /** What its format shows beside its digits, which may be a currency. */
  readonly currency?: string | undefined;
}

export type OddCells = readonly (readonly [column: number, cell: OddCell])[];

/** The cell of a column, where it is no plain text. */
export const oddCellOf = ({ odd }: Pick<FileRecord, 'odd'>, column: number): OddCell | undefined =>
  odd?.find(([index]) => index === column)?.[1];

/** The digits of a cell that is stored as a number, with a decimal point. A preset may have changed the cell. */
export const storedNumber = (cell: string, odd: OddCell | undefined): string | undefined =>
  cell === odd?.shown ? odd.number : undefined;

/** Some hundred records of a file. */
export interface Batch {
  readonly records: readonly FileRecord[];
  /** How many rows of only delimiters or blanks were skipped: they are no records. */
  readonly blank: number;
  /** A record of this batch as it is in the file, in UTF-8, without its line break. */
  bytesOf(record: FileRecord): Uint8Array;
}

/** The place of the bytes of a record, with blank lines before it and its line break. */
interface PlacedRecord extends FileRecord {
  readonly start: number;
  readonly end: number;
}

/** In bytes. A longer record is assumed to be a quote that is never closed. */
export const longestRecord = 1024 * 1024;

/**
 * csv-parse, which knows the line and the place of a record when it hands it over. No casting, no skipping of bad records:
 * each silently loses data. `quotesOf` tells what lenient quotes let pass, and `rows.ts` checks the length of rows.
 *
 * Its option `info` copies these numbers for each record, and takes twice the time (docs/internals/performance.md).
 */
class RecordParser extends Parser {
  found: PlacedRecord[] = [];
  blank = 0;
  /** The offset and the line from which on no record is found yet: blank lines may come before it. */
  offset = 0;
  #line = 1;
  #record = 0;
  readonly #headerRow: number;
  #lines = 0;
  #emptyLines = 0;

  /** @param headerRow the line of the header: what is above it is no record */
  constructor(delimiter: string, headerRow: number) {
    super({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
    });
    this.#headerRow = headerRow;
    // It is read from `errored`.
    this.on('error', () => undefined);
  }

  /** The line of the record that comes next, as far as blank lines before it were read. */
  get line(): number {
    return this.#line + this.info.empty_lines - this.#emptyLines;
  }

  override push(cells: readonly string[] | null): boolean {
    if (cells === null) return true;
    const { lines, bytes, empty_lines: emptyLines } = this.info;
    const line = this.#line + emptyLines - this.#emptyLines;
    if (line >= this.#headerRow) this.#add({ record: this.#record, line, start: this.offset, end: bytes, cells });
    // csv-parse counts CR LF within a cell twice: where a record has more than one line, its breaks are counted here.
    this.#line = line + 1 + (lines - this.#lines > 1 ? breaksIn(cells) : 0);
    this.#lines = lines;
    this.#emptyLines = emptyLines;
    this.offset = bytes;
    return true;
  }

  #add(found: PlacedRecord): void {
    if (isBlankRow(found.cells)) {
      // Above the header nobody misses one.
      if (found.record > 0) this.blank++;
      return;
    }
    this.found.push(found);
    this.#record++;
  }
}

/** Only delimiters or blanks. */
export const isBlankRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

const breaksIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);

/**
 * The records of UTF-8 CSV. Empty lines are no records.
 * @throws CliError `usage` for broken quotes and overlong records, with their line
 */
export async function* csvRecords(
  chunks: AsyncIterable<Uint8Array>,
  delimiter: string,
  headerRow = 1,
): AsyncGenerator<Batch> {
  const parser = new RecordParser(delimiter, headerRow);
  let bytes: Uint8Array = Buffer.alloc(0);
  let from = 0;
  const taken = (): Batch => {
    const records = parser.found;
    const long = records.find(({ start, end }) => end - start > longestRecord);
    if (long) throw refusal([tooLong(long.line)]);
    if (parser.errored) throw refusal([quoteFault(parser.errored, parser.line)]);
    if (bytes.length - (parser.offset - from) > longestRecord) throw refusal([tooLong(parser.line)]);
    const { blank } = parser;
    parser.found = [];
    parser.blank = 0;
    const batch = bytes;
    const start = from;
    const bytesOf = (record: FileRecord): Uint8Array => {
      const placed = record as PlacedRecord;
      return withoutBreaks(batch.subarray(placed.start - start, placed.end - start));
    };
    const judged = (record: PlacedRecord): PlacedRecord => {
      const quotes = hasQuote(record) ? quotesOf(utf8.decode(bytesOf(record)), record.cells, delimiter) : undefined;
      return quotes ? { ...record, quotes } : record;
    };
    return { records: batch.includes(quoteByte) ? records.map(judged) : records, blank, bytesOf };
  };
  for await (const chunk of chunks) {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    parser.write(chunk);
    yield taken();
    bytes = bytes.subarray(parser.offset - from);
    from = parser.offset;
  }
  parser.end();
  if (!parser.errored) await Promise.race([once(parser, 'finish'), once(parser, 'close')]);
  yield taken();
}

const quoteByte = 0x22;

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

const hasQuote = ({ cells }: FileRecord): boolean => cells.some((cell) => cell.includes('"'));

/**
 * What is unusual about the quotes of a record: its text is compared with its cells, each of which is in it quoted or as it is.
 * @param text of the record as it is in the file
 */
function quotesOf(text: string, cells: readonly string[], delimiter: string): FileRecord['quotes'] {
  let found: FileRecord['quotes'];
  let at = 0;
  for (const cell of cells) {
    const length = lengthInQuotes(text, at, cell);
    if (length === 0 && (cell.startsWith('"') || !text.startsWith(cell, at))) return 'after';
    if (length === 0 && found !== 'before') found = quotesIn(cell) ?? found;
    at += (length || cell.length) + delimiter.length;
  }
  return found;
}

/** The length of a cell in quotes; 0 where it is not in the text so. */
function lengthInQuotes(text: string, at: number, cell: string): number {
  if (text[at] !== '"') return 0;
  const inside = cell.includes('"') ? cell.replaceAll('"', '""') : cell;
  const end = at + 1 + inside.length;
  return text[end] === '"' && text.startsWith(inside, at + 1) ? end + 1 - at : 0;
}

/** Where an unquoted cell has quotes, if it has any. */
function quotesIn(cell: string): 'within' | 'before' | undefined {
  if (!cell.includes('"') || textFormula.test(cell)) return undefined;
  return cell.trimStart().startsWith('"') ? 'before' : 'within';
}

/** `="007"`, as spreadsheets are made to keep zeros. */
const textFormula = /^="[^"]*"$/;

/** The header at the beginning of a text; undefined where it is broken. No more is parsed than it takes. */
export function headerAt(head: string, delimiter: string, headerRow = 1): FileRecord | undefined {
  const parser = new RecordParser(delimiter, headerRow);
  // csv-parse holds the last bytes back until it has those that follow.
  const bytes = Buffer.from(head + '\n'.repeat(9));
  for (let at = 0; at < bytes.length && parser.found.length === 0; at += piece)
    parser.write(bytes.subarray(at, at + piece));
  return parser.found[0];
}

/** In bytes: the length of usual headers. */
const piece = 1024;

/** @param line on which the record begins */
function quoteFault(error: Error, line: number): FileFault {
  const isOpen = error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED';
  if (!isOpen) return { problem: `Invalid CSV: ${error.message}`, remedy: 'Export the file again as CSV.' };
  return { problem: `Line ${line}: a quoted cell starts here and is never closed.`, remedy: quotesRemedy };
}

export const quotesRemedy = 'Put the whole cell in quotes and double each quote inside it ("").';

const tooLong = (line: number): FileFault => ({
  problem: `Line ${line}: this row is longer than 1 MiB.`,
  remedy: 'Shorten it, or close the quoted cell that swallows the rows after it.',
});

/** Without blank lines before the record, and without its line break: outside of quotes, no record has any. */
function withoutBreaks(bytes: Uint8Array): Uint8Array {
  let start = 0;
  let end = bytes.length;
  while (isBreak(bytes[start])) start++;
  while (end > start && isBreak(bytes[end - 1])) end--;
  return bytes.subarray(start, end);
}

const isBreak = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d;
