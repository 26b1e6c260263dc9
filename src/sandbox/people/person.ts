import type { NewAddress } from '../../resources/addresses.ts';
import type { NewCustomer } from '../../resources/customers.ts';
import names from './names.json' with { type: 'json' };

/** Numbers from 0 (included) to 1 (not included). */
export type Chance = () => number;

/** Somebody who shops: not the customer alone, but an address, which an order of a guest has too. */
export interface Shopper {
  readonly customer: NewCustomer;
  readonly address: NewAddress;
}

type Gender = 'f' | 'm';

/** Shares of all people. */
const english = 0.12;
const household = 0.1;
const sameName = 0.8;
const withExtension = 0.15;
const withPhone = 0.85;
/** Who types without capitals. */
const careless = 0.03;

/**
 * Makes people, each different in the same order for the same chance: many of the same last name, written with ij or y,
 * with and without accents; households at one address; phone numbers and postcodes as people type them.
 * @param accounts e-mail addresses that are taken
 */
export function peopleFrom(chance: Chance, accounts: readonly string[]): () => Shopper {
  const taken = new Map(accounts.map((emailAddress) => [emailAddress, 1]));
  let before: Shopper | undefined;
  return () => {
    const housemate = before && chance() < household ? before : undefined;
    const made = housemate ? housemateOf(housemate, chance) : stranger(chance);
    const emailAddress = unused(emailOf(made.customer, chance), taken);
    before = { ...made, customer: { ...made.customer, emailAddress } };
    return before;
  };
}

function stranger(chance: Chance): Shopper {
  const isEnglish = chance() < english;
  const gender = genderBy(chance);
  const firstName = firstNameOf(isEnglish, gender, chance);
  const lastName = often(names[isEnglish ? 'english' : 'dutch'].last, chance);
  const place = isEnglish ? englishPlace(chance) : dutchPlace(chance);
  return asTyped({ firstName, lastName, gender }, place, chance);
}

/** At the same address, mostly of the same name. */
function housemateOf({ address }: Shopper, chance: Chance): Shopper {
  const isEnglish = address.country === 'GB';
  const gender = genderBy(chance);
  const { last } = names[isEnglish ? 'english' : 'dutch'];
  const lastName = chance() < sameName ? (address.lastName ?? '') : often(last, chance);
  const { firstName: _, lastName: __, gender: ___, ...place } = address;
  return asTyped({ firstName: firstNameOf(isEnglish, gender, chance), lastName, gender }, place, chance);
}

function asTyped(
  name: Pick<NewAddress, 'firstName' | 'lastName' | 'gender'>,
  place: NewAddress,
  chance: Chance,
): Shopper {
  const { firstName = '', lastName = '', gender = '' } = name;
  const typed = chance() < careless ? (text: string) => text.toLowerCase() : (text: string) => text;
  const own = { firstName: typed(firstName), lastName: typed(lastName), gender };
  const phoneNumber = chance() < withPhone ? { phoneNumber: phoneOf(place.country === 'GB', chance) } : {};
  return { customer: { ...own, ...phoneNumber }, address: { ...own, ...place } };
}

const genderBy = (chance: Chance): Gender => (chance() < 0.5 ? 'f' : 'm');

function firstNameOf(isEnglish: boolean, gender: Gender, chance: Chance): string {
  const { women, men } = names[isEnglish ? 'english' : 'dutch'];
  return one(gender === 'f' ? women : men, chance);
}

function dutchPlace(chance: Chance): NewAddress {
  const { city, postcode } = one(names.dutch.places, chance);
  const digits = postcode + below(9, chance);
  const letters = `${one(postcodeLetters, chance)}${one(postcodeLetters, chance)}`;
  const zipcode = one(
    [`${digits} ${letters}`, `${digits} ${letters}`, `${digits}${letters}`, `${digits}${letters.toLowerCase()}`],
    chance,
  );
  const extension =
    chance() < withExtension ? { houseNumberExtension: one(['a', 'B', 'bis', 'II', '1 hoog'], chance) } : {};
  return {
    streetAddress: one(names.dutch.streets, chance),
    houseNumber: 1 + below(180, chance),
    ...extension,
    zipcode,
    city,
    country: 'NL',
  };
}

function englishPlace(chance: Chance): NewAddress {
  const { city, postcode: district } = one(names.english.places, chance);
  const zipcode = `${district} ${1 + below(9, chance)}${one(postcodeLetters, chance)}${one(postcodeLetters, chance)}`;
  return {
    streetAddress: one(names.english.streets, chance),
    houseNumber: 1 + below(120, chance),
    zipcode: chance() < 0.3 ? zipcode.replace(' ', '') : zipcode,
    city,
    country: 'GB',
  };
}

/** Letters of Dutch and British postcodes that are not taken for others. */
const postcodeLetters = [...'ABDEGHJLNPRSTWX'];

/**
 * As people type it. 06 7 is no range of mobile phones in the Netherlands, and 07700 900 is for drama (Ofcom), so that nobody
 * has these numbers.
 */
function phoneOf(isEnglish: boolean, chance: Chance): string {
  if (isEnglish) {
    const digits = String(below(1000, chance)).padStart(3, '0');
    return one([`07700 900${digits}`, `+44 7700 900${digits}`, `07700900${digits}`], chance);
  }
  const digits = `7${String(below(10_000_000, chance)).padStart(7, '0')}`;
  const pairs = digits.replace(/(..)(?=.)/g, '$1 ');
  return one(
    [`06-${digits}`, `06${digits}`, `+31 6 ${digits}`, `+316${digits}`, `06 ${pairs}`, `0031 6 ${digits}`],
    chance,
  );
}

/** At a domain of nobody (RFC 2606). */
function emailOf({ firstName = '', lastName = '' }: NewCustomer, chance: Chance): string {
  const [first, last] = [firstName, lastName].map((name) => plain(name)) as [string, string];
  const local = one(
    [`${first}.${last}`, `${first.slice(0, 1)}.${last}`, `${first}${last}`, `${last}.${first}`],
    chance,
  );
  return `${local}@${one(['example.com', 'example.com', 'mail.example.com', 'example.net', 'example.org'], chance)}`;
}

/** Lower-case letters of ASCII. */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

/** An account is one e-mail address: the second one of a name gets a number, as people do it. */
function unused(emailAddress: string, taken: Map<string, number>): string {
  const count = (taken.get(emailAddress) ?? 0) + 1;
  taken.set(emailAddress, count);
  return count === 1 ? emailAddress : emailAddress.replace('@', `${count}@`);
}

/** A whole number from 0 on. */
export const below = (end: number, chance: Chance): number => Math.floor(chance() * end);

export const one = <T>(all: readonly T[], chance: Chance): T => all[below(all.length, chance)] as T;

/** The first ones of a list far more often than the last: as last names are spread. */
const often = <T>(all: readonly T[], chance: Chance): T => all[Math.floor(all.length * chance() ** 2)] as T;
