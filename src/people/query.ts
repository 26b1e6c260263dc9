import { CliError } from '../errors.ts';
import { orderNumberIn } from '../resources/shop-kinds.ts';
import { foldedEmail } from '../text/emails.ts';
import { partsIn, type WantedParts } from './entries-by-parts.ts';
import { folded, foldedPhone, foldedPostcode, foldedStreet, nameWords, splitStreet } from './folding.ts';
import { housePart, type Part, streetHousePart } from './parts.ts';

/** A text as what it may be: a person is found who has every part of one of the alternatives. */
export interface PeopleQuery extends WantedParts {
  readonly typed: string;
  /** Whether it looks like a postcode or a street: then an address may have what no customer shows. */
  readonly isPlace: boolean;
  /** Whether an address may have it: no e-mail address and no phone number is in one. */
  readonly mayBeInAddress: boolean;
  /** The ID of an order that it may be, or of a customer; undefined for other text. */
  readonly number: string | undefined;
  /** Whether it is the ID of an order and nothing else: `#1001`, `order 1001`. */
  readonly isOrderAlone: boolean;
}

/** @throws CliError `usage` for a text that would find anybody or nobody */
export function queryOf(text: string): PeopleQuery {
  const typed = text.normalize('NFKC').trim().replace(/\s+/g, ' ');
  const named = orderNumberIn(typed);
  if (named !== undefined)
    return { typed, alternatives: [], isPlace: false, mayBeInAddress: false, number: named, isOrderAlone: true };
  const number = /^[1-9]\d{0,8}$/.test(typed) ? typed : undefined;
  if (number === undefined && nameWords(typed).join('').length < 2)
    throw new CliError('usage', 'Type at least two letters or digits to search for.', { field: '<text>' });
  return { typed, ...placeOrPerson(typed), number, isOrderAlone: false };
}

function placeOrPerson(typed: string): Pick<PeopleQuery, 'alternatives' | 'isPlace' | 'mayBeInAddress'> {
  if (typed.includes('@')) return { alternatives: [emailAndNames(typed)], isPlace: false, mayBeInAddress: false };
  const place = placeIn(typed);
  if (place) return { alternatives: place, isPlace: true, mayBeInAddress: true };
  const company = companyNumberIn(typed);
  if (isPhone(typed))
    return {
      alternatives: [[`phone:${foldedPhone(typed)}`], ...mobileIn(typed), ...company],
      isPlace: false,
      mayBeInAddress: company.length > 0,
    };
  return {
    alternatives: [...wordsAlternatives(typed), [`email:${foldedEmail(typed)}`], ...company],
    isPlace: looksLikeStreet(typed),
    mayBeInAddress: true,
  };
}

/** Eight digits may be a Dutch mobile number without its 06. */
const mobileIn = (typed: string): readonly (readonly Part[])[] => {
  const digits = typed.replace(/\D/g, '');
  return /^[1-9]\d{7}$/.test(digits) && !typed.startsWith('+') ? [[`phone:6${digits}`]] : [];
};

/** A VAT number begins with its country; a number of the Dutch chamber of commerce has eight digits. */
function companyNumberIn(typed: string): readonly (readonly Part[])[] {
  const number = foldedPostcode(typed);
  return /^(?:[a-z]{2}[a-z]?\d[\da-z]{6,11}|\d{8})$/.test(number) ? [[`company:${number}`]] : [];
}

/** Whether a person with these parts is meant. @param isPartial whether parts of words are enough */
export const matches = (query: PeopleQuery, parts: ReadonlySet<Part>, isPartial: boolean): boolean =>
  partsIn(query).some((wanted) => wanted.every((part) => (isPartial ? hasPartial(parts, part) : parts.has(part))));

/** Whether a place is searched for: it has every part of a place of one of the alternatives. */
export const matchesPlace = (query: PeopleQuery, parts: ReadonlySet<Part>, isPartial: boolean): boolean =>
  partsIn(query).some((wanted) => {
    const places = wanted.filter((part) => /^(?:postcode|house|street|streetHouse|city):/.test(part));
    return places.length > 0 && places.every((part) => (isPartial ? hasPartial(parts, part) : parts.has(part)));
  });

function hasPartial(parts: ReadonlySet<Part>, wanted: Part): boolean {
  if (parts.has(wanted)) return true;
  for (const part of parts) if (contains(part, wanted)) return true;
  return false;
}

