import { describe, expect, test } from 'vitest';
import { matches, queryOf } from '../../../src/people/search/query.ts';
import {
  foldedPhone,
  foldedPostcode,
  foldedStreet,
  nameWords,
  splitStreet,
} from '../../../src/people/words/folding.ts';
import { partsOf } from '../../../src/people/words/parts.ts';
import { foldedEmail } from '../../../src/text/emails.ts';

describe('two ways to write it are one', () => {
  test.each([
    ['06 12345678', '+31 6 12345678'],
    ['06-12345678', '0031 6 1234 5678'],
    ['0612345678', '+31 (0)6 12 34 56 78'],
    ['0612345678', '31612345678'],
    ['020 555 01 23', '+31 20 5550123'],
    ['0470 12 34 56', '+32 470 123456'],
    ['030 123456', '+49 30 123456'],
    ['07700 900123', '+44 7700 900123'],
    ['06 12345678', '０６ 12345678'],
  ])('a phone number: %s and %s', (one, other) => {
    expect(foldedPhone(one)).toBe(foldedPhone(other));
  });

  test.each([
    ['Thijs de Vríes', 'thys DE VRIES'],
    ['Müller', 'muller'],
    ["d'Arc", 'dArc'],
    ['van ’t Hof', 'van t hof'],
    ['Sørensen Łukasz Groß', 'sorensen lukasz gross'],
    ['Jansen-Bakker', 'jansen bakker'],
    ['J.P. Bos', 'j p bos'],
    ['Ĳsbrand', 'Ysbrand'],
    ['Zoe\u0308', 'Zoë'],
  ])('a name: %s and %s', (one, other) => {
    expect(nameWords(one)).toEqual(nameWords(other));
  });

  test.each([
    ['Kerkstraat', 'KERKSTR.'],
    ['Hauptstraße', 'Hauptstr.'],
    ['Prins Hendrik kade', 'Prins Hendrikkade'],
    ['Rue de l’Église', "rue de l'eglise"],
    ['Dijkweg', 'Dykweg'],
  ])('a street: %s and %s', (one, other) => {
    expect(foldedStreet(one)).toBe(foldedStreet(other));
  });

  test('a postcode and an e-mail address', () => {
    expect([foldedPostcode('1012 js'), foldedPostcode('1012JS')]).toEqual(['1012js', '1012js']);
    expect(foldedEmail(' Jo@Example.COM ')).toBe('jo@example.com');
  });
});

test.each([
  ['06 12345678', '06 12345679'],
  ['020 5550123', '030 5550123'],
])('phone numbers that differ stay two: %s and %s', (one, other) => {
  expect(foldedPhone(one)).not.toBe(foldedPhone(other));
});

test.each([
  ['Kerkstraat 12', { street: 'Kerkstraat', number: '12', extension: '' }],
  ['Kerkstraat 12 a', { street: 'Kerkstraat', number: '12', extension: 'a' }],
  ['Plein 1940-1945 3-bis', { street: 'Plein 1940-1945', number: '3', extension: 'bis' }],
  ['12b Church Street', { street: 'Church Street', number: '12', extension: 'b' }],
  ['2e Kerkstraat', { street: '2e Kerkstraat', number: '', extension: '' }],
  ['Kerkstraat', { street: 'Kerkstraat', number: '', extension: '' }],
])('%s is a street and a number', (text, expected) => {
  expect(splitStreet(text)).toEqual(expected);
});

