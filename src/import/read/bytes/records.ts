import { parse } from 'csv-parse/sync';
import { CliError } from '../../../errors.ts';
import { longestRecord, RecordScanner } from './scan.ts';

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

/** A record with the place of its bytes. */
interface FoundRecord extends Omit<ParsedRecord, 'cells'> {
  readonly start: number;
  readonly end: number;
}

/**
 * The records of UTF-8 CSV in batches of a hundred or a few more, in flat memory; or those of them that are wanted: no
 * others are parsed. Empty lines are no records.
 * @param above how many records are above the header
 * @throws CliError `usage` for broken quotes, with the line on which the quote opens.
 */
export async function* parseRecords(
  chunks: AsyncIterable<Uint8Array>,
  delimiter: string,
  isWanted?: RecordFilter,
  above = 0,
): AsyncGenerator<readonly ParsedRecord[]> {
  let [found, batch]: [FoundRecord[], ParsedRecord[]] = [[], []];
  let [records, skipped, offset, bytesOfBatch] = [0 - above, 0, 0, 0];
  const scanner = new RecordScanner(delimiter, (line, start, end) => {
    const record = records++;
    if (record >= 0 && (isWanted?.(record) ?? true))
      found.push({ record, line, start: start - offset, end: end - offset });
    else skipped++;
  });
  for await (const bytes of wholeRecords(chunks, scanner)) {
    batch.push(...parsed(found, skipped > 0 ? bytesOf(found, bytes) : bytes, delimiter));
    [found, skipped] = [[], 0];
    offset += bytes.length;
    bytesOfBatch += bytes.length;
    if (records > (isWanted?.last ?? Number.POSITIVE_INFINITY)) break;
    if (batch.length < batchSize && (batch.length < 2 || bytesOfBatch < longestRecord)) continue;
    yield batch;
    [batch, bytesOfBatch] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

const batchSize = 100;

function parsed(found: readonly FoundRecord[], bytes: Uint8Array, delimiter: string): readonly ParsedRecord[] {
  if (found.length === 0) return [];
  return recordsOf(bytes, delimiter).map((cells, at) => {
    const { record, line } = found[at] as FoundRecord;
    return { record, line, cells };
  });
}

/** These records alone, each with a line break. */
const bytesOf = (found: readonly FoundRecord[], bytes: Uint8Array): Uint8Array =>
  Buffer.concat(found.flatMap(({ start, end }) => [bytes.subarray(start, end), lineBreak]));

const lineBreak = Buffer.from('\n');

/** Chunks that end with a record: the synchronous csv-parse takes a fifth of the time of its stream. */
async function* wholeRecords(chunks: AsyncIterable<Uint8Array>, scanner: RecordScanner): AsyncGenerator<Uint8Array> {
  let [rest, restFrom]: [Uint8Array, number] = [Buffer.alloc(0), 0];
  for await (const chunk of chunks) {
    scanner.scan(chunk);
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = scanner.unfinished - restFrom;
    [rest, restFrom] = [bytes.subarray(end), scanner.unfinished];
    if (end > 0) yield bytes.subarray(0, end);
  }
  scanner.end();
  if (rest.length > 0) yield rest;
}

/**
 * No casting, no skipping of bad records, no lenient quotes: each silently loses data. `rows.ts` checks the length of
 * rows.
 */
function recordsOf(bytes: Uint8Array, delimiter: string): readonly string[][] {
  try {
    return parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      delimiter,
      // Every character is compared with each of these.
      record_delimiter: bytes.includes(0x0d) ? ['\r\n', '\n', '\r'] : '\n',
      skip_empty_lines: true,
      relax_column_count: true,
      max_record_size: longestRecord,
    });
  } catch (cause) {
    throw cause instanceof Error ? unreadable(cause) : cause;
  }
}

/** An error that only csv-parse finds. The scanner reports broken quotes before, with their line. */
const unreadable = (cause: Error): CliError =>
  new CliError('usage', `Invalid CSV: ${cause.message}`, {
    hint: 'Export the file again as CSV.',
    cause,
  });

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
  options: LocateOptions,
): AsyncGenerator<LocatedRecord> {
  const { delimiter, wanted, above, encode } = options;
  let left = wanted === 'all' ? Number.POSITIVE_INFINITY : wanted.size;
  if (left === 0) return;
  let [record, restFrom, rest, found]: [number, number, Uint8Array, LocatedRecord[]] = [
    0 - above,
    0,
    Buffer.alloc(0),
    [],
  ];
  const scanner = new RecordScanner(delimiter, (line, start, end) => {
    if (wanted === 'all' ? record >= 0 : wanted.has(record))
      found.push({ record, line, bytes: encode(rest.subarray(start - restFrom, end - restFrom)) });
    record++;
  });
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    scanner.scan(chunk);
    yield* found;
    left -= found.length;
    if (left <= 0) return;
    found = [];
    rest = rest.subarray(scanner.unfinished - restFrom);
    restFrom = scanner.unfinished;
  }
  scanner.end();
  yield* found;
}