/** A house number is whole even there: 1 is not 12. */
function contains(part: Part, wanted: Part): boolean {
  const [kind, text = '', house] = wanted.split(/[: ]/);
  const [otherKind, other, otherHouse] = part.split(/[: ]/);
  return kind === otherKind && house === otherHouse && other?.includes(text) === true;
}

function emailAndNames(typed: string): readonly Part[] {
  const words = typed.split(/[\s,;<>"]+/).filter((word) => word !== '');
  return words.flatMap((word): readonly Part[] =>
    word.includes('@') ? [`email:${foldedEmail(word)}`] : nameWords(word).map((name) => `name:${name}` as const),
  );
}

/** More than in a postcode. */
const minPhoneDigits = 6;

const isPhone = (typed: string): boolean =>
  /^[+\d\s()./-]+$/.test(typed) && typed.replace(/\D/g, '').length >= minPhoneDigits;

/** Dutch (1012 JS) and British (SW1A 1AA) postcodes, anywhere in a text. */
const letterPostcode = /(?<![\p{L}\d])([1-9]\d{3} ?[a-z]{2}|[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2})(?![\p{L}\d])/iu;

/** Postcodes of digits alone, as in Belgium, Germany and France, with a house number or not. */
const digitPostcode = /^(\d{4,5})(?:[ ,]+(\d{1,5} ?[a-z]?))?$/i;

/**
 * A text with a postcode. Behind it are a house number and a city, which is no part of anybody; before it a street or a
 * name. Undefined for other text.
 */
function placeIn(typed: string): PeopleQuery['alternatives'] | undefined {
  const digits = digitPostcode.exec(typed);
  if (digits) return [postcodeParts(digits[1] ?? '', digits[2])];
  const found = letterPostcode.exec(typed);
  if (!found) return undefined;
  const postcode = found[0];
  const before = typed.slice(0, found.index).replace(/[\s,;]{1,5}$/, '');
  const [house] =
    /(?<=^[\s,;]{0,5})\d{1,6}(?: ?[-/]? ?[a-z](?![a-z])|[a-z]{0,3}(?![a-z]))?/i.exec(
      typed.slice(found.index + postcode.length),
    ) ?? [];
  // Some say the number first.
  if (house === undefined && /^\d{1,5}(?: ?[-/]? ?[a-z]{1,3})?$/i.test(before))
    return [postcodeParts(postcode, before)];
  const parts = postcodeParts(postcode, house);
  if (before === '') return [parts];
  return wordsAlternatives(before).map((alternative) => [...parts, ...alternative]);
}

const postcodeParts = (postcode: string, house: string | undefined): readonly Part[] =>
  house === undefined
    ? [`postcode:${foldedPostcode(postcode)}`]
    : [housePart(postcode, house.replace(/[^\p{L}\d]/gu, ''))];

/** Words may be a name, or a street with or without its number. */
function wordsAlternatives(typed: string): readonly (readonly Part[])[] {
  const names = [...new Set([typed, apartT(typed), joinedT(typed)])].map((text) =>
    nameWords(text).map((word) => `name:${word}` as const),
  );
  const { street, number, extension } = splitStreet(typed);
  const whole = `street:${foldedStreet(typed)}` as const;
  // The number may be of the street: Plein 1940.
  return number === '' ? [...names, [whole]] : [...names, [whole], [streetHousePart(street, number + extension)]];
}

/** `van't Hof` as `van 't Hof`: both are written. */
const apartT = (text: string): string => text.replace(/(\p{L})(['’‘`´]t)(?![\p{L}\d])/giu, '$1 $2');

const joinedT = (text: string): string => text.replace(/(\p{L}) (['’‘`´]t)(?![\p{L}\d])/giu, '$1$2');

/** Endings of streets in Dutch, English, German and French. */
const streetEnding =
  /(?:straat|str\.?|strasse|straße|laan|weg|plein|gracht|kade|dyk|singel|hof|steeg|pad|plantsoen|allee|platz|gasse|street|road|lane|avenue|drive|close|square)$|^(?:rue|avenue|boulevard|chemin) /;

function looksLikeStreet(typed: string): boolean {
  const { street, number } = splitStreet(typed);
  return number !== '' || streetEnding.test(folded(street));
}
