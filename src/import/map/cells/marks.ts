import type { FileTable } from '../../../resources/file-table.ts';
import type { Kind } from '../../../resources/kind.ts';
import { titleOf } from '../headings/headings.ts';
import { CellProblem } from './numbers.ts';

/**
 * What spreadsheets and databases write where they have no value, or not the value that was meant. Whole cells only: a
 * text may have such a word in it.
 */

const upper = (texts: string): readonly string[] => texts.trim().toUpperCase().split(/\s+/);

/**
 * The errors of Excel, LibreOffice and Google Sheets in English, Dutch, German, French, Polish, Spanish and Italian
 * (support.microsoft.com: "How to correct a #… error", in each language).
 */
const errors = new Set([
  ...upper(`#NULL! #DIV/0! #VALUE! #REF! #NAME? #NUM! #N/A #GETTING_DATA #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT!
    #UNKNOWN! #BUSY! #EXTERNAL! #PYTHON! #TIMEOUT! #ERROR! #N/A!`),
  ...upper(`#LEEG! #DEEL/0! #WAARDE! #VERW! #NAAM? #GETAL! #N/B #OVERLOOP! #BEREKENEN! #VELD! #GEBLOKKEERD!
    #VERBINDEN! #VERBINDING! #ONBEKEND! #BEZET! #GEGEVENS_OPHALEN #FOUT!`),
  ...upper(`#WERT! #BEZUG! #ZAHL! #NV #ÜBERLAUF! #KALK! #FELD! #BLOCKIERT! #GESPERRT! #VERBINDEN! #VERBINDUNG!
    #UNBEKANNT! #BESCHÄFTIGT! #DATEN_ABRUFEN #FEHLER!`),
  ...upper('#NUL! #VALEUR! #NOM? #NOMBRE! #ERREUR!'),
  ...upper('#ZERO! #DZIEL/0! #ARG! #ADR! #NAZWA? #LICZBA! #N/D! #N/D #BŁĄD!'),
  ...upper('#¡NULO! #¡DIV/0! #¡VALOR! #¡REF! #¿NOMBRE? #¡NUM! #NULLO! #VALORE! #RIF! #NOME?'),
]);

/** LibreOffice numbers the others: `Err:502`. */
const numberedError = /^(?:ERR|FOUT|FEHLER):\d{3}$/;
/** A number or a date in a column that is too narrow to show it, exported as it is shown. */
const tooNarrow = /^#{2,}$/;

/** What databases and programs write for no value. */
const nulls = new Set(upper('NULL (NULL) <NULL> NAN NONE \\N <NA> NAT UNDEFINED'));

const longestMark = 20;

/** By the code of a character: whether a mark may begin with it, or with a space before it. */
const mayBegin = new Uint8Array(128);
for (const mark of [...errors, ...nulls, 'ERR', 'FOUT', 'FEHLER', ' ', '\t', '\r', '\n'])
  for (const letter of [mark, mark.toLowerCase()]) mayBegin[letter.charCodeAt(0)] = 1;

/** Whether a cell may be a mark, by its first character. */
export const mayBeMark = (cell: string): boolean => mayBegin[cell.charCodeAt(0)] === 1;

/** The whole cell in capitals, if it may be a mark. A catalogue has ten million cells, and next to none begins as one. */
function markIn(cell: string): string | undefined {
  if (!mayBeMark(cell)) return undefined;
  const text = cell.trim();
  return text.length > longestMark && !tooNarrow.test(text) ? undefined : text.toUpperCase();
}

const isError = (mark: string): boolean => errors.has(mark) || tooNarrow.test(mark) || numberedError.test(mark);

/** Whether a cell is the error of a spreadsheet: what is made of it would be one too. */
export function isErrorMark(cell: string): boolean {
  const mark = markIn(cell);
  return mark !== undefined && isError(mark);
}

