import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { houseNumberOf } from '../../src/resources/addresses.ts';
import { withHouseNumber } from '../../src/resources/written-house-number.ts';

type Cells = Readonly<Record<string, string>>;

const read = (cells: Cells, isWhole = true): readonly unknown[] => {
  const filled = Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== ''));
  const { values, faults } = withHouseNumber(filled, { isWhole });
  const { streetAddress, houseNumber, houseNumberExtension } = values;
  return faults.length > 0 ? faults.map(({ field }) => field) : [streetAddress, houseNumber, houseNumberExtension];
};

describe('A house number in the street and in its column', () => {
  test.each([
    ['Dorpsstraat 5', '5', '', ['Dorpsstraat', 5, undefined]],
    ['Kerkstraat 12 a', '12', 'a', ['Kerkstraat', 12, 'a']],
    ['Kerkstraat 12a', '12', 'A', ['Kerkstraat', 12, 'A']],
    ['Kerkstraat 12a', '12a', '', ['Kerkstraat', 12, 'a']],
    ['Kerkstraat 12 a', '12', '', ['Kerkstraat', 12, 'a']],
    ['Kerkstraat 12', '12', 'a', ['Kerkstraat', 12, 'a']],
    ['Kerkstraat 12', '12-a', '', ['Kerkstraat', 12, 'a']],
    ['12 Main Street', '12', '', ['Main Street', 12, undefined]],
    ['Meir 8 bus 2', '8', 'bus 2', ['Meir', 8, 'bus 2']],
    ['Meir 8 bus 2', '8', '2', ['Meir', 8, 'bus 2']],
    ['Kerkstraat 12-14', '12', '14', ['Kerkstraat', 12, '-14']],
    ['Kerkstraat 12/1', '12', '1', ['Kerkstraat', 12, '/1']],
    ['Plein 1944', '5', '', ['Plein 1944', 5, undefined]],
    ['Rue du 8 mai 1945', '8', '', ['Rue du 8 mai 1945', 8, undefined]],
    ['5e Kerkstraat', '5', '', ['5e Kerkstraat', 5, undefined]],
    ['Calle 8', '123', '', ['Calle 8', 123, undefined]],
    ['Laan 1940-1945', '5', '', ['Laan 1940-1945', 5, undefined]],
    ['Highway 61', '1200', '', ['Highway 61', 1200, undefined]],
    ['1 Mei Plein', '5', '', ['1 Mei Plein', 5, undefined]],
    ['Straße des 17. Juni', '135', '', ['Straße des 17. Juni', 135, undefined]],
  ])('%s, %s and "%s" are read', (streetAddress, houseNumber, houseNumberExtension, expected) => {
    expect(read({ streetAddress, houseNumber, houseNumberExtension })).toEqual(expected);
  });

  test.each([
    ['Kerkstraat 12', '14', ''],
    ['Kerkstraat 12 a', '12', 'b'],
    ['Kerkstraat 12a', '14', 'a'],
    ['Hauptstr.5', '7', ''],
    ['Postbus 123', '12', ''],
    ['Kerkstraat 12b', '12a', ''],
    ['12 rue Lepic', '14', ''],
    ['Kerkstraat 12, Utrecht', '12', ''],
    ['Kerkstraat 12 2 hoog', '12', ''],
    ['Hauptstraße 5 Haus 2', '5', ''],
    ['Am Bach 3 (Hinterhaus)', '3', ''],
    ['Straat 12a 14', '14', ''],
    ['Laan 1945 12', '12', ''],
    ['Plein 1944', '1944', ''],
    ['Calle 8', '8', ''],
  ])('%s is not %s%s: one of the two is corrected', (streetAddress, houseNumber, houseNumberExtension) => {
    expect(read({ streetAddress, houseNumber, houseNumberExtension })).toEqual(['streetAddress']);
  });
});

