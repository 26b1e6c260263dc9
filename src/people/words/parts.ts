import { createHmac } from 'node:crypto';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { foldedEmail } from '../../text/emails.ts';
import { isObject } from '../../text/json.ts';
import { beginningsOf } from './companies.ts';
import { emailParts } from './email-parts.ts';
import {
  companyWords,
  folded,
  foldedPhone,
  foldedPostcode,
  foldedStreet,
  nameWords,
  splitStreet,
  streetEnds,
} from './folding.ts';

type PartKind =
  | 'email'
  | 'local'
  | 'host'
  | 'phone'
  | 'ending'
  | 'name'
  | 'initial'
  | 'company'
  | 'beginning'
  | 'postcode'
  | 'house'
  | 'number'
  | 'street'
  | 'streetHouse'
  | 'city';

/**
 * Something by which a person is found, folded, behind its kind: `name:vries`, `phone:612345678`. `house` is a postcode
 * and a number, `streetHouse` a street and a number, `number` a house number alone, `ending` the last digits of a phone
 * number, `initial` the first letter of a first name, `beginning` that of a word of a company, `company` a VAT number or that of the chamber of commerce, `local` a
 * part of an e-mail address before the `@`, `host` where it is.
 */
export type Part = `${PartKind}:${string}`;

/**
 * Everything by which the person of a customer, an address or an order is found. An order has fields of its own: those
 * that are named as in a customer or an address count, with or without a word before them (`billingZipcode`), also in
 * objects. What is in a list is not about the person.
 */
export function partsOf(record: StoreRecord): ReadonlySet<Part> {
  const parts = new Set<Part>();
  collect(record, parts, 0);
  return parts;
}

/**
 * Whether a record has a field by which a person is found, with a value or without. A name alone may be that of anything.
 */
export const hasPersonFields = (record: StoreRecord, depth = 0): boolean =>
  Object.entries(record).some(([field, value]) => {
    if (isObject(value)) return depth < maxDepth && hasPersonFields(value, depth + 1);
    const meaning = meaningOf(field)?.meaning;
    return meaning !== undefined && meaning !== 'name';
  });

const maxDepth = 4;

function collect(record: StoreRecord, parts: Set<Part>, depth: number): void {
  for (const group of groupsOf(record).values()) for (const part of partsIn(group)) parts.add(part);
  if (depth === maxDepth) return;
  for (const value of Object.values(record)) if (isObject(value)) collect(value, parts, depth + 1);
}

/** The fields of one person or one place, by what they are. */
type PersonFields = Partial<Record<Meaning, string>>;
type Meaning =
  | 'email'
  | 'phone'
  | 'mobile'
  | 'firstName'
  | 'middleName'
  | 'lastName'
  | 'name'
  | Company
  | AddressMeaning;
type Company = 'company' | 'vat' | 'chamber';
type AddressMeaning = 'postcode' | 'street' | 'number' | 'extension' | 'city';

/** Names of fields in lower case. Longer ones come first where one ends like another. */
const meanings: readonly (readonly [ending: string, meaning: Meaning])[] = [
  ['emailaddress', 'email'],
  ['email', 'email'],
  ['mobilenumber', 'mobile'],
  ['mobile', 'mobile'],
  ['phonenumber', 'phone'],
  ['telephone', 'phone'],
  ['phone', 'phone'],
  ['firstname', 'firstName'],
  ['middlename', 'middleName'],
  ['lastname', 'lastName'],
  ['companyname', 'company'],
  ['company', 'company'],
  ['organisation', 'company'],
  ['organization', 'company'],
  ['btwnumber', 'vat'],
  ['vatnumber', 'vat'],
  ['kvknumber', 'chamber'],
  ['zipcode', 'postcode'],
  ['postcode', 'postcode'],
  ['postalcode', 'postcode'],
  ['streetaddress', 'street'],
  ['street', 'street'],
  ['housenumberextension', 'extension'],
  ['housenumber', 'number'],
  ['city', 'city'],
  ['name', 'name'],
];

interface FieldMeaning {
  readonly prefix: string;
  readonly meaning: Meaning;
}

/** A store has few names of fields: each is looked at once. */
const knownFields = new Map<string, FieldMeaning | undefined>();
const maxKnownFields = 1000;

/** What the name of a field says; undefined where it says nothing of a person. */
function meaningOf(field: string): FieldMeaning | undefined {
  if (knownFields.has(field)) return knownFields.get(field);
  const lower = field.replace(/[^A-Za-z]/g, '').toLowerCase();
  const [ending, meaning] = meanings.find(([end]) => lower.endsWith(end)) ?? [];
  const known =
    ending !== undefined && meaning !== undefined ? { prefix: lower.slice(0, -ending.length), meaning } : undefined;
  if (knownFields.size < maxKnownFields) knownFields.set(field, known);
  return known;
}

