import { doubtsAboutCode } from '../text/codes.ts';
import { houseNumberOf } from './addresses.ts';

/** A street with its house number in one text, taken apart. */
export interface SplitStreet {
  readonly street: string;
  readonly houseNumber: string;
  /** Whether it stood behind the street. */
  readonly isBehind: boolean;
}

/** The same, or what keeps it from that. */
export type Split = SplitStreet | 'none' | 'ambiguous';

export const isSplit = (split: Split): split is SplitStreet => typeof split === 'object';

/** Words that may follow a house number behind a space: floors, boxes and doors of Dutch, Belgian and German addresses. */
const extensionWords =
  '(?:bis|ter|hs|huis|hoog|boven|beneden|bg|rd|zw|rood|zwart|links|rechts|i{1,3}|iv|(?:bus|bte|boite|boîte|box|apt|app|unit|top|whg)\\.?\\s?[\\p{L}\\d]{1,5})';

/**
 * A house number: 12, 12a, 12-2, 12/3, 12 a, 12 bis, 12 bus 3. A longer word behind a space is none: in `Straße des 17 Juni`
 * it is of the street.
 */
const numberText = `\\d{1,5}(?:\\p{L}[\\p{L}\\d]{0,4}|\\s?[-/+]\\s?[\\p{L}\\d]{1,5}|\\s(?:\\p{L}\\d{0,3}|${extensionWords}))?`;

/** `Kerkstraat 12a`, `Hauptstr.5`, `Rue de la Paix, 5`, `Kerkstraat nr. 12`. */
const behind = new RegExp(
  `^(.*?\\p{L}.*?)(?:[\\s,]+|(?<=\\p{L}\\.))(?:(?:nr|no|num)\\.?\\s?|n[°º]\\s?|#)?(${numberText})$`,
  'iu',
);
/** `12 Main Street`, `5, rue de la Paix`, `12bis rue Lepic`; not `1e Dorpsstraat`, `5th Avenue`, `17. Juni Platz`. */
const before =
  /^(\d{1,5}(?!\p{L}{0,3}\.)(?!(?:e|de|ste|er|st|nd|rd|th|ère|ème)\s)(?:\s?[a-z]|\s?(?:bis|ter|quater)|[-/]\d{1,4}\p{L}?)?)(?:\s*,\s*|\s+)(\p{L}{2}.*|\d+(?:e|de|ste|st|nd|rd|th)\s.*)$/iu;
/** A year, as in `Plein 1944` and `Rue du 11 novembre 1918`. */
const year = /^1[89]\d\d(?:-(?:1[89])?\d\d)?$/;

export const isYear = (number: string): boolean => year.test(number);
/** One more number that may be that of the house, and no ordinal: `Kerkstraat 12 A` before a 3. */
const otherNumber = /(?:^|[\s,])\d+[a-df-z]?(?=[\s,]|$)/i;

/** No street is this long. */
const longestStreet = 200;

/**
 * Takes a house number off a street where only one reading is possible. Behind the street it is as in most of Europe, and
 * before it as in English and French.
 */
export function splitStreet(text: string): Split {
  if (text.length > longestStreet || !/\d/.test(text)) return 'none';
  const street = text.trim().replace(/\s+/g, ' ');
  const last = behind.exec(street);
  const first = before.exec(street);
  if (last && first) return 'ambiguous';
  const [, name = '', number = ''] = last ?? [];
  if (last)
    return isYear(number) || otherNumber.test(name)
      ? 'ambiguous'
      : { street: name, houseNumber: number, isBehind: true };
  const [, leading = '', road = ''] = first ?? [];
  if (!first) return 'none';
  return { street: road, houseNumber: leading, isBehind: false };
}

/** With its year in full: 12/3/21 is a door of Vienna. */
const wholeDate = /^(?:\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d)\b/;

/** Whether a house number became a date in a spreadsheet: 12-2 is 12-feb then. */
export const isDate = (houseNumber: string): boolean =>
  wholeDate.test(houseNumber) || doubtsAboutCode(houseNumber).some((doubt) => doubt.includes('date'));

/** Whether a text is nothing but a house number. */
export const isHouseNumber = (text: string): boolean => houseNumberOf(text.trim()) !== undefined;
