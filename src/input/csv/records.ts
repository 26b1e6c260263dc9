import { type Parser, parse } from 'csv-parse';
import { CliError } from '../../errors.ts';
import { longestRecord, RecordScanner } from './scan.ts';

/** One record as it stands in the file: 0 is the header. Cells are text, untouched. */
export interface ParsedRecord {
  readonly record: number;
  /** Line of the file on which it begins, as an editor counts. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The records of UTF-8 CSV in batches of some hundred, in flat memory. Empty lines are no records.
 * @throws CliError `usage` for broken quotes, with the line on which the quote opens.
 */
export async function* parseRecords(chunks: AsyncIterable<Uint8Array>, delimiter: string): AsyncGenerator<readonly ParsedRecord[]> {
  const lines = new Queue();
  const scanner = new RecordScanner(delimiter, (line) => lines.add(line));
  let record = 0;
  let batch: ParsedRecord[] = [];
  for await (const parsed of parsedBy(strictParser(delimiter), scanner, chunks)) {
    for (const cells of parsed) batch.push({ record: record++, line: lines.next(), cells });
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** What csv-parse makes of each chunk, after the scanner has seen it. */
async function* parsedBy(parser: Parser, scanner: RecordScanner, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[][]> {
  try {
    for await (const chunk of chunks) {
      scanner.scan(chunk);
      parser.write(chunk);
      yield [...readable(parser)];
      if (parser.errored) throw unreadable(parser.errored);
    }
    scanner.end();
    parser.end();
    yield await parser.toArray();
  } finally {
    parser.destroy();
  }
}

/** The records that csv-parse has ready, without a promise for each. */
function* readable(parser: Parser): Generator<string[]> {
  for (let cells: unknown = parser.read(); cells !== null; cells = parser.read()) yield cells as string[];
}

const batchSize = 500;

/** No casting, no skipping of bad records, no lenient quotes: `reliability.md` 1.2 measured what each of them loses. Row lengths are ours to check. */
function strictParser(delimiter: string): Parser {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: longestRecord,
  });
  // The failure is read from `errored`; without a listener the event would end the process.
  return parser.on('error', () => undefined);
}

/** The scanner finds broken CSV first and says more; this is for what only csv-parse objects to. */
const unreadable = (cause: Error): CliError =>
  new CliError('usage', `The file is not sound CSV: ${cause.message}`, { hint: 'Export or save the file again as CSV.', cause });

/** First in, first out, without moving the rest at every step. */
class Queue {
  #lines: number[] = [];
  #at = 0;

  add(line: number): void {
    this.#lines.push(line);
  }

  next(): number {
    const line = this.#lines[this.#at++] ?? 0;
    if (this.#at === this.#lines.length) {
      this.#lines = [];
      this.#at = 0;
    }
    return line;
  }
}
