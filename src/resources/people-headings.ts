import type { FileTable } from './file-table.ts';

type Headings = FileTable['headings'];

/** What people write above a column of customers in English, Dutch and German, as `looseHeading` writes it. */
export const customerHeadings: Headings = {
  emailAddress: ['email', 'mail', 'mailaddress', 'emailadres', 'mailadres', 'emailadresse', 'mailadresse'],
  firstName: ['givenname', 'forename', 'voornaam', 'vorname'],
  lastName: ['surname', 'familyname', 'achternaam', 'familienaam', 'nachname', 'familienname'],
  gender: ['sex', 'geslacht', 'geschlecht'],
  phoneNumber: [
    'phone',
    'telephone',
    'telephonenumber',
    'tel',
    'telefoon',
    'telefoonnummer',
    'telefon',
    'telefonnummer',
  ],
  faxNumber: ['fax', 'faxnummer'],
  bankAccountNumber: ['bankaccount', 'iban', 'bankrekening', 'bankrekeningnummer', 'bankkonto', 'kontonummer'],
  discountGroupId: ['discountgroup', 'kortingsgroep', 'kortingsgroepid', 'rabattgruppe'],
};

/** The same of addresses. */
export const addressHeadings: Headings = {
  company: ['companyname', 'bedrijf', 'bedrijfsnaam', 'firma', 'firmenname'],
  firstName: customerHeadings.firstName ?? [],
  lastName: customerHeadings.lastName ?? [],
  streetAddress: ['street', 'streetname', 'straat', 'straatnaam', 'straße', 'strasse', 'straßenname', 'strassenname'],
  houseNumber: ['housenr', 'huisnummer', 'huisnr', 'hausnummer', 'hausnr'],
  houseNumberExtension: [
    'extension',
    'housenumberaddition',
    'toevoeging',
    'huisnummertoevoeging',
    'hausnummerzusatz',
    'hausnrzusatz',
  ],
  zipcode: ['zip', 'postcode', 'postalcode', 'postleitzahl', 'plz'],
  city: ['town', 'plaats', 'plaatsnaam', 'woonplaats', 'stad', 'ort', 'stadt', 'wohnort'],
  state: ['province', 'provincie', 'bundesland'],
  country: ['countrycode', 'countryisocode2', 'countryisocode3', 'land', 'landcode', 'ländercode', 'landercode'],
  gender: customerHeadings.gender ?? [],
  btwNumber: ['btw', 'btwnummer', 'vat', 'vatnumber', 'vatid', 'ustid', 'ustidnr', 'umsatzsteuerid'],
  kvkNumber: ['kvk', 'kvknummer', 'chamberofcommerce', 'cocnumber', 'handelsregisternummer'],
};
