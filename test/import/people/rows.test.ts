import { describe, expect, test } from 'vitest';
import type { CatalogueOptions } from '../../../src/import/map/catalogue.ts';
import { importableAddresses } from '../../../src/resources/importable-addresses.ts';
import { importableCustomers } from '../../../src/resources/importable-customers.ts';
import { sampled } from '../../support/thorough.ts';
import { open, rowsOf } from '../map/files.ts';

type Options = Partial<CatalogueOptions>;

const customer = async (header: string, row: string, options: Options = {}) =>
  (await rowsOf(await open(`${header}\n${row}\n`, options, undefined, importableCustomers)))[0];
const address = async (header: string, row: string, options: Options = {}) =>
  (await rowsOf(await open(`${header}\n${row}\n`, options, undefined, importableAddresses)))[0];

const people = 'email;firstname;lastname;gender;phone';
const places = 'email;firstname;lastname;street;number;zip;city;state;country';
const asNumber = { map: { houseNumber: 'number' } };

describe('The e-mail address of a customer', () => {
  test.each(['Jo de Vries <jo@example.com>', '<jo@example.com>', 'mailto:jo@example.com', ' jo@example.com '])(
    'is the address in %s',
    async (cell) => {
      const row = await customer(people, `${cell};Jo;Vries;;`);
      expect(row?.values?.emailAddress).toBe('jo@example.com');
    },
  );

  test.each([
    'jo',
    'jo@example',
    'jo@example.com, an@example.com',
    'jo@example.com,',
    'jo@@example.com',
    'jo\u200b@example.com',
  ])('is not %s', async (cell) => {
    const row = await customer(people, `${cell};Jo;Vries;;`);
    expect(row?.faults).toMatchObject([
      { column: 'email', message: 'must be one e-mail address such as jo@example.com' },
    ]);
  });

  test('is missing', async () => {
    const row = await customer(people, ';Jo;Vries;;');
    expect(row?.faults).toMatchObject([{ message: 'no e-mail address: add one' }]);
  });
});

describe('An e-mail address at a large provider', () => {
  const warned = async (domain: string) => [
    (await customer(people, `jo@${domain};Jo;Vries;;`))?.warnings,
    (await address(places, `Jo <jo@${domain}>;Jo;Vries;Meir;8;2000;Antwerpen;;BE`))?.warnings,
  ];

  test.each([
    ...['gmial.com', 'gmai.com', 'gmail.con', 'gmail.comm', 'gmail.nl', 'GMAL.COM'].map((domain) => [domain, 'gmail']),
    ...['hotmial.com', 'hotmail.con', 'hotmail.n', 'hotmai.nl'].map((domain) => [domain, 'hotmail']),
    ...[
      ['outlok.com', 'outlook'],
      ['yaho.fr', 'yahoo'],
      ['live.nll', 'live'],
      ['iclould.com', 'icloud'],
    ],
  ])('is sent with a warning if it is at %s', async (domain, provider) => {
    const message = `has a domain that looks mistyped: check whether ${provider} is meant`;
    expect(await warned(domain ?? '')).toEqual([1, 2].map(() => [{ line: 2, column: 'email', message }]));
  });

  test.each([
    ...['gmail.com', 'hotmail.com', 'hotmail.se', 'yahoo.co.uk', 'yahoo.com.br', 'outlook.be', 'live.nl'],
    ...['mail.com', 'email.com', 'ymail.com', 'gmx.de', 'live.example.com', 'cloud.com', 'example.com'],
  ])('may be at %s', async (domain) => {
    expect(await warned(domain)).toEqual([[], []]);
  });
});

