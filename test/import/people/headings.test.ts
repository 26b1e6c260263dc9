import { describe, expect, test } from 'vitest';
import { importableAddresses } from '../../../src/resources/importable-addresses.ts';
import { importableCustomers } from '../../../src/resources/importable-customers.ts';
import { runInSandbox } from '../../support/store.ts';
import { open } from '../map/files.ts';

/** Which column each field is read from. */
async function columnsOf(header: string, noun = importableCustomers): Promise<Readonly<Record<string, string>>> {
  const width = header.split(/[;,]/).length;
  const { description } = await open(
    `${header}\n${Array.from({ length: width }, () => 'x').join(header.includes(';') ? ';' : ',')}\n`,
    {},
    undefined,
    noun,
  );
  return Object.fromEntries(description.columns.map(({ field, heading }) => [field, heading]));
}

describe('A file of customers is read with the headings of', () => {
  test.each([
    ['our own names', 'emailAddress,firstName,lastName,phoneNumber', 'emailAddress firstName lastName phoneNumber'],
    [
      'a Dutch list',
      'E-mailadres;Voornaam;Tussenvoegsel;Achternaam;Telefoonnummer;Geslacht',
      'E-mailadres Voornaam Achternaam Telefoonnummer',
    ],
    ['a Belgian list, the family name first', 'Naam;Voornaam;E-mail;Gsm', 'E-mail Voornaam - Gsm'],
    ['a German list', 'E-Mail;Vorname;Nachname;Telefon;Anrede', 'E-Mail Vorname Nachname Telefon'],
    ['a German list with one name', 'Name;Vorname;E-Mail-Adresse;Handy', 'E-Mail-Adresse Vorname - Handy'],
    ['an English list', 'First Name,Last Name,E-mail,Phone', 'E-mail First Name Last Name Phone'],
    ['a full name', 'Full name,Email address,Mobile', 'Email address - - Mobile'],
    [
      'Mailchimp',
      'Email Address,First Name,Last Name,Address,Phone Number,Birthday,MEMBER_RATING,OPTIN_TIME',
      'Email Address First Name Last Name Phone Number',
    ],
    [
      'Google contacts',
      'First Name,Middle Name,Last Name,E-mail,Mobile Phone',
      'E-mail First Name Last Name Mobile Phone',
    ],
    ['Lightspeed', 'Firstname;Lastname;E-mail;Phone;Mobile;Gender;Birthdate', 'E-mail Firstname Lastname Phone'],
    [
      'Mijnwebwinkel',
      'Klantnummer;Bedrijfsnaam;Voornaam;Achternaam;E-mailadres;Telefoonnummer',
      'E-mailadres Voornaam Achternaam Telefoonnummer',
    ],
    [
      'JTL',
      'Kundennummer;Anrede;Vorname;Nachname;Firma;Straße;PLZ;Ort;Land;Tel;Mobil;E-Mail',
      'E-Mail Vorname Nachname Tel',
    ],
    [
      'Shopware',
      'customernumber;email;salutation;firstname;lastname;company;street;zipcode;city;phone',
      'email firstname lastname phone',
    ],
    [
      'modified eCommerce',
      'Kundennummer;Anrede;Vorname;Nachname;Firma;Straße;PLZ;Ort;Land;E-Mail;Telefon',
      'E-Mail Vorname Nachname Telefon',
    ],
    ['BigCommerce', 'Customer ID,First Name,Last Name,Company,Email,Phone,Notes', 'Email First Name Last Name Phone'],
    ['OpenCart', 'customer_id,firstname,lastname,email,telephone,fax', 'email firstname lastname telephone'],
    ['Wix', 'Name,First Name,Last Name,Email 1,Phone 1,Email', 'Email First Name Last Name Phone 1'],
    ['CCV Shop', 'Voornaam;Achternaam;Email;Telefoon;Mobiel', 'Email Voornaam Achternaam Telefoon'],
    ['WordPress', 'ID,user_login,user_email,first_name,last_name,role', 'user_email first_name last_name -'],
    [
      'Moneybird',
      'Klantnummer;Bedrijfsnaam;Voornaam;Achternaam;E-mail;Telefoon',
      'E-mail Voornaam Achternaam Telefoon',
    ],
  ])('%s', async (_, header, expected) => {
    const columns = await columnsOf(header);
    const found = ['emailAddress', 'firstName', 'lastName', 'phoneNumber'].map((field) => columns[field] ?? '-');
    expect(found.join(' ')).toBe(expected);
  });
});

