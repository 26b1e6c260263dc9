import { CliError } from '../../errors.ts';
import { orderNumberIn } from '../../resources/shop-kinds.ts';
import { foldedEmail } from '../../text/emails.ts';
import { partsIn, type WantedParts } from '../index/entries-by-parts.ts';
import { namesAsSaid, namesOf, spokenEmail, writtenOtherwise } from '../words/abbreviations.ts';
import { companyAsSaid } from '../words/companies.ts';
import { hostPart, localPart } from '../words/email-parts.ts';
import { companyWords, folded, foldedPhone, foldedPostcode, hasCompanyForm, nameWords } from '../words/folding.ts';
import { numbersBesideNames, phoneEnding } from '../words/numbers-said.ts';
import { housePart, inIndex, type Part } from '../words/parts.ts';
import { looksLikeStreet, nameAndStreet, streetsOf, withBeginning } from './street.ts';

/** A text as what it may be: a person is found who has every part of one of the alternatives. */
export interface PeopleQuery extends WantedParts {
  readonly typed: string;
  /** Whether it looks like a postcode, a street or a company: then an address may have what no customer shows. */
  readonly isPlace: boolean;
  /** Whether it may be a part of an e-mail address: any word may be. */
  readonly mayBeInEmail: boolean;
  /** Whether it looks like one: `bakker84`, `sanne.bakker`, `sanne gmail`. */
  readonly isEmailPart: boolean;
  /** Whether an address may have it: no e-mail address and no phone number is in one. */
  readonly mayBeInAddress: boolean;
  /** The ID of an order that it may be, or of a customer; undefined for other text. */
  readonly number: string | undefined;
  /** The names of the city that was left out of it: who is there comes first. */
  readonly cityFirst?: readonly Part[] | undefined;
  /** Whether it is the ID of an order and nothing else: `#1001`, `order 1001`. */
  readonly isOrderAlone: boolean;
}

/** @throws CliError `usage` for a text that would find anybody or nobody */
export function queryOf(text: string): PeopleQuery {
  const typed = text.normalize('NFKC').trim().replace(/\s+/g, ' ');
  const named = orderNumberIn(typed);
  if (named !== undefined)
    return {
      typed,
      alternatives: [],
      isPlace: false,
      mayBeInEmail: false,
      isEmailPart: false,
      mayBeInAddress: false,
      number: named,
      isOrderAlone: true,
    };
  // Some write thousands apart: 18.434.
  const digits = /^[1-9]\d{0,2}(?:\.\d{3}){1,2}$/.test(typed) ? typed.replaceAll('.', '') : typed;
  const number = /^[1-9]\d{0,8}$/.test(digits) ? digits : undefined;
  if (number === undefined && nameWords(typed).join('').length < 2)
    throw new CliError('usage', 'Type at least two letters or digits to search for.', { field: '<text>' });
  const query = placeOrPerson(typed);
  const mayBeInEmail = query.alternatives.some((parts) => parts.some((part) => /^(?:local|host):/.test(part)));
  const isEmailPart = mayBeInEmail && (/[\d_@]|\p{L}\.\p{L}/u.test(typed) || /\s/.test(typed));
  return { typed, ...query, mayBeInEmail, isEmailPart, number, isOrderAlone: false };
}

