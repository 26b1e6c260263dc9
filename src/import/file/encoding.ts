import { type FileFault, refusal } from './faults.ts';
import { isBinary, notText, type TextSurvey } from './survey.ts';

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/** The bytes of the file, from the beginning on every call. */
export type ByteSource = () => AsyncIterable<Uint8Array>;

interface FoundEncoding {
  readonly encoding: Encoding;
  /** Why this encoding was chosen. */
  readonly because: 'stated' | 'byte order mark' | 'valid UTF-8' | 'not UTF-8';
  /** Length of the byte order mark in bytes; 0 without one. */
  readonly markLength: number;
}

/**
 * Finds the encoding: as stated, else by byte order mark, else UTF-8, else (when no byte above 7F is UTF-8)
 * Windows-1252.
 * @param source is read only for UTF-16, and to find the line of a fault
 * @throws CliError `usage` for bytes that do not exist in the encoding, with their line.
 */
export async function findEncoding(survey: TextSurvey, source: ByteSource, stated?: Encoding): Promise<FoundEncoding> {
  const { fault, ...decided } = decideEncoding(survey, stated);
  const { encoding } = decided;
  if (!encoding.startsWith('utf-16') && isBinary(survey.head)) throw refusal([notText]);
  if (fault) throw refusal([fault]);
  if (!(await isValid(survey, source, encoding)))
    throw refusal([badBytes(decided, survey, await brokenLine(source(), encoding))]);
  return decided;
}

async function isValid(survey: TextSurvey, source: ByteSource, encoding: Encoding): Promise<boolean> {
  if (encoding === 'utf-8') return survey.isUtf8;
  if (encoding === 'windows-1252') return survey.undefinedByte === undefined;
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of source()) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    // What a strict decoder throws.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

const marks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const satisfies readonly { encoding: Encoding; bytes: readonly number[] }[];

interface DecidedEncoding extends FoundEncoding {
  readonly fault?: FileFault;
}

/** Decides by the option, the byte order mark and the bytes. */
function decideEncoding({ head, isUtf8, hasUtf8 }: TextSurvey, stated?: Encoding): DecidedEncoding {
  const mark = marks.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  const markLength = mark?.bytes.length ?? 0;
  if (stated) {
    // A UTF-8 mark before Windows-1252 bytes: an old file was appended to a new one.
    const fits = !mark || mark.encoding === stated || (mark.encoding === 'utf-8' && stated === 'windows-1252');
    const decided = { encoding: stated, because: 'stated', markLength } as const;
    return mark && !fits ? { ...decided, fault: contradiction(mark.encoding, stated) } : decided;
  }
  if (mark) return { encoding: mark.encoding, because: 'byte order mark', markLength };
  const wide = wideWithoutMark(head.subarray(0, 1024));
  if (wide) return { encoding: wide, because: 'valid UTF-8', markLength, fault: markMissing(wide) };
  if (isUtf8 || hasUtf8) return { encoding: 'utf-8', because: 'valid UTF-8', markLength };
  return { encoding: 'windows-1252', because: 'not UTF-8', markLength };
}