describe('A file of addresses is read with the headings of', () => {
  const fields = ['customerEmail', 'firstName', 'streetAddress', 'houseNumber', 'zipcode', 'city', 'country'];
  test.each([
    [
      'our own names',
      'customerId,firstName,lastName,streetAddress,houseNumber,zipcode,city,country',
      '- firstName streetAddress houseNumber zipcode city country',
    ],
    [
      'a Dutch list',
      'E-mail;Voornaam;Achternaam;Straat;Huisnummer;Toevoeging;Postcode;Plaats;Land',
      'E-mail Voornaam Straat Huisnummer Postcode Plaats Land',
    ],
    [
      'a Dutch list with the number in the street',
      'E-mail;Voornaam;Achternaam;Adres;Postcode;Woonplaats;Land',
      'E-mail Voornaam Adres - Postcode Woonplaats Land',
    ],
    [
      'a German list',
      'E-Mail;Vorname;Nachname;Straße;Hausnr.;PLZ;Ort;Land',
      'E-Mail Vorname Straße Hausnr. PLZ Ort Land',
    ],
    [
      'a German list with the number in the street',
      'E-Mail;Vorname;Nachname;Straße und Hausnummer;Postleitzahl;Stadt;Land',
      'E-Mail Vorname Straße und Hausnummer - Postleitzahl Stadt Land',
    ],
    [
      'an English list',
      'Email,First name,Last name,Address line 1,Address line 2,Town,County,Postcode,Country',
      'Email First name Address line 1 - Postcode Town Country',
    ],
    [
      'an American list',
      'Email,First Name,Last Name,Street Address,City,State,ZIP Code,Country',
      'Email First Name Street Address - ZIP Code City Country',
    ],
    [
      'BigCommerce',
      'Email,First Name,Last Name,Address Line 1,City,State/Province,Zip,Country',
      'Email First Name Address Line 1 - Zip City Country',
    ],
    [
      'Lightspeed',
      'E-mail;Firstname;Lastname;Billing streetname;Billing number;Billing housenumber;Billing zipcode;Billing city;Billing country',
      'E-mail Firstname Billing streetname Billing housenumber Billing zipcode Billing city Billing country',
    ],
    [
      'an invoice address in Dutch',
      'E-mail;Voornaam;Achternaam;Factuuradres straat;Factuuradres huisnummer;Factuuradres postcode;Factuuradres plaats;Factuuradres land',
      'E-mail Voornaam Factuuradres straat Factuuradres huisnummer Factuuradres postcode Factuuradres plaats Factuuradres land',
    ],
    [
      'an invoice address in German',
      'E-Mail;Vorname;Nachname;Rechnungsadresse Straße;Rechnungsadresse Hausnummer;Rechnungsadresse PLZ;Rechnungsadresse Ort;Rechnungsadresse Land',
      'E-Mail Vorname Rechnungsadresse Straße Rechnungsadresse Hausnummer Rechnungsadresse PLZ Rechnungsadresse Ort Rechnungsadresse Land',
    ],
    [
      'Shopware',
      'email;firstname;lastname;street;zipcode;city;countryiso',
      'email firstname street - zipcode city countryiso',
    ],
    [
      'a bill with a delivery beside it',
      'E-mail,First name,Last name,Shipping street,Shipping zip,Shipping city,Billing street,Billing zip,Billing city,Billing country',
      'E-mail First name Billing street - Billing zip Billing city Billing country',
    ],
    [
      'bills of somebody with a name of their own',
      'Email,First Name,Last Name,Billing First Name,Billing Last Name,Billing Address 1,Billing Postcode,Billing City,Billing Country',
      'Email Billing First Name Billing Address 1 - Billing Postcode Billing City Billing Country',
    ],
  ])('%s', async (_, header, expected) => {
    const columns = await columnsOf(header, importableAddresses);
    expect(fields.map((field) => columns[field] ?? '-').join(' ')).toBe(expected);
  });
});

