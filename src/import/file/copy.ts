import { createHash } from 'node:crypto';
import type { Context, TemporaryFile } from '../../context.ts';
import { CliError } from '../../errors.ts';
import type { Encoding } from './code-pages.ts';
import { type ByteSource, isBinary, notTextIn } from './encoding.ts';
import { type FileFault, refusal } from './faults.ts';
import { formatOf } from './foreign-format.ts';
import type { Sheet } from './sheet.ts';
import { TextSurvey } from './survey.ts';

/** The options that concern the file, not what is in it. */
export interface FileOptions {
  /** One ASCII character; if absent, detected in the header among , ; tab |. */
  readonly delimiter?: string | undefined;
  /** The name or the number of the sheet of a workbook; the first by default. */
  readonly sheet?: string | undefined;
  /** The line of the header, as an editor or a spreadsheet counts; the first row by default. */
  readonly headerRow?: number | undefined;
  /** Detected if absent: byte order mark, strict UTF-8, then Windows-1252. */
  readonly encoding?: Encoding | undefined;
}

/** A file as text. */
export interface TextFile {
  readonly bytes: ByteSource;
  readonly survey: TextSurvey;
  /** The sheet, if the file is a workbook. */
  readonly sheet?: Sheet;
}

/** The run's own copy: it is read several times, and the file may change or be a pipe. */
export interface Copy extends TextFile {
  readonly file: TemporaryFile;
  /** SHA-256 of the bytes, as hex. */
  readonly hash: string;
}

/** What reading a file needs of the world. */
export type Surroundings = Pick<Context, 'files' | 'stdin' | 'interrupted'>;

/**
 * A copy of the file, or of standard input for `-`.
 * @throws CliError `usage` for a file that cannot be read, or when the user interrupts
 */
export async function copyOf(path: string, context: Surroundings, encoding?: Encoding): Promise<Copy> {
  const { files, stdin } = context;
  const source = path === '-' ? stdin.bytes() : files.bytes(path);
  // A device or a pipe may have no end.
  return await written(source, context, (length, chunk) => {
    if (length === chunk.length && !formatOf(chunk) && isBinary(chunk, encoding)) throw refusal([notTextIn(chunk)]);
    if (length > maxBytes) throw refusal([endless]);
  });
}

const endless: FileFault = {
  problem: 'The input is larger than 4 GiB.',
  remedy: 'If it really is a catalogue, split it into several files.',
};

/** Writes, hashes and surveys a private file, after a look at each chunk and at the length with it. */
async function written(
  chunks: AsyncIterable<Uint8Array>,
  { files, interrupted }: Pick<Context, 'files' | 'interrupted'>,
  check: (length: number, chunk: Uint8Array) => void,
): Promise<Copy> {
  const file = await files.temporary();
  const hash = createHash('sha256');
  const survey = new TextSurvey();
  let length = 0;
  try {
    for await (const chunk of untilInterrupted(chunks, interrupted)) {
      length += chunk.length;
      check(length, chunk);
      hash.update(chunk);
      survey.add(chunk);
      await file.write(chunk);
    }
    survey.end();
    return { file, bytes: () => file.bytes(), hash: hash.digest('hex'), survey };
  } catch (error) {
    await file.remove();
    throw error;
  }
}

/** The same chunks, ended with an error as soon as the user interrupts. */
export async function* untilInterrupted<T>(chunks: AsyncIterable<T>, interrupted: AbortSignal): AsyncGenerator<T> {
  for await (const chunk of chunks) {
    if (interrupted.aborted) throw new CliError('interrupted', 'Interrupted. Nothing was sent.');
    yield chunk;
  }
}

/**
 * Writes unpacked bytes to a private file.
 * @param packed how many bytes have been unpacked so far
 * @throws CliError `usage` for more than any catalogue needs, or a full disk; when the user interrupts
 */
export const writeUnpacked = (
  chunks: AsyncIterable<Uint8Array>,
  packed: () => number,
  context: Pick<Context, 'files' | 'interrupted'>,
): Promise<Copy> => written(chunks, context, (length) => refuseBomb(length, packed()));

/** Ten times a catalogue of a million rows with long descriptions. */
const maxBytes = 4 * 1024 ** 3;
/** DEFLATE packs zeros a thousand times smaller, and text with much repetition a hundred times. */
const maxRatio = 500;
const ratioFrom = 64 * 1024 ** 2;

/** Refuses a file that unpacks to more than a catalogue: it would fill the disk. */
export function refuseBomb(length: number, packed: number): void {
  const isBomb = length > ratioFrom && length > maxRatio * packed;
  if (length <= maxBytes && !isBomb) return;
  throw refusal([
    {
      problem: isBomb
        ? `The file unpacks to more than ${maxRatio} times its size, which no catalogue does.`
        : 'The file unpacks to more than 4 GiB.',
      remedy: 'If it really is a catalogue, unpack it yourself and import the CSV file.',
    },
  ]);
}
