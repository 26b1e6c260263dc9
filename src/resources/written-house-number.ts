import { houseNumberOf } from './addresses.ts';
import type { Fault } from './draft-fields.ts';
import type { Values } from './file-table.ts';
import { looksLikeExtension } from './house-number-extensions.ts';
import { isHouseNumber, isSplit, isYear, type Split, type SplitStreet, splitStreet } from './streets.ts';

/** How files write the house number of an address: in its column, in the street, in a second line, or twice. */

/** The values with the number and its extension apart, and what is wrong with these. */
interface Housed {
  readonly values: Values;
  readonly faults: readonly Fault[];
}

/** What is written where a house number may be, with one blank between words. */
interface WrittenAddress {
  readonly street: string;
  readonly line2: string;
  /** In the column of house numbers. */
  readonly stated: string;
  readonly extension: string;
  readonly words: HouseNumberWords;
}

/** What is said of a house number that cannot be read, with the place where it belongs: a column, or an option. */
export interface HouseNumberWords {
  readonly another: string;
  readonly twice: string;
  readonly none: string;
  readonly more: string;
  readonly ambiguous: string;
  readonly unreadable: string;
}

const inColumns: HouseNumberWords = {
  another: 'ends in a different house number from its column: correct one of the two',
  twice: 'has the house number of its column as well: remove one of the two',
  none: 'has no house number: add it, or a houseNumber column',
  more: 'has a house number and more: put them into the columns houseNumber and houseNumberExtension',
  ambiguous: 'can be read in two ways: give the house number in a houseNumber column',
  unreadable: 'has a house number that cannot be read: write it as 12, 12a or 12-14',
};

interface HouseNumberReading {
  /** Whether a street needs its number: of an address that is changed, the other may stay as it is. */
  readonly isWhole: boolean;
  readonly words?: HouseNumberWords;
}

/**
 * With the house number and its extension, from their columns, the street or the second line, which the API does not have.
 */
export function withHouseNumber(read: Values, { isWhole, words = inColumns }: HouseNumberReading): Housed {
  const { addressLine2 } = read;
  const values = 'addressLine2' in read ? withoutLine2(read) : read;
  // A cell with a fault is known to be wrong already.
  if ('houseNumber' in values && values.houseNumber === undefined) return { values, faults: none };
  const lines = linesOf(values, text(addressLine2));
  const [street = '', ...more] = lines;
  const written: WrittenAddress = {
    street,
    line2: more.join(', '),
    stated: text(values.houseNumber),
    extension: text(values.houseNumberExtension),
    words,
  };
  return written.stated === '' ? fromStreet(values, written, isWhole) : fromColumn(values, written);
}

const withoutLine2 = ({ addressLine2, ...values }: Values): Values => values;

const none: readonly Fault[] = [];

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const ofOneBlank = (line: string): string => line.trim().replace(/\s{2,}|[^\S ]/g, ' ');

/** A line break in a street is where its second line begins. What another column has as well is no line. */
function linesOf(values: Values, line2: string): readonly string[] {
  const whole = text(values.streetAddress);
  if (line2 === '' && !/[\r\n]/.test(whole)) return [ofOneBlank(whole)];
  const [street = '', ...more] = whole.split(/[\r\n]+/).map(ofOneBlank);
  const { city, zipcode, company, country } = values;
  const repeated = [city, zipcode, `${text(zipcode)} ${text(city)}`, company, country, street].map((value) =>
    folded(text(value)),
  );
  const others = [...more, ...line2.split(/[\r\n]+/).map(ofOneBlank)].filter(
    (line) => line !== '' && !repeated.includes(folded(line)),
  );
  return [street, ...others];
}

const folded = (line: string): string => line.toLowerCase().replace(/[\s,]+/g, '');

/** The column has the number. Some shops write it into the street as well. */
function fromColumn(values: Values, written: WrittenAddress): Housed {
  const { street, stated } = written;
  const split = splitStreet(street);
  const inColumn = /\d/.test(street) ? houseNumberOf(stated) : undefined;
  if (!inColumn) return numbered(withStreet(values, street), written, stated);
  const inStreet = isSplit(split) ? houseNumberOf(split.houseNumber) : undefined;
  if (!isSplit(split) || inStreet?.number !== inColumn.number || hasNumberInName(split)) {
    const message = whyNot(written, split, inColumn.number);
    if (message === undefined) return numbered(withStreet(values, street), written, stated);
    return { values: withStreet(values, street), faults: [notOfColumn(written, message)] };
  }
  const extensions = [written.extension, inColumn.extension, inStreet.extension].filter((part) => part !== '');
  if (new Set(extensions.map(bareExtension)).size > 1)
    return { values: withStreet(values, street), faults: [notOfColumn(written, written.words.another)] };
  // `bus 3` says more than `3`, and `-14` than `14`.
  const [extension = ''] = extensions.toSorted((one, other) => other.length - one.length);
  return numbered(withStreet(values, split.street), { ...written, extension }, String(inColumn.number));
}

/** Why a street that has a number is not what is written before the number of the column. */
function whyNot({ street, words }: WrittenAddress, split: Split, number: number): string | undefined {
  if (numbersIn(street).includes(String(number))) return words.twice;
  if (!isSplit(split) || isYear(split.houseNumber) || hasNumberInName(split) || dayOfMonth.test(street))
    return undefined;
  return words.another;
}

