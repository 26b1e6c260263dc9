import { escapeText } from '../../text/escape.ts';
import { decoderOf, type Encoding, encodeText } from './code-pages.ts';
import type { FileAnswer, FileFault } from './faults.ts';
import { oddWords } from './plausible.ts';

/** A cell of a file, and its line as an editor counts. */
export interface Evidence {
  readonly line: number;
  /** As it is in Windows-1252; undefined where it may be secret. */
  readonly cell: string | undefined;
}

/** What a file shows of the guess that it is Windows-1252: the first cell with other characters than ASCII, and a doubt. */
interface Judgement {
  readonly evidence?: Evidence | undefined;
  readonly doubt?: EncodingDoubt | undefined;
}

interface EncodingDoubt extends Evidence {
  readonly isBroken: boolean;
}

/** A tenth of the words that have letters with marks: a name from elsewhere stops no catalogue, and a catalogue from elsewhere stops. */
const maxOddShare = 0.1;

/** Reads a whole file as Windows-1252. @param mayBeSecret whether no cell may be shown */
export async function judgeGuess(chunks: AsyncIterable<Uint8Array>, mayBeSecret: boolean): Promise<Judgement> {
  let evidence: Evidence | undefined;
  let odd: Evidence | undefined;
  const count = { all: 0, odd: 0 };
  const evidenceOf = mayBeSecret ? lineOf : cellOf;
  for await (const { line, text } of markedLines(chunks)) {
    if (broken.test(text)) return { doubt: { ...evidenceOf(line, text, broken), isBroken: true } };
    evidence ??= evidenceOf(line, text, /[^\0-\x7f]/);
    for (const { word, isPlausible } of oddWords(text)) {
      count.all++;
      if (isPlausible) continue;
      count.odd++;
      odd ??= evidenceOf(line, text, word);
    }
  }
  return { evidence, doubt: odd && count.odd >= maxOddShare * count.all ? { ...odd, isBroken: false } : undefined };
}

/** The first different cells that have other characters than ASCII, after one that has been found; none where none is shown. */
export async function cellsAfter(
  first: string | undefined,
  chunks: AsyncIterable<Uint8Array>,
): Promise<readonly string[]> {
  if (first === undefined) return [];
  const cells = new Set([first]);
  for await (const { line, text } of markedLines(chunks)) {
    cells.add(cellOf(line, text, /[^\0-\x7f]/).cell ?? first);
    if (cells.size === shownCells) break;
  }
  return [...cells];
}

/** What a question shows of an answer. */
const shownCells = 3;

/** Decoders make control characters of the bytes that Windows-1252 lacks. */
const broken = /[\x81\x8d\x8f\x90\x9d]/;

/** The lines that have other characters than ASCII. */
async function* markedLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<{ line: number; text: string }> {
  const decoder = decoderOf('windows-1252');
  let line = 1;
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const text of lines) {
      if (/[^\0-\x7f]/.test(text)) yield { line, text };
      line++;
    }
    // A longer one is refused as a row.
    if (rest.length > longestLine) rest = '';
  }
  if (/[^\0-\x7f]/.test(rest)) yield { line, text: rest };
}

const longestLine = 2 * 1024 ** 2;

const lineOf = (line: number): Evidence => ({ line, cell: undefined });

/** The cell, as far as delimiters and quotes tell, that has this. */
function cellOf(line: number, text: string, what: string | RegExp): Evidence {
  const at = typeof what === 'string' ? text.indexOf(what) : text.search(what);
  const before = /[^,;\t|"\r]*$/.exec(text.slice(Math.max(0, at - 40), at))?.[0] ?? '';
  const after = /^[^,;\t|"\r]*/.exec(text.slice(at, at + 40))?.[0] ?? '';
  return { line, cell: (before + after).trim() };
}

/**
 * The fault of a file whose encoding cannot be guessed: how the cell reads in those that it may have.
 * @param cells this one and some others, for a question; none where they may be secret
 */
export function unclearEncoding({ line, cell, isBroken }: EncodingDoubt, cells: readonly string[]): FileFault {
  const answers = readingsOf(cells);
  const asGuessed = isBroken ? [] : [answerOf('windows-1252', cells)];
  const choice = { question: 'In which encoding does the text look right?', answers: [...answers, ...asGuessed] };
  const remedy = `Pass the encoding in which the line looks right: --encoding ${answers.map(encodingText).join(', ')}`;
  if (isBroken)
    return {
      problem: `Line ${line} has bytes that are neither UTF-8 nor Windows-1252: the file was probably saved on an old Mac or in DOS, or is damaged.`,
      remedy: `${remedy}. Or save the file as UTF-8.`,
      choice,
    };
  return {
    problem: `The encoding of the file is not clear. In Windows-1252, line ${line} ${cell === undefined ? 'is not plausible' : `reads ${shown(cell)}`}.`,
    remedy: `${remedy}, or windows-1252 if that looks right. Or save the file as UTF-8.`,
    choice,
  };
}

const answerOf = (encoding: Encoding, cells: readonly string[]): FileAnswer => ({
  label: encoding,
  cells,
  option: ['encoding', encoding],
});

/** `macintosh ("Café")` */
const encodingText = ({ label, cells: [reading] }: FileAnswer): string =>
  reading === undefined ? label : `${label} (${shown(reading)})`;

/** How cells read in each encoding that a file may have, the plausible ones first. */
function readingsOf(cells: readonly string[]): readonly FileAnswer[] {
  const readings = likely.map((encoding) => {
    const texts = cells.map((cell) => decoderOf(encoding).decode(encodeText(cell, 'windows-1252'), { stream: true }));
    return {
      answer: answerOf(encoding, texts),
      isPlausible: texts.every((text) => [...oddWords(text)].every(({ isPlausible }) => isPlausible)),
    };
  });
  const inOrder = [true, false].flatMap((first) => readings.filter(({ isPlausible }) => isPlausible === first));
  return inOrder.map(({ answer }) => answer);
}

const shown = (cell: string): string => JSON.stringify(escapeText(cell));

/** Of Central Europe, of Cyrillic, and in the West of the Mac, of DOS and with the euro. */
const likely: readonly Encoding[] = ['windows-1250', 'windows-1251', 'macintosh', '850', 'iso-8859-15'];
