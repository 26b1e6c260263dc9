import { describe, expect, test } from 'vitest';
import { matches, queryOf } from '../../../src/people/search/query.ts';
import { partsOf } from '../../../src/people/words/parts.ts';

const thijs = partsOf({
  customer: {
    emailAddress: 'thijs.devries@example.com',
    firstName: 'Thijs',
    lastName: 'de Vríes',
    phoneNumber: '+31612345678',
  },
  deliveryAddress: {
    name: 'Thijs de Vríes',
    streetAddress: 'Kerkstraat',
    houseNumber: '12',
    houseNumberExtension: 'a',
    zipcode: '1012 JS',
  },
});

const isFound = (text: string, isPartial = false): boolean => matches(queryOf(text), thijs, isPartial);

describe('Thijs de Vries is found by', () => {
  test.each([
    'Thijs.deVries@example.com',
    'thijs.devries@example.com De Vries',
    '"Thijs de Vries" <thijs.devries@example.com>',
    '06 1234 5678',
    '0031612345678',
    'de vries',
    'Vries, Thijs de',
    'THYS',
    '1012JS',
    '1012 js 12',
    '1012js 12a',
    '1012JS, 12-a',
    '1012 JS Amsterdam',
    '1012 JS 12 Amsterdam',
    'Kerkstraat',
    'kerkstr. 12',
    'Kerkstraat 12 a',
    'Kerkstraat 12a, 1012 JS Amsterdam',
    'De Vries 1012JS',
    'thijs.devries',
    'ThijsDeVries',
    'devries',
    'thijs.devries@',
    'devries@example',
    'thijs @example',
    'thijs.devries at example',
    'thijs.devries at example punt com',
    'De Vries Kerkstraat',
    'thijs de vries, kerkstraat 12',
    'de Vries 12',
    'de heer De Vries 12a',
    '12 a, de Vries',
    'Vries 5678',
    '5678 de Vries',
    '*5678',
    '*5678 de Vries',
    'ends with 5678, de Vries',
    'De Vries, phone ending in 345678',
    'de Vries eindigt op 12345678',
  ])('%s', (text) => {
    expect(isFound(text)).toBe(true);
  });
});

const linden = partsOf({
  customer: { firstName: 'Maria', lastName: 'van der Linden' },
  deliveryAddress: { streetAddress: 'Burgemeester Jansenstraat', houseNumber: '3', zipcode: '3512 JC' },
});

describe('Maria van der Linden is found by', () => {
  test.each([
    'v.d. Linden',
    'v/d linden',
    'vd Linden',
    'Maria v.d. Linden',
    'M. van der Linden',
    'm linden',
    'M Linden',
    'M.v.d. Linden',
    'M. v. d. Linden',
    'Linden, M. van der',
    'mevr. M. van der Linden',
    'mevrouw Van der Linden',
    'Fam. v.d. Linden',
    'm linden 3512jc',
    'm. v.d. linden burg jansenstraat 3',
    'burg. jansenstr. 3',
    'Burg Jansenstraat',
  ])('%s', (text) => {
    expect(matches(queryOf(text), linden, false)).toBe(true);
  });

  test.each(['J. van der Linden', 'M.J. van der Linden', 'A linden', 'm linde'])('but not by %s', (text) => {
    expect(matches(queryOf(text), linden, false)).toBe(false);
  });
});

test.each([
  [
    { firstName: 'Jan Pieter', lastName: 'de Vries' },
    ['J.P. de Vries', 'JP de Vries', 'j p vries', 'J. de Vries', 'de heer Vries'],
  ],
  [{ firstName: 'J.P.', lastName: 'de Vries' }, ['J.P. de Vries', 'JP de Vries', 'P. de Vries']],
  [{ firstName: 'JP', lastName: 'de Vries' }, ['J.P. de Vries', 'jp de vries']],
  [{ firstName: 'Els', lastName: 'de Jong-Bakker' }, ['mevr. Bakker-de Jong', 'E. Bakker', 'mw. E. de Jong']],
  [{ firstName: 'Jo', lastName: 'Jansen e/v Bakker' }, ['jansen bakker', 'J. Jansen', 'Jansen e.v. Bakker']],
  [{ firstName: 'Jo', lastName: 'Jansen-Bakker' }, ['Jansen e/v Bakker', 'mevr. Jansen e.v. Bakker']],
  [{ firstName: 'Jo', lastName: 'v.d. Linden' }, ['van der Linden', 'v/d Linden', 'van den linden', 'jo vd linden']],
  [{ firstName: 'Jo', lastName: 'vd Linden' }, ['van der Linden', 'v.d. Linden', 'J. van der Linden']],
  [{ firstName: 'Jo', lastName: 'v/d Linden' }, ['van der Linden', 'v d linden']],
  [{ lastName: 'J. v. d. Berg' }, ['van den Berg', 'J. van den Berg', 'J. v.d. Berg', 'vd berg']],
  [{ firstName: 'Jo', lastName: 'v. Dijk' }, ['van Dijk', 'J. van Dijk', 'v Dijk']],
  [{ firstName: 'Jo', lastName: 'van Dijk' }, ['v. Dijk', 'jo v. dijk']],
  [
    { name: 'Jo Vos', streetAddress: 'St. Jansstraat', houseNumber: '4' },
    ['Sint Jansstraat 4', 'st jansstraat 4', 'Sint-Jansstraat'],
  ],
  [
    { name: 'Jo Vos', streetAddress: 'Sint Jansstraat', houseNumber: '4' },
    ['St. Jansstraat 4', 'St Jansstraat', 'J. Vos'],
  ],
  [
    { name: 'Jo Vos', streetAddress: 'Burg. Roëllstraat', houseNumber: '4' },
    ['Burgemeester Roellstraat', 'burg roellstr 4'],
  ],
  [{ name: 'Jo Vos', streetAddress: 'Kon. Wilhelminalaan', houseNumber: '4' }, ['Koningin Wilhelminalaan 4']],
  [
    { name: 'Jo Vos', streetAddress: 'Koningin Wilhelminalaan', houseNumber: '4' },
    ['kon wilhelminalaan', 'Vos, kon. Wilhelminalaan 4'],
  ],
])('however it is abbreviated: %j', (record, texts) => {
  const parts = partsOf(record);
  expect(texts.filter((text) => !matches(queryOf(text), parts, false))).toEqual([]);
});

