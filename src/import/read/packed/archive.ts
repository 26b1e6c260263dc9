import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import type { TemporaryFile } from '../../../context.ts';
import { CliError } from '../../../errors.ts';
import { refusal } from '../faults.ts';
import { refuseBomb } from './write-unpacked.ts';

/** A ZIP archive (APPNOTE.TXT of PKWARE): its entries, from the directory at its end. */
export interface Archive {
  readonly entries: readonly Entry[];
  /** The unpacked bytes of an entry, checked against its size and its CRC. @throws CliError `usage` */
  read(entry: Entry): AsyncIterable<Uint8Array>;
}

/**
 * Opens an archive. yauzl refuses absolute paths, paths that climb out, and a directory that contradicts itself.
 * @param what the file, as messages name it
 * @throws CliError `usage` for a damaged archive, or one that is cut off
 */
export async function openArchive(file: TemporaryFile, what: string): Promise<Archive> {
  const entries: Entry[] = [];
  try {
    const archive = await fromRandomAccessReaderPromise(new FileReader(file), await file.size(), { autoClose: false });
    for await (const entry of archive.eachEntry()) {
      entries.push(entry);
      if (entries.length > mostEntries) throw new Error(`more than ${mostEntries} entries`);
    }
    return {
      entries,
      async *read(entry) {
        refuseBomb(entry.uncompressedSize, entry.compressedSize);
        try {
          yield* checked(await archive.openReadStreamPromise(entry), entry);
        } catch (error) {
          throw unreadable(what, error);
        }
      },
    };
  } catch (error) {
    throw unreadable(what, error);
  }
}

/** A catalogue or a workbook has tens; a directory of a million fills the memory. */
const mostEntries = 10_000;

/** Only the places that yauzl asks for. */
class FileReader extends RandomAccessReader {
  readonly #file: TemporaryFile;

  constructor(file: TemporaryFile) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#file.bytes(start, end), { objectMode: false });
  }
}

/** yauzl checks sizes, but no CRC. */
async function* checked(chunks: AsyncIterable<Uint8Array>, entry: Entry): AsyncGenerator<Uint8Array> {
  let crc = 0;
  for await (const chunk of chunks) {
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (crc !== entry.crc32) throw new Error(`${JSON.stringify(entry.fileName)} has another checksum`);
}

function unreadable(what: string, error: unknown): unknown {
  if (error instanceof CliError || !(error instanceof Error)) return error;
  const reason = error.message.replace(/\.$/, '');
  return refusal([
    {
      problem: `Cannot read the ${what}: ${reason}.`,
      remedy: 'Make it again, or download it again. Nothing was sent.',
    },
  ]);
}
