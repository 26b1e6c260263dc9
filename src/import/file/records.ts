import { once } from 'node:events';
import { Parser } from 'csv-parse';
import type { CliError } from '../../errors.ts';
import { type FileFault, refusal } from './faults.ts';
import { quoteFault } from './quotes.ts';

/** One record of the file; 0 is the header. Cells are the unchanged text. */
export interface ParsedRecord {
  readonly record: number;
  /** Line of the file on which it begins, as an editor counts. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface RecordFilter {
  (record: number): boolean;
  /** No record after it is wanted. Undefined where that is not known. */
  readonly last?: number | undefined;
}

/** A record with the place of its bytes in the file, blank lines before it and its line break included. */
interface FoundRecord extends ParsedRecord {
  readonly start: number;
  readonly end: number;
}

/** In bytes. A longer record is assumed to be a quote that is never closed. */
export const longestRecord = 1024 * 1024;

/**
 * csv-parse, which knows the line and the place of a record when it hands it over. No casting, no skipping of bad records,
 * no lenient quotes: each silently loses data. `rows.ts` checks the length of rows.
 *
 * Its option `info` copies these numbers for each record, and takes twice the time (docs/performance.md).
 */
class RecordParser extends Parser {
  found: FoundRecord[] = [];
  /** The offset and the line from which on no record is found yet: blank lines may come before it. */
  offset = 0;
  line = 1;
  #record: number;
  #lines = 0;
  #emptyLines = 0;

  /** @param above how many records are above the header */
  constructor(delimiter: string, above: number) {
    super({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      relax_column_count: true,
    });
    this.#record = 0 - above;
  }

