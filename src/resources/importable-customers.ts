import { foldedEmail } from '../text/emails.ts';
import { listed } from '../text/words.ts';
import { customer, newCustomer } from './customers.ts';
import { defineDraft } from './draft.ts';
import type { StoreNoun } from './file-table.ts';
import { completeName } from './full-names.ts';
import { addressColumns, columnsOfShops } from './importable-columns.ts';
import {
  digitsOfPeople,
  emailHeadings,
  genderHeadings,
  namedBy,
  nameHeadings,
  nameNotes,
  nameParts,
  namesOfPeople,
  noPasswords,
  unsentPhones,
} from './importable-people.ts';
import { oddEmail, oddPhone } from './odd-contacts.ts';
import * as record from './record-fields.ts';
import { unsentGenders, writtenGender } from './salutations.ts';
import { writtenEmail } from './written-fields.ts';

/** Without a password: those of many people do not belong into a file. */
const { password: _, emailAddress, gender, ...fields } = newCustomer.fields;

/** What Dutch, English and German shops and their programs call the fields, in addition to their API names. */
const headings: StoreNoun['headings'] = {
  emailAddress: emailHeadings,
  ...nameHeadings,
  gender: genderHeadings,
  phoneNumber: listed(`
    phone phone1 phoneno telephone telephone1 telephonenumber telefoon telefoon1 telefoonnr telefoonnummer tel telnr
    telefon telefon1 telefonnr telefonnummer rufnummer contactphone userphone`),
  faxNumber: listed('fax faxnummer faxnr telefax faxno'),
  bankAccountNumber: listed('iban rekeningnummer bankrekening bankrekeningnummer bankaccount kontonummer'),
};

/** Where a file has nothing better. */
const otherHeadings: StoreNoun['headings'] = {
  emailAddress: listed('billingemail emailbilling factuuremail rechnungsemail invoiceemail contactemail email1value'),
  firstName: listed('billingfirstname firstnamebilling defaultaddressfirstname initials voorletters'),
  lastName: listed('billinglastname lastnamebilling defaultaddresslastname'),
  phoneNumber: listed(`
    mobile mobilephone mobilenumber phonemobile mobiel mobielnummer mobieltje gsm gsmnummer handy handynummer mobil
    mobilnummer mobiltelefon mobiletelephone billingphone phonebilling defaultaddressphone addresstelephone
    billingtelephone`),
};

const phoneWords = listed(
  'telefon telefoon telefoonnummer telefonnummer telefonnr telefoonnr tel phone phonenumber telephone',
);

/** `Telefon privat`, `Home phone`: these words before or behind a word for a phone. */
const phonesOf = (words: string): readonly string[] =>
  listed(words).flatMap((word) => phoneWords.flatMap((phone) => [`${phone}${word}`, `${word}${phone}`]));

/** Of Outlook and Google, where there is no mobile phone. */
const privatePhones = [
  ...listed('primaryphone phone1value prive'),
  ...phonesOf('home prive privat private thuis zuhause'),
];
const phonesAtWork = [
  ...listed('companymainphone otherphone'),
  ...phonesOf(`
    work werk business zakelijk geschaftlich firma bedrijf company office kantoor buro buero arbeit dienst dienstlich`),
];

/** `Telefon 2`, `Telefon 3`: a table each, since two columns of one are asked about. */
const furtherPhones = ['2', '3', '4'].map((number) => ({
  phoneNumber: phoneWords.map((phone) => `${phone}${number}`),
}));

/** What makes a customer out of a row of a file. */
export const importableCustomers: StoreNoun = {
  names: ['customer', 'customers'],
  draft: defineDraft({
    emailAddress: writtenEmail(emailAddress.about),
    ...fields,
    gender: writtenGender(gender.about),
    ...nameParts,
  }),
  key: ['emailAddress'],
  foldKey: foldedEmail,
  required: ['firstName', 'lastName'],
  insteadOf: namedBy,
  otherNames: { customerEmail: 'emailAddress' },
  headings,
  otherHeadings: [otherHeadings, { phoneNumber: privatePhones }, { phoneNumber: phonesAtWork }, ...furtherPhones],
  fallback: ['firstName', 'lastName', 'phoneNumber'],
  notImported: [...columnsOfShops, addressColumns],
  refused: noPasswords,
  notes: (found) => ['Customers are created without a password, so they are guests.', ...nameNotes(found)],
  unsent: { ...unsentGenders, ...unsentPhones },
  odd: { emailAddress: oddEmail, phoneNumber: oddPhone, faxNumber: oddPhone },
  complete: completeName,
  digits: digitsOfPeople,
  example: { field: 'firstName', column: 'First name', value: 'Ann' },
  shownBy: 'customers find <e-mail address>',
  takenBackBy: 'customers delete',
  isOfPeople: true,
  namesOfPeople,
  row: record.aboutPerson({
    emailAddress: record.text('E-mail').inTable(2),
    firstName: record.text('First name').inTable(3),
    lastName: record.text('Last name').inTable(4),
    phoneNumber: record.text('Phone number').inTable(5),
  }),
  ids: customer.identifiedBy,
  compared: ['firstName', 'lastName', 'gender', 'phoneNumber', 'faxNumber', 'bankAccountNumber', 'discountGroupId'],
  recognised: [],
  ofFeed: [],
  unread: [],
  places: {},
};
