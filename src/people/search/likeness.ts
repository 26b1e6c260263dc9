import type { StoreRecord } from '../../resources/record-fields.ts';
import { isObject } from '../../text/json.ts';
import { type Person, placesOf } from '../index/person.ts';
import { writtenOtherwise } from '../words/abbreviations.ts';
import { localPart } from '../words/email-parts.ts';
import { foldedPostcode, nameWords } from '../words/folding.ts';
import type { PeopleQuery } from './query.ts';

/** How callers are addressed. */
const titles = {
  female: /(?<!\p{L})(?:mevrouw|mevr|mvr|mw|mej|mrs|ms|miss|frau|madame|mme)(?!\p{L})/iu,
  male: /(?<!\p{L})(?:heer|dhr|hr|meneer|mijnheer|mister|mr|herr)(?!\p{L})/iu,
} as const;

/** How stores write a gender. */
const genders = { female: /^(?:f|female|v|vrouw|w|weiblich)$/i, male: /^(?:m|male|man|männlich)$/i } as const;

/** How like what was typed somebody is whom it finds: the higher, the sooner that person is shown. */
export function likenessOf({ typed }: Pick<PeopleQuery, 'typed'>, person: Person): number {
  const records = recordsOf(person);
  const isLocal = records.some(({ emailAddress }) => isOwnLocal(emailAddress, typed));
  const isName = records.some(({ lastName }) => isWholeName(lastName, typed));
  const isGender = records.some(({ gender }) => isOfTitle(gender, typed));
  const isStreet = isWholeStreet(person.place?.streetAddress, typed);
  return (isLocal ? 4 : 0) + (isName || isStreet ? 2 : 0) + (isGender ? 1 : 0);
}

const recordsOf = ({ customer, orders }: Person): readonly StoreRecord[] =>
  customer ? [customer] : orders.flatMap((order) => [[order.customer].filter(isObject), placesOf(order)].flat());

/** `devries.dirk` of `devries.dirk@example.com`, and not of `devries.dirk2@example.com`. */
const isOwnLocal = (email: unknown, typed: string): boolean =>
  typeof email === 'string' && !typed.includes('@') && localPart(email.replace(/@.*$/, '')) === localPart(typed);

/** Whether all words of a last name were typed: `van Veen` is not `van der Veen`. */
function isWholeName(lastName: unknown, typed: string): boolean {
  const words = typeof lastName === 'string' ? nameWords(lastName) : [];
  const texts = [typed, ...writtenOtherwise(typed)].map(nameWords);
  return words.length > 0 && texts.some((said) => words.every((word) => said.includes(word)));
}

/** Whether all of a street was typed: `Kerkstraat` is not `Lange Kerkstraat`. */
const isWholeStreet = (street: unknown, typed: string): boolean =>
  typeof street === 'string' &&
  street.trim() !== '' &&
  [typed, ...writtenOtherwise(typed)].some((said) => foldedPostcode(said).includes(foldedPostcode(street)));

const isOfTitle = (gender: unknown, typed: string): boolean =>
  typeof gender === 'string' &&
  (['female', 'male'] as const).some((one) => titles[one].test(typed) && genders[one].test(gender.trim()));
