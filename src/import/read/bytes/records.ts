import { longestRecord, RecordScanner } from './scan.ts';

/** One record of the file; 0 is the header. Cells are the unchanged text. */
export interface ParsedRecord {
  readonly record: number;
  /** Line of the file on which it begins, as an editor counts. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The records of UTF-8 CSV in batches of a hundred or a few more, in flat memory. Empty lines are no records.
 * @throws CliError `usage` for broken quotes, with the line on which the quote opens.
 */
export async function* parseRecords(
  chunks: AsyncIterable<Uint8Array>,
  delimiter: string,
): AsyncGenerator<readonly ParsedRecord[]> {
  let [batch, kept, keptFrom]: [ParsedRecord[], Buffer, number] = [[], Buffer.alloc(0), 0];
  let [record, bytesOfBatch] = [0, 0];
  const scanner = new RecordScanner(delimiter, (line, start, end) => {
    bytesOfBatch += end - start;
    batch.push({
      record: record++,
      line,
      cells: cellsOf(kept.toString('utf8', start - keptFrom, end - keptFrom), delimiter),
    });
  });
  for await (const chunk of chunks) {
    kept = kept.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length) : Buffer.concat([kept, chunk]);
    scanner.scan(chunk);
    kept = kept.subarray(scanner.unfinished - keptFrom);
    keptFrom = scanner.unfinished;
    if (batch.length < batchSize && (batch.length < 2 || bytesOfBatch < longestRecord)) continue;
    yield batch;
    [batch, bytesOfBatch] = [[], 0];
  }
  scanner.end();
  if (batch.length > 0) yield batch;
}

const batchSize = 100;

/**
 * The cells of a record whose quotes the scanner found in order (RFC 4180). No casting, no trimming: each silently loses data; `rows.ts`
 * checks how many there are. Made of the text of one record, since a cell keeps alive what it is cut out of.
 */
function cellsOf(record: string, delimiter: string): readonly string[] {
  if (!record.includes('"')) return record.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; at <= record.length; ) {
    const isQuoted = record.charCodeAt(at) === quote;
    const end = isQuoted ? endOfQuoted(record, at) : endOfPlain(record, at, delimiter);
    cells.push(isQuoted ? unquoted(record.slice(at + 1, end - 1)) : record.slice(at, end));
    at = end + 1;
  }
  return cells;
}

const quote = 0x22;

function endOfPlain(record: string, start: number, delimiter: string): number {
  const end = record.indexOf(delimiter, start);
  return end < 0 ? record.length : end;
}

/** Behind the quote that closes a cell. */
function endOfQuoted(record: string, start: number): number {
  let end = record.indexOf('"', start + 1);
  while (record.charCodeAt(end + 1) === quote) end = record.indexOf('"', end + 2);
  return end + 1;
}

const unquoted = (cell: string): string => (cell.includes('"') ? cell.replaceAll('""', '"') : cell);

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
  const { delimiter, wanted, encode } = options;
  let left = wanted === 'all' ? Number.POSITIVE_INFINITY : wanted.size;
  if (left === 0) return;
  let [record, keptFrom, kept, found]: [number, number, Uint8Array, LocatedRecord[]] = [0, 0, Buffer.alloc(0), []];
  const scanner = new RecordScanner(delimiter, (line, start, end) => {
    if (wanted === 'all' || wanted.has(record))
      found.push({ record, line, bytes: encode(kept.subarray(start - keptFrom, end - keptFrom)) });
    record++;
  });
  for await (const chunk of chunks) {
    kept = Buffer.concat([kept, chunk]);
    scanner.scan(chunk);
    yield* found;
    left -= found.length;
    if (left <= 0) return;
    found = [];
    kept = kept.subarray(scanner.unfinished - keptFrom);
    keptFrom = scanner.unfinished;
  }
  scanner.end();
  yield* found;
}