/** The groups of a record, by the word before their names. */
function groupsOf(record: StoreRecord): ReadonlyMap<string, PersonFields> {
  const groups = new Map<string, PersonFields>();
  for (const [field, value] of Object.entries(record)) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const known = meaningOf(field);
    if (!known || String(value).trim() === '') continue;
    const { prefix, meaning } = known;
    groups.set(prefix, { ...groups.get(prefix), [meaning]: String(value) });
  }
  return groups;
}

function* partsIn(group: PersonFields): Generator<Part> {
  const { email, phone, mobile, vat, chamber } = group;
  if (email !== undefined) yield* emailOf(email, group);
  for (const number of [phone, mobile]) {
    const digits = foldedPhone(number ?? '');
    if (digits !== '') yield `phone:${digits}`;
    if (digits.length > endingDigits) yield inIndex(`ending:${digits}`);
  }
  for (const number of [vat, chamber]) if (number !== undefined) yield `company:${foldedPostcode(number)}`;
  yield* namesIn(group);
  yield* initialsIn(group);
  yield* placesIn(group);
}

function* emailOf(email: string, { firstName = '', middleName = '', lastName = '' }: PersonFields): Generator<Part> {
  yield `email:${foldedEmail(email)}`;
  yield* emailParts(email, [firstName, middleName, lastName]);
}

function* placesIn(group: PersonFields): Generator<Part> {
  const { street, number, extension } = placeOf(group);
  const { postcode = '', city } = group;
  if (city !== undefined) yield cityPart(city);
  const houses = [...new Set([number, number + extension])].filter((house) => house !== '');
  if (postcode !== '') {
    yield `postcode:${foldedPostcode(postcode)}`;
    for (const house of houses) yield housePart(postcode, house);
  }
  for (const name of street === '' ? [] : [street, ...streetEnds(street)]) {
    yield `street:${foldedStreet(name)}`;
    for (const house of houses) yield streetHousePart(name, house);
  }
  if (postcode + street !== '') for (const house of houses) yield numberPart(house);
}

/** A name alone may be that of anything, such as a status. */
function* namesIn(group: PersonFields): Generator<Part> {
  const { firstName, middleName, lastName, name, company } = group;
  const isPerson = lastName !== undefined || group.postcode !== undefined || group.street !== undefined;
  for (const text of [firstName, middleName, lastName, isPerson ? name : undefined])
    for (const word of nameWords(text ?? '')) yield `name:${word}`;
  for (const word of companyWords(company ?? '')) {
    yield `name:${word}`;
    yield* beginningsOf(word);
  }
}

/** Of a name that is not taken apart, each word may be the first name. */
function* initialsIn({ firstName, middleName, lastName, name, postcode, street }: PersonFields): Generator<Part> {
  const isWhole = firstName === undefined && lastName === undefined && (postcode ?? street) !== undefined;
  for (const text of [firstName, middleName, isWhole ? name : undefined]) yield* initialsOf(text ?? '');
}

/** `Jan Pieter` is J.P., and so is `JP`. */
function* initialsOf(firstName: string): Generator<Part> {
  for (const word of nameWords(firstName)) yield `initial:${word.slice(0, 1)}`;
  if (/^\p{Lu}{2,3}$/u.test(firstName.trim())) for (const letter of folded(firstName.trim())) yield `initial:${letter}`;
}

/** Some stores have the number in the street. */
function placeOf({ street = '', number = '', extension = '' }: PersonFields) {
  if (number !== '' && number !== '0') {
    const [, digits = number, letters = ''] = /^(\d+)\s*[-/]?\s*(.*)$/.exec(number.trim()) ?? [];
    return { street, number: digits, extension: foldedPostcode(extension === '' ? letters : extension) };
  }
  const split = splitStreet(street);
  return { ...split, extension: split.extension === '' ? folded(extension) : split.extension };
}

/** Of no alternative of a query: it only says who comes first. */
export const cityPart = (city: string): Part => `city:${nameWords(city).join(' ')}`;

export const housePart = (postcode: string, house: string): Part =>
  `house:${foldedPostcode(postcode)} ${folded(house)}`;

export const streetHousePart = (street: string, house: string): Part =>
  `streetHouse:${foldedStreet(street)} ${folded(house)}`;

/** Said beside a name: `de Vries 139`. */
export const numberPart = (house: string): Part => `number:${folded(house)}`;

/** What callers say of their phone number; more digits are compared with the record that is read. */
const endingDigits = 4;

/** A part as the index has it. */
export const inIndex = (part: Part): Part =>
  part.startsWith('ending:') ? `ending:${part.slice(-endingDigits)}` : part;

/** Six bytes of each hash: among a million, two are equal by chance once in 500 indexes, and a hit is read before it is shown. */
const hexDigits = 12;

/** The keyed hashes of parts, each a whole number. In hex: it takes less time than a buffer. */
export const hashesOf = (parts: Iterable<Part>, key: Buffer): readonly number[] =>
  Array.from(parts, (part) =>
    Number.parseInt(createHmac('sha256', key).update(part).digest('hex').slice(0, hexDigits), 16),
  );
