import { isObject } from '../text/json.ts';
import { spacedLine } from '../text/words.ts';
import { envelopeOf } from './countries/address-format.ts';
import { changesOf, type DraftOf, defineDraft, missingFault } from './draft.ts';
import * as draft from './draft-fields.ts';
import { type Fault, isBlank } from './draft-fields.ts';
import { defineRecord, type RecordOf } from './record.ts';
import * as record from './record-fields.ts';
import { countFrom } from './shop-kinds.ts';

/** Typed, it may have its extension with it. */
export const houseNumberText = 'a house number such as 12 or 12a';

/** Whether a record is an address in the Netherlands. */
function isDutch({ country }: record.StoreRecord): boolean {
  const { isoCode2, isoCode3 } = isObject(country) ? country : { isoCode2: country };
  return [isoCode2, isoCode3].some((code) => code === 'NL' || code === 'NLD');
}

/**
 * The body of `POST /customers/{customerId}/addresses`. What else is required depends on its values:
 * `missingInAddress`.
 */
export const newAddress = defineDraft(
  {
    company: draft.text('company; some stores require it').essential(),
    firstName: draft.text('first name, or initials').required().essential(),
    lastName: draft.text('last name').required().essential(),
    streetAddress: draft
      .text('street; the postcode add-on fills in Dutch ones')
      .required()
      .replaceable(isDutch)
      .essential(),
    houseNumber: draft
      .draftField(
        { ...countFrom(1), expectsTyped: houseNumberText },
        'house number, with or without extension, such as 12a',
      )
      .required()
      .essential(),
    houseNumberExtension: draft.text('house number extension, such as a or bis').essential(),
    zipcode: draft.text('postcode').required().essential(),
    city: draft.text('city; the postcode add-on fills in Dutch ones').required().replaceable(isDutch).essential(),
    state: draft.text('state; required in the United States').essential(),
    country: draft.country('country, such as NL or NLD').required().essential(),
    gender: draft.gender('gender, m or f; some stores require it'),
    btwNumber: draft.text('VAT number; some stores require it').rare(),
    kvkNumber: draft.text('chamber of commerce number; some stores require it').rare(),
  },
  { emptyIsAbsent: true },
);

export type NewAddress = DraftOf<typeof newAddress>;

/** The body of `PATCH /customers/{customerId}/addresses/{addressBookId}`. */
export const addressChanges = changesOf(newAddress);

/** What a store's general configuration may demand in addresses; of a customer only the gender. */
export const demandable = [
  'company',
  'gender',
  'btwNumber',
  'kvkNumber',
] as const satisfies readonly (keyof NewAddress)[];

export type Demandable = (typeof demandable)[number];

/**
 * One fault for each field that this address needs and does not have: the required ones, and the state in the United
 * States. Where the store may have the postcode add-on, street and city of a Dutch address are not required: it fills
 * them in.
 */
export function missingInAddress(
  address: NewAddress,
  { postcodeAddon }: { readonly postcodeAddon: boolean },
): readonly Fault[] {
  const filledIn: readonly string[] = postcodeAddon && address.country === 'NL' ? ['streetAddress', 'city'] : [];
  const missing = newAddress.missing(address).filter(({ field }) => !filledIn.includes(field));
  return needsState(address) ? [...missing, missingFault('state', { where: 'in the United States' })] : missing;
}

/** Whether an address in this country needs a state. */
export const demandsState = (country: unknown): boolean => country === 'US';
const needsState = ({ country, state }: NewAddress): boolean => demandsState(country) && isBlank(state);

/** A house number and its extension. */
interface HouseNumber {
  readonly number: number;
  /** `''` where nothing follows the number. */
  readonly extension: string;
}

/**
 * Splits `12a`, `12 a` and `12-2` into 12 and an extension; `12/14`, `12+14` and `12-14`, a range, keep their stroke.
 * Undefined for anything else, such as `1e3` from a spreadsheet.
 */
