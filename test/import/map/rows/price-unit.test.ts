import { expect, test } from 'vitest';
import { read } from '../files.ts';

const list = (heading: string, units: readonly string[], price = 'Preis netto'): string =>
  `SKU;Name;${price};${heading};Bestand\n${units.map((unit, at) => `A${at};Schraube;12,50;${unit};1\n`).join('')}`;

const faultsOf = async (file: string, options = {}) => (await read(file, options)).flatMap(({ faults }) => faults);

test.each([
  ['Preiseinheit', '100'],
  ['PE', '1.000'],
  ['Per', '100'],
  ['Prijs per', '10'],
  ['Prijseenheid', '100 stuks'],
  ['Price unit', 'per 100'],
  ['Price per', '12'],
  ['Price quantity', '100.00'],
  ['Unité de prix', '100'],
  ['Cena za', '100 szt'],
  ['Preiseinheit', 'C'],
  ['Prijs per', 'dozijn'],
  ['Price unit', '100pcs'],
])('A price that is for several pieces is invalid: %s "%s"', async (heading, value) => {
  expect(await faultsOf(list(heading, ['1', value, '']))).toEqual([
    {
      line: 3,
      column: heading,
      value,
      message:
        'is what the price is for, and the store takes the price of one: divide it. If it is the price of one: --map price="Preis netto"',
    },
  ]);
});

test.each([
  ['Preiseinheit', ['1', '', '1,00', '0']],
  ['Preiseinheit', ['Stk', 'per stuk', 'kg', 'm²']],
  ['Eenheid', ['stuk', 'doos', '100']],
  ['VPE', ['10', '100']],
  ['Verpackungseinheit', ['10', '100']],
  ['Price per item', ['12,50', '3,25']],
  ['Price unit', ['EUR', 'EUR']],
  ['Prijs per', ['12,50', '3,99']],
])('A column %s with %j says nothing of the price', async (heading, cells) => {
  expect(await faultsOf(list(heading, cells, 'price'))).toEqual([]);
});

test('A mapped price is sent as it is, with a warning', async () => {
  const options = { map: { price: 'Preis netto' } };
  const rows = await read(list('Preiseinheit', ['1', '100']), options);
  expect(rows.map(({ faults, warnings }) => [faults.length, warnings.map(({ message }) => message)])).toEqual([
    [0, []],
    [0, ['is what the price is for: it is sent as it is, as the price of one']],
  ]);
});

test('A mapping from a file of options was made for other rows: the price is invalid', async () => {
  const options = { map: { price: 'Preis netto' }, mapFrom: () => 'brand.json' };
  expect((await faultsOf(list('Preiseinheit', ['100']), options)).length).toBe(1);
});
