import { expect, test } from 'vitest';
import { newAddress } from '../../../src/resources/addresses.ts';
import { addressForm } from '../../../src/resources/countries/address-form.ts';
import { type Answers, invalidAnswers, readAnswer, requiring } from '../../../src/resources/form.ts';

const place = (country: unknown): string =>
  addressForm
    .order({ country })
    .filter((field) => !['company', 'firstName', 'lastName', 'gender', 'btwNumber', 'kvkNumber'].includes(field))
    .join(' ');

test.each([
  ['NL', 'country zipcode houseNumber houseNumberExtension streetAddress city'],
  ['BE', 'country streetAddress houseNumber houseNumberExtension zipcode city'],
  ['US', 'country streetAddress houseNumber houseNumberExtension zipcode city state'],
  ['', 'country streetAddress houseNumber houseNumberExtension zipcode city'],
])('questions about an address follow the order of its country (%s)', (country, order) => {
  expect(place(country)).toBe(order);
});

test.each(['NL', 'BE', 'US', ''])('every field that an address needs is asked for once (country: %s)', (country) => {
  const fields = country === 'US' ? newAddress.names : newAddress.names.filter((name) => name !== 'state');
  expect([...addressForm.order({ country })].sort()).toEqual([...fields].sort());
});

test('the state is a question where it is required, or where there is one already', () => {
  const asksForState = (answers: Answers): boolean => addressForm.order(answers).includes('state');
  expect([{ country: 'CA' }, { country: 'US' }, { country: 'CA', state: 'ON' }].map(asksForState)).toEqual([
    false,
    true,
    true,
  ]);
});

const required = (country: string | undefined): readonly string[] =>
  addressForm.order({ country }).filter((field) => addressForm.isRequired(field, { country }));

test.each([
  ['NL', 'firstName lastName country zipcode houseNumber'],
  ['BE', 'firstName lastName country streetAddress houseNumber zipcode city'],
  ['US', 'firstName lastName country streetAddress houseNumber zipcode city state'],
  ['', 'firstName lastName country streetAddress houseNumber zipcode city'],
])('an address in the country "%s" needs the answers %s', (country, fields) => {
  expect(required(country).join(' ')).toBe(fields);
});

const isRequired = { ok: false, message: 'is required' };
const mustBe = (what: string) => ({ ok: false, message: expect.stringContaining(`must be ${what}`) });
const gives = (values: Answers) => ({ ok: true, values });

test.each<[string, string, string, unknown]>([
  ['NL', 'firstName', '', isRequired],
  ['NL', 'firstName', '   ', isRequired],
  ['NL', 'firstName', ' Jo ', gives({ firstName: 'Jo' })],
  ['NL', 'streetAddress', '', gives({ streetAddress: undefined })],
  ['BE', 'streetAddress', '', isRequired],
  ['NL', 'zipcode', '1012js', gives({ zipcode: '1012 JS' })],
  ['NL', 'zipcode', '1012  JS', mustBe('a Dutch postcode')],
  ['NL', 'zipcode', '0012 JS', mustBe('a Dutch postcode')],
  ['NL', 'zipcode', '2000', mustBe('a Dutch postcode')],
  ['BE', 'zipcode', '2000', gives({ zipcode: '2000' })],
  ['NL', 'houseNumber', '12', gives({ houseNumber: 12 })],
  ['NL', 'houseNumber', '12a', gives({ houseNumber: 12, houseNumberExtension: 'a' })],
  ['NL', 'houseNumber', '12 bis', gives({ houseNumber: 12, houseNumberExtension: 'bis' })],
  ['NL', 'houseNumber', '12-2', gives({ houseNumber: 12, houseNumberExtension: '2' })],
  ['BE', 'houseNumber', '12/14 bus 3', gives({ houseNumber: 12, houseNumberExtension: '/14 bus 3' })],
  ['NL', 'houseNumber', '12 é', gives({ houseNumber: 12, houseNumberExtension: 'é' })],
  ['NL', 'houseNumber', 'a12', mustBe('a house number')],
  ['NL', 'houseNumber', '0', mustBe('a house number')],
  ['NL', 'houseNumber', '-12', mustBe('a house number')],
  ['NL', 'houseNumber', '12.5', mustBe('a house number')],
  ['NL', 'houseNumber', '99999999999', mustBe('a house number')],
  ['US', 'state', '', isRequired],
  ['NL', 'state', '', gives({ state: undefined })],
  ['US', 'state', 'NY', gives({ state: 'NY' })],
  ['NL', 'country', 'nld', gives({ country: 'NL' })],
  ['NL', 'country', 'Atlantis', mustBe('an ISO 3166 country code')],
  ['NL', 'gender', 'F', gives({ gender: 'f' })],
  ['NL', 'gender', 'x', mustBe('m or f')],
  ['NL', 'btwNumber', 'nl 0044.95.445.b01', gives({ btwNumber: 'NL004495445B01' })],
  ['NL', 'btwNumber', 'NL000099998B57', gives({ btwNumber: 'NL000099998B57' })],
  ['NL', 'btwNumber', 'NL123456789B01', mustBe('a VAT number')],
  ['NL', 'btwNumber', 'BE0411905847', gives({ btwNumber: 'BE0411905847' })],
  ['GR', 'btwNumber', 'EL094259216', gives({ btwNumber: 'EL094259216' })],
  ['US', 'btwNumber', '12-3456789', gives({ btwNumber: '12-3456789' })],
  ['NL', 'kvkNumber', '1234 5678', gives({ kvkNumber: '12345678' })],
  ['NL', 'kvkNumber', '1234567', mustBe('8 digits')],
  ['BE', 'kvkNumber', '0411.905.847', gives({ kvkNumber: '0411.905.847' })],
])('in %s, %s answered with %j', (country, field, text, outcome) => {
  expect(readAnswer(addressForm, field, text, { country })).toEqual(outcome);
});