test.each([
  ['18.434', '18434'],
  ['1.018.434', '1018434'],
  ['18.43', undefined],
])('a number with thousands apart may be that of an order: %s', (text, number) => {
  expect(queryOf(text).number).toBe(number);
});

describe('Thijs de Vries is not found by', () => {
  test.each([
    'devries@example.com',
    'Jan de Vries',
    'Vrie',
    '06 1234 5679',
    '1012 JS 1',
    '1012JS 12b',
    '1012 JT',
    'Kerkstraat 1',
    'Kerkweg',
    'Bakker 1012JS',
    'Kerkstraat 14, 1012 JS',
    'thijs.devries@gmail',
    'thijs @gmail',
    'thijs gmail',
    'thijs.jansen',
    'de Vries 1',
    'de Vries 5679',
    'Jansen 5678',
    '*5679 de Vries',
    'de Vries 95678',
  ])('%s', (text) => {
    expect(isFound(text)).toBe(false);
  });
});

describe('Thijs de Vries is found by a part of a word, where parts are searched', () => {
  test.each(['Vrie', 'thij vri', 'devries@exam', 'devri', '345678', 'kerkst', '06-123456', 'vrie 5678', 'vrie 12'])(
    '%s',
    (text) => {
      expect([isFound(text), isFound(text, true)]).toEqual([false, true]);
    },
  );

  test.each(['Vriesman', 'Kerkstraat 1', '1012JS 1', 'jan vri', 'vrie 1'])('but not %s', (text) => {
    expect(isFound(text, true)).toBe(false);
  });
});

test('somebody is found by what is remembered of an e-mail address, at a host that people name', () => {
  const sanne = partsOf({ emailAddress: 'sannebakker84@gmail.com', firstName: 'Sanne', lastName: 'de Boer-Bakker' });
  for (const text of ['sannebakker84', 'bakker84', 'bakker84 gmail', 'sanne gmail', 'sanne bakker84', 'gmail bakker84'])
    expect([text, matches(queryOf(text), sanne, false)]).toEqual([text, true]);
  for (const text of ['bakker85', 'bakker84 hotmail', 'jan bakker84', 'sanne hotmail'])
    expect([text, matches(queryOf(text), sanne, false)]).toEqual([text, false]);
});

test.each([
  ['Vogel GmbH', true],
  ['Vogel B.V.', true],
  ['Vogel', false],
  ['BV', false],
  ['Maria Sá', false],
])('whether addresses are searched for the company of %s: %s', (text, isPlace) => {
  expect(queryOf(text).isPlace).toBe(isPlace);
});

test.each(['', ' ', 'a', 'é', '-', '@', "'"])('%j is too little to search for', (text) => {
  expect(() => queryOf(text)).toThrow('Type at least two letters or digits');
});

test.each([
  ['Kerkstraat', true],
  ['Kerkstraat 12', true],
  ['12 Church Street', true],
  ['1012 JS', true],
  ['9000 12', true],
  ['10115', true],
  ['De Vries', false],
  ['jo@example.com', false],
  ['0612345678', false],
])('whether %s is a place: %s', (text, isPlace) => {
  expect(queryOf(text).isPlace).toBe(isPlace);
});

test("'t is a word of its own or the end of the one before it", () => {
  const hof = partsOf({ firstName: 'Marloes', lastName: "van 't Hof" });
  const veld = partsOf({ firstName: 'Jo', lastName: "in't Veld" });
  const isMeant = (text: string, parts: typeof hof): boolean => matches(queryOf(text), parts, false);
  for (const text of ["van't Hof", 'Marloes van’t Hof', "van 't Hof"])
    expect([text, isMeant(text, hof)]).toEqual([text, true]);
  for (const text of ["in't Veld", "in 't Veld"]) expect([text, isMeant(text, veld)]).toEqual([text, true]);
  expect(isMeant("van't Veld", hof)).toBe(false);
});
