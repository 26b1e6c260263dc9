import { expect, test } from 'vitest';
import { optionText } from '../../../../src/import/file/faults.ts';
import { read, refusalOf } from '../files.ts';

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
  expect(await faultsOf(list(heading, ['1', value, '']))).toMatchObject([
    {
      line: 3,
      column: heading,
      value,
      message:
        'is what the price is for, and the store takes the price of one: divide it. If it is the price of one: --map priceUnit=none',
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

test.each([
  ['which column is the price', 'Preiseinheit', { price: 'Preis netto' }, 1],
  ['that there is no unit', 'Preiseinheit', { priceUnit: 'none' }, 0],
  ['which column is the unit', 'VPE', { priceUnit: 'VPE' }, 1],
] as const)('A user who says %s', async (_, heading, map, count) => {
  expect((await faultsOf(list(heading, ['1', '100']), { map })).length).toBe(count);
});

test('A column that is mapped as the unit must be there', async () => {
  expect(await refusalOf(list('PE', ['1']), { map: { priceUnit: 'Einheiten' } })).toContain(
    '--map priceUnit="Einheiten": the file has no such column.',
  );
});

test('A terminal is asked what such a price is', async () => {
  const [fault] = await faultsOf(list('PE', ['100']));
  expect(fault?.choice?.answers.map(optionText)).toEqual(['--map priceUnit="PE"', '--map priceUnit=none']);
});

const warningsOf = async (file: string, options = {}) =>
  (await read(file, options)).flatMap(({ warnings }) => warnings);

test.each(['doos 6 st', '100 stuks', 'per 6', '6 x 750 ml', 'Karton à 12', '6-pack', '1.000', '12', 'dozijn'])(
  'An article that is packed by several gets a warning: Eenheid "%s"',
  async (unit) => {
    expect(await warningsOf(list('Eenheid', ['stuk', unit]))).toEqual([
      {
        line: 3,
        column: 'Eenheid',
        message:
          'says a number of pieces: check that the price is not for all of them. If it is right: --map priceUnit=none',
      },
    ]);
  },
);

test.each([
  ['Verpakking', ['st', 'stuk', 'kg', '1', 'EA', '1 st', 'doos', '500 g', '0,75 l', '30x40 cm', 'A4', '2,5 m']],
  ['Eenheden in bestelling', ['100 stuks']],
])('%s with %j says nothing of the price', async (heading, cells) => {
  expect(await warningsOf(list(heading, cells))).toEqual([]);
});

test('A price without pieces is what the user says, or what a column says that is about the price', async () => {
  expect(await warningsOf(list('VPE', ['10']), { map: { priceUnit: 'none' } })).toEqual([]);
  expect(await warningsOf(list('PE;VPE', ['1;10']))).toEqual([]);
});

test('A column that the user names as the unit is none that nothing reads', async () => {
  const strict = { strictColumns: true, map: { priceUnit: 'PE' } };
  expect(await refusalOf(list('PE', ['1']), strict)).toBe('not refused');
  expect(await refusalOf(list('PE;Kleur', ['1;rood']), strict)).toContain('Unknown column "Kleur"');
});
