import { plainDecimal } from '../../../text/money.ts';
import { damagedWorkbook } from '../faults.ts';
import type { OddCell } from '../records.ts';
import type { PartReader } from './xml.ts';

/**
 * The text of a stored number, to the 15 digits that a spreadsheet keeps: `0.3` for 0.30000000000000004. Percentages keep
 * their sign. Where a person sees something else, it has both. No field of a file is a date: one stays the number of its day.
 */
export function numberText(stored: string, format: NumberFormat): string | OddCell {
  // Most numbers: digits that are certain.
  if (format === 'plain' && /^-?(?:0|[1-9]\d{0,7})(?:\.\d{1,7})?$/.test(stored)) return numberAs(stored, stored);
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return stored;
  const text = exact(value);
  if (format === 'date') return aDate(text);
  if (format === 'percent') return `${exact(value * 100)}%`;
  if (text.includes('E')) return unclear(text, 'is a number of more than 15 digits, and spreadsheets keep only 15');
  if (format === 'plain') return numberAs(text, text);
  if (format.isScaled) return { shown: text, why: scaledBy(format) };
  const shown = shownIn(format, text);
  if (shown !== undefined) return inCurrency(format, numberAs(text, shown));
  return inCurrency(format, unclear(text, `is a number that its format (${format.code}) shows differently`));
}

/** A format such as `#,##0.00,` shows 12950 as 12.95. */
const scaledBy = ({ code }: OtherFormat): string =>
  `is shown divided by a thousand or more, by its format (${code}): format the column as a plain number and check it`;

const inCurrency = ({ currency }: OtherFormat, cell: string | OddCell): string | OddCell =>
  currency === undefined || typeof cell === 'string' ? cell : { ...cell, currency };

/** A number with decimals is told from a text: its point is no sign of the decimal mark of the column. */
const numberAs = (number: string, shown: string): string | OddCell =>
  number === shown && !number.includes('.') ? number : { number, shown };

/** What no field can be. */
export const aDate = (shown: string): OddCell => ({
  shown,
  why: 'is a date or a time, because spreadsheets turn codes such as 3-1 into dates: format the column as text and enter it again',
});

/** A number that is clear as an amount, not as a code. */
const unclear = (number: string, why: string): OddCell => ({
  number,
  shown: number,
  why: `${why}: format the column as text and enter it again`,
});

/** To 15 digits. A longer number has lost some, and stays in the form that says so: `8.71235E+16`. */
function exact(value: number): string {
  const rounded = Number(value.toPrecision(15));
  return Math.abs(rounded) >= 1e15 ? String(rounded.toExponential()).toUpperCase() : plainDecimal(String(rounded));
}

/** Characters that XML does not have are written as `_x000D_` (ST_Xstring, 22.9.2.19). */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-F]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** The index of a column by its letters: 0 for `A1`, 27 for `AB7`. */
export function columnIndex(reference: string): number {
  let index = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    index = index * 26 + letter;
  }
  return index - 1;
}

/** How a number is shown: as its digits, as a date or a time, as a percentage, or in another format. */
export type NumberFormat = 'plain' | 'date' | 'percent' | OtherFormat;

interface OtherFormat {
  readonly code: string;
  /** Of a format of whole numbers, such as `"SKU-"0000`. Others are not imitated: rounding, fractions. */
  readonly whole: { readonly places: string; readonly template: string } | undefined;
  /** Whether it shows thousands as ones. */
  readonly isScaled: boolean;
  /** The sign or the name that it shows: `$`, `CHF`. */
  readonly currency: string | undefined;
}

/** A number as its format shows it: `SKU-0012`, `123-456`; undefined if that is not known. @param text its digits */
function shownIn({ whole }: OtherFormat, text: string): string | undefined {
  if (!whole || !/^\d+$/.test(text)) return undefined;
  const { places, template } = whole;
  const digits = text.padStart(places.replaceAll('#', '').length, '0');
  const more = digits.length - places.length;
  let at = 0;
  const shown = template.replaceAll(place, () => {
    const start = at++;
    // The first place has all digits that do not fit.
    return digits.slice(start === 0 ? 0 : Math.max(start + more, 0), Math.max(start + more + 1, 0));
  });
  return shown.trim();
}

/** Where a template has a digit: XML has no such character. */
const place = '\0';