describe('A house number with more behind it', () => {
  test.each([
    ['Hauptstr. 12 / 14', ['Hauptstr.', 12, '/14']],
    ['Hauptstr. 12/14', ['Hauptstr.', 12, '/14']],
    ['Hauptstr. 12+14', ['Hauptstr.', 12, '+14']],
    ['Hauptstr. 12-14', ['Hauptstr.', 12, '-14']],
    ['Hauptstr. 12 - 14', ['Hauptstr.', 12, '-14']],
    ['Kerkstraat 12-2', ['Kerkstraat', 12, '2']],
    ['Kerkstraat 12-a', ['Kerkstraat', 12, 'a']],
    ['Kerkstraat 12 bis', ['Kerkstraat', 12, 'bis']],
  ])('%s is read', (streetAddress, expected) => {
    expect(read({ streetAddress })).toEqual(expected);
  });

  test.each(['Kerkstraat 12E5', 'Kerkstraat 0', 'Dam 12.5', 'Kerkstraat', 'Vogel GmbH'])(
    '%s is not',
    (streetAddress) => {
      expect(read({ streetAddress })).toEqual(['streetAddress']);
    },
  );
});

describe('A line break in a street', () => {
  test.each([
    ['Kerkstraat 12\nbus 3', ['Kerkstraat', 12, 'bus 3']],
    ['12 Main Street\nApt 4', ['Main Street', 12, 'Apt 4']],
    ['Kerkstraat\r\n12\r\n', ['Kerkstraat', 12, undefined]],
    ['Kerkstraat 12\nUtrecht', ['Kerkstraat', 12, undefined]],
    ['Kerkstraat 12\n3511 AA Utrecht', ['Kerkstraat', 12, undefined]],
    ['Torstraße 135\n2. OG', ['Torstraße', 135, '2. OG']],
  ])('in %j is where its second line begins', (streetAddress, expected) => {
    expect(read({ streetAddress, city: 'Utrecht', zipcode: '3511 AA' })).toEqual(expected);
  });

  test.each([
    ['Torstraße 135\nHinterhaus 2. OG', ['addressLine2']],
    ['Vogel GmbH\nTorstraße 135', ['streetAddress']],
    ['Etage 3\nKerkstraat 5', ['addressLine2']],
    ['Kerkstraat 12\nVos BV', ['addressLine2']],
    ['Kerkstraat 12\nbus 3\nhal 4, links', ['addressLine2']],
  ])('in %j leaves a line without a place', (streetAddress, fields) => {
    expect(read({ streetAddress, city: 'Utrecht', zipcode: '3511 AA' })).toEqual(fields);
  });
});

describe('A second line', () => {
  test.each([
    'bus 3',
    'Apt. 4',
    '2nd floor',
    '3 hoog',
    'a',
    'B2',
    '3',
    'II',
    '#4',
    'Unit 5',
    '2. OG',
    'bis',
    'links',
    'rez 1 bat B',
  ])('"%s" is the extension', (addressLine2) => {
    expect(read({ streetAddress: 'Kerkstraat', houseNumber: '12', addressLine2 })).toEqual([
      'Kerkstraat',
      12,
      addressLine2,
    ]);
  });

  test.each(['Utrecht', '3511 AA Utrecht', 'Vos BV', 'Kerkstraat', 'NL'])(
    '"%s" that another column has as well is no line',
    (addressLine2) => {
      const cells = {
        streetAddress: 'Kerkstraat',
        houseNumber: '12',
        city: 'Utrecht',
        zipcode: '3511 AA',
        company: 'Vos BV',
        country: 'NL',
      };
      expect(read({ ...cells, addressLine2 })).toEqual(['Kerkstraat', 12, undefined]);
    },
  );

  test.each(['Amsterdam', 'Vos BV', 't.a.v. Jo', 'Kerkstraat 5', 'Achter'])('"%s" has no place', (addressLine2) => {
    expect(read({ streetAddress: 'Kerkstraat', houseNumber: '12', addressLine2 })).toEqual(['addressLine2']);
  });
});

test('of an address that is changed, a street without a number keeps its number', () => {
  expect(read({ streetAddress: 'Kerkstraat' }, false)).toEqual(['Kerkstraat', undefined, undefined]);
  expect(read({ streetAddress: 'Kerkstraat 14' }, false)).toEqual(['Kerkstraat', 14, undefined]);
});

test('a house number of digits alone is the number that they are after a zero, which is read the long way', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,9}$/), (digits) => {
      expect(houseNumberOf(digits)).toEqual(houseNumberOf(digits.padStart(10, '0')));
    }),
  );
});
