import { invisibleIn } from '../text/codes.ts';
import type { Fault } from './draft-fields.ts';
import * as draft from './draft-fields.ts';
import type { FileTable, Values } from './file-table.ts';
import { emailKind, genderKind, phoneKind } from './shop-kinds.ts';

/** What rows of customers and of addresses have in common: how files write names, genders and e-mail addresses. */

export const listed = (words: string): readonly string[] => words.trim().split(/\s+/);

/** What no e-mail address has outside quotes (RFC 5322, section 3.2.3), though `emailKind` lets it pass. */
const special = /[()<>[\]:;,\\"]/;

/** `Jo de Vries <jo@example.com>`, `mailto:jo@example.com`. No expression that would read a long cell again and again. */
function bareEmail(text: string): string {
  const open = text.lastIndexOf('<');
  const inside = open >= 0 && text.endsWith('>') ? text.slice(open + 1, -1) : text;
  return inside.trim().replace(/^mailto:/i, '');
}

/** One e-mail address, also as programs for mail write it, with a name before it. */
export const writtenEmail = (about: string) =>
  draft.draftField(
    {
      ...emailKind,
      expects: 'one e-mail address such as jo@example.com',
      typed: (text) => {
        const address = bareEmail(text);
        return special.test(address) || invisibleIn(address).length > 0 ? undefined : emailKind.typed(address);
      },
    },
    about,
  );

/** Salutations and genders of Dutch, English, German and French files, without dots. Shops number them from 1. */
const genders: ReadonlyMap<string, string> = new Map([
  ...listed(`m man male heer dhr mr mister sir mannelijk herr hr mann männlich maennlich monsieur homme
    masculin 1`).map((word) => [word, 'm'] as const),
  ...listed(`f v w vrouw female woman mevrouw mevr mw mej mrs ms miss madam madame vrouwelijk frau fr weiblich mme
    mademoiselle mlle femme feminin féminin 2`).map((word) => [word, 'f'] as const),
]);

/** What files say of somebody whose gender they do not know, or who is neither. */
const noGender = new Set(
  listed(`0 3 9 - x u d o onbekend unknown unbekannt neutraal neutral divers diverse anders other overig familie family
    fam firma bedrijf company dr prof drs ing ir mx n/a`).concat(
    'not specified',
    'not applicable',
    'niet bekend',
    'de heer/mevrouw',
    'dhr/mevr',
  ),
);

const salutation = (text: string): string => text.trim().toLowerCase().replace(/\./g, '').replace(/^de /, '');

/** What may follow a salutation: `Frau Dr.`, `Herr Prof. Dr.`, `Dhr. ir.`. */
const behindSalutation = /(?: (?:dr|drs|ir|ing|mr|med|prof))+$/;

/** `m` or `f`, also in the words of files. */
export const writtenGender = (about: string) =>
  draft.draftField(
    {
      ...genderKind,
      expects: 'm or f, or a word such as man, vrouw, Herr, Frau, male, female',
      typed: (text) => genders.get(salutation(text).replace(behindSalutation, '')),
    },
    about,
  );

/** Of genders that the API does not know. */
export const unsentGenders: NonNullable<FileTable['unsent']> = {
  gender: (cell) => (noGender.has(salutation(cell)) ? 'is not sent: the API knows m and f' : undefined),
};

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
  name: draft.text('full name, where first and last name have no columns of their own'),
  infix: draft.text('words before the last name, such as "van der"'),
};

/** Which fields of a file a name can be made of. */
export const namedBy: NonNullable<FileTable['insteadOf']> = { firstName: 'name', lastName: 'name' };

export const nameHeadings = {
  firstName: listed('voornaam voornamen roepnaam vorname forename givenname fname prenom userfirstname'),
  lastName: listed('achternaam nachname familienaam familienname surname familyname lname userlastname'),
  infix: listed('tussenvoegsel tussenvoegsels voorvoegsel namenszusatz middlename middleinitial'),
  name: listed(`naam fullname volledigenaam naamvolledig customername klantnaam kundenname contactnaam contactname
    contactpersoon ansprechpartner displayname nom`),
} as const;

export const genderHeadings = listed(`
  geslacht geschlecht sex sexe aanhef anrede salutation socialtitle civilite idgender`);

export const emailHeadings = listed(`
  email mail mailadres emailadres emailadresse mailadresse mailaddress useremail customeremail klantemail
  emailklant kundenemail emailkunde accountemail loginemail customeremailaddress`);

/** A file with passwords is refused, hashed ones included: every reader of the file would have them. */
export const noPasswords: NonNullable<FileTable['refused']> = {
  isNamedIn: (heading) =>
    /passw|wachtwoord|paswoord|kennwort|passphrase|motdepasse|contrasena/.test(heading) || passwordNames.has(heading),
  what: 'passwords',
  remedy:
    'Passwords of many people are a risk in a file, and those that another shop has hashed do not work here. A customer without one is a guest.',
};

/** Names of columns in WordPress, Magento, PrestaShop, Shopware and OpenCart. */
const passwordNames = new Set(
  listed(`pass userpass pwd userpwd passhash pw hash hashcode salt rptoken rptokencreatedat useractivationkey
    sessiontokens pin pincode resettoken`),
);

/** The values with first and last name made of the parts that the file has; and what is wrong with these. */
export function completeName({ name, infix, ...values }: Values): { values: Values; faults: readonly Fault[] } {
  const { firstName, lastName } = values;
  const whole = text(name);
  const parts = whole === '' ? {} : partsOfName(whole, text(firstName), text(lastName));
  if (typeof parts === 'string')
    // What the name does not give is not missing as well.
    return { values: { ...values, firstName, lastName }, faults: [{ field: 'name', value: whole, message: parts }] };
  const named = { ...values, ...parts };
  const last = text(named.lastName);
  return {
    values: infix === undefined || last === '' ? named : { ...named, lastName: withInfix(text(infix), last) },
    faults: [],
  };
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Some files have the words before the last name in both columns. */
const withInfix = (infix: string, last: string): string =>
  infix === '' || last.toLowerCase().startsWith(`${infix.toLowerCase()} `) ? last : `${infix} ${last}`;

/** The first and last name that a full name adds to those of their own columns; or why it cannot. */
function partsOfName(whole: string, first: string, last: string): Values | string {
  if (first !== '' && last !== '') return {};
  // Where first names have a column, the other one often has last names only: "Vorname;Name".
  if (first !== '') return { lastName: withoutBeginning(whole, first) };
  const [family = '', given, ...more] = whole.split(',').map((part) => part.trim());
  if (given !== undefined && given !== '' && family !== '' && more.length === 0)
    return { firstName: given, lastName: last || family };
  const [word = '', ...rest] = whole.split(/\s+/);
  if (genders.has(salutation(word))) return 'begins with a title: give first and last name columns of their own';
  if (rest.length === 0 && last === '') return 'is one word: give first and last name columns of their own';
  return { firstName: word, lastName: last || rest.join(' ') };
}

const withoutBeginning = (whole: string, first: string): string =>
  whole.toLowerCase().startsWith(`${first.toLowerCase()} `) ? whole.slice(first.length + 1).trim() : whole;

/** How names are made of a full name, if that is the only column. */
export const nameNotes = (fields: ReadonlySet<string>): readonly string[] =>
  fields.has('name') && !fields.has('firstName')
    ? ['Full names are split at the first space, or at a comma: "Jo de Vries" and "de Vries, Jo" are Jo, de Vries.']
    : [];