function placeOrPerson(typed: string): Pick<PeopleQuery, 'alternatives' | 'isPlace' | 'mayBeInAddress'> {
  if (typed.includes('@')) return { alternatives: emailAndNames(typed), isPlace: false, mayBeInAddress: false };
  const ending = phoneEnding(typed);
  if (ending) return { alternatives: ending, isPlace: false, mayBeInAddress: false };
  const place = placeIn(typed);
  // `1407 de Vries` is no postcode 1407 DE.
  if (place) return { alternatives: [...place, ...numbersBesideNames(typed)], isPlace: true, mayBeInAddress: true };
  const company = companyNumberIn(typed);
  if (isPhone(typed))
    return {
      alternatives: [[`phone:${foldedPhone(typed)}`], ...mobileIn(typed), ...company],
      isPlace: false,
      mayBeInAddress: company.length > 0,
    };
  return {
    alternatives: [
      ...wordsAlternatives(typed),
      ...companyAsSaid(typed),
      ...nameAndStreet(typed),
      ...numbersBesideNames(typed),
      [`email:${foldedEmail(typed)}`],
      ...emailAndNames(spokenEmail(typed) ?? ''),
      ...inEmail(typed),
      ...company,
    ],
    isPlace: looksLikeStreet(typed) || hasCompanyForm(typed),
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
  partsIn(query).some((wanted) => wanted.every((part) => has(parts, part, isPartial)));

/** Whether a person whom the index finds has other digits before the last four of the phone number than those that were typed. */
export const hasOtherDigits = (query: PeopleQuery, parts: ReadonlySet<Part>): boolean =>
  matches({ ...query, alternatives: query.alternatives.map((wanted) => wanted.map(inIndex)) }, parts, false);

/**
 * Whether a place is searched for: it has every part of a place of one of the alternatives by which its person is found.
 * The city of another alternative says nothing: `Molenweg 11` may be a name, and anybody lives in a city.
 */
export const matchesPlace = (
  query: PeopleQuery,
  { place, person }: { readonly place: ReadonlySet<Part>; readonly person: ReadonlySet<Part> },
  isPartial: boolean,
): boolean =>
  partsIn(query).some((wanted) => {
    const places = wanted.filter((part) => /^(?:postcode|house|number|street|streetHouse|city):/.test(part));
    const isThere = places.length > 0 && places.every((part) => has(place, part, isPartial));
    return isThere && wanted.every((part) => has(person, part, isPartial));
  });

function has(parts: ReadonlySet<Part>, wanted: Part, isPartial: boolean): boolean {
  const [kind, text = ''] = wanted.split(':');
  if (kind === 'ending') return [...parts].some((part) => part.startsWith('phone:') && part.endsWith(text));
  // A house number is whole: 139 is not 1390.
  return isPartial && kind !== 'number' ? hasPartial(parts, wanted) : parts.has(wanted);
}

function hasPartial(parts: ReadonlySet<Part>, wanted: Part): boolean {
  if (parts.has(wanted)) return true;
  for (const part of parts) if (contains(part, wanted)) return true;
  return false;
}

/** A house number behind a street is whole, too: 1 is not 12. */
function contains(part: Part, wanted: Part): boolean {
  const [kind, text = '', house] = wanted.split(/[: ]/);
  const [otherKind, other, otherHouse] = part.split(/[: ]/);
  return kind === otherKind && house === otherHouse && other?.includes(text) === true;
}

/** A whole address is compared as a whole. `bakker84@`, `@gmail` and `bakker84@gmail` are parts of one. */
function emailAndNames(typed: string): readonly (readonly Part[])[] {
  if (typed === '') return [];
  const words = typed.split(/[\s,;<>"]+/).filter((word) => word !== '');
  const whole = words.flatMap((word) => (word.includes('@') ? [`email:${foldedEmail(word)}` as const] : namesOf(word)));
  const parts = words.flatMap((word) => (word.includes('@') ? partsOfEmail(word) : namesOf(word)));
  return words.some((word) => /^@|@[^.]*$/.test(word)) ? [whole, parts] : [whole];
}

function partsOfEmail(word: string): readonly Part[] {
  const [, local = '', domain = ''] = /^(.*)@(.*)$/.exec(word) ?? [];
  return [local === '' ? [] : localPart(local), domain === '' ? [] : hostPart(domain)].flat();
}

/** Where many people have their e-mail address: callers say it without the `@`. */
const mailHosts = new Set(
  (
    'gmail googlemail hotmail outlook live msn yahoo icloud ziggo kpnmail planet hetnet xs4all casema upcmail chello ' +
    'telenet skynet proximus gmx freenet tonline orange wanadoo laposte protonmail proton'
  ).split(' '),
);

/** As long as a word that is searched in e-mail addresses must be. */
const minEmailPart = 4;

/** One word may be a part of an e-mail address; so may a word with a digit beside others. */
function inEmail(typed: string): readonly (readonly Part[])[] {
  const words = typed.split(/[\s,;]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const [only = ''] = words;
  const isLong = only.replace(/[^\p{L}\p{N}]/gu, '').length >= minEmailPart;
  if (words.length === 1) return isLong && /\p{L}/u.test(only) ? [[localPart(only)]] : [];
  const parts = words.flatMap((word): readonly Part[] => {
    if (mailHosts.has(folded(word).replace(/[^\p{L}\p{N}]/gu, ''))) return [hostPart(word.replaceAll('-', ''))];
    return /\p{L}/u.test(word) && /[\d_]/.test(word) ? [localPart(word)] : namesOf(word);
  });
  return parts.some((part) => /^(?:local|host):/.test(part)) ? [parts] : [];
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
  const company = companyWords(typed).map((word) => `name:${word}` as const);
  const names = [...namesAsSaid(typed), ...(/\.\p{L}/u.test(typed) ? [company] : [])];
  return [...names, ...[typed, ...writtenOtherwise(typed)].flatMap(streetsOf), ...withBeginning(typed)];
}
