import { expect, test } from 'vitest';
import { choiceOf, optionText } from '../../../../src/import/file/faults.ts';
import { open, refusalOf } from '../files.ts';

const list = (headings: string, ...rows: readonly string[]): string =>
  `sku;naam;${headings}\n${rows.map((row, at) => `A-${at};Kaars;${row}\n`).join('')}`;

const supplier = ['4,09;9,95', '2,00;6,50'];

test.each([
  'Nettopreis;UVP',
  'Prijs;Adviesprijs',
  'Preis;VK',
  'Preis netto;VK brutto',
  'Price;RRP',
  'Price;Retail price',
  'Prijs excl. btw;Adviesverkoopprijs',
  'Prijs excl.;Verkoop excl.',
  'Prijs;AVP',
  'Prijs;Winkelprijs',
  'Preis;Ladenpreis',
  'Nettopreis;Listenpreis',
  'Nettoprijs;Brutoprijs',
  'Prijs per eenheid;Prijs per verpakking',
  'Unit price;Pack price',
])('A list with two prices of which one may be what the shop pays asks which is the price: %s', async (headings) => {
  const error: unknown = await open(list(headings, ...supplier)).catch((cause: unknown) => cause);
  const answers = choiceOf(error)?.answers;
  expect(answers?.map(optionText)).toEqual(headings.split(';').map((heading) => `--map price="${heading}"`));
  expect(answers?.map(({ cells }) => cells[0])).toEqual(['4,09', '9,95']);
});

test('It says what to pass, with the VAT that a column includes', async () => {
  expect(await refusalOf(list('Nettopreis;VK brutto', ...supplier))).toBe(
    '"Nettopreis" may not be the price for your customers: "VK brutto" may be. Choose one: --map price="Nettopreis" or --map price="VK brutto" --vat-included 21',
  );
});

test.each([
  ['prices that are the same', 'Prijs;Adviesprijs', ['4,09;4,09', '2,00;2,00']],
  ['a column that is blank', 'Prijs;Adviesprijs', ['4,09;', '2,00;']],
  ['the same prices with VAT', 'Preis netto;Preis brutto', ['4,09;4,87', '2,00;2,14', '10,00;11,90']],
  ['a recommended price of which the other is without VAT', 'Nettopreis;UVP', ['4,09;4,87', '10,00;11,90']],
  ['a selling price and a recommended one', 'Verkoopprijs;Adviesprijs', supplier],
  ['a purchase price besides', 'Prijs;Adviesprijs;Inkoopprijs', ['4,09;9,95;2', '2,00;6,50;1']],
  ['a purchase price that is not read', 'Prijs;Adviesprijs;EK', ['4,09;9,95;2', '2,00;6,50;1']],
  ['a price of before', 'Prijs;Verkoop oud', supplier],
  ['an offer', 'Price;Sale price', supplier],
  ['how it is sold', 'Preis;VK-Einheit', ['4,09;Stk', '2,00;Stk']],
  ['whether it is for sale', 'Prijs;Verkoop', ['4,09;1', '2,00;0']],
  ['how many were sold', 'Prijs;Verkoop 2025', ['4,09;12', '2,00;7']],
])('Nothing is asked of a file with %s', async (_, headings, rows) => {
  expect(await refusalOf(list(headings, ...rows))).toBe('not refused');
});

test('Nothing is asked where the user has chosen the column, or reads none', async () => {
  const file = list('Prijs;Adviesprijs', ...supplier);
  expect(await refusalOf(file, { map: { price: 'Prijs' } })).toBe('not refused');
  expect(await refusalOf(file, { map: { price: 'none' } })).toBe('not refused');
  expect(await refusalOf(file, { set: { price: '1' } })).toBe('not refused');
});
