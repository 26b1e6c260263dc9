import { looseHeading, nearest } from '../text/words.ts';
import { address, newAddress } from './addresses.ts';
import { completeChanges } from './complete-address.ts';
import { customer, newCustomer } from './customers.ts';
import { defineDraft } from './draft.ts';
import * as draft from './draft-fields.ts';
import type { ColumnRefusal, FileTable } from './file-table.ts';
import { completeName } from './full-names.ts';
import { importableAddresses } from './importable-addresses.ts';
import { addressHeadings, lesserHeadings } from './importable-columns.ts';
import { importableCustomers } from './importable-customers.ts';
import { genderHeadings, namesOfPeople } from './importable-people.ts';
import type { RecordDefinition } from './record.ts';
import { isSecretField } from './record-fields.ts';
import { unsentGenders, writtenGender } from './salutations.ts';
import { writtenCountry, writtenEmail, writtenHouseNumber } from './written-fields.ts';

/** How a file of changes is read, as an import reads the same cells: a row names a record, and says what it becomes. */
export interface ChangeTable extends FileTable {
  /** The fields that are the ID of the record. */
  readonly ids: readonly string[];
}

const { password: _, ...customerFields } = newCustomer.fields;

/** A customer by ID, and what changes. */
export const customerTable: ChangeTable = {
  names: ['customer', 'customers'],
  draft: defineDraft({
    customerId: draft.id('customer ID'),
    ...customerFields,
    emailAddress: writtenEmail(customerFields.emailAddress.about),
    gender: writtenGender(customerFields.gender.about),
  }),
  key: ['customerId'],
  required: [],
  headings: {
    ...headingsOf(importableCustomers.headings),
    customerId: ['id', 'customer', 'klantid', 'kundenid'],
    discountGroupId: ['discountgroup', 'kortingsgroep', 'kortingsgroepid', 'rabattgruppe'],
  },
  unsent: unsentGenders,
  odd: importableCustomers.odd ?? {},
  complete: completeName,
  digits: importableCustomers.digits,
  isOfPeople: true,
  namesOfPeople,
  example: { field: 'phoneNumber', column: 'Phone number', value: '030-5550142' },
  ids: ['customerId'],
  refusalOf: (heading) => refusalOf(heading, customerTable, customer),
};

/** An address by its ID and that of its customer, and what changes. */
export const addressTable: ChangeTable = {
  names: ['address', 'addresses'],
  draft: defineDraft({
    id: draft.id('address ID').alsoAs('addressBookId'),
    customerId: draft.id('customer ID'),
    ...newAddress.fields,
    houseNumber: writtenHouseNumber('house number, with or without extension'),
    country: writtenCountry(newAddress.fields.country.about),
    gender: writtenGender(newAddress.fields.gender.about),
  }),
  key: ['id'],
  required: ['customerId'],
  headings: {
    ...headingsOf({ gender: genderHeadings, ...addressHeadings.usual }),
    id: ['address', 'addressid', 'adresid', 'adressid'],
    customerId: ['customer', 'klantid', 'kundenid'],
  },
  otherHeadings: [{ country: ['countryisocode2', 'countryisocode3'] }, lesserHeadings],
  unsent: unsentGenders,
  complete: completeChanges,
  digits: importableAddresses.digits,
  isOfPeople: true,
  namesOfPeople,
  example: { field: 'houseNumber', column: 'House number', value: '12' },
  ids: ['customerId', 'id'],
  refusalOf: (heading) => refusalOf(heading, addressTable, address),
};

/** Those of whole fields: of parts, such as an infix, a change of the other parts would lose some. */
function headingsOf({
  name: _n,
  infix: _i,
  middleName: _m,
  addressLine2: _l,
  ...headings
}: FileTable['headings']): FileTable['headings'] {
  return headings;
}

/** Why a column is refused that is none of the table: with a typing error in it, it would silently change nothing. */
function refusalOf(heading: string, { draft, headings }: ChangeTable, record: RecordDefinition): ColumnRefusal {
  const name = JSON.stringify(heading);
  if (isSecretField(heading) || /^pw$/i.test(heading.trim()))
    return {
      problem: `The column ${name} is refused: passwords are not read from a file, because files are copied.`,
      remedy: 'Remove it. To set one password: shop-cli customers update <customer-id> --password-stdin',
    };
  const loose = looseHeading(heading);
  const field = draft.names.find((one) => looseHeading(one) === loose || headings[one]?.includes(loose));
  if (field !== undefined)
    return { problem: `The column ${name} is a second column for ${field}.`, remedy: 'Remove one of the two.' };
  const unset = Object.keys(record.fields).find((one) => looseHeading(one) === loose);
  if (unset !== undefined)
    return { problem: `The column ${name} cannot be updated: the API does not set ${unset}.`, remedy: 'Remove it.' };
  const near = nearest(heading, draft.names);
  return {
    problem: `Unknown column ${name}.`,
    remedy:
      near.length > 0 ? `Did you mean ${near.join(', ')}?` : `Remove it, or use one of: ${draft.names.join(', ')}.`,
  };
}