/** The numbers in a street that may be that of the house: no ordinals, and none where one is a day. */
const numbersIn = (street: string): readonly string[] =>
  dayOfMonth.test(street) ? [] : (street.match(/(?<![\p{L}\d])\d+(?!\d|\.|(?:e|de|ste|er|st|nd|rd|th)\b)/gu) ?? []);

/** `1 Mei Plein`, `Rue du 8 mai 1945`: months in Dutch, English, German and French. */
const dayOfMonth =
  /\b\d{1,2} (?:janu?ar[iy]?|january|janvier|februar[iy]?|f[eé]vrier|maart|march|märz|mars|april|avril|mei|ma[iy]|jun[ie]|juin|jul[iy]|juillet|august(?:us)?|ao[uû]t|septemb(?:er|re)|o[ck]tob(?:er|re)|novemb(?:er|re)|d[eé][cz]emb(?:er|re))(?!\p{L})/iu;

/** Without what is before the number of a box, and without strokes. */
const bareExtension = (extension: string): string =>
  folded(extension)
    .replace(/[-/+.]/g, '')
    .replace(/^(?:bus|bte|bo[iî]te|box|apt|app|unit|top)(?=\d)/, '');

/** Roads whose name ends in a number: `Highway 61`, `Calle 8`. */
const numberedRoad = /(?:^|\s)(?:highway|hwy|route|rte|road|rd|interstate|calle|carrera|km|sector|weg|polder)\.?$/i;

const hasNumberInName = ({ street }: SplitStreet): boolean => numberedRoad.test(street);

const notOfColumn = ({ street, stated, extension }: WrittenAddress, message: string): Fault => ({
  field: 'streetAddress',
  value: street,
  message,
  readings: [`${stated} ${extension}`.trim()],
});

/** No column has the number. */
function fromStreet(values: Values, written: WrittenAddress, isWhole: boolean): Housed {
  const { street, line2, words } = written;
  const found = numberIn(street, line2);
  if (found) return numbered(withStreet(values, found.street), { ...written, line2: found.line2 }, found.houseNumber);
  const why = whyUnread(street);
  if (street === '' || (why === 'none' && !isWhole)) return secondLine(withStreet(values, street), written);
  // It is not missing as well.
  return {
    values: { ...values, houseNumber: undefined },
    faults: [{ field: 'streetAddress', value: street, message: words[why] }],
  };
}

/** A street with the number taken off, and what is left of the second line. */
type NumberedStreet = Pick<SplitStreet, 'street' | 'houseNumber'> & Pick<WrittenAddress, 'line2'>;

/** The number is in the street, before a comma in it, or alone in the second line. */
function numberIn(street: string, line2: string): NumberedStreet | undefined {
  const split = splitStreet(street);
  if (isSplit(split)) return isHouseNumber(split.houseNumber) ? { ...split, line2 } : undefined;
  if (split !== 'none') return undefined;
  if (isHouseNumber(line2)) return { street, houseNumber: line2, line2: '' };
  return line2 === '' ? beforeComma(street) : undefined;
}

/** `Kerkstraat 5, 2e verd.`: what is behind the last comma is a second line, if that is the extension. */
function beforeComma(text: string): NumberedStreet | undefined {
  const comma = text.lastIndexOf(',');
  const line2 = text.slice(comma + 1).trim();
  const split = comma < 0 || !looksLikeExtension(line2) ? 'none' : splitStreet(text.slice(0, comma));
  const isNumber = isSplit(split) && houseNumberOf(split.houseNumber)?.extension === '';
  return isNumber ? { ...split, line2 } : undefined;
}

function whyUnread(street: string): 'none' | 'more' | 'ambiguous' | 'unreadable' {
  const split = splitStreet(street);
  if (isSplit(split)) return 'unreadable';
  const hasMore = split === 'none' && numbersIn(street).length > 0 && !dayWithArticle.test(street);
  return hasMore ? 'more' : split;
}

/** `Calle 12 de Octubre` */
const dayWithArticle = /\d d[ei] /i;

const withStreet = (values: Values, street: string): Values =>
  street === '' || street === values.streetAddress ? values : { ...values, streetAddress: street };

/** With the number and the extension apart. */
function numbered(values: Values, written: WrittenAddress, whole: string): Housed {
  const { number, extension = '' } = houseNumberOf(whole) ?? {};
  const { extension: column } = written;
  const isDouble = column !== '' && extension !== '' && folded(column) !== folded(extension);
  const own = column === '' ? extension : column;
  const left = secondLine(
    { ...values, houseNumber: number, ...(own === '' ? {} : { houseNumberExtension: own }) },
    written,
  );
  const double = {
    field: 'houseNumberExtension',
    value: column,
    message: 'is not the extension behind the house number',
  };
  return isDouble ? { ...left, faults: [double, ...left.faults] } : left;
}

/** The second line is the extension, if it looks like one and nothing else is. */
function secondLine(values: Values, { line2 }: WrittenAddress): Housed {
  if (line2 === '') return { values, faults: none };
  const isFree = values.houseNumber !== undefined && text(values.houseNumberExtension) === '';
  if (isFree && looksLikeExtension(line2)) return { values: { ...values, houseNumberExtension: line2 }, faults: none };
  const message = 'cannot be stored, because the API has one address line: move it, or pass --map addressLine2=none';
  return { values, faults: [{ field: 'addressLine2', value: line2, message }] };
}
