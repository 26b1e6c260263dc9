import { RecordScanner } from './scan.ts';

/** A record as it stands in the file. */
export interface LocatedRecord {
  /** 0 is the header, 1 the first row. */
  readonly record: number;
  /** Line of the file on which it begins, as an editor counts. */
  readonly line: number;
  /** Without its line break. */
  readonly bytes: Uint8Array;
}

export interface LocateOptions {
  readonly delimiter: string;
  readonly asked: ReadonlySet<number> | 'all';
  /** From UTF-8 back to the bytes of the file. */
  encode(utf8: Uint8Array): Uint8Array;
}

/** Finds the asked records in UTF-8 CSV, in file order; holds no more than a chunk and a record, and stops after the last one asked. */
export async function* locateRecords(chunks: AsyncIterable<Uint8Array>, options: LocateOptions): AsyncGenerator<LocatedRecord> {
  const { delimiter, asked, encode } = options;
  let left = asked === 'all' ? Number.POSITIVE_INFINITY : asked.size;
  if (left === 0) return;
  let [record, keptFrom, kept, found]: [number, number, Uint8Array, LocatedRecord[]] = [0, 0, Buffer.alloc(0), []];
  const scanner = new RecordScanner(delimiter, (line, start, end) => {
    if (asked === 'all' || asked.has(record)) found.push({ record, line, bytes: encode(kept.subarray(start - keptFrom, end - keptFrom)) });
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
