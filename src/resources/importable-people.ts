import { listed } from '../text/words.ts';
import * as draft from './draft-fields.ts';
import type { FileTable } from './file-table.ts';
import { phoneKind } from './shop-kinds.ts';

/** What rows of customers and of addresses have in common: the columns of names, genders and e-mail addresses. */

/** Of texts that are no phone number, such as `unknown`: the customer is created without one. */
export const unsentPhones: NonNullable<FileTable['unsent']> = { phoneNumber: unsentPhone, faxNumber: unsentPhone };

function unsentPhone(cell: string): string | undefined {
  const isNone = cell.trim() === '' || phoneKind.typed(cell) !== undefined;
  return isNone ? undefined : 'is not sent: a phone number has digits';
}

const noDoubt = (): undefined => undefined;

/** The texts of which a spreadsheet makes numbers. */
export const digitsOfPeople = { phoneNumber: noDoubt, faxNumber: noDoubt, bankAccountNumber: noDoubt };

/** What a file may have in place of first and last name, or besides them. */
export const nameParts = {
  name: draft.text('full name, if there are no columns for first and last name'),
  infix: draft.text('words before the last name, such as "van der"'),
  middleName: draft.text('middle name: read as an infix if it is one, else as the end of the first name'),
};

/** The fields that may be any word: a person may be called Null. */
export const namesOfPeople = ['firstName', 'lastName', ...Object.keys(nameParts)] as const;

/** Which fields of a file a name can be made of. */
export const namedBy: NonNullable<FileTable['insteadOf']> = { firstName: 'name', lastName: 'name' };

export const nameHeadings = {
  firstName: listed('voornaam voornamen roepnaam vorname forename givenname fname prenom userfirstname'),
  lastName: listed('achternaam nachname familienaam familienname surname familyname lname userlastname'),
  infix: listed('tussenvoegsel tussenvoegsels voorvoegsel namenszusatz'),
  middleName: listed('middlename middleinitial middlenames secondname'),
  name: listed(`naam fullname volledigenaam naamvolledig customername klantnaam kundenname contactnaam contactname
    contactpersoon ansprechpartner displayname nom`),
} as const;

export const genderHeadings = listed(`
  geslacht geschlecht sex sexe aanhef anrede salutation socialtitle civilite idgender`);

export const emailHeadings = listed(`
  email emailaddress mail mailadres emailadres emailadresse mailadresse mailaddress useremail customeremail klantemail
  emailklant kundenemail emailkunde accountemail loginemail customeremailaddress`);

/** A file with passwords is refused, hashed ones included: every reader of the file would have them. */
export const noPasswords: NonNullable<FileTable['refused']> = {
  isNamedIn: (heading) =>
    /passw|wachtwoord|paswoord|kennwort|passphrase|motdepasse|contrasena/.test(heading) || passwordNames.has(heading),
  what: 'passwords',
  remedy:
    'A file of passwords is a risk, and passwords that another shop has hashed do not work here. A customer without a password is a guest.',
};

/** Names of columns in WordPress, Magento, PrestaShop, Shopware and OpenCart. */
const passwordNames = new Set(
  listed(`pass userpass pwd userpwd passhash pw hash hashcode salt rptoken rptokencreatedat useractivationkey
    sessiontokens pin resettoken`),
);

/** How names are made of a full name, if that is the only column. */
export const nameNotes = (fields: ReadonlySet<string>): readonly string[] =>
  fields.has('name') && !fields.has('firstName')
    ? [
        'Full names are split before words such as "van", else at the first space, or at a comma: "Jo Ann de Vries" and "de Vries, Jo Ann" are Jo Ann, de Vries.',
      ]
    : [];
