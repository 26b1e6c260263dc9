import { foldedEmail } from '../text/emails.ts';
import { looseHeading } from '../text/words.ts';
import { address, houseNumberOf, missingInAddress, type NewAddress, newAddress } from './addresses.ts';
import { completeAddress } from './complete-address.ts';
import { defineDraft } from './draft.ts';
import * as draft from './draft-fields.ts';
import type { StoreNoun, Values } from './file-table.ts';
import { isSameFirstName } from './first-names.ts';
import { extensionColumn } from './house-number-extensions.ts';
import { addressHeadings, columnsOfShops, deliveryField } from './importable-columns.ts';
import {
  emailHeadings,
  genderHeadings,
  namedBy,
  nameNotes,
  nameParts,
  namesOfPeople,
  noPasswords,
} from './importable-people.ts';
import { oddEmail } from './odd-contacts.ts';
import * as record from './record-fields.ts';
import { unsentGenders, writtenGender } from './salutations.ts';
import { writtenCountry, writtenEmail, writtenHouseNumber } from './written-fields.ts';

const { houseNumber, country, gender, ...fields } = newAddress.fields;

/** What makes an address out of a row of a file: of a file of addresses, or of customers with theirs. */
export const importableAddresses: StoreNoun = {
  names: ['address', 'addresses'],
  draft: defineDraft({
    customerId: draft.id('customer ID; that of this store'),
    customerEmail: writtenEmail("customer's e-mail address"),
    ...fields,
    houseNumber: writtenHouseNumber(houseNumber.about),
    country: writtenCountry(country.about),
    gender: writtenGender(gender.about),
    ...nameParts,
    addressLine2: draft.text('second line of the address: a house number or its extension'),
  }),
  key: ['customerId', 'customerEmail'],
  keyCode: addressKey,
  formerKeyCode: formerKey,
  foldKey: foldedKey,
  abbreviated: { field: 'firstName', isSame: isSameFirstName },
  required: ['firstName', 'lastName', 'houseNumber', 'zipcode', 'country'],
  insteadOf: { ...namedBy, houseNumber: 'streetAddress' },
  ownHeadingOnly: ['customerId'],
  otherNames: { emailAddress: 'customerEmail' },
  firstHeadings: addressHeadings.first,
  headings: { customerEmail: emailHeadings, gender: genderHeadings, ...addressHeadings.usual },
  otherHeadings: [
    { customerEmail: ['billingemail', 'emailbilling', 'factuuremail', 'rechnungsemail', 'email1value'] },
    ...addressHeadings.other,
  ],
  notImported: [
    {
      isNamedIn: (heading) => deliveryField(heading) !== undefined,
      why: (headings) => `a row is read as one address. To import these after the others: ${deliveryOptions(headings)}`,
    },
    {
      isNamedIn: (heading) => /phone(?!tic)|telef|^tel|mobil|mobiel|handy|^gsm|fax/.test(heading),
      why: "the API has these only for customers: 'shop-cli customers update --from' sets them, by customer ID",
    },
    {
      isNamedIn: (heading) => /default(?:billing|shipping)|standaardadres|standardadresse/.test(heading),
      why: 'the API cannot say which address is the default',
    },
    ...columnsOfShops,
  ],
  refused: noPasswords,
  notes: (found) => [
    ...nameNotes(found),
    ...(found.has('houseNumber')
      ? []
      : ['House numbers are taken from the street, where only one reading is possible.']),
  ],
  unsent: unsentGenders,
  odd: { customerEmail: oddEmail },
  complete: completeAddress,
  missing: (values) => missingInAddress(values as NewAddress, { postcodeAddon: true }),
  digits: { zipcode: () => undefined },
  behind: extensionColumn,
  example: { field: 'zipcode', column: 'Postal code', value: '1012AB' },
  shownBy: 'addresses list --customer <id>',
  takenBackBy: 'addresses delete',
  isOfPeople: true,
  namesOfPeople,
  row: record.aboutPerson({
    customerEmail: record.text('Customer').inTable(2),
    lastName: record.text('Last name').inTable(3),
    streetAddress: record.text('Street').inTable(4),
    houseNumber: record.text('No.').inTable(5),
    zipcode: record.text('Postcode').inTable(6),
    city: record.text('City').inTable(7),
    country: record.text('Country').inTable(8),
  }),
  ids: address.identifiedBy,
  compared: [
    'company',
    'firstName',
    'lastName',
    'streetAddress',
    'houseNumber',
    'houseNumberExtension',
    'zipcode',
    'city',
    'state',
    'country',
    'gender',
    'btwNumber',
    'kvkNumber',
  ],
  recognised: [],
  ofFeed: [],
  unread: [],
  places: { country: ['country.isoCode2', 'country'] },
};

/** Parts of one address: where a delivery has none, that of the bill is not its. The company is of the customer, as the name is. */
const ofOneAddress = ['addressLine2', 'houseNumber', 'houseNumberExtension', 'state'];

/** The options that read deliveries: `--map city="Shipping city"`. Of two columns for one field, the first. */
function deliveryOptions(headings: readonly string[]): string {
  const byField = new Map<string, string>();
  for (const heading of headings) {
    const field = deliveryField(looseHeading(heading));
    if (field !== undefined && !byField.has(field)) byField.set(field, heading);
  }
  const without = ofOneAddress.filter((field) => !byField.has(field)).map((field) => `--map ${field}=none`);
  return [...[...byField].map(([field, heading]) => `--map ${field}=${JSON.stringify(heading)}`), ...without].join(' ');
}

/**
 * The key of an address: its customer, and what no two addresses of a customer have alike: two people in one house have two,
 * and so has somebody at home and at work. '' for an address that has no postcode or house number.
 */
function addressKey(field: string, values: Values): string {
  const { zipcode, houseNumber, houseNumberExtension, lastName, firstName, company } = values;
  if ([zipcode, houseNumber, lastName].some(isMissing)) return '';
  // A store may have both in one.
  const { number = houseNumber, extension = '' } =
    typeof houseNumber === 'number' ? {} : (houseNumberOf(String(houseNumber)) ?? {});
  const house = [number, isMissing(houseNumberExtension) ? extension : houseNumberExtension].join('|');
  return [values[field], zipcode, house, lastName, firstName ?? '', company ?? ''].join(', ');
}

/** As journals of before have it: without first name and company. */
function formerKey(field: string, values: Values): string {
  const { zipcode, houseNumber: number, houseNumberExtension, lastName } = values;
  if ([zipcode, number, lastName].some(isMissing)) return '';
  // A store may have null for what an address does not have.
  const extension = isMissing(houseNumberExtension) ? '' : houseNumberExtension;
  return [values[field], zipcode, `${number}${extension}`, lastName].join(', ');
}

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** Case and spaces do not count. */
function foldedKey(code: string): string {
  return foldedEmail(code).replace(/\s/g, '');
}
