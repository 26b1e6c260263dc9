import { plainDecimal } from '../../../../text/money.ts';
import type { PartReader } from './xml-scanner.ts';

/**
 * The text of a stored number, to the 15 digits that a spreadsheet keeps: `0.3` for 0.30000000000000004. Dates become
 * ISO 8601, percentages keep their sign, codes of a fixed length their zeros.
 */
export function numberText(stored: string, format: NumberFormat, is1904: boolean): string {
  // Most numbers: digits that are certain.
  if (format === 0 && /^-?(?:0|[1-9]\d{0,7})(?:\.\d{1,7})?$/.test(stored)) return unambiguous(stored);
  const value = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(value)) return stored;
  if (format === 'date') return dateText(value, is1904) ?? exact(value);
  if (format === 'percent') return `${exact(value * 100)}%`;
  if (format > 0 && Number.isInteger(value) && value >= 0) return exact(value).padStart(format, '0');
  return unambiguous(exact(value));
}

/** From 16 digits on some are lost, so it stays in the form that says so: `8.71235E+16`. */
function exact(value: number): string {
  const rounded = Number(value.toPrecision(15));
  return Math.abs(rounded) >= 1e15 ? String(rounded.toExponential()).toUpperCase() : plainDecimal(String(rounded));
}

/** `1.234` could be read as thousands: a fourth decimal says that it is not. */
const unambiguous = (text: string): string => (/^-?[1-9]\d{0,2}\.\d{3}$/.test(text) ? `${text}0` : text);

const dayLength = 86_400;

/** The date of a serial number, which counts days from 1900 and takes that year for a leap year (18.17.4.1), or from 1904. */
function dateText(serial: number, is1904: boolean): string | undefined {
  const seconds = Math.round(serial * dayLength);
  if (seconds < 0 || serial >= 2_958_466) return undefined;
  const rest = seconds % dayLength;
  const time = new Date(rest * 1000).toISOString().slice(11, 19);
  if (seconds < dayLength && (rest > 0 || !is1904)) return time;
  const day = Math.floor(seconds / dayLength) + (is1904 ? 1462 : 0);
  const date = new Date(Date.UTC(1899, 11, day < 60 ? 31 : 30) + day * dayLength * 1000).toISOString().slice(0, 10);
  return rest === 0 ? date : `${date}T${time}`;
}

/** A date that is stored as ISO 8601, in the form that dates from serial numbers get. */
export const isoDateText = (stored: string): string =>
  stored.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z?$/, (_, date: string, time: string) =>
    time === '00:00:00' ? date : `${date}T${time}`,
  );

/** Characters that XML does not have are written as `_x000D_` (ST_Xstring, 22.9.2.19). U+FFFF stays so: it is our mark. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x(?!FFFF)([0-9A-F]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
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

/** How a number is meant: as a date, as a percentage, as a code of so many digits, or as a number (0). */
export type NumberFormat = 'date' | 'percent' | number;

/** Collects the format of each cell style from the styles part (ECMA-376 Part 1, 18.8). */
export class StyleReader implements PartReader {
  /** By the index that cells name. */
  readonly formats: NumberFormat[] = [];
  readonly #codes = new Map<string, string>();
  #isInCellFormats = false;

  open(name: string, { numFmtId = '', formatCode = '' }: Readonly<Record<string, string>>): void {
    if (name === 'numFmt') this.#codes.set(numFmtId, formatCode);
    if (name === 'cellXfs') this.#isInCellFormats = true;
    if (name === 'xf' && this.#isInCellFormats) {
      const code = this.#codes.get(numFmtId);
      this.formats.push(code === undefined ? builtIn(Number(numFmtId)) : formatOf(code));
    }
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#isInCellFormats = false;
  }
}

/** The formats that have a number and no code (18.8.30), with those of East Asian languages. */
function builtIn(id: number): NumberFormat {
  if (id === 9 || id === 10) return 'percent';
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
    ? 'date'
    : 0;
}

/** What the first section of a code means: `dd/mm/yyyy`, `0.0%`, `00000`. */
function formatOf(code: string): NumberFormat {
  const [section = ''] = code.replace(/"[^"]*"|\\.|_.|\*./g, '').split(';');
  const bare = section.replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  if (/^General$/i.test(bare)) return 0;
  if (/[ymdhs]/i.test(bare)) return 'date';
  if (bare.includes('%')) return 'percent';
  return /^0{2,}$/.test(bare.trim()) ? bare.trim().length : 0;
}
