import { changesOf, type DraftOf, defineDraft } from './draft.ts';
import * as draft from './draft-fields.ts';
import { flagKind, textKind } from './kinds.ts';
import { defineRecord, type RecordOf } from './record.ts';
import * as record from './record-fields.ts';

/** The body of `POST /customers`. */
export const newCustomer = defineDraft(
  {
    emailAddress: draft.email('e-mail address; also the username').required().essential(),
    password: draft.text('password; without one a guest account is created').secret(),
    firstName: draft.text('first name').required().essential(),
    lastName: draft.text('last name').required().essential(),
    gender: draft.gender('gender, m or f; some stores require it'),
    phoneNumber: draft.phone('phone number').essential(),
    faxNumber: draft.phone('fax number').rare(),
    bankAccountNumber: draft.text('bank account number').rare().essential(),
    discountGroupId: draft
      .id('discount group ID; requires the customer-groups add-on')
      .sentAs(String)
      .rare()
      .replaceable(),
  },
  { emptyIsAbsent: true },
);

export type NewCustomer = DraftOf<typeof newCustomer>;

/** The body of `PATCH /customers/{customerId}`. */
export const customerChanges = changesOf(newCustomer);

/** A customer, without its secret fields (`isSecretField`). */
export const customer = defineRecord(
  ['customerId'],
  record.aboutPerson({
    customerId: record.id('ID').inTable(1),
    gender: record.text('Gender'),
    firstName: record.text('First name').inTable(3),
    lastName: record.text('Last name').inTable(4),
    dob: record.date('Date of birth'),
    emailAddress: record.text('E-mail address').inTable(2),
    addressBookIds: record.text('Address IDs').impersonal(),
    defaultBillingAddressId: record.id('Default billing address'),
    defaultDeliveryAddressId: record.id('Default delivery address'),
    phoneNumber: record.text('Phone number').inTable(5),
    faxNumber: record.text('Fax'),
    bankAccountNumber: record.text('Bank account number'),
    subscribedToNewsletter: record.flag('Newsletter'),
    guestAccount: record.flag('Guest account').inTable(6),
    approved: record
      .flag('Approved')
      .inWords(({ approved }) => (flagKind.wire(approved) === 0 ? { words: 'no', tone: 'bad' } : undefined)),
    discountGroupId: record.id('Discount group'),
    discountGroupName: record.text('Discount group name').impersonal(),
    groupDiscount: record.decimal('Group discount %'),
    numberOfLogins: record.count('Logins'),
    lastLoginDate: record.date('Last login').impersonal(),
    dateCreated: record.date('Created').impersonal().inTable(7),
    lastModified: record.date('Modified').impersonal(),
  }),
  { reads: [...newCustomer.names, 'addressBookIds', 'defaultBillingAddressId', 'defaultDeliveryAddressId'] },
);

export type Customer = RecordOf<typeof customer>;

/** `Jan de Vries`, or else the e-mail address. */
export function nameOfCustomer(person: record.StoreRecord): string {
  const text = (field: string): string => textKind.show(person[field]) ?? '';
  return `${text('firstName')} ${text('lastName')}`.trim() || text('emailAddress');
}

/** Name, e-mail address and phone number, and whether the account is unusual. */
export function writtenCustomer(person: record.StoreRecord): readonly string[] | undefined {
  const text = (field: string): string => textKind.show(person[field]) ?? '';
  const isSaid = (field: string, value: number): boolean => flagKind.wire(person[field]) === value;
  const lines = [
    `${text('firstName')} ${text('lastName')}`.trim(),
    text('emailAddress'),
    text('phoneNumber'),
    isSaid('guestAccount', 1) ? 'guest account' : '',
    isSaid('approved', 0) ? 'not approved' : '',
  ].filter((line) => line !== '');
  return lines.length === 0 ? undefined : lines;
}
