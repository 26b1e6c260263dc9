import { expect, test } from 'vitest';
import { open, rowsOf } from '../files.ts';

const reading = async (file: string) => {
  const catalogue = await open(file);
  const rows = await rowsOf(catalogue);
  return { notes: catalogue.description.notes, faults: rows.flatMap(({ faults }) => faults) };
};

test.each(['Valuta', 'Currency', 'Währung', 'Munteenheid', 'Devise', 'Price currency'])(
  'A row in another currency than the others is invalid (%s)',
  async (heading) => {
    const file = `sku;naam;Prijs;${heading}\nA;Mok;4,95;EUR\nB;Mug;5,95;USD\nC;Kan;6,95;€\nD;Kom;5,95;CZK\nE;Bak;;USD\n`;
    const message = 'is not the currency of the other prices, EUR: amounts are not converted';
    expect(await reading(file)).toEqual({
      notes: [],
      faults: [
        { line: 3, column: heading, value: 'USD', message },
        { line: 5, column: heading, value: 'CZK', message },
      ],
    });
  },
);

test('The heading of the price says in which currency the others are', async () => {
  const { faults } = await reading('sku;naam;Prijs (EUR);Valuta\nA;Mok;4,95;USD\nB;Mug;5,95;USD\n');
  expect(faults.map(({ line }) => line)).toEqual([2, 3]);
});

test.each([
  ['USD', 'sku;naam;Price (USD)\nA;Mok;4,95\n'],
  ['GBP', 'sku;naam;Price £\nA;Mok;4.95\n'],
  ['GBP', 'sku;naam;Prijs\nA;Mok;£4.95\nB;Kan;£5.00\n'],
  ['CHF', 'sku;naam;Preis;Währung\nA;Mok;4.95;CHF\n'],
])('Prices that are all in %s are sent with a note', async (currency, file) => {
  expect(await reading(file)).toEqual({
    notes: [`The prices are in ${currency}: they are sent as they are, since the API has no currencies.`],
    faults: [],
  });
});

test.each([
  'sku;naam;Prijs €\nA;Mok;4,95\n',
  'sku;naam;Prijs;Valuta\nA;Mok;4,95;EUR\nB;Kan;1,00;\n',
  'sku;naam;Prijs\nA;Mok;4,95\n',
])('Prices in euros need no note: %s', async (file) => {
  expect(await reading(file)).toEqual({ notes: [], faults: [] });
});