describe('The gender of a customer', () => {
  sampled(4).each([
    ['m', 'm'],
    ['V', 'f'],
    ['Herr', 'm'],
    ['Frau', 'f'],
    ['man', 'm'],
    ['vrouw', 'f'],
    ['Male', 'm'],
    ['female', 'f'],
    ['Dhr.', 'm'],
    ['De heer', 'm'],
    ['Mevr.', 'f'],
    ['w', 'f'],
    ['Mrs', 'f'],
    ['M.', 'm'],
    ['Frau Dr.', 'f'],
    ['Herr Prof. Dr.', 'm'],
    ['2', 'f'],
  ])('%s is %s', async (cell, gender) => {
    expect((await customer(people, `a@b.cd;Jo;Vries;${cell};`))?.values?.gender).toBe(gender);
  });

  test.each([
    ...['divers', 'Not Specified', '0', 'Firma', 'onbekend', 'Unspecified', 'Niet opgegeven', 'keine Angabe', 'k. A.'],
    ...['Prefer not to say', 'NULL', '\\N', 'n.v.t.', 'Dhr./Mevr.', 'Non renseigné', 'Rather  not say', 'undisclosed'],
  ])('%s is not sent, and the row is', async (cell) => {
    const row = await customer(people, `a@b.cd;Jo;Vries;${cell};`);
    expect(row?.values?.gender).toBeUndefined();
    expect(row?.warnings).toMatchObject([{ column: 'gender', message: 'is not sent: the API accepts only m and f' }]);
  });

  test.each(['blue', 'Mr & Mrs', 'Herr und Frau', 'Mle', '#N/A', 'not'])('is not %s', async (cell) => {
    expect((await customer(people, `a@b.cd;Jo;Vries;${cell};`))?.faults).toMatchObject([{ column: 'gender' }]);
  });
});

describe('The name of a customer', () => {
  const nameOf = async (header: string, row: string) => {
    const { values = {}, faults = [] } = (await customer(`email;${header}`, `a@b.cd;${row}`)) ?? {};
    return faults.length > 0 ? faults.map(({ message }) => message) : [values.firstName, values.lastName];
  };

  test.each([
    ['name', 'Jo de Vries', ['Jo', 'de Vries']],
    ['name', 'de Vries, Jo', ['Jo', 'de Vries']],
    ['naam;voornaam', 'de Vries;Jo', ['Jo', 'de Vries']],
    ['name;firstname', 'Jo de Vries;Jo', ['Jo', 'de Vries']],
    ['name;firstname;lastname', 'Shop;Jo;Vries', ['Jo', 'Vries']],
    ['name;firstname;lastname', 'Jo Vries;;', ['Jo', 'Vries']],
    ['voornaam;tussenvoegsel;achternaam', 'Jo;de;Vries', ['Jo', 'de Vries']],
    ['voornaam;tussenvoegsel;achternaam', 'Jo;de;de Vries', ['Jo', 'de Vries']],
    ['name', 'Jo', ['is one word: use separate columns for first and last name']],
    ['firstname;lastname', 'Jo;', ['no lastName: add one']],
    ['firstname;lastname', 'Null;None', ['Null', 'None']],
  ])('in %s: %s', async (header, row, expected) => {
    expect(await nameOf(header, row)).toEqual(expected);
  });

  test('is not a title', async () => {
    expect(await nameOf('name', 'Herr Max Vogel')).toEqual([
      'begins with a title: use separate columns for first and last name (first name "Herr" and last name "Max Vogel", or first name "Max" and last name "Vogel")',
    ]);
  });
});

test.each([
  ['3,16123E+10', 'was rounded by a spreadsheet'],
  ['31612345678.0', 'was written as a number with decimals'],
  ['NULL', 'is what programs write for no value'],
  ['#N/A', 'is the error of a formula'],
])('a phone number is not %s', async (cell, message) => {
  expect((await customer(people, `a@b.cd;Jo;Vries;;${cell}`))?.faults[0]?.message).toContain(message);
});

test('one e-mail address in two cases is one customer, and both lines are invalid', async () => {
  const { checkRows } = await import('../../../src/import/rows/check.ts');
  const file = 'email;firstname;lastname\nJo@Example.com;Jo;A\nan@example.com;An;B\njo@example.com;Jo;C\n';
  const catalogue = await open(file, {}, undefined, importableCustomers);
  const checked = await checkRows(catalogue, new AbortController().signal);
  checked.keys.close();
  expect(checked.faults.listed.map(({ line, message }) => [line, message])).toEqual([
    [2, 'duplicate e-mail address, also on line 4'],
    [4, 'duplicate e-mail address, also on line 2'],
  ]);
  expect(checked.warnings.count).toBe(0);
});

