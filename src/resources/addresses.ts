import * as draft from './draft.ts';
import * as record from './record.ts';

/** The body of `POST /customers/{customerId}/addresses`. What else is required depends on its values: `missingInAddress`. */
export const newAddress = draft.draft(
  {
    company: draft.text('company; required when the store demands it'),
    firstName: draft.text('first name; may also contain initials').required(),
    lastName: draft.text('last name').required(),
    streetAddress: draft.text('street; with the postcode add-on filled in for the Netherlands').required(),
    houseNumber: draft.countOf(1, 'house number, without its extension').required(),
    houseNumberExtension: draft.text('what stands after the house number'),
    zipcode: draft.text('postcode').required(),
    city: draft.text('city; with the postcode add-on filled in for the Netherlands').required(),
    state: draft.text('state; required in the United States'),
    country: draft.country('country').required(),
    gender: draft.gender('m or f; required when the store demands it'),
    btwNumber: draft.text('VAT number; required when the store demands it'),
    kvkNumber: draft.text('chamber of commerce number; required when the store demands it'),
  },
  { emptyIsAbsent: true },
);

export type NewAddress = draft.DraftOf<typeof newAddress>;

/** The body of `PATCH /customers/{customerId}/addresses/{addressBookId}`. */
export const addressChanges = draft.changesOf(newAddress);

export type AddressChanges = draft.ChangesOf<typeof addressChanges>;

/** What a store's general configuration may demand in addresses; of a customer only the gender. */
export const demandable = ['company', 'gender', 'btwNumber', 'kvkNumber'] as const satisfies readonly (keyof NewAddress)[];

export type Demandable = (typeof demandable)[number];

/**
 * One fault for each member that this address needs and does not have: the required ones, and the state in the United States. Where the store may
 * have the postcode add-on, street and city of a Dutch address are not demanded: it fills them in.
 */
export function missingInAddress(address: NewAddress, { postcodeAddon }: { readonly postcodeAddon: boolean }): readonly draft.Fault[] {
  const filledIn: readonly string[] = postcodeAddon && address.country === 'NL' ? ['streetAddress', 'city'] : [];
  const missing = newAddress.missing(address).filter(({ member }) => !filledIn.includes(member));
  return needsState(address) ? [...missing, { ...draft.missingFault('state'), message: 'is required in the United States' }] : missing;
}

const needsState = ({ country, state }: NewAddress): boolean => country === 'US' && (state ?? '').trim() === '';

/** An address of a customer. */
export const address = record.record(['id'], {
  id: record.id('ID').inTable(1),
  customerId: record.id('Customer'),
  company: record.text('Company').inTable(7),
  name: record.text('Name').inTable(2),
  firstName: record.text('First name'),
  lastName: record.text('Last name'),
  streetAddress: record.text('Street').inTable(4),
  houseNumber: record.text('House number').inTable(5),
  houseNumberExtension: record.text('Extension').inTable(8),
  zipcode: record.text('Postcode').inTable(6),
  city: record.text('City').inTable(3),
  state: record.text('State'),
  gender: record.text('Gender'),
  btwNumber: record.text('VAT number'),
  kvkNumber: record.text('Chamber of commerce'),
  country: record.group('Country', {
    id: record.id('ID'),
    title: record.text('Name'),
    isoCode2: record.text('Code').inTable(9),
    isoCode3: record.text('Code of three letters'),
  }),
  zoneId: record.id('Zone ID'),
  zoneCode: record.text('Zone code'),
  zoneName: record.text('Zone'),
  addressFormatId: record.id('Format ID'),
  addressFormat: record.text('Formatted'),
  addressSummary: record.text('Summary'),
});
