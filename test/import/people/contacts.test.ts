import { describe, expect, test } from 'vitest';
import type { FileTable } from '../../../src/resources/file-table.ts';
import { importableAddresses } from '../../../src/resources/importable-addresses.ts';
import { importableCustomers } from '../../../src/resources/importable-customers.ts';
import { importableProducts } from '../../../src/resources/importable-products.ts';
import { ownDirectory, shopCli } from '../../support/run.ts';
import { open, rowsOf } from '../map/files.ts';

const readAll = async (noun: FileTable, file: string, options = {}) => {
  const catalogue = await open(file, options, undefined, noun);
  return { notes: catalogue.description.notes, rows: await rowsOf(catalogue) };
};

const outlook =
  'First Name,Middle Name,Last Name,Gender,E-mail Address,Home Phone,Mobile Phone,Home Address,Home Street,Home City,Home State,Home Postal Code,Home Country,Company,Business Phone,Business Street,Business City,Business Postal Code,Business Country\n' +
  'Jan,,de Vries,Unspecified,jan@example.com,030-1,06-2,"Kerkstraat 12\n1011 AB Amsterdam",Kerkstraat 12,Amsterdam,,1011 AB,Netherlands,Vos BV,030-3,Handelsweg 5,Utrecht,3542 AD,Netherlands\n' +
  'Mary,Ann,Smith,Female,mary@example.com,616-1,,,12 Main Street,Grand Rapids,MI,49503,United States of America,,,,,,\n';

describe('Contacts of Outlook', () => {
  test('are customers, with the phone number that each has', async () => {
    const { rows } = await readAll(importableCustomers, outlook);
    expect(rows.map(({ values, faults }) => [values?.firstName, values?.phoneNumber, values?.gender, faults])).toEqual([
      ['Jan', '06-2', undefined, []],
      ['Mary Ann', '616-1', 'f', []],
    ]);
  });

  test('are addresses at home, without the company, and the options for the others are named', async () => {
    const { rows, notes } = await readAll(importableAddresses, outlook);
    expect(
      rows.map(({ values }) => [values?.streetAddress, values?.houseNumber, values?.city, values?.company]),
    ).toEqual([
      ['Kerkstraat', 12, 'Amsterdam', undefined],
      ['Main Street', 12, 'Grand Rapids', undefined],
    ]);
    expect(notes.join('\n')).toContain('--map streetAddress="Business Street"');
  });
});

const google =
  'First Name,Last Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country\n' +
  'Jan,Smit,* Home,jan@example.com,Mobile,06 1,Home,Kerkstraat 12,Amsterdam,,1011 AB,NL\n';

test('Contacts of Google are customers and addresses', async () => {
  const [people, places] = [await readAll(importableCustomers, google), await readAll(importableAddresses, google)];
  expect(people.rows[0]?.values).toMatchObject({ emailAddress: 'jan@example.com', phoneNumber: '06 1' });
  expect(places.rows[0]?.values).toMatchObject({
    customerEmail: 'jan@example.com',
    zipcode: '1011 AB',
    houseNumber: 12,
  });
});

test('a hint names the column whose cells are e-mail addresses, not that of their labels', async () => {
  const file = 'Voornaam,Achternaam,Mail label,Mail waarde\nJo,Smit,* Home,jo@example.com\n';
  await expect(readAll(importableCustomers, file)).rejects.toMatchObject({
    hint: expect.stringContaining('--map emailAddress="Mail waarde"'),
  });
});

test('emailAddress names the customer in a file of addresses', async () => {
  const file =
    'emailAddress,firstName,lastName,streetAddress,houseNumber,zipcode,city,country\njo@example.com,Jo,Smit,Dam,1,1012 JS,Amsterdam,NL\n';
  expect((await readAll(importableAddresses, file)).rows[0]?.values?.customerEmail).toBe('jo@example.com');
});

describe('A pincode', () => {
  const india =
    'Name,Email,Address,City,State,Pincode,Country\nAsha Rao,asha@example.com,12 MG Road,Bengaluru,Karnataka,560001,India\n';

  test('is the postcode of an address', async () => {
    expect((await readAll(importableAddresses, india)).rows[0]?.values?.zipcode).toBe('560001');
  });

  test('is no password of a customer', async () => {
    expect((await readAll(importableCustomers, india)).rows[0]?.faults).toEqual([]);
  });
});

