import { expect, test } from 'vitest';
import { read, refusalOf } from '../files.ts';

const under = (note: string, heading = 'Prijs'): string => `${note};;\nSKU;Naam;${heading}\nA;Pan;12,10\nB;Pot;6,00\n`;
const beside = (note: string): string =>
  `SKU;Naam;Prijs;Opmerking\nA;Pan;12,10;${note}\nB;Pot;6,00;${note}\nC;Kan;6,00;\n`;
const belowTitle = { headerRow: 2 };

test.each([
  'Prijslijst winter - alle prijzen inclusief btw',
  'Alle Preise inkl. 19 % MwSt.',
  'Preise inkl. der gesetzlichen MwSt',
  'All prices incl. VAT',
  'Prix TTC',
  'VAT included',
  'Prijzen excl. verzendkosten, incl. btw',
])('prices under "%s" are refused without their rate', async (note) => {
  expect(await refusalOf(under(note), belowTitle)).toBe(
    `Line 1 says that prices include VAT: "${note}". Pass the rate, such as --vat-included 21. If the prices exclude VAT: --vat-included 0`,
  );
});

test.each([
  'Prijslijst winter, excl. btw',
  'Prijzen niet inclusief btw',
  'Prijzen excl. btw, adviesprijzen incl. btw',
  'Inclusief montage',
  'Prix HT',
  'BTW NL001234567B01',
])('prices under "%s" are read as they are', async (note) => {
  expect(await refusalOf(under(note), belowTitle)).toBe('not refused');
});

test('a column of remarks that prices include VAT counts as well', async () => {
  expect(await refusalOf(beside('prijs incl. btw'))).toContain(
    'Line 2 says that prices include VAT: "prijs incl. btw".',
  );
  expect(await refusalOf(beside('op voorraad'))).toBe('not refused');
});

test('the rate that is stated is removed from such prices', async () => {
  const options = { ...belowTitle, vatIncluded: { units: 21n, scale: 0 } };
  const [row] = await read(under('Alle prijzen incl. btw'), options);
  expect(row?.values).toMatchObject({ price: { units: 100_000n, scale: 4 }, taxRate: 21 });
});

test('the heading of the prices says more than the note', async () => {
  expect(await refusalOf(under('Alle prijzen incl. btw', 'Prijs excl. btw'), belowTitle)).toBe('not refused');
});

test.each(['Preise in EUR je 100 Stück', 'Prijzen per 1000', 'Prijs per dozijn', 'Price per 10 pcs'])(
  'prices under "%s" are refused, or sent as they are where the user says that they are of one',
  async (note) => {
    expect(await refusalOf(under(note), belowTitle)).toBe(
      `Line 1 says that prices are for several pieces: "${note}". The store takes the price of one: divide them. If they are the price of one: --map priceUnit=none`,
    );
    expect(await refusalOf(under(note), { ...belowTitle, map: { priceUnit: 'none' } })).toBe('not refused');
  },
);

test.each(['Prijzen per 1 januari 2027', 'Preise pro Stück', 'Prijslijst per 1000 m', 'Min. 100 stuks per order'])(
  'prices under "%s" are those of one',
  async (note) => {
    expect(await refusalOf(under(note), belowTitle)).toBe('not refused');
  },
);
