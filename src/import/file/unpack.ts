import { Readable } from 'node:stream';
import { crc32, createGunzip, type Gunzip } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import type { TemporaryFile } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { firstOf } from '../../text/words.ts';
import { type Copy, refuseBomb, type Surroundings, writeUnpacked } from './copy.ts';
import { type FileFault, refusal } from './faults.ts';

/**
 * Unpacks a gzip file of one or more members (RFC 1952), and of zeros after any of them, as tapes and block devices add.
 * @throws CliError `usage` for a damaged file
 */
export async function gunzip(file: TemporaryFile, context: Surroundings): Promise<Copy> {
  const read = { length: 0 };
  return await writeUnpacked(readable('gzip file', membersOf(file, read)), () => read.length, context);
}

/** @param read how many packed bytes have been read so far */
async function* membersOf(file: TemporaryFile, read: { length: number }): AsyncGenerator<Uint8Array> {
  const size = await file.size();
  while (read.length < size) {
    const from = read.length;
    const unpacking = createGunzip({ chunkSize: 64 * 1024 });
    for await (const chunk of through(Readable.from(file.bytes(from, size)), unpacking)) {
      read.length = from + unpacking.bytesWritten;
      yield chunk;
    }
    // zlib ends at a zero after a member, whatever comes after it.
    read.length = await afterZeros(file, from + unpacking.bytesWritten, size);
  }
}

/** The place of the first byte from here on that is not zero. */
async function afterZeros(file: TemporaryFile, from: number, size: number): Promise<number> {
  let at = from;
  for await (const chunk of file.bytes(from, size)) {
    const other = chunk.findIndex((byte) => byte !== 0);
    if (other !== -1) return at + other;
    at += chunk.length;
  }
  return at;
}

/** The one file of a ZIP archive. @param names what the rows are: `products` @throws CliError `usage` for a damaged archive, or one of no file or several */
export async function unzip(file: TemporaryFile, context: Surroundings, names: string): Promise<Copy> {
  const archive = await openArchive(file, 'ZIP archive');
  const found = archive.entries.filter(({ fileName }) => !isExtra(fileName));
  const [entry] = found;
  if (!entry || found.length > 1) throw refusal([wrongNumber(found, names)]);
  if (entry.isEncrypted()) throw refusal([encrypted(entry)]);
  return await writeUnpacked(archive.read(entry), () => entry.compressedSize, context);
}

/**
 * Whether an archive is a workbook by the list of its parts (ECMA-376 Part 2, 7.2.3.2), wherever they are: a main part of a
 * spreadsheet, a template, one with macros or a binary one.
 */
export async function hasSheets(file: TemporaryFile): Promise<boolean> {
  const archive = await openArchive(file, 'ZIP archive');
  const types = archive.entries.find(({ fileName }) => fileName.toLowerCase() === '[content_types].xml');
  if (!types || types.uncompressedSize > maxTypes || types.isEncrypted()) return false;
  let list = '';
  for await (const chunk of archive.read(types)) list += Buffer.from(chunk).toString('latin1');
  return /["']application\/vnd\.(?:openxmlformats-officedocument\.spreadsheetml|ms-excel)\.[\w.]+\.main\b/i.test(list);
}

/** In bytes: the types of some thousand parts. */
const maxTypes = 1024 ** 2;

/** Folders, and files that macOS and Windows add by themselves. */
const isExtra = (name: string): boolean =>
  name.endsWith('/') || name.startsWith('__MACOSX/') || /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name);

function wrongNumber(found: readonly Entry[], rows: string): FileFault {
  if (found.length === 0) return { problem: 'The ZIP archive has no file in it.', remedy: 'Add the catalogue to it.' };
  const names = firstOf(
    found.map(({ fileName }) => JSON.stringify(fileName)),
    5,
  );
  return {
    problem: `The ZIP archive has ${found.length} files: ${names}.`,
    remedy: `Choose one: unzip -p <archive> <file> | shop-cli ${rows} import - (and your options).`,
  };
}

const encrypted = ({ fileName }: Entry): FileFault => ({
  problem: `${JSON.stringify(fileName)} in the ZIP archive is encrypted.`,
  remedy: 'Unpack it with its password and import the CSV file.',
});

/** A ZIP archive (APPNOTE.TXT of PKWARE): its entries, from the directory at its end. */
interface Archive {
  readonly entries: readonly Entry[];
  /** The unpacked bytes of an entry, checked against its size and its CRC. @throws CliError `usage` */
  read(entry: Entry): AsyncIterable<Uint8Array>;
}

/**
 * Opens an archive. yauzl refuses absolute paths, paths that climb out, and a directory that contradicts itself.
 * @param what the file, as messages name it
 * @throws CliError `usage` for an archive that is damaged or cut off
 */
export async function openArchive(file: TemporaryFile, what: string): Promise<Archive> {
  const entries: Entry[] = [];
  try {
    const archive = await fromRandomAccessReaderPromise(new FileReader(file), await file.size(), { autoClose: false });
    for await (const entry of archive.eachEntry()) {
      entries.push(entry);
      if (entries.length > maxEntries) throw new Error(`more than ${maxEntries} entries`);
    }
    return { entries, read: (entry) => readable(what, contentOf(archive, entry)) };
  } catch (error) {
    throw unreadable(what, error);
  }
}

/** A catalogue or a workbook has tens; a directory of a million fills the memory. */
const maxEntries = 10_000;

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

/** The unpacked bytes of an entry. yauzl checks their number, but not their checksum. */
async function* contentOf(archive: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  refuseBomb(entry.uncompressedSize, entry.compressedSize);
  let crc = 0;
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (crc !== entry.crc32) throw new Error(`the checksum of ${JSON.stringify(entry.fileName)} does not match`);
}

/** Not a pipeline: it would replace our error by that of the aborted streams. */
async function* through(packed: Readable, unpacking: Gunzip): AsyncGenerator<Uint8Array> {
  try {
    yield* packed.on('error', (error) => unpacking.destroy(error)).pipe(unpacking);
  } finally {
    packed.destroy();
  }
}

async function* readable(what: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw unreadable(what, error);
  }
}

function unreadable(what: string, error: unknown): unknown {
  if (error instanceof CliError || !(error instanceof Error)) return error;
  const problem = `Cannot read the ${what}: ${error.message.replace(/\.$/, '')}.`;
  return refusal([{ problem, remedy: 'Download or export it again. Nothing was sent.' }]);
}
