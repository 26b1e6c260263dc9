import { describe, expect, test } from 'vitest';
import * as kinds from '../../src/resources/shop-kinds.ts';
import { named } from './kind-rows.ts';

const key = '6F9619FF-8B86-d011-B42D-00C04FC964FF';

const typedRows = named([
  [kinds.emailKind, 'jo@example.com', 'jo@example.com'],
  [kinds.emailKind, "jo.o'neil+shop@mail.example.co.uk", "jo.o'neil+shop@mail.example.co.uk"],
  [kinds.emailKind, 'jö@exämple.nl', 'jö@exämple.nl'],
  [kinds.emailKind, 'jo@localhost', undefined],
  [kinds.emailKind, 'jo@example..com', undefined],
  [kinds.emailKind, 'jo@example.com.', undefined],
  [kinds.emailKind, '@example.com', undefined],
  [kinds.emailKind, 'jo@jo@example.com', undefined],
  [kinds.emailKind, 'jo bo@example.com', undefined],
  [kinds.emailKind, 'jo\0@example.com', undefined],
  [kinds.emailKind, `${'a'.repeat(242)}@example.com`, `${'a'.repeat(242)}@example.com`],
  [kinds.emailKind, `${'a'.repeat(243)}@example.com`, undefined],
  [kinds.emailKind, '', undefined],
  [kinds.genderKind, 'm', 'm'],
  [kinds.genderKind, 'F', 'f'],
  [kinds.genderKind, 'x', undefined],
  [kinds.genderKind, '', undefined],
  [kinds.countryKind, 'NL', 'NL'],
  [kinds.countryKind, 'nl', 'NL'],
  [kinds.countryKind, 'NLD', 'NL'],
  [kinds.countryKind, 'usa', 'US'],
  [kinds.countryKind, 'XX', undefined],
  [kinds.countryKind, '528', undefined],
  [kinds.countryKind, 'Nederland', undefined],
  [kinds.currencyKind, 'eur', 'EUR'],
  [kinds.currencyKind, 'USD', 'USD'],
  [kinds.currencyKind, 'EURO', undefined],
  [kinds.currencyKind, '€', undefined],
  [kinds.languageKind, 'nl', 4],
  [kinds.languageKind, 'IT', 9],
  [kinds.languageKind, '6', 6],
  [kinds.languageKind, '3', undefined],
  [kinds.languageKind, '10', undefined],
  [kinds.basketKeyKind, key, key],
  [kinds.basketKeyKind, `{${key}}`, key],
  [kinds.basketKeyKind, `%7B${key}%7d`, key],
  [kinds.basketKeyKind, `{${key}`, undefined],
  [kinds.basketKeyKind, key.replaceAll('-', ''), undefined],
  [kinds.basketKeyKind, `${key}0`, undefined],
  [kinds.basketKeyKind, '..', undefined],
  [kinds.upridKind, '206', '206'],
  [kinds.upridKind, '206{3}12{4}7', '206{3}12{4}7'],
  [kinds.upridKind, '206+3-12+4-7', '206{3}12{4}7'],
  [kinds.upridKind, '206%7B3%7D12', '206{3}12'],
  [kinds.upridKind, '206%2B3-12', '206{3}12'],
  [kinds.upridKind, '206{3}', undefined],
  [kinds.upridKind, '206+3', undefined],
  [kinds.upridKind, '206-3-12', undefined],
  [kinds.upridKind, '0206', undefined],
  [kinds.upridKind, '206{3}12/../1', undefined],
  [kinds.decimalKind, '2.5', { units: 25n, scale: 1 }],
  [kinds.countFrom(1), '1', 1],
  [kinds.countFrom(1), '0', undefined],
  [kinds.countFrom(0), '0', 0],
  [kinds.countFrom(0), '-1', undefined],
  [kinds.countFrom(1), '2147483647', 2147483647],
  [kinds.countFrom(1), '2147483648', undefined],
]);

test.each(typedRows)('a field of the kind %s takes %j as %s', (_, text, _said, value, kind) => {
  expect(kind.typed(text as string)).toEqual(value);
});

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
