import { decoderOf, type Encoding } from './code-pages.ts';
import { type FileFault, refusal } from './faults.ts';
import { cellsAfter, type Evidence, judgeGuess, unclearEncoding } from './guess.ts';
import type { TextSurvey } from './survey.ts';

/** The bytes of the file, from the beginning on every call. */
export type ByteSource = () => AsyncIterable<Uint8Array>;

interface FoundEncoding {
  readonly encoding: Encoding;
  /** Length of the byte order mark in bytes; 0 without one. */
  readonly markLength: number;
  /** The first cell that makes the encoding a guess: its bytes are of another as well. */
  readonly guess?: Evidence | undefined;
}

/**
 * Finds the encoding: as stated, else by byte order mark, else UTF-8, else (when no byte above 7F is UTF-8)
 * Windows-1252, if the text is plausible in it.
 * @param source is read only for others than UTF-8, and to find the line of a fault
 * @param mayBeSecret whether cells may be secret, so that none is shown
 * @throws CliError `usage` for bytes that do not exist in the encoding, with their line, and where no guess is good
 */
export async function findEncoding(
  survey: TextSurvey,
  source: ByteSource,
  stated?: Encoding,
  mayBeSecret = false,
): Promise<FoundEncoding> {
  if (isBinary(survey.head, stated)) throw refusal([notTextIn(survey.head)]);
  const found = decideEncoding(survey, stated);
  const { encoding, markLength } = found;
  if (stated === undefined && encoding === 'windows-1252') {
    const { evidence, doubt } = await judgeGuess(source(), mayBeSecret);
    if (doubt) throw refusal([unclearEncoding(doubt, await cellsAfter(doubt.cell, source()))]);
    return { ...found, guess: evidence };
  }
  if (encoding !== 'utf-8' && markLength > 0 && isMarked(survey.head)) throw refusal([markOfUtf8(encoding)]);
  const isSurelyValid = encoding === 'utf-8' && survey.isUtf8;
  const line = isSurelyValid ? undefined : await brokenLine(source(), encoding);
  if (line !== undefined) throw refusal([badBytes(encoding, line, stated !== undefined)]);
  return found;
}

/**
 * Whether the beginning of a file has more control characters than any text but UTF-16, which has a byte order mark or
 * is stated. A few may be one odd cell.
 */
export function isBinary(head: Uint8Array, stated?: Encoding): boolean {
  // ISO 2022 switches between its sets by control characters.
  const isWide =
    stated?.startsWith('utf-16') ||
    stated?.startsWith('iso-2022') ||
    /^(?:\xff\xfe|\xfe\xff)/.test(Buffer.from(head.subarray(0, 2)).toString('latin1'));
  const first = head.subarray(0, 1024);
  return !isWide && first.filter(isControl).length > Math.max(8, first.length / 16);
}

const isControl = (byte: number): boolean => byte < 0x20 && (byte < 0x09 || byte > 0x0d);

const notText: FileFault = {
  problem: 'The file is not a text file.',
  remedy: 'Export the catalogue as CSV or as an Excel workbook (.xlsx), and import that file.',
};

/** The fault of a file with many control characters: every other byte of UTF-16 with letters of ASCII is 0. */
export function notTextIn(head: Uint8Array): FileFault {
  const first = head.subarray(0, 1024);
  const zeros = (odd: number): number => first.filter((byte, at) => byte === 0 && at % 2 === odd).length;
  const [even, odd] = [zeros(0), zeros(1)];
  const isMostly = (many: number, few: number): boolean => many > first.length / 4 && few * 20 < many;
  if (isMostly(odd, even)) return wideText('utf-16le');
  return isMostly(even, odd) ? wideText('utf-16be') : notText;
}

const wideText = (encoding: Encoding): FileFault => ({
  problem: `The file looks like ${encoding.toUpperCase()} without a byte order mark.`,
  remedy: `To read it: --encoding ${encoding}. Or save it as UTF-8.`,
});

const utf8Mark = [0xef, 0xbb, 0xbf] as const;

const isMarked = (head: Uint8Array): boolean => utf8Mark.every((byte, at) => head[at] === byte);

