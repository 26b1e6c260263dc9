import { describe, expect, test } from 'vitest';
import { isDate, splitStreet } from '../../src/resources/streets.ts';
import { effortOf } from '../support/effort.ts';

describe('A house number is taken off a street', () => {
  test.each([
    ['Kerkstraat 12', 'Kerkstraat', '12'],
    ['Kerkstraat 12a', 'Kerkstraat', '12a'],
    ['Kerkstraat 12 a', 'Kerkstraat', '12 a'],
    ['Kerkstraat 12-2', 'Kerkstraat', '12-2'],
    ['Kerkstraat 12 bis', 'Kerkstraat', '12 bis'],
    ['Kerkstraat nr. 12', 'Kerkstraat', '12'],
    ['Meir 8 bus 2', 'Meir', '8 bus 2'],
    ['Hauptstr.5', 'Hauptstr.', '5'],
    ['Laan 1940-1945 12', 'Laan 1940-1945', '12'],
    ['Straße des 17. Juni 135', 'Straße des 17. Juni', '135'],
    ['2e Jacob van Campenstraat 12', '2e Jacob van Campenstraat', '12'],
    ['Rue de la Paix 5', 'Rue de la Paix', '5'],
    ['Via Roma, 10', 'Via Roma', '10'],
    ['Kerkstraat\n12', 'Kerkstraat', '12'],
    ['5 Rue de la Paix', 'Rue de la Paix', '5'],
    ['12bis, rue Lepic', 'rue Lepic', '12bis'],
    ['12 Main Street', 'Main Street', '12'],
    ['221B Baker Street', 'Baker Street', '221B'],
    ['12 5th Avenue', '5th Avenue', '12'],
    ['Postbus 123', 'Postbus', '123'],
  ])('%j', (text, street, houseNumber) => {
    expect(splitStreet(text)).toMatchObject({ street, houseNumber });
  });
});

test.each([
  '12 Main Street Apt 4',
  '1 Mei straat 5',
  '12bis rue Lepic 5',
  'Plein 1944',
  'Plein 1944 5',
  'Rue du 11 novembre 1918',
  'Kerkstraat 12 3',
  'Kerkstraat 12 A 3',
  'Calle 12 de Octubre 5',
  'Calle Mayor 5 2',
])('%s can be read in two ways', (text) => {
  expect(splitStreet(text)).toBe('ambiguous');
});

test.each([
  'Kerkstraat',
  'Straße des 17. Juni',
  '5th Avenue',
  'De Hoeve',
  '',
  '12',
  'Calle Mayor, 5, 2º B',
  'Piazza 5 Marzo',
])('%j has no house number', (text) => {
  expect(splitStreet(text)).toBe('none');
});

test('a long text takes no time', async () => {
  const long = [`${'1 '.repeat(5_000_000)}a`, `a${' '.repeat(99)}1 ${'a '.repeat(49)}`, 'a1 '.repeat(66)];
  expect(await effortOf(() => long.map(splitStreet))).toBeLessThan(1000);
});

test('what a spreadsheet made of 12-2 is a date', () => {
  expect(['12-feb', '12-2', '12a'].map(isDate)).toEqual([true, false, false]);
});