describe('The house number of an address', () => {
  const housed = async (header: string, row: string, options: Options = {}) => {
    const found = await address(
      `email;firstname;lastname;zip;city;country;${header}`,
      `a@b.cd;Jo;Vries;1012 JS;Utrecht;NL;${row}`,
      options,
    );
    const { streetAddress, houseNumber, houseNumberExtension } = found?.values ?? {};
    return found?.values
      ? [streetAddress, houseNumber, houseNumberExtension]
      : found?.faults.map(({ column, message }) => `${column}: ${message}`);
  };

  test.each([
    ['street', 'Kerkstraat 12a', ['Kerkstraat', 12, 'a']],
    ['street', 'Rue de la Paix 5', ['Rue de la Paix', 5, undefined]],
    ['street', '12 Main Street', ['Main Street', 12, undefined]],
    ['street;huisnummer', 'Kerkstraat;12a', ['Kerkstraat', 12, 'a']],
    ['street;huisnummer', 'Kerkstraat 12;12', ['Kerkstraat', 12, undefined]],
    ['street;huisnummer', 'Plein 1944;5', ['Plein 1944', 5, undefined]],
    ['street;huisnummer;toevoeging', 'Kerkstraat;12;bis', ['Kerkstraat', 12, 'bis']],
    ['street;huisnummer;toevoeging', 'Kerkstraat;12a;A', ['Kerkstraat', 12, 'A']],
    ['street', 'Kerkstraat 5, 2e verd.', ['Kerkstraat', 5, '2e verd.']],
    ['address1;address2', 'Kerkstraat;12a', ['Kerkstraat', 12, 'a']],
    ['address1;address2', 'Kerkstraat 12;bus 3', ['Kerkstraat', 12, 'bus 3']],
    ['address1;address2', 'Main Street 12;Apt 4', ['Main Street', 12, 'Apt 4']],
  ])('in %s: %s', async (header, row, expected) => {
    expect(await housed(header, row)).toEqual(expected);
  });

  test.each([
    ['street', 'Kerkstraat', ['street: has no house number: add it, or a houseNumber column']],
    ...[
      ...['Industrieweg 10-12 hal C', 'Kerkstraat 12 A-3', 'Stationsstr. 4 (achterom)', 'Musterweg 5 Haus B'],
      ...['Kerkstraat 5a, 2e verd.', 'Kerkstraat 5, Vos BV'],
    ].map((street): [string, string, string[]] => [
      'street',
      street,
      ['street: has a house number and more: put them into the columns houseNumber and houseNumberExtension'],
    ]),
    ...['Straße des 17. Juni', '1e Dorpsstraat', 'Piazza 12 di Maggio', 'Rue du 8 mai'].map(
      (street): [string, string, string[]] => [
        'street',
        street,
        ['street: has no house number: add it, or a houseNumber column'],
      ],
    ),
    [
      'street',
      '12 Main Street Apt 4',
      ['street: can be read in two ways: give the house number in a houseNumber column'],
    ],
    ['street;huisnummer', 'Kerkstraat;12-feb', ['huisnummer: must be a house number such as 12 or 12a']],
    ['street;huisnummer', 'Kerkstraat;achterom', ['huisnummer: must be a house number such as 12 or 12a']],
    [
      'street;huisnummer;toevoeging',
      'Kerkstraat;12a;bis',
      ['toevoeging: is not the extension behind the house number'],
    ],
    [
      'address1;address2',
      'Kerkstraat 12;Industrieterrein De Hoek',
      ['address2: cannot be stored, because the API has one address line: move it, or pass --map addressLine2=none'],
    ],
  ])('in %s is at fault: %s', async (header, row, faults) => {
    expect(await housed(header, row)).toEqual(faults);
  });

  test('may come without a second line that has no place', async () => {
    expect(
      await housed('address1;address2', 'Kerkstraat 12;Industrieterrein De Hoek', { map: { addressLine2: 'none' } }),
    ).toEqual(['Kerkstraat', 12, undefined]);
  });
});