/** Latin text in UTF-16 has a NUL in every other byte, which no catalogue in another encoding has. */
function wideWithoutMark(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const even = head.filter((byte, at) => byte === 0 && at % 2 === 0).length;
  const odd = head.filter((byte, at) => byte === 0 && at % 2 === 1).length;
  // More NULs than text: no encoding.
  if (Math.max(even, odd) * 4 < head.length || Math.min(even, odd) * 4 > head.length) return undefined;
  if (head.length < 2) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

const markMissing = (encoding: Encoding): FileFault => ({
  problem: `The file looks like ${encoding.toUpperCase()} but has no byte order mark.`,
  remedy: `Pass --encoding ${encoding}, or save the file as UTF-8.`,
});

const contradiction = (found: Encoding, stated: Encoding): FileFault => ({
  problem: `The byte order mark of the file is ${found.toUpperCase()}, but --encoding is ${stated}.`,
  remedy: 'Remove --encoding.',
});

function badBytes({ encoding, because }: DecidedEncoding, survey: TextSurvey, line: number): FileFault {
  const problem = `Line ${line} has bytes that are not ${encoding === 'utf-8' ? 'UTF-8' : encoding.toUpperCase()}`;
  if (encoding.startsWith('utf-16'))
    return { problem: `${problem}: the file is damaged or cut off.`, remedy: 'Save it again as UTF-8.' };
  if (encoding === 'windows-1252') {
    const byte = survey.undefinedByte?.toString(16).toUpperCase();
    const remedy = survey.isUtf8 ? 'The file is UTF-8: remove --encoding.' : 'Save the file as UTF-8.';
    return { problem: `${problem}: 0x${byte} is not a character.`, remedy };
  }
  const why = because === 'stated' ? ', the encoding that --encoding names' : ', but other characters of the file are';
  return {
    problem: `${problem}${why}.`,
    remedy: 'Save the file as UTF-8, or pass --encoding windows-1252 if that is its encoding.',
  };
}

/** Whether a file ends with neither a line break nor a quote: it may have been cut off. */
export function endsOpen(tail: Uint8Array, encoding: Encoding): boolean {
  const end = new TextDecoder(encoding).decode(tail).at(-1) ?? '';
  return !['\n', '\r', '"'].includes(end);
}

/** The line, as an editor counts, of the first bytes that an encoding does not have; the last line if there are none. */
async function brokenLine(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): Promise<number> {
  const decoder = new TextDecoder(encoding);
  // Decoders make control characters of the bytes that Windows-1252 lacks.
  const broken = encoding === 'windows-1252' ? /[\x81\x8d\x8f\x90\x9d]/ : /\ufffd/;
  let line = 1;
  let last = '';
  for await (const chunk of chunks) {
    const text = last + decoder.decode(chunk, { stream: true });
    // Counted with what follows: it may be half of a CR LF.
    last = text.endsWith('\r') ? '\r' : '';
    const at = text.search(broken);
    line += text.slice(0, at === -1 ? text.length - last.length : at).match(/\r\n|\n|\r/g)?.length ?? 0;
    if (at !== -1) break;
  }
  return line;
}

/**
 * The file as UTF-8, without its byte order mark, in pieces of about 64 KiB: a source may return the
 * whole file at once, which would hold all records in memory.
 */
export async function* utf8Chunks(
  source: ByteSource,
  { encoding, markLength }: FoundEncoding,
): AsyncGenerator<Uint8Array> {
  const decoder = encoding === 'utf-8' ? undefined : new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  for await (const piece of pieces(source(), markLength)) {
    // Node 20 gets 0x80 to 0x9F of Windows-1252 wrong without `stream`.
    yield decoder ? Buffer.from(decoder.decode(piece, { stream: true })) : piece;
  }
}

const pieceLength = 64 * 1024;

async function* pieces(chunks: AsyncIterable<Uint8Array>, markLength: number): AsyncGenerator<Uint8Array> {
  let skip = markLength;
  for await (const chunk of chunks) {
    for (let from = Math.min(skip, chunk.length); from < chunk.length; from += pieceLength)
      yield chunk.subarray(from, from + pieceLength);
    skip -= Math.min(skip, chunk.length);
  }
}

/**
 * Text as the bytes of an encoding, without a byte order mark. Since decoding is strict, this restores the original
 * bytes. Characters that Windows-1252 does not have become `?`.
 */
export function encodeText(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (encoding === 'windows-1252') return Uint8Array.from(text, (character) => windows1252().get(character) ?? 0x3f);
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

let byCharacter: ReadonlyMap<string, number> | undefined;

function windows1252(): ReadonlyMap<string, number> {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  byCharacter ??= new Map(
    [...new TextDecoder('windows-1252').decode(bytes, { stream: true })].map((character, byte) => [character, byte]),
  );
  return byCharacter;
}