describe('the parts', () => {
  test('of a customer are its e-mail address, phone number and names', () => {
    const customer = {
      customerId: '101',
      emailAddress: 'Jo@Example.com',
      firstName: 'Jo',
      lastName: 'de Vries',
      phoneNumber: '06-12345678',
      discountGroupName: 'Wholesale',
      bankAccountNumber: 'NL91ABNA0417164300',
    };
    expect([...partsOf(customer)]).toEqual([
      'email:jo@example.com',
      'local:jo',
      'host:example',
      'phone:612345678',
      'ending:5678',
      'name:jo',
      'name:de',
      'name:vries',
      'initial:j',
    ]);
  });

  test.each([
    [{ emailAddress: 'Sanne.Bakker@Gmail.com' }, ['sanne', 'sannebakker', 'bakker'], 'gmail'],
    [
      { emailAddress: 'sannebakker84@mail.example.co.uk', firstName: 'Sanne', lastName: 'Bakker' },
      ['sanne', 'sannebakker', 'sannebakker84', 'bakker', 'bakker84'],
      'example',
    ],
    [{ emailAddress: 'jdijk@ziggo.nl', lastName: 'van Dijk' }, ['jdyk'], 'ziggo'],
    [{ emailAddress: 'no address' }, ['noaddress', 'address'], undefined],
  ])('of the e-mail address in %j are its words, runs of them and its host', (customer, words, host) => {
    const parts = [...partsOf(customer)].filter((part) => /^(?:local|host):/.test(part));
    expect(parts).toEqual([...words.map((word) => `local:${word}`), ...(host === undefined ? [] : [`host:${host}`])]);
  });

  test('of a company are its words, with the dots of its form or without', () => {
    const names = (company: string) => [...partsOf({ company })];
    expect(names('Vogel B.V.')).toEqual(['name:vogel', 'name:bv']);
    expect(names('Vogel BV')).toEqual(names('Vogel B.V.'));
    expect([...partsOf({ companyName: 'Vogel GmbH' })]).toEqual(['name:vogel', 'name:gmbh']);
  });

  test('of an address are its names, city, postcode and street, with and without the number and its extension', () => {
    const address = {
      name: 'Jo Bos',
      streetAddress: 'Kerkstraat',
      houseNumber: 12,
      houseNumberExtension: 'A',
      zipcode: '1012 JS',
      city: 'Amsterdam',
      country: { title: 'Nederland' },
    };
    expect([...partsOf(address)]).toEqual([
      'name:jo',
      'name:bos',
      'initial:j',
      'initial:b',
      'city:amsterdam',
      'postcode:1012js',
      'house:1012js 12',
      'house:1012js 12a',
      'street:kerkstr',
      'streetHouse:kerkstr 12',
      'streetHouse:kerkstr 12a',
      'number:12',
      'number:12a',
    ]);
  });

  test('of an order are those of everybody in it, and not its products', () => {
    const order = {
      orderId: '1001',
      statusName: 'Nieuw',
      customer: { emailAddress: 'jo@example.com' },
      billingAddress: { lastName: 'Bos', zipcode: '1012JS' },
      deliveryAddress: { lastName: 'Bakker', streetAddress: 'Dam 1' },
      products: [{ name: 'Vries mug' }],
      shipping: { name: 'PostNL' },
    };
    expect([...partsOf(order)]).toEqual([
      'email:jo@example.com',
      'local:jo',
      'host:example',
      'name:bos',
      'postcode:1012js',
      'name:bakker',
      'street:dam',
      'streetHouse:dam 1',
      'number:1',
    ]);
  });

  test('of a flat order are told by the words before the names', () => {
    const order = {
      billingZipcode: '1012JS',
      billingHouseNumber: '5',
      delivery_zipcode: '3011AA',
      deliveryHouseNumber: 7,
    };
    expect([...partsOf(order)].filter((part) => !part.startsWith('number:'))).toEqual([
      'postcode:1012js',
      'house:1012js 5',
      'postcode:3011aa',
      'house:3011aa 7',
    ]);
  });

  test('of what is no text are none', () => {
    expect([
      ...partsOf({ emailAddress: null, firstName: '', lastName: ' ', phoneNumber: '-', zipcode: ['1'] }),
    ]).toEqual([]);
  });
});

test.each([
  ['Prins Hendrikkade', ['Hendrikkade 114', 'hendrikkade', 'prins hendrikkade 114'], ['kade 114', 'Hendrikkade 14']],
  ['Burgemeester van Dijklaan', ['van Dijklaan 114', 'Dijklaan 114'], ['burgemeester 114']],
  ['Burg. v. Dijklaan', ['Dijklaan 114'], []],
  ['Lange Weg', ['Lange Weg 114'], ['Weg 114', 'weg']],
  ['Plein 1940', ['Plein 1940'], ['1940 114']],
])('the street %s is found by its last words, with the house number or without', (streetAddress, found, others) => {
  const parts = partsOf({ lastName: 'Smit', streetAddress, houseNumber: '114' });
  const isFound = (text: string): boolean => matches(queryOf(text), parts, false);
  expect([found.filter(isFound), others.filter(isFound)]).toEqual([found, []]);
});