describe('The country of an address', () => {
  test.each([
    ['NL', 'NL'],
    ['nld', 'NL'],
    ['Nederland', 'NL'],
    ['The Netherlands', 'NL'],
    ['Niederlande', 'NL'],
    ['Pays-Bas', 'NL'],
    ['Países Bajos', 'NL'],
    ['Paesi Bassi', 'NL'],
    ['Holland', 'NL'],
    ['belgie', 'BE'],
    ['Deutschland', 'DE'],
    ['U.K.', 'GB'],
    ['England', 'GB'],
    ['Österreich', 'AT'],
    ['Zwitserland', 'CH'],
  ])('%s is %s', async (cell, code) => {
    expect(
      (await address(places, `a@b.cd;Jo;Vries;Kerkstraat;1;10120;Utrecht;;${cell}`, asNumber))?.values?.country,
    ).toBe(code);
  });

  test.each(['Utopia', 'land', 'XX', 'Nether'])('is not %s, which is named', async (cell) => {
    const row = await address(places, `a@b.cd;Jo;Vries;Kerkstraat;1;10120;Utrecht;;${cell}`, asNumber);
    expect(row?.faults).toMatchObject([
      { column: 'country', value: cell, message: expect.stringContaining('must be a country') },
    ]);
  });

  test.each(['US', 'USA', 'Verenigde Staten', 'États-Unis d’Amérique'])('%s needs a state', async (cell) => {
    const rows = ['', 'NY'].map((state) =>
      address(places, `a@b.cd;Jo;Vries;Broadway;1;10001;New York;${state};${cell}`, asNumber),
    );
    const [without, having] = await Promise.all(rows);
    expect(without?.faults.map(({ message }) => message)).toEqual(['no state, required in the United States: add one']);
    expect(having?.faults).toEqual([]);
  });
});

describe('The postcode of an address', () => {
  const zipOf = async (zip: string, country: string) =>
    address(places, `a@b.cd;Jo;Vries;Hauptstr.;1;${zip};Ort;NY;${country}`, asNumber);

  test('keeps its zeros', async () => {
    expect((await zipOf('01067', 'DE'))?.values?.zipcode).toBe('01067');
  });

  test.each([
    ['1067', 'DE'],
    ['2134', 'US'],
    ['2134-1234', 'US'],
    ['1000', 'FR'],
  ])('is not %s in %s: a spreadsheet has removed its zero', async (zip, country) => {
    expect((await zipOf(zip, country))?.faults).toMatchObject([
      { column: 'zip', message: expect.stringContaining('5 digits') },
    ]);
  });

  test.each([
    ['1067', 'BE'],
    ['1012 JS', 'NL'],
    ['10001-1234', 'US'],
  ])('may be %s in %s', async (zip, country) => {
    expect((await zipOf(zip, country))?.faults).toEqual([]);
  });

  test('is not what a spreadsheet made of it', async () => {
    expect((await zipOf('1.0E+4', 'DE'))?.faults[0]?.message).toContain('was rounded by a spreadsheet');
  });
});

