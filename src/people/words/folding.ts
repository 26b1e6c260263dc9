/** Letters that Unicode does not take apart into a letter and a mark. */
const wholeLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};

/** Text without case, accents and signs of one letter, `ij` as `y`: `Thijs Müller` is `thys muller`. */
export const folded = (text: string): string =>
  (isAscii(text) ? text.toLowerCase() : plainLetters(text)).replaceAll('ij', 'y');

/** Most names: they are their own normal form. */
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

const plainLetters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøłđðþæœı]/g, (letter) => wholeLetters[letter] ?? letter);

/** The words of a name. An apostrophe is no border: `d'Arc` is one word, as `'t` is. */
export const nameWords = (text: string): readonly string[] =>
  folded(text.replace(/['’‘`´]/g, '')).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of the name of a company, whose form may have dots: `Vogel B.V.` is `Vogel BV`. */
export const companyWords = (text: string): readonly string[] =>
  nameWords(text.replace(/(?<![\p{L}\d])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\d]))?/gu, (form) => form.replaceAll('.', '')));

/** The forms of companies in the Netherlands, Belgium, Germany, France and English, as words. `SA` is also a family name. */
const companyForms = new Set(
  'bv nv vof bvba srl sprl sarl eurl gmbh ag kg ohg ug gbr mbh ltd limited plc llc inc corp'.split(' '),
);

export const isCompanyForm = (word: string): boolean => companyForms.has(word);

/** Whether a text names a company: one of its words, but not the first, is the form of a company. */
export const hasCompanyForm = (text: string): boolean => companyWords(text).slice(1).some(isCompanyForm);

/** The country codes of one and of two digits; all others have three (ITU-T E.164, list of assigned codes). */
const countryCode = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** Digits by which two ways to write a number are compared: a country code that is typed without its `+` is not among them. */
const maxDigits = 9;

/** The digits of a telephone number without its country and its leading zero: +31 6, 0031 (0)6 and 06 are one. */
export function foldedPhone(text: string): string {
  const written = text.normalize('NFKC').replace('(0)', '').trim();
  const digits = written.replace(/\D/g, '');
  const international = written.startsWith('+') ? digits : /^00\d/.test(digits) ? digits.slice(2) : undefined;
  const national = international?.replace(countryCode, '') ?? digits;
  return national.replace(/^0/, '').slice(-maxDigits);
}

export const foldedPostcode = (text: string): string => folded(text).replace(/[^\p{L}\p{N}]/gu, '');

/** `Kerkstr.` and `Kerk straat` are `Kerkstraat`. */
export const foldedStreet = (text: string): string =>
  folded(text)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/(?:straat|strasse)$/, 'str');

/** Words that are a street with others alone: `Lange Weg` is not said as `Weg`. */
const bareStreet =
  /^(?:(?:de|het|den|der|la|le|du|des) )?(?:straat|str|strasse|laan|weg|plein|gracht|kade|dyk|singel|hof|steeg|pad|plantsoen|markt|haven|wal|allee|platz|gasse|ring|park|street|road|lane|avenue|drive|close|square|st|rd|ave)$/;

/** Whether a street is one of many with another word before it. */
export const isBareStreet = (street: string): boolean => bareStreet.test(folded(street.trim()));

/** Shorter ends of streets are those of too many others. */
const minStreetEnd = 5;

/** The last words of a street, as callers say it: `Hendrikkade` of `Prins Hendrikkade`. */
export function streetEnds(street: string): readonly string[] {
  const words = street.split(/[\s.]+/).filter((word) => word !== '');
  const ends = words.slice(1).map((_, at) => words.slice(at + 1).join(' '));
  return ends.filter((end) => end.length >= minStreetEnd && /^\p{L}/u.test(end) && !isBareStreet(end));
}

/** A house number and what follows it: `12`, `12a`. */
interface Numbered {
  readonly street: string;
  /** Empty where there is none. */
  readonly number: string;
  readonly extension: string;
}

/** A street with its number behind it, as in most of Europe, or in front, as in English; `2e` is of the street. */
export function splitStreet(text: string): Numbered {
  const [, street, number, extension = ''] =
    /^(.{0,100}\p{L}.{0,100}?\S?)[\s,]{1,3}(\d{1,6})\s?[-/]?\s?(\p{L}?[\p{L}\d]{0,5})$/u.exec(text.trim()) ?? [];
  if (street !== undefined && number !== undefined) return { street, number, extension: folded(extension) };
  const [, first, letter = '', road] =
    /^(\d{1,6})(?!e )\s?(\p{L}?),?\s{1,3}(.{0,100}\p{L}.{0,100})$/u.exec(text.trim()) ?? [];
  if (first !== undefined && road !== undefined) return { street: road, number: first, extension: folded(letter) };
  return { street: text, number: '', extension: '' };
}
