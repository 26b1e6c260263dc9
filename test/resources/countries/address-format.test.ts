import { expect, test } from 'vitest';
import { envelopeOf } from '../../../src/resources/countries/address-format.ts';
import { dutchAddress } from '../../support/people.ts';

test.each([
  ['as the store writes it', { addressFormat: 'Jo\r\nDam 1\n\nBE', name: 'X' }, ['Jo', 'Dam 1', 'BE']],
  [
    'from its fields, as in its country',
    { ...dutchAddress, houseNumberExtension: 'a', country: { isoCode2: 'NL', title: 'Nederland' } },
    ['J. Bos', 'Dam 1 a', '1012 JS Amsterdam', 'Nederland'],
  ],
  [
    'in the United States',
    { ...dutchAddress, name: 'Jo', zipcode: '97214', city: 'Portland', state: 'OR', country: 'US' },
    ['Jo', '1 Dam', 'Portland, OR 97214', 'US'],
  ],
  ['without the commas of what is missing', { zipcode: '97214', country: { isoCode2: 'US' } }, ['97214', 'US']],
  ['masked, from its masked fields', { addressFormat: '***', name: '***', city: 'Gent' }, ['***', 'Gent']],
  ['not at all where there is nothing', { id: '1', addressFormat: '' }, undefined],
])('an envelope is written %s', (_, address, lines) => {
  expect(envelopeOf(address)).toEqual(lines);
});
