import { expect, test } from 'vitest';
import { isNearAddress } from '../../src/resources/near-address.ts';

const sent = { zipcode: '1012 JS', houseNumber: 12, houseNumberExtension: 'a', lastName: "O'Dam-Müller" };

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['without its letter', { houseNumberExtension: '' }],
  ['with its letter in the number', { houseNumber: '12A', houseNumberExtension: null }],
  ['with entities', { lastName: 'O&#039;Dam-M&uuml;ller' }],
  ['with entities of entities', { lastName: 'O&amp;#039;Dam-Müller' }],
  ['with entities of another program', { lastName: 'O&#x27;Dam-Müller' }],
  ['in capitals, without signs', { lastName: 'ODAM MÜLLER' }],
  ['without accents', { lastName: "O'Dam-Muller" }],
  ['with question marks for signs', { lastName: 'O?Dam-M?ller' }],
  ['with UTF-8 read as Latin-1', { lastName: "O'Dam-MÃ¼ller" }],
  ['cut', { lastName: "O'Dam-M" }],
  ['with a postcode without letters', { zipcode: '1012' }],
  ['with a field that it does not show', { lastName: undefined, houseNumber: null }],
])('an address %s may be what a store has made of another', (_, kept) => {
  expect(isNearAddress(sent, { ...sent, ...kept })).toBe(true);
});

test.each<[string, Readonly<Record<string, unknown>>]>([
  ['another number', { houseNumber: 2 }],
  ['a number that begins alike', { houseNumber: '123' }],
  ['another postcode', { zipcode: '1012 JT' }],
  ['another last name', { lastName: 'Claes' }],
  ['nothing that tells', { zipcode: '', lastName: '' }],
])('an address with %s is another', (_, kept) => {
  expect(isNearAddress(sent, { ...sent, ...kept })).toBe(false);
});