const markOfUtf8 = (encoding: Encoding): FileFault => ({
  problem: `The file begins with a UTF-8 byte order mark, but --encoding is ${encoding}.`,
  remedy: 'Remove --encoding.',
});

const marks = [
  { encoding: 'utf-8', bytes: utf8Mark },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const satisfies readonly { encoding: Encoding; bytes: readonly number[] }[];

/** Decides by the option, the byte order mark and the bytes. */
function decideEncoding({ head, isUtf8, hasUtf8 }: TextSurvey, stated?: Encoding): FoundEncoding {
  const mark = marks.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  // A UTF-8 mark before Windows-1252 bytes: an old file was appended to a new one.
  const encoding = stated ?? mark?.encoding ?? (isUtf8 || hasUtf8 ? 'utf-8' : 'windows-1252');
  return { encoding, markLength: mark ? repeated(head, mark.bytes) : 0 };
}

/** The length of the marks: a program that adds one does not see that there is one. */
function repeated(head: Uint8Array, mark: readonly number[]): number {
  let length = 0;
  while (mark.every((byte, at) => head[length + at] === byte)) length += mark.length;
  return length;
}

function badBytes(encoding: Encoding, line: number, isStated: boolean): FileFault {
  const name = /^\d/.test(encoding) ? `code page ${encoding}` : encoding.toUpperCase();
  const problem = `Line ${line} has bytes that are not ${name}`;
  if (isStated)
    return {
      problem: `${problem}, the encoding set with --encoding.`,
      remedy: 'Remove --encoding, or save the file as UTF-8.',
    };
  if (encoding !== 'utf-8')
    return { problem: `${problem}: the file is damaged or cut off.`, remedy: 'Save it again as UTF-8.' };
  return {
    problem: `${problem}, but other characters of the file are.`,
    remedy: 'Save the file as UTF-8, or pass --encoding windows-1252 if that is its encoding.',
  };
}

/** Whether a file ends with neither a line break nor a quote: it may have been cut off. */
export function endsOpen(tail: Uint8Array, encoding: Encoding): boolean {
  const end = decoderOf(encoding).decode(tail).at(-1) ?? '';
  return !['\n', '\r', '"'].includes(end);
}

/** The line, as an editor counts, of the first bytes that an encoding does not have. */
async function brokenLine(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): Promise<number | undefined> {
  const decoder = decoderOf(encoding);
  // Decoders make control characters of the bytes that an encoding of one byte lacks.
  const broken = encoding.startsWith('utf-') ? /\ufffd/ : /[\x80-\x9f\ufffd]/;
  let line = 1;
  let last = '';
  for await (const chunk of chunks) {
    const text = last + decoder.decode(chunk, { stream: true });
    // Counted with what follows: it may be half of a CR LF.
    last = text.endsWith('\r') ? '\r' : '';
    const at = text.search(broken);
    line += text.slice(0, at === -1 ? text.length - last.length : at).match(/\r\n|\n|\r/g)?.length ?? 0;
    if (at !== -1) return line;
  }
  // A character that is cut off by the end of the file.
  return broken.test(decoder.decode()) ? line : undefined;
}

/**
 * The file as UTF-8, without its byte order mark, in pieces of about 64 KiB: a source may return the
 * whole file at once, which would hold all records in memory.
 */
export async function* utf8Chunks(
  source: ByteSource,
  { encoding, markLength }: FoundEncoding,
): AsyncGenerator<Uint8Array> {
  const decoder = encoding === 'utf-8' ? undefined : decoderOf(encoding, { fatal: true });
  for await (const piece of inPieces(source(), pieceLength, markLength)) {
    // Node 20 gets 0x80 to 0x9F of Windows-1252 wrong without `stream`.
    yield decoder ? Buffer.from(decoder.decode(piece, { stream: true })) : piece;
  }
}

const pieceLength = 64 * 1024;

/** The same bytes in pieces of at most this length, without so many of the first. */
export async function* inPieces(
  chunks: AsyncIterable<Uint8Array>,
  length: number,
  first = 0,
): AsyncGenerator<Uint8Array> {
  let skip = first;
  for await (const chunk of chunks) {
    for (let from = Math.min(skip, chunk.length); from < chunk.length; from += length)
      yield chunk.subarray(from, from + length);
    skip -= Math.min(skip, chunk.length);
  }
}