/** Collects the format of each cell style from the styles part (ECMA-376 Part 1, 18.8). */
export class StyleReader implements PartReader {
  /** By the index that cells name. */
  readonly formats: NumberFormat[] = [];
  readonly #codes = new Map<string, string>();
  /** By their numbers: many styles have one format. */
  readonly #formats = new Map<string, NumberFormat>();
  #isInCellFormats = false;

  open(name: string, { numFmtId = '', formatCode = '' }: Readonly<Record<string, string>>): void {
    if (name === 'numFmt') this.#addCode(numFmtId, formatCode);
    if (name === 'cellXfs') this.#isInCellFormats = true;
    if (name !== 'xf' || !this.#isInCellFormats) return;
    if (this.formats.length === maxStyles) throw damagedWorkbook(`more than ${maxStyles} cell styles`);
    this.formats.push(this.#formatOf(numFmtId));
  }

  #addCode(id: string, code: string): void {
    if (code.length > longestCode) throw damagedWorkbook(`a number format of more than ${longestCode} characters`);
    if (this.#codes.size === maxStyles) throw damagedWorkbook(`more than ${maxStyles} number formats`);
    this.#codes.set(id, code);
  }

  #formatOf(id: string): NumberFormat {
    const format = this.#formats.get(id) ?? formatOf(this.#codes.get(id) ?? builtIn(Number(id)));
    this.#formats.set(id, format);
    return format;
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#isInCellFormats = false;
  }
}

/** Excel writes at most 255. */
const longestCode = 1000;
/** Excel has at most 65,490 styles. */
const maxStyles = 65_536;

/** The formats that have a number and no code (18.8.30), with the dates of East Asian languages. */
function builtIn(id: number): string {
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  return builtInCodes[id] ?? (isDate ? 'yyyy' : 'General');
}

const builtInCodes: Readonly<Record<number, string>> = {
  2: '0.00',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  39: '#,##0.00',
  40: '#,##0.00',
  43: '#,##0.00',
  44: '#,##0.00',
  46: '[h]:mm:ss',
  48: '##0.0E+0',
};

/** What the first section of a code means: `dd/mm/yyyy`, `0.0%`, `00000`, `"SKU-"0000`. */
function formatOf(code: string): NumberFormat {
  const { template, texts, bare } = sectionOf(code);
  // A comma behind the last digit before the point, or behind all of them.
  const isScaled = /,(?:\.|$)/.test(bare.replace(/[^0#?.,]/g, '')) && /[0#]/.test(bare);
  if (!isScaled && texts.trim() === '' && /^(?:General|@|[#?,]*0?)$/i.test(bare)) return 'plain';
  // `[h]:mm`: 36 hours are stored as 1.5, which is no amount.
  if (/\[[hms]+\]/i.test(bare)) return 'date';
  if (/[ymdhs]/i.test(bare) && !/\[|General/i.test(bare)) return 'date';
  if (bare.includes('%')) return 'percent';
  const currency = texts.trim() === '' ? undefined : texts.trim();
  return { code, whole: /^[0#]+$/.test(bare) ? { places: bare, template } : undefined, isScaled, currency };
}

/** The first section without fills and colours: as it is shown, its texts, and the rest. */
function sectionOf(code: string): Readonly<Record<'template' | 'texts' | 'bare', string>> {
  const section = { template: '', texts: '', bare: '' };
  for (const token of code.matchAll(tokens)) {
    if (token[0] === ';') break;
    const text = textOf(token);
    section.template += text ?? token[0].replace(/[0#]/g, place);
    if (text === undefined) section.bare += token[0];
    else section.texts += text;
  }
  return section;
}

/**
 * A text in quotes, a character behind a backslash, a currency, the width of a character; a fill, a colour or a condition.
 * No bracket is within brackets: each character is read once.
 */
const tokens = /"([^"]*)"|\\(.)|\[\$([^[\]-]*)(?:-[^[\]]*)?\]|_(.)|\*.|\[[^[\]]*\]|General|./gisu;

/** The text that a token shows; undefined for a token that shows the number. */
function textOf([token, quoted, escaped, currency, width]: RegExpExecArray): string | undefined {
  if (width !== undefined) return ' ';
  if (/^(?:\*|\[(?:[a-z]{3,}|colou?r ?\d+)\])/i.test(token)) return '';
  return quoted ?? escaped ?? currency ?? (/^[-+():&'~ ]$/.test(token) ? token : undefined);
}