/** Finds out why a cell has no value for a field, because a spreadsheet or a program wrote it. */
export function markFinder(
  noun: FileTable,
  field: string,
  kind: Kind<unknown>,
): (cell: string) => CellProblem | undefined {
  const isCode = kind.name === 'code' || field in noun.digits;
  const isText = kind.name === 'text' && !isCode;
  const isKey = isCode && noun.key[0] === field;
  const roundedCode = isCode ? codeRounder(noun, field) : undefined;
  return (cell) => {
    const mark = markIn(cell);
    if (isKey && isNoKey(cell)) return noValue;
    if (mark === undefined) return roundedCode?.(cell);
    if (tooNarrow.test(mark)) return narrow;
    if (isError(mark)) return failed;
    return nulls.has(mark) && !isText ? noValue : roundedCode?.(cell);
  };
}

/** What people and programs write for no value, besides the words of databases. */
const placeholders = new Set(upper('N/A - -- --- TRUE FALSE N.V.T.'));
const longestPlaceholder = 6;

/** Whether a whole cell is such a word. */
export function isPlaceholder(cell: string): boolean {
  const word = cell.trim();
  return word.length <= longestPlaceholder && placeholders.has(word.toUpperCase());
}

/** What people write where an article has no code, in Dutch, German, English and French. */
const wordsForNone = new Set(
  upper('GEEN NVT NIHIL ONBEKEND KEIN KEINE KEINER UNBEKANNT ENTFÄLLT UNKNOWN AUCUN AUCUNE INCONNU'),
);

/** Whether a cell says that there is no code: such a word, a sign, or zeros alone. */
export const saysNoCode = (cell: string): boolean => {
  const word = cell.trim();
  return word.length <= longestMark && (isPlaceholder(word) || isWordForNone(word) || /^(?:0+|\?+|x+)$/i.test(word));
};

/** Three capitals may be an article number. */
const isNoKey = (cell: string): boolean =>
  isPlaceholder(cell) || (wordsForNone.has(cell.trim().toUpperCase()) && !/^\s*[A-Z]{3}\s*$/.test(cell));

const isWordForNone = (word: string): boolean => wordsForNone.has(word.toUpperCase()) && nullMarkIn(word) === undefined;

/** What programs write for no value, in capitals, if a text is that. It may be one: a product can have any name. */
export function nullMarkIn(text: string): string | undefined {
  const mark = markIn(text);
  return mark !== undefined && nulls.has(mark) ? mark : undefined;
}

const narrow = new CellProblem(
  'is what a spreadsheet shows in a column that is too narrow: widen the column and export the file again',
);
const failed = new CellProblem('is the error of a formula: correct it in the spreadsheet and export the file again');
const noValue = new CellProblem('is what programs write for no value: leave the cell empty, or enter the value');

/** `8,71235E+12`: the other digits are lost. `12E5` is a code, but not where codes are digits. */
const withDecimals = /^-?\d+[.,]\d+E[+-]?\d+$/i;
/** As spreadsheets write it: one digit, a sign, two digits. */
const asShown = /^-?\dE[+-]\d{2,3}$/i;
const anyExponent = /^-?\d+(?:[.,]\d+)?E[+-]?\d+$/i;
/** `4006381333931.0`: a program took the code for a number that may have decimals. */
const wholeDecimal = /^\s*\d+[.,]0+\s*$/;

function codeRounder(noun: FileTable, field: string): (cell: string) => CellProblem | undefined {
  const title = titleOf(noun, field);
  const isDigits = field in noun.digits;
  const rounded = new CellProblem(
    `was rounded by a spreadsheet and lost digits: format the column as text and enter the ${title} again`,
  );
  const decimal = new CellProblem('was written as a number with decimals: remove them');
  return (code) => {
    if (isDigits && wholeDecimal.test(code)) return decimal;
    if (!code.includes('E') && !code.includes('e')) return undefined;
    const text = code.trim();
    const isRounded = withDecimals.test(text) || asShown.test(text) || (isDigits && anyExponent.test(text));
    return isRounded ? rounded : undefined;
  };
}

/** `="00123"`: how a file keeps Excel from taking a code for a number. */
const textFormula = /^="((?:[^"]|"")*)"\s*$/;

const isFormula = (cell: string): boolean => cell.charCodeAt(0) === 0x3d;

/** Cells without the formula that makes a text of each: `="00123"` is 00123. */
export function withoutTextFormulas(cells: readonly string[]): readonly string[] {
  if (!cells.some(isFormula)) return cells;
  return cells.map((cell) => textFormula.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell);
}
