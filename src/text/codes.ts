/**
 * What a reader cannot see in a code: control characters, halves of characters, line separators, and Unicode's default
 * ignorables (zero-width spaces, direction marks, soft hyphens, fillers; UAX #44).
 */
const invisible = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu;

/** Looks like a space: NO-BREAK SPACE, and the blank of Braille. */
const otherSpace = /[\p{Zs}\u2800]/gu;

/** Looks like a hyphen: dashes, the minus sign, HYPHEN BULLET and MODIFIER LETTER MINUS SIGN. */
const otherHyphen = /[\p{Pd}\u2212\u2043\u02d7]/gu;

/** Nothing but ASCII that can be seen, and no quote before it: next to all codes. */
const plain = /^[!#-&(-~][!-~]*$/;

/** Whether a code has nothing that must be looked at: next to all of a million are such. */
export const isPlainCode = (code: string): boolean => plain.test(code);

/** Before what a spreadsheet would take for a formula (`guardFormula`), or for a number: `'00123`. */
const guard = /^'(?=[=+\-@\d])/;

/** A code in quotes of any kind: those that are not `"`, or are typographic, are characters of the cell. */
const inQuotes = /^['"‘’“”„«‹](.*)['"‘’“”»›]$/s;

/**
 * A code without the differences that a careless store ignores or a reader does not see: case, compatibility forms of
 * Unicode (NFKC), leading zeros, outer spaces, other hyphens and spaces, invisible characters, quotes around it, a `'`
 * before a formula or a number.
 * Codes that are equal then are almost the same.
 */
export function foldedCode(code: string): string {
  const usual = (plain.test(code) ? code : usualCode(code)).toLowerCase();
  return usual.startsWith('0') ? usual.replace(/^0+/, '') : usual;
}

/**
 * A code as a keyboard writes it: with the hyphens and spaces of ASCII, and without invisible characters, outer spaces,
 * quotes around it and the `'` of a spreadsheet.
 */
export const usualCode = (code: string): string =>
  code
    .replace(invisible, '')
    .normalize('NFKC')
    .replace(otherSpace, ' ')
    .replace(otherHyphen, '-')
    .trim()
    .replace(inQuotes, '$1')
    .replace(guard, '');

const none: readonly string[] = [];

/** What is invisible in a code, as `U+200B`: each once. */
export const invisibleIn = (code: string): readonly string[] =>
  plain.test(code) ? none : namesOf(code.match(invisible) ?? []);

/** The short months of Excel in Dutch, English, German and French. */
const months =
  'jan|janv|jän|feb|febr|févr|mrt|mrz|mar|mär|märz|mars|apr|avr|mei|may|mai|jun|juni|juin|jul|juli|juil|aug|août|sep|sept|okt|oct|nov|dec|dez|déc';

/**
 * What a spreadsheet makes of `1-3` and `MAR1`, with the month first or last: `1-mrt`, `03. Mrz`, `Mrz 03`,
 * `2024-03-01 00:00:00`.
 */
const asDate = new RegExp(`^\\d{1,2}(?:-|\\. ?| )(?:${months})\\.?$|^\\d{4}-\\d\\d-\\d\\d 00:00:00$`, 'i');

/** `MAR-01` is a code: no spreadsheet writes a month in capitals. */
const asMonth = new RegExp(`^(?:${months})(?:-|\\.? )\\d{2}$`, 'i');

/** `01.02.2026`, `1/2/26` and `2026-02-01`: what a spreadsheet shows for `1-2`, in other formats. */
const asNumbers =
  /^(?:(?:0?[1-9]|[12]\d|3[01])([./-])(?:0?[1-9]|1[0-2])\1(?:19|20)?\d\d|(?:19|20)\d\d([./-])(?:0[1-9]|1[0-2])\2(?:0[1-9]|[12]\d|3[01]))$/;

/** Three numbers, of which some are dates too. */
const threeNumbers = /^\d{1,4}([./-])\d{1,4}\1\d{1,4}$/;

/** Whether codes of a column are numbered in three parts, as a rule: then one that could be a date is a code. */
export const areInParts = (codes: readonly string[]): boolean =>
  codes.filter((code) => threeNumbers.test(code)).length * 2 > codes.length;

/** Why a code of three numbers may have been made of another one. */
export const doubtAboutDate = (code: string): readonly string[] => (asNumbers.test(code) ? dates : none);

const dates = ['looks like a date, which a spreadsheet makes of codes such as 1-3: check it in the source'];

/** Why a code may be mistaken for another one, as the ends of sentences about it. */
export function doubtsAboutCode(code: string): readonly string[] {
  if (asDate.test(code) || (asMonth.test(code) && !/^[A-Z]{2}/.test(code))) return dates;
  if (plain.test(code)) return none;
  const doubts = [...doubtsAboutText(code)];
  const hyphens = namesOf((code.match(otherHyphen) ?? []).filter((found) => found !== '-'));
  const spaces = namesOf((code.match(otherSpace) ?? []).filter((found) => found !== ' '));
  if (hyphens.length > 0) doubts.push(`has another hyphen (${hyphens.join(', ')}): if "-" is meant, replace it`);
  if (spaces.length > 0) doubts.push(`has another space (${spaces.join(', ')}): if " " is meant, replace it`);
  if (inQuotes.test(code)) doubts.push('is in quotes: if the code does not have them, remove them');
  else if (guard.test(code)) doubts.push(`begins with the ' of a spreadsheet: if the code does not have it, remove it`);
  return doubts;
}

/** Why a text of any kind may not be what was meant. */
export const doubtsAboutText = (text: string): readonly string[] => (text.includes('\ufffd') ? lost : none);

/** U+FFFD, REPLACEMENT CHARACTER: written for bytes that are no character (Unicode, section 23.8). */
const lost = ['has \ufffd where an earlier program could not read a character: export it again'];

const namesOf = (characters: readonly string[]): readonly string[] =>
  [...new Set(characters)].map(
    (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