describe('Customers of PrestaShop', () => {
  const file =
    'id_gender,email,lastname,firstname,active,deleted\n1,a@b.cd,Smit,Jo,1,0\n1,b@b.cd,Vos,An,0,0\n1,c@b.cd,Bos,Bo,1,1\n';

  test('who were deleted are excluded, and those who are blocked are named', async () => {
    const { rows } = await readAll(importableCustomers, file);
    expect(
      rows.map(({ excluded, warnings }) => [excluded, warnings.map(({ line, message }) => [line, message])]),
    ).toEqual([
      [undefined, []],
      [undefined, [[3, 'is blocked in PrestaShop, and created as any other customer']]],
      ['{row|rows} of {a customer|customers} deleted in PrestaShop', []],
    ]);
  });
});

test.each(['TRUE', '12345', 'false'])('a name that is %s is warned of', async (name) => {
  const { rows } = await readAll(importableCustomers, `email,firstname,lastname\na@b.cd,Jo,${name}\n`);
  expect(rows[0]).toMatchObject({
    faults: [],
    warnings: [{ column: 'lastname', message: expect.stringContaining('does not look like') }],
  });
});

describe('A row about a person that says the same as another', () => {
  const of = async (noun: FileTable, file: string) =>
    (await readAll(noun, file)).rows.map(({ excluded, warnings }) => [
      excluded !== undefined,
      warnings.map(({ line, message }) => `${line}: ${message}`),
    ]);

  test('is excluded, and its line is named', async () => {
    const file = 'email,firstname,lastname,street\na@b.cd,Jo,Smit,Dam 1\nb@b.cd,An,Vos,X\na@b.cd,Jo,Smit,Plein 2\n';
    expect(await of(importableCustomers, file)).toEqual([
      [false, []],
      [false, []],
      [true, ['4: is the same as line 2: it is sent once']],
    ]);
  });

  test('is not, where it says something else of the person', async () => {
    const file = 'email,firstname,lastname,phone\na@b.cd,Jo,Smit,030-5550141\na@b.cd,Jo,Smit,030-5550142\n';
    expect(await of(importableCustomers, file)).toEqual([
      [false, []],
      [false, []],
    ]);
  });

  test('is not another person at the same address', async () => {
    const header = 'email,firstname,lastname,company,street,house number,zip,city,country';
    const rows = [
      'a@b.cd,Jo,Smit,,Dam,1,1012 JS,A,NL',
      'a@b.cd,An,Smit,,Dam,1,1012 JS,A,NL',
      'a@b.cd,Jo,Smit,Vos BV,Dam,1,1012 JS,A,NL',
    ];
    const file = `${[header, ...rows, rows[0]].join('\n')}\n`;
    expect((await of(importableAddresses, file)).map(([isExcluded]) => isExcluded)).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});

describe('An abbreviated first name at the same address', () => {
  const header = 'email,firstname,lastname,street,house number,zip,city,country';
  const excluded = async (...names: readonly string[]) => {
    const rows = names.map((name) => `a@b.cd,${name},Smit,Dam,1,1012 JS,A,NL`);
    const read = await readAll(importableAddresses, `${[header, ...rows].join('\n')}\n`);
    return read.rows.flatMap(({ line, excluded: why, faults }) => [why === undefined ? faults.length : `not ${line}`]);
  };

  test.each([
    ['Jan', 'J.'],
    ['J.', 'Jan'],
    ['Jan', 'J'],
    ['Johannes', 'Joh.'],
    ['Jan Peter', 'J.P.'],
    ['Jan Peter', 'J. P.'],
    ['Jan-Peter', 'J.-P.'],
    ['Jan Peter', 'Jan P.'],
    ['J.P.', 'J.'],
    ['Jan', 'J.P.'],
    ['JAN', 'jan'],
  ])('is that of another row: %s and %s', async (one, other) => {
    expect(await excluded(one, other)).toEqual([0, 'not 3']);
  });

  test.each([
    ['Jan', 'P.'],
    ['Jan', 'Johanna'],
    ['Jan', 'Jan Peter'],
    ['J.P.', 'J.A.'],
    ['Jan Peter', 'J.A.'],
    ['Jo', 'Johannes'],
  ])('is not that of someone else: %s and %s', async (one, other) => {
    expect(await excluded(one, other)).toEqual([0, 0]);
  });

  test('is of one of several, and these are two', async () => {
    expect(await excluded('J.', 'Jan', 'Johanna', 'Johanna', 'Jan')).toEqual([0, 'not 3', 0, 'not 5', 'not 6']);
  });

  test('is of another address where anything else differs', async () => {
    const rows = [
      'a@b.cd,Jan,Smit,Dam,1,1012 JS,A,NL',
      'a@b.cd,J.,Smit,Dam,2,1012 JS,A,NL',
      'b@b.cd,J.,Smit,Dam,1,1012 JS,A,NL',
    ];
    const read = await readAll(importableAddresses, `${[header, ...rows].join('\n')}\n`);
    expect(read.rows.map(({ excluded: why }) => why)).toEqual([undefined, undefined, undefined]);
  });

  test('is no reason where customers differ in it', async () => {
    const { rows } = await readAll(importableCustomers, 'email,firstname,lastname\na@b.cd,Jan,Smit\na@b.cd,J.,Smit\n');
    expect(rows.map(({ excluded: why }) => why)).toEqual([undefined, undefined]);
  });
});

test('one address twice is named as that', async () => {
  const directory = ownDirectory({
    'in.csv':
      'email,firstname,lastname,street,house number,zip,city,country\na@b.cd,Jo,Smit,Dam,1,1012 JS,A,NL\na@b.cd,Jo,Smit,Damrak,1,1012 JS,A,NL\n',
  });
  const { err } = await shopCli('addresses import in.csv --dry-run', { directory });
  expect(err).toContain('duplicate address, also on line 3');
});

describe('A catalogue', () => {
  test.each([
    ['Gesamtsumme', 'X'],
    ['Ende der Liste', 'X'],
    ['Fin du fichier', 'X'],
    ['Total', 'X'],
    ['END OF FILE', 'X'],
    ['Somme', 'X'],
    ['A1', 'Summe 12 Artikel'],
    ['subtotal', 'X'],
  ])('whose row %s, %s may be the end of a report is sent with a warning', async (sku, name) => {
    const { rows } = await readAll(importableProducts, `sku,name,price\n${sku},${name},1.00\n`);
    expect(rows[0]?.faults).toEqual([]);
    expect(rows[0]?.warnings.length).toBeGreaterThan(0);
  });

  test.each(['NA', 'NIL', 'NVT', '?'])('may have a product with the SKU %s', async (sku) => {
    const { rows } = await readAll(importableProducts, `sku,name,price\n${sku},Lamp,1.00\n`);
    expect(rows[0]?.faults).toEqual([]);
  });

  test.each(['Total Quartz 5W30', 'Finish', 'Endeavour', 'Fin de siècle', 'Sommelier'])(
    'has the product %s',
    async (name) => {
      const { rows } = await readAll(importableProducts, `sku,name,price\nA1,${name},1.00\n`);
      expect(rows[0]).toMatchObject({ faults: [], warnings: [] });
    },
  );

  test.each(['n/a', '-', 'TRUE', 'NULL', 'N/A'])('has no product with the SKU %s', async (sku) => {
    const { rows } = await readAll(importableProducts, `sku,name,price\n${sku},Lamp,1.00\n`);
    expect(rows[0]?.faults).toMatchObject([{ column: 'sku', message: expect.stringContaining('no value') }]);
  });
});

test('a country with a typing error is answered with the one that is meant', async () => {
  const file = 'email,firstname,lastname,street,house number,zip,city,country\na@b.cd,Jo,Smit,Dam,1,2000,Gent,Belgiu\n';
  const directory = ownDirectory({ 'in.csv': file });
  const { err } = await shopCli('addresses import in.csv --dry-run', { directory });
  expect(err).toContain('Did you mean BE (Belgium)?');
});
