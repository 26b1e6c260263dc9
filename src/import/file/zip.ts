import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { Context, TemporaryFile } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { type Copy, refuseBomb, writeUnpacked } from './copy.ts';
import { type FileFault, refusal } from './faults.ts';

/** The one file of a ZIP archive. @throws CliError `usage` for a damaged archive, or one of no file or several */
export async function unzip(file: TemporaryFile, context: Pick<Context, 'files' | 'interrupted'>): Promise<Copy> {
  const archive = await openArchive(file, 'ZIP archive');
  const found = archive.entries.filter(({ fileName }) => !isExtra(fileName));
  const [entry] = found;
  if (!entry || found.length > 1) throw refusal([wrongNumber(found)]);
  if (entry.isEncrypted()) throw refusal([encrypted(entry)]);
  return await writeUnpacked(archive.read(entry), () => entry.compressedSize, context);
}

/** Folders, and files that macOS and Windows add by themselves. */
const isExtra = (name: string): boolean =>
  name.endsWith('/') || name.startsWith('__MACOSX/') || /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name);

function wrongNumber(found: readonly Entry[]): FileFault {
  if (found.length === 0) return { problem: 'The ZIP archive has no file in it.', remedy: 'Add the catalogue to it.' };
  const names = found.slice(0, mostShown).map(({ fileName }) => JSON.stringify(fileName));
  const more = found.length > names.length ? `, and ${found.length - names.length} more` : '';
  return {
    problem: `The ZIP archive has ${found.length} files: ${names.join(', ')}${more}.`,
    remedy: 'Choose one: unzip -p <archive> <file> | shop-cli products import - (and your options).',
  };
}

const mostShown = 5;

const encrypted = ({ fileName }: Entry): FileFault => ({
  problem: `${JSON.stringify(fileName)} in the ZIP archive is encrypted.`,
  remedy: 'Unpack it with its password and import the CSV file.',
});

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
          yield* checked(contentOf(archive, entry), entry);
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
    return Readable.from(this.#file.bytes(start, end, readAtOnce), { objectMode: false });
  }
}

/**
 * Unpacked in another thread while what came before is read. yauzl would hand over 16 KB at a time: the change between
 * the threads took longer than the unpacking.
 */
async function* contentOf(archive: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  if (entry.isEncrypted()) throw new Error(`${JSON.stringify(entry.fileName)} is encrypted`);
  const packed = await archive.openReadStreamPromise(entry, { decodeFileData: false });
  try {
    if (entry.compressionMethod === stored) yield* packed;
    else if (entry.compressionMethod !== deflated)
      throw new Error(`unsupported compression method: ${entry.compressionMethod}`);
    else {
      const unpacking = createInflateRaw({ chunkSize: unpackedAtOnce });
      // Not a pipeline: it would replace our error by that of the aborted streams.
      yield* packed.on('error', (error) => unpacking.destroy(error)).pipe(unpacking);
    }
  } finally {
    packed.destroy();
  }
}

/** Methods of compression (4.4.5). */
const [stored, deflated] = [0, 8];
const readAtOnce = 64 * 1024;
const unpackedAtOnce = 128 * 1024;

/** The same bytes, if they are as many as the archive says, and have their CRC. */
async function* checked(chunks: AsyncIterable<Uint8Array>, entry: Entry): AsyncGenerator<Uint8Array> {
  let [crc, length] = [0, 0];
  for await (const chunk of chunks) {
    crc = crc32(chunk, crc);
    length += chunk.length;
    if (length > entry.uncompressedSize) break;
    yield chunk;
  }
  const name = JSON.stringify(entry.fileName);
  if (length !== entry.uncompressedSize) throw new Error(`the size of ${name} does not match the archive`);
  if (crc !== entry.crc32) throw new Error(`the checksum of ${name} does not match`);
}

function unreadable(what: string, error: unknown): unknown {
  if (error instanceof CliError || !(error instanceof Error)) return error;
  const reason = error.message.replace(/\.$/, '');
  return refusal([
    {
      problem: `Cannot read the ${what}: ${reason}.`,
      remedy: 'Download or export it again. Nothing was sent.',
    },
  ]);
}