  override push(cells: readonly string[] | null): boolean {
    if (cells === null) return true;
    const { lines, bytes, empty_lines: emptyLines } = this.info;
    const line = this.line + emptyLines - this.#emptyLines;
    this.found.push({ record: this.#record++, line, start: this.offset, end: bytes, cells });
    // csv-parse counts CR LF within a cell twice: where a record has more than one line, its breaks are counted here.
    this.line = line + 1 + (lines - this.#lines > 1 ? breaksIn(cells) : 0);
    this.#lines = lines;
    this.#emptyLines = emptyLines;
    this.offset = bytes;
    return true;
  }
}

const breaksIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);

/** The records of a chunk, and the bytes from the first of them on. */
interface ParsedChunk {
  readonly found: readonly FoundRecord[];
  /** The bytes of the file from `from` on. */
  readonly bytes: Uint8Array;
  readonly from: number;
}

/** Parses chunk by chunk, in flat memory. @throws CliError `usage` for broken quotes and overlong records, with their line */
async function* parsedChunks(
  chunks: AsyncIterable<Uint8Array>,
  delimiter: string,
  above: number,
): AsyncGenerator<ParsedChunk> {
  const parser = new RecordParser(delimiter, above);
  // It is read from `errored`.
  parser.on('error', () => undefined);
  let bytes: Uint8Array = Buffer.alloc(0);
  let from = 0;
  const taken = (): ParsedChunk => {
    const { found, errored } = parser;
    const long = found.find(({ start, end }) => end - start > longestRecord);
    if (long) throw refusal([tooLong(long.line)]);
    if (errored || bytes.length - (parser.offset - from) > longestRecord)
      throw unreadable(errored, { parser, bytes, from, delimiter });
    parser.found = [];
    return { found, bytes, from };
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

interface Failure {
  readonly parser: RecordParser;
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly delimiter: string;
}

/** csv-parse says where it stopped, not on which line the quote starts. @param cause absent for a record that does not end */
function unreadable(cause: Error | null, { parser, bytes, from, delimiter }: Failure): CliError {
  const rest = Buffer.from(bytes.subarray(parser.offset - from)).toString('utf8');
  const blank = /^[\r\n]*/.exec(rest)?.[0] ?? '';
  const line = parser.line + breaksIn([blank]);
  const fault = quoteFault(rest.slice(blank.length), delimiter, line);
  if (fault || !cause) return refusal([fault ?? tooLong(line)]);
  return refusal([{ problem: `Invalid CSV: ${cause.message}`, remedy: 'Export the file again as CSV.' }]);
}

const tooLong = (line: number): FileFault => ({
  problem: `Line ${line}: this row is longer than 1 MiB.`,
  remedy: 'Shorten it, or check the line breaks in the file.',
});

/** Records are handed on by so many or more, unless they are very long. */
const minBatch = 100;

/**
 * The records of UTF-8 CSV in batches, in flat memory; or those of them that are wanted. Empty lines are no records.
 * @param above how many records are above the header
 * @throws CliError `usage` for broken quotes, with the line on which the quote opens.
 */
export async function* parseRecords(
  chunks: AsyncIterable<Uint8Array>,
  delimiter: string,
  isWanted?: RecordFilter,
  above = 0,
): AsyncGenerator<readonly ParsedRecord[]> {
  const isInBatch = ({ record }: ParsedRecord): boolean => record >= 0 && (isWanted?.(record) ?? true);
  const last = isWanted?.last ?? Number.POSITIVE_INFINITY;
  let batch = new Batch();
  for await (const { found, bytes } of parsedChunks(chunks, delimiter, above)) {
    batch.add(found.filter(isInBatch), bytes.length);
    if ((found.at(-1)?.record ?? 0) > last) break;
    if (!batch.isLarge) continue;
    yield batch.records;
    batch = new Batch();
  }
  if (batch.records.length > 0) yield batch.records;
}

class Batch {
  readonly records: ParsedRecord[] = [];
  #bytes = 0;

  add(records: readonly ParsedRecord[], bytes: number): void {
    for (const record of records) this.records.push(record);
    this.#bytes += bytes;
  }

  get isLarge(): boolean {
    return this.records.length >= minBatch || (this.records.length > 1 && this.#bytes >= longestRecord);
  }
}

/** A record as written in the file. */
export interface LocatedRecord {
  /** 0 is the header, 1 the first row. */
  readonly record: number;
  /** Line of the file on which it begins, as an editor counts. */
  readonly line: number;
  /** Without its line break. */
  readonly bytes: Uint8Array;
}

interface LocateOptions {
  readonly delimiter: string;
  readonly wanted: ReadonlySet<number> | 'all';
  /** How many records are above the header. */
  readonly above: number;
  /** From UTF-8 back to the bytes of the file. */
  encode(utf8: Uint8Array): Uint8Array;
}

/**
 * Finds these records in UTF-8 CSV, in file order. Holds at most a chunk and a record, and stops after the last one.
 */
export async function* locateRecords(
  chunks: AsyncIterable<Uint8Array>,
  { delimiter, wanted, above, encode }: LocateOptions,
): AsyncGenerator<LocatedRecord> {
  const isWanted = (record: number): boolean => (wanted === 'all' ? record >= 0 : wanted.has(record));
  let left = wanted === 'all' ? Number.POSITIVE_INFINITY : wanted.size;
  if (left === 0) return;
  for await (const { found, bytes, from } of parsedChunks(chunks, delimiter, above)) {
    const located = found.filter(({ record }) => isWanted(record));
    for (const { record, line, start, end } of located)
      yield { record, line, bytes: encode(withoutBreaks(bytes.subarray(start - from, end - from))) };
    left -= located.length;
    if (left <= 0) return;
  }
}

/** Without blank lines before the record, and without its line break: outside of quotes, no record has any. */
function withoutBreaks(bytes: Uint8Array): Uint8Array {
  let start = 0;
  let end = bytes.length;
  while (isBreak(bytes[start])) start++;
  while (end > start && isBreak(bytes[end - 1])) end--;
  return bytes.subarray(start, end);
}

const isBreak = (byte: number | undefined): boolean => byte === 0x0a || byte === 0x0d;
