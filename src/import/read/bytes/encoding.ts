import { type FileFault, refusal } from '../faults.ts';
import { SurrogateCheck, Utf8Survey } from './utf.ts';

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/** The bytes of the file, from the beginning on every call. */
export type ByteSource = () => AsyncIterable<Uint8Array>;

type FileEnding = 'line break' | 'quote' | 'open';

export interface FoundEncoding {
  readonly encoding: Encoding;
  /** Why this encoding was chosen. */
  readonly because: 'stated' | 'byte order mark' | 'valid UTF-8' | 'not UTF-8';
  /** Length of the byte order mark in bytes; 0 without one. */
  readonly markLength: number;
  /** How the file ends; `open` is anything else, which suggests that it was cut off. */
  readonly ending: FileEnding;
}

/** The result of one pass over all bytes. */
interface ByteSurvey {
  readonly head: Uint8Array;
  /** The last two bytes. */
  readonly tail: Uint8Array;
  readonly utf8: Pick<Utf8Survey, 'multiByte' | 'invalidAt' | 'undefinedAt'>;
}

/**
 * Finds the encoding: as stated, else by byte order mark, else UTF-8, else (when no byte above 7F is UTF-8)
 * Windows-1252.
 * @throws CliError `usage` for bytes that do not exist in the encoding, with their line.
 */
export async function findEncoding(source: ByteSource, stated?: Encoding): Promise<FoundEncoding> {
  const survey = await surveyBytes(source());
  const decided = decideEncoding(survey, stated);
  const found = { ...decided, ending: endingOf(survey.tail, decided.encoding) };
  const bad = decided.encoding.startsWith('utf-16') ? await brokenUtf16At(source(), decided.encoding) : decided.badAt;
  if (!decided.encoding.startsWith('utf-16') && isBinary(survey.head)) throw refusal([notText]);
  if (decided.fault) throw refusal([decided.fault]);
  if (bad !== undefined) throw refusal([badBytes(decided, survey, await lineAt(source(), bad, decided.encoding))]);
  return found;
}

async function surveyBytes(chunks: AsyncIterable<Uint8Array>): Promise<ByteSurvey> {
  const utf8 = new Utf8Survey();
  let head = new Uint8Array(0);
  let tail = new Uint8Array(0);
  for await (const chunk of chunks) {
    utf8.add(chunk);
    if (head.length < headLength) head = Buffer.concat([head, chunk.subarray(0, headLength)]);
    tail = Buffer.concat([tail, chunk.subarray(-2)]).subarray(-2);
  }
  utf8.end();
  return { head, tail, utf8 };
}

const headLength = 1024;

const marks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const satisfies readonly { encoding: Encoding; bytes: readonly number[] }[];

interface DecidedEncoding extends Omit<FoundEncoding, 'ending'> {
  /** Offset of the first byte that the encoding does not have. */
  readonly badAt?: number | undefined;
  readonly fault?: FileFault;
}

/** Decides by the option, the byte order mark and the bytes. */
function decideEncoding(survey: ByteSurvey, stated?: Encoding): DecidedEncoding {
  const mark = marks.find(({ bytes }) => bytes.every((byte, at) => survey.head[at] === byte));
  const markLength = mark?.bytes.length ?? 0;
  if (stated) return decideStated(survey, stated, mark);
  if (mark?.encoding === 'utf-8')
    return { encoding: 'utf-8', because: 'byte order mark', markLength, badAt: survey.utf8.invalidAt };
  if (mark) return { encoding: mark.encoding, because: 'byte order mark', markLength };
  const unmarked = { markLength, because: 'valid UTF-8' } as const;
  const wide = wideWithoutMark(survey.head);
  if (wide) return { ...unmarked, encoding: wide, fault: markMissing(wide) };
  if (survey.utf8.invalidAt === undefined) return { ...unmarked, encoding: 'utf-8' };
  if (survey.utf8.multiByte) return { ...unmarked, encoding: 'utf-8', badAt: survey.utf8.invalidAt };
  return { encoding: 'windows-1252', because: 'not UTF-8', markLength, badAt: survey.utf8.undefinedAt?.offset };
}

