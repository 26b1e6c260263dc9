import { describe, expect, test } from 'vitest';
import * as kinds from '../../src/resources/shop-kinds.ts';
import { named, testTyped } from './kind-rows.ts';

const key = '6F9619FF-8B86-d011-B42D-00C04FC964FF';

testTyped([
  [
    kinds.emailKind,
    {
      'jo@example.com': 'jo@example.com',
      "jo.o'neil+shop@mail.example.co.uk": "jo.o'neil+shop@mail.example.co.uk",
      'jö@exämple.nl': 'jö@exämple.nl',
      [`${'a'.repeat(242)}@example.com`]: `${'a'.repeat(242)}@example.com`,
    },
    [
      ...['jo@localhost', 'jo@example..com', 'jo@example.com.', '@example.com', 'jo@jo@example.com'],
      ...['jo bo@example.com', 'jo\0@example.com', `${'a'.repeat(243)}@example.com`, ''],
    ],
  ],
  [
    kinds.phoneKind,
    {
      '030-5550142': '030-5550142',
      '+49 (0)30 / 123 456 ext. 12': '+49 (0)30 / 123 456 ext. 12',
      '1-800-FLOWERS': '1-800-FLOWERS',
      '٠٣٠٥٥٥': '٠٣٠٥٥٥',
    },
    ['abc', '-', 'n/a', '6.1234E+08', '6E8', ''],
  ],
  [kinds.genderKind, { m: 'm', F: 'f' }, ['x', '']],
  [kinds.countryKind, { NL: 'NL', nl: 'NL', NLD: 'NL', usa: 'US' }, ['XX', '528', 'Nederland']],
  [kinds.currencyKind, { eur: 'EUR', USD: 'USD' }, ['EURO', '€']],
  [kinds.languageKind, { nl: 4, IT: 9, '6': 6 }, ['3', '10']],
  [
    kinds.basketKeyKind,
    { [key]: key, [`{${key}}`]: key, [`%7B${key}%7d`]: key },
    [`{${key}`, key.replaceAll('-', ''), `${key}0`, '..'],
  ],
  [
    kinds.upridKind,
    {
      '206': '206',
      '206{3}12{4}7': '206{3}12{4}7',
      '206+3-12+4-7': '206{3}12{4}7',
      '206%7B3%7D12': '206{3}12',
      '206%2B3-12': '206{3}12',
    },
    ['206{3}', '206+3', '206-3-12', '0206', '206{3}12/../1'],
  ],
  [kinds.decimalKind, { '2.5': { units: 25n, scale: 1 } }, []],
  [kinds.countFrom(1), { '1': 1, '2147483647': 2147483647 }, ['0', '2147483648']],
  [kinds.countFrom(0), { '0': 0 }, ['-1']],
]);

describe('on the wire', () => {
  test.each(
    named([
      [kinds.upridKind, 206, '206'],
      [kinds.upridKind, 206.5, undefined],
      [kinds.basketKeyKind, `{${key}}`, key],
      [kinds.basketKeyKind, 5, undefined],
      [kinds.languageKind, 4, 4],
      [kinds.languageKind, 'nl', undefined],
      [kinds.countryKind, 'deu', 'DE'],
      [kinds.emailKind, null, undefined],
      [kinds.countFrom(1), '5', 5],
      [kinds.countFrom(1), 0, undefined],
    ]),
  )('a field of the kind %s reads %j as %s', (_, json, _said, value, kind) => {
    expect(kind.wire(json)).toEqual(value);
  });
});

test('a basket key has braces in a body and none for people', () => {
  const { send, show } = kinds.basketKeyKind;
  expect([send(key), show(`{${key}}`), show('7'), show(null)]).toEqual([`{${key}}`, key, '7', undefined]);
});

test('a language is shown by its code', () => {
  expect(['4', 9, '12'].map(kinds.languageKind.show)).toEqual(['nl', 'it', '12']);
});