export function houseNumberOf(text: string): HouseNumber | undefined {
  // Next to all of a million are digits alone.
  if (/^\d{1,9}$/.test(text)) return withoutExtension(Number(text));
  const [, digits = '', sign = '', rest = ''] =
    /^(\d+)(?![\d.,]|e[\d+-])(?:\s*(?:([-/+])\s*)?([\p{L}\d].*))?$/iu.exec(text) ?? [];
  const number = fromOne.typed(digits);
  if (number === undefined) return undefined;
  const isRange = /^\d+$/.test(rest) && Number(rest) > number;
  return { number, extension: sign === '-' && !isRange ? rest : sign + rest };
}

const fromOne = countFrom(1);

const withoutExtension = (number: number): HouseNumber | undefined =>
  number === 0 ? undefined : { number, extension: '' };

/** A Dutch postcode in its usual form, `1012 JS`; undefined if invalid. */
export function dutchPostcode(text: string): string | undefined {
  const [, digits, letters = ''] = /^([1-9]\d{3}) ?([a-z]{2})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : `${digits} ${letters.toUpperCase()}`;
}

/** An address of a customer: as it is written on an envelope, and then field by field. */
export const address = defineRecord(
  ['id'],
  record.aboutPerson({
    id: record.id('ID').inTable(1),
    customerId: record.id('Customer'),
    company: record.text('Company').inTable(6),
    name: record.text('Name').inTable(2),
    firstName: record.text('First name'),
    lastName: record.text('Last name'),
    streetAddress: record.text('Street').inTable(4, 'houseNumber', 'houseNumberExtension'),
    houseNumber: record.text('House number'),
    houseNumberExtension: record.text('Extension'),
    zipcode: record.text('Postcode').inTable(5),
    city: record.text('City').impersonal().inTable(3),
    state: record.text('State').impersonal(),
    gender: record.text('Gender'),
    btwNumber: record.text('VAT number'),
    kvkNumber: record.text('Chamber of commerce'),
    country: record.group('Country', {
      id: record.id('ID'),
      title: record.text('Name'),
      isoCode2: record.text('Code').inTable(7),
      isoCode3: record.text('Three-letter code'),
    }),
    zoneId: record.id('Zone ID'),
    zoneCode: record.text('Zone code').impersonal(),
    zoneName: record.text('Zone').impersonal(),
    addressFormatId: record.id('Format ID'),
    addressFormat: record.text('Formatted'),
    addressSummary: record.text('Summary'),
  }),
  {
    reads: ['customerId', ...newAddress.names],
    page: (received) => {
      const above = envelopeOf(received);
      return above ? { above, rest: withoutWritten(received, above) } : { rest: received };
    },
  },
);

export type Address = RecordOf<typeof address>;

/** What an envelope may show. */
const envelopeFields: ReadonlySet<string> = new Set([
  'company',
  'name',
  'firstName',
  'lastName',
  'streetAddress',
  'houseNumber',
  'houseNumberExtension',
  'zipcode',
  'city',
  'state',
  'zoneCode',
  'country',
]);

/** The fields whose values are not on the envelope. */
function withoutWritten(
  { addressFormat: _, addressSummary: __, ...fields }: record.StoreRecord,
  envelope: readonly string[],
): record.StoreRecord {
  const words = (text: string): string => ` ${text.replace(/[\s,]+/g, ' ').trim()} `;
  const written = words(envelope.join(' '));
  const textOf = (value: unknown): string => String((value as record.StoreRecord | null)?.title ?? value);
  const { houseNumber, houseNumberExtension } = fields;
  const number = spacedLine([houseNumber, houseNumberExtension].map((part) => String(part ?? '')));
  const isWritten = (name: string, value: unknown): boolean =>
    written.includes(words(textOf(value))) || (isHouseNumberPart(name) && written.includes(words(number)));
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !envelopeFields.has(name) || !isWritten(name, value)),
  );
}

const isHouseNumberPart = (name: string): boolean => name === 'houseNumber' || name === 'houseNumberExtension';