function decideStated(survey: ByteSurvey, encoding: Encoding, mark?: (typeof marks)[number]): DecidedEncoding {
  const decided = { encoding, because: 'stated', markLength: mark?.bytes.length ?? 0 } as const;
  // A UTF-8 mark before Windows-1252 bytes: an old file was appended to a new one.
  const fits = !mark || mark.encoding === encoding || (mark.encoding === 'utf-8' && encoding === 'windows-1252');
  if (mark && !fits) return { ...decided, fault: contradiction(mark.encoding, encoding) };
  if (encoding === 'utf-8') return { ...decided, badAt: survey.utf8.invalidAt };
  return encoding === 'windows-1252' ? { ...decided, badAt: survey.utf8.undefinedAt?.offset } : decided;
}

/** Whether the first kilobyte has more control characters than any text; a shorter beginning may be one odd cell. */
export const isBinary = (head: Uint8Array): boolean =>
  head.length >= headLength / 2 && head.subarray(0, headLength).filter(isControl).length * 16 > headLength;

const isControl = (byte: number): boolean => byte < 0x20 && (byte < 0x09 || byte > 0x0d);

export const notText: FileFault = {
  problem: 'The file is not a text file.',
  remedy: 'Export the products as CSV or as an Excel workbook (.xlsx), and import that file.',
};

/** Latin text in UTF-16 has a NUL in every other byte, which no catalogue in another encoding has. */
function wideWithoutMark(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const nulls = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) nulls[at % 2] = (nulls[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nulls;
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

function badBytes({ encoding, because }: DecidedEncoding, survey: ByteSurvey, line: number): FileFault {
  const problem = `Line ${line} has bytes that are not ${encoding === 'utf-8' ? 'UTF-8' : encoding.toUpperCase()}`;
  if (encoding.startsWith('utf-16'))
    return { problem: `${problem}: the file is damaged or cut off.`, remedy: 'Save it again as UTF-8.' };
  if (encoding === 'windows-1252') {
    const byte = survey.utf8.undefinedAt?.byte.toString(16).toUpperCase();
    const isUtf8 = survey.utf8.invalidAt === undefined;
    const remedy = isUtf8 ? 'The file is UTF-8: remove --encoding.' : 'Save the file as UTF-8.';
    return { problem: `${problem}: 0x${byte} is not a character.`, remedy };
  }
  const why = because === 'stated' ? ', the encoding that --encoding names' : ', but other characters of the file are';
  return {
    problem: `${problem}${why}.`,
    remedy: 'Save the file as UTF-8, or pass --encoding windows-1252 if that is its encoding.',
  };
}

function endingOf(tail: Uint8Array, encoding: Encoding): FileEnding {
  const [before, last] = [tail.at(-2), tail.at(-1)];
  const isWide = encoding.startsWith('utf-16');
  const [unit, other] = encoding === 'utf-16le' ? [before, last] : [last, before];
  if (unit === undefined || (isWide && other !== 0)) return 'open';
  if (unit === 0x22) return 'quote';
  return unit === 0x0a || unit === 0x0d ? 'line break' : 'open';
}

/** The line of the byte at this offset, as an editor counts: CR LF, LF and CR each end a line. */
async function lineAt(chunks: AsyncIterable<Uint8Array>, offset: number, encoding: string): Promise<number> {
  const decoder = new TextDecoder(encoding);
  let [line, left, afterCr] = [1, offset, false];
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk.subarray(0, left), { stream: true });
    line += (text.match(/\r\n|\n|\r/g)?.length ?? 0) - (afterCr && text.startsWith('\n') ? 1 : 0);
    afterCr = text === '' ? afterCr : text.endsWith('\r');
    left -= chunk.length;
    if (left <= 0) break;
  }
  return line;
}

/** The offset of the first unpaired surrogate, or of a last odd byte; undefined for valid UTF-16. */
async function brokenUtf16At(chunks: AsyncIterable<Uint8Array>, encoding: string): Promise<number | undefined> {
  const check = new SurrogateCheck(encoding === 'utf-16be' ? 0 : 1);
  for await (const chunk of chunks) for (const byte of chunk) check.add(byte);
  return check.end();
}
