import { looseHeading, nearest } from '../text/words.ts';
import { type Address, address, houseNumberOf, houseNumberText, newAddress } from './addresses.ts';
import { customer, newCustomer } from './customers.ts';
import { defineDraft } from './draft.ts';
import * as draft from './draft-fields.ts';
import type { ColumnRefusal, FileTable, Values } from './file-table.ts';
import { digitsOfPeople } from './importable-people.ts';
import type { Kind } from './kind.ts';
import { textKind } from './kinds.ts';
import { addressHeadings, customerHeadings } from './people-headings.ts';
import type { RecordDefinition } from './record.ts';
import { isSecretField } from './record-fields.ts';

/** How a file of changes is read: a row names a record, and says what it becomes. */
export interface ChangeTable extends FileTable {
  /** The fields that are the ID of the record. */
  readonly ids: readonly string[];
  /** The values of a row by the fields of the API; or a field whose value contradicts another, and why. */
  readonly refined: (values: Values) => Values | Contradiction;
}

/** The end of a sentence about the value of a field. */
export class Contradiction {
  readonly field: string;
  readonly message: string;

  constructor(field: string, message: string) {
    this.field = field;
    this.message = message;
  }
}

const { password: _, ...customerFields } = newCustomer.fields;

/** A customer by ID, and what changes. */
export const customerTable: ChangeTable = {
  names: ['customer', 'customers'],
  draft: defineDraft({ customerId: draft.id('customer ID'), ...customerFields }),
  key: ['customerId'],
  required: [],
  headings: { customerId: ['id', 'customer', 'klantid', 'kundenid'], ...customerHeadings },
  digits: digitsOfPeople,
  isOfPeople: true,
  example: { field: 'phoneNumber', column: 'Phone number', value: '030-5550142' },
  ids: ['customerId'],
  refusalOf: (heading) => refusalOf(heading, customerTable, customer),
  refined: (values) => values,
};

/** An extension that is the name of a month: a spreadsheet made a date of 12-1. */
const monthNames = /^(?:jan|feb|mrt|m[aä]r|apr|mei|may|mai|jun|jul|aug|sep|o[kc]t|nov|de[cz])[a-z]*$/i;

/** A house number with its extension, as people write it. */
const wholeHouseNumber: Kind<ReturnType<typeof houseNumberOf>> = {
  ...textKind,
  expects: houseNumberText,
  typed(text) {
    const read = houseNumberOf(text.trim());
    return read && !monthNames.test(read.extension) ? read : undefined;
  },
  wire: () => undefined,
  send: () => null,
};

/** An address by its ID and that of its customer, and what changes. */
export const addressTable: ChangeTable = {
  names: ['address', 'addresses'],
  draft: defineDraft({
    id: draft.id('address ID').alsoAs('addressBookId'),
    customerId: draft.id('customer ID'),
    ...newAddress.fields,
    houseNumber: draft.draftField(wholeHouseNumber, 'house number, with or without extension'),
  }),
  key: ['id'],
  required: ['customerId'],
  headings: {
    id: ['address', 'addressid', 'adresid', 'adressid'],
    customerId: ['customer', 'klantid', 'kundenid'],
    ...addressHeadings,
  },
  digits: {},
  isOfPeople: true,
  example: { field: 'houseNumber', column: 'House number', value: '12' },
  ids: ['customerId', 'id'],
  refusalOf: (heading) => refusalOf(heading, addressTable, address),
  refined: withHouseNumber,
};

/** `12a` in one cell is 12 with the extension a, as the option reads it. */
function withHouseNumber(values: Values): Values | Contradiction {
  const { houseNumber, ...others } = values;
  const written = houseNumber as ReturnType<typeof houseNumberOf>;
  if (!written) return values;
  const { number, extension } = written;
  if (extension === '') return { ...others, houseNumber: number };
  const { houseNumberExtension: other } = others as Partial<Address>;
  if (typeof other === 'string' && other !== extension)
    return new Contradiction(
      'houseNumber',
      `has the extension "${extension}", but the column of extensions has "${other}"`,
    );
  return { ...others, houseNumber: number, houseNumberExtension: extension };
}

/** Why a column is refused that is none of the table: with a typing error in it, it would silently change nothing. */
function refusalOf(heading: string, { draft, headings }: ChangeTable, record: RecordDefinition): ColumnRefusal {
  const name = JSON.stringify(heading);
  if (isSecretField(heading) || /^pw$/i.test(heading.trim()))
    return {
      problem: `The column ${name} is refused: passwords are not read from a file, of which there may be copies.`,
      remedy: 'Remove it. To set one password: shop-cli customers update <customer-id> --password-stdin',
    };
  const loose = looseHeading(heading);
  const field = draft.names.find((one) => looseHeading(one) === loose || headings[one]?.includes(loose));
  if (field !== undefined)
    return { problem: `The column ${name} is one more for ${field}.`, remedy: 'Remove one of the two.' };
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