describe('An address', () => {
  test('of the Netherlands may lack street and city, which the postcode add-on fills in', async () => {
    const row = await address(places, 'a@b.cd;Jo;Vries;;12;1012 JS;;;NL', asNumber);
    expect(row?.values).toMatchObject({ houseNumber: 12, zipcode: '1012 JS' });
  });

  test('of another country may not', async () => {
    const row = await address(places, 'a@b.cd;Jo;Vries;;12;1000;;;BE', asNumber);
    expect(row?.faults.map(({ message }) => message)).toEqual(['no streetAddress: add one', 'no city: add one']);
  });

  test('needs its customer', async () => {
    const row = await address(places, ';Jo;Vries;Kerkstraat;12;1012 JS;Utrecht;;NL', asNumber);
    expect(row?.faults.map(({ message }) => message)).toEqual(["no customer ID or customer's e-mail address: add one"]);
  });

  test('that is none is excluded: a customer of another shop may have no address', async () => {
    const row = await address(places, 'a@b.cd;Jo;Vries;;;;;;NL', asNumber);
    expect(row?.excluded).toBe('{row|rows} without an address');
  });

  test('is known by its customer, postcode, house number, name and company', async () => {
    const rows = await Promise.all([
      address(places, 'A@b.cd;Jo;Vries;Kerkstraat;12a;1012 JS;Utrecht;;NL', asNumber),
      address(places, 'a@b.cd;jo;vries;Kerkstr.;12 A;1012js;Utrecht;;NL', asNumber),
      address(places, 'a@b.cd;Jo;Vries;Kerkstraat;12b;1012 JS;Utrecht;;NL', asNumber),
      address(places, 'a@b.cd;An;Vries;Kerkstraat;12a;1012 JS;Utrecht;;NL', asNumber),
    ]);
    const keys = rows.map((row) => importableAddresses.foldKey?.(row?.keys?.[0]?.code ?? ''));
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).not.toBe(keys[2]);
    expect(keys[0]).not.toBe(keys[3]);
  });

  test('takes the ID of a customer only from a column customerId: others have those of another shop', async () => {
    const header = 'firstname;lastname;street;zip;city;country;email';
    const read = async (id: string, options: Options = {}) => {
      const file = `${header};${id}\nJo;Vries;Kerkstraat 1;1012 AB;Utrecht;NL;a@b.cd;7\n`;
      return (await open(file, options, undefined, importableAddresses)).description.columns.some(
        ({ field }) => field === 'customerId',
      );
    };
    expect([await read('Customer ID'), await read('customer_id'), await read('customerId')]).toEqual([
      false,
      false,
      true,
    ]);
    expect(await read('Customer ID', { map: { customerId: 'Customer ID' } })).toBe(true);
  });
});

describe('The phone number of a customer', () => {
  test.each(['abc', 'onbekend', 'geen'])(
    'is not %s: the customer is sent without one, and the line is named',
    async (cell) => {
      const row = await customer(people, `jo@example.com;Jo;Vries;;${cell}`);
      expect([row?.values?.phoneNumber, row?.faults]).toEqual([undefined, []]);
      expect(row?.warnings).toMatchObject([
        { column: 'phone', value: cell, message: expect.stringMatching(/^is not sent/) },
      ]);
    },
  );

  test.each(['06-1', '12', '123456', '0000000000', '11 11 11 11'])(
    'is sent with a warning if it is %s',
    async (cell) => {
      const row = await customer(people, `jo@example.com;Jo;Vries;;${cell}`);
      expect(row?.values?.phoneNumber).toBe(cell);
      expect(row?.warnings).toEqual([
        { line: 2, column: 'phone', message: 'does not look like a phone number: check it' },
      ]);
    },
  );

  test.each(['tel: 06 12345678', 'Tel:06 12345678', 'tel:06 12345678'])('is the number in %s', async (cell) => {
    expect((await customer(people, `jo@example.com;Jo;Vries;;${cell}`))?.values?.phoneNumber).toBe('06 12345678');
  });

  test.each(['+49 (0)30 / 123 456 ext. 12', '1234567', '1-800-FLOWERS1234'])('is %s', async (cell) => {
    const row = await customer(people, `jo@example.com;Jo;Vries;;${cell}`);
    expect([row?.values?.phoneNumber, row?.warnings]).toEqual([cell, []]);
  });

  test.each(['#N/A', '6.12E+08', '-', 'n/a', 'NULL', '\\N', 'TRUE'])(
    'is a fault where a spreadsheet wrote %s',
    async (cell) => {
      expect((await customer(people, `jo@example.com;Jo;Vries;;${cell}`))?.faults).toMatchObject([{ column: 'phone' }]);
    },
  );
});

test('a postcode that its country does not write so is sent with a warning', async () => {
  const row = await address(places, 'jo@example.com;Jo;Vries;Meir 8;;2000 A;Antwerpen;;BE');
  expect([row?.values?.zipcode, row?.faults]).toEqual(['2000 A', []]);
  expect(row?.warnings).toMatchObject([
    { column: 'zip', value: '2000 A', message: 'does not look like a postcode in Belgium' },
  ]);
});