describe('What is not imported is named, with the reason:', () => {
  const notesOf = async (header: string, noun = importableCustomers) =>
    (await open(`${header}\nx\n`, {}, undefined, noun)).description.notes.join('\n');

  test.each([
    ['Customer ID', 'the store gives its own IDs'],
    ['entity_id', 'the store gives its own IDs'],
    ['Klantnummer', 'the store gives its own IDs'],
    ['Kundennummer', 'the store gives its own IDs'],
    ['Accepts Email Marketing', 'the API cannot subscribe anyone'],
    ['Nieuwsbrief', 'the API cannot subscribe anyone'],
    ['Newsletter (0/1)', 'the API cannot subscribe anyone'],
    ['Geboortedatum', 'the API cannot set dates of birth'],
    ['dob', 'the API cannot set dates of birth'],
    ['Kundengruppe', 'discount group'],
    ['group_id', 'discount group'],
    ['Total Spent', 'the store keeps its own'],
    ['created_at', 'the store keeps its own'],
    ['Company', 'they belong to addresses'],
    ['PLZ', 'they belong to addresses'],
    ['shipping_address_1', 'they belong to addresses'],
    ['Default Address City', 'they belong to addresses'],
    ['Tags', 'the API has no field for them'],
  ])('%s of customers', async (heading, why) => {
    const notes = await notesOf(`email,firstname,lastname,${heading}`);
    expect(notes).toContain(`${heading}: not imported, `);
    expect(notes).toContain(why);
  });

  test.each([
    ['Company', 'Straat,Huisnummer,Postcode,Land'],
    ['PLZ', 'Straße,Ort,Land'],
    ['Default Address City', 'Default Address Address1,Default Address Zip,Default Address Country'],
    ['Home City', 'Home Street,Home Postal Code,Home Country'],
  ])('%s of customers is read by the import of addresses, where that reads the file', async (heading, others) => {
    expect(await notesOf(`email,firstname,lastname,${heading},${others}`)).toContain(
      "from the same file: 'shop-cli addresses import <file>'",
    );
  });

  test('a delivery address beside that of the bill', async () => {
    const header = 'email,firstname,lastname,billing_street,billing_zip,billing_country,shipping_street,shipping_zip';
    expect(await notesOf(header, importableAddresses)).toContain(
      'shipping_street, shipping_zip: not imported, a row is read as one address. To import these after the others: --map streetAddress="shipping_street" --map zipcode="shipping_zip" --map addressLine2=none --map houseNumber=none --map houseNumberExtension=none --map state=none.',
    );
  });

  test('that a customer has no password', async () => {
    expect(await notesOf('email,firstname,lastname')).toContain('without a password');
  });

  test('and no option is needed: they are not unknown', async () => {
    const file = 'email,firstname,lastname,Newsletter\na@b.cd,A,B,1\n';
    const { description } = await open(file, { strictColumns: true }, undefined, importableCustomers);
    expect(description.ignored).toEqual(['Newsletter']);
  });
});

test.each([
  ['addresses', 'emailAddress'],
  ['addresses', 'customerEmail'],
  ['customers', 'emailAddress'],
  ['customers', 'customerEmail'],
])(
  'an import of %s reads the column that --map has for %s: the other import of the file has it so',
  async (noun, name) => {
    const stdin = 'Courriel,firstname,lastname,street,zip,city,country\na@b.cd,A,B,Dam 1,1012 JS,A,NL\n';
    const options = `--map ${name}=Courriel --require ${name} --dry-run`;
    const { code, err } = await runInSandbox(`${noun} import - ${options}`, { stdin });
    expect([code, err]).toEqual([0, expect.stringContaining('Courriel → ')]);
  },
);