test('what the store has demanded may not stay empty', () => {
  expect(readAnswer(requiring(addressForm, ['company']), 'company', '', { country: 'NL' })).toEqual(isRequired);
});

test.each<[string, Answers, Answers]>([
  ['another number', { houseNumber: 12 }, { houseNumber: 14, houseNumberExtension: undefined }],
  ['the same number', { houseNumber: 14 }, { houseNumber: 14 }],
  ['the first number', {}, { houseNumber: 14 }],
])('the extension is not that of %s', (_, before, values) => {
  const answers = { country: 'NL', houseNumberExtension: 'a', ...before };
  expect(readAnswer(addressForm, 'houseNumber', '14', answers)).toStrictEqual(gives(values));
});

const dutch = { firstName: 'Jo', lastName: 'Smit', country: 'NL', zipcode: '1012 JS', houseNumber: 12 };

test.each<[string, Answers, readonly string[]]>([
  ['nothing, for a Dutch address without street and city', dutch, []],
  ['street and city, once it is Belgian', { ...dutch, country: 'BE' }, ['streetAddress', 'city']],
  [
    'the state too, once it is American',
    { ...dutch, country: 'US', streetAddress: 'Broadway', city: 'New York' },
    ['state'],
  ],
  ['the postcode, once an American address is Dutch', { ...dutch, zipcode: '10001' }, ['zipcode']],
  ['nothing, for a house number with an extension', { ...dutch, houseNumberExtension: 'a' }, []],
])('after a refusal the form asks again for %s', (_, answers, fields) => {
  expect(invalidAnswers(addressForm, answers)).toEqual(fields);
});

test.each<[string, Answers, Answers]>([
  ['Kerkweg 9a', {}, { streetAddress: 'Kerkweg', houseNumber: 9, houseNumberExtension: 'a' }],
  ['Kerkweg 9', {}, { streetAddress: 'Kerkweg', houseNumber: 9 }],
  [
    'Kerkweg 9',
    { houseNumber: 12, houseNumberExtension: 'a' },
    { streetAddress: 'Kerkweg', houseNumber: 9, houseNumberExtension: undefined },
  ],
  [
    'Kerkweg 12',
    { houseNumber: 12, houseNumberExtension: 'a' },
    { streetAddress: 'Kerkweg', houseNumber: 12, houseNumberExtension: 'a' },
  ],
  ['Weg 12', { houseNumber: 12 }, { streetAddress: 'Weg', houseNumber: 12 }],
  ['Plein 1945', {}, { streetAddress: 'Plein 1945' }],
  ['Plein 1945', { houseNumber: 5 }, { streetAddress: 'Plein 1945', houseNumber: 5 }],
  ['Calle 8', { houseNumber: 12 }, { streetAddress: 'Calle 8', houseNumber: 12 }],
])('a street that is answered with its number, %s, is read as in a file: %j', (typed, answers, values) => {
  expect(readAnswer(addressForm, 'streetAddress', typed, answers)).toEqual(gives(values));
});
