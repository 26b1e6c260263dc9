import { expect, test } from 'vitest';
import { envelopeOf } from '../../../src/resources/countries/address-format.ts';

test.each([
  ['as the store writes it', { addressFormat: 'Jo\r\nDam 1\n\nBE', name: 'X' }, ['Jo', 'Dam 1', 'BE']],
  [
    'from its fields, as in its country',
    {
      firstName: 'Jo',
      lastName: 'de Vries',
      streetAddress: 'Dam',
      houseNumber: 1,
      houseNumberExtension: 'a',
      zipcode: '1012 JS',
      city: 'Amsterdam',
      country: { isoCode2: 'NL', title: 'Nederland' },
    },
    ['Jo de Vries', 'Dam 1 a', '1012 JS Amsterdam', 'Nederland'],
  ],
  [
    'in the United States',
    {
      name: 'Jo',
      streetAddress: 'Main St',
      houseNumber: '5',
      zipcode: '97214',
      city: 'Portland',
      state: 'OR',
      country: 'US',
    },
    ['Jo', '5 Main St', 'Portland, OR 97214', 'US'],
  ],
  ['without the commas of what is missing', { zipcode: '97214', country: { isoCode2: 'US' } }, ['97214', 'US']],
  ['masked, from its masked fields', { addressFormat: '***', name: '***', city: 'Gent' }, ['***', 'Gent']],
  ['not at all where there is nothing', { id: '1', addressFormat: '' }, undefined],
])('an envelope is written %s', (_, address, lines) => {
  expect(envelopeOf(address)).toEqual(lines);
});
