import { expect, test } from 'vitest';
import { withoutVat } from '../../../../src/import/map/cells/cells.ts';
import { CellProblem } from '../../../../src/import/map/cells/numbers.ts';
import { formatMoney, type Money, parseMoney } from '../../../../src/text/money.ts';
import { onlyFault, open, read, refusalOf } from '../files.ts';

const money = (text: string): Money => parseMoney(text) as Money;

test.each([
  ['12.10', undefined, '21', '10.0000'],
  ['121', undefined, '21', '100.0000'],
  ['9.95', undefined, '21', '8.2231'],
  ['0.01', undefined, '21', '0.0083'],
  ['10.55', undefined, '5.5', '10.0000'],
  ['109', 9, '21', '100.0000'],
  ['12.10', 0, '21', '12.1000'],
  // Half-way between two. As floats they are a little less, and would become 0.0001.
  ['0.00015', 0, '21', '0.0002'],
  ['0.0003', undefined, '100', '0.0002'],
  ['0.0001', undefined, '100', '0.0001'],
  ['-12.10', undefined, '21', '-10.0000'],
  ['-0.0003', undefined, '100', '-0.0002'],
  ['1399999999.99999', undefined, '21', '1157024793.3884'],
  ['0', undefined, '21', '0.0000'],
])('A price without VAT has four decimals, half rounded up, computed from %s with VAT', (price, own, stated, net) => {
  const result = withoutVat(money(price), own, money(stated));
  expect(result instanceof CellProblem ? result.message : formatMoney(result)).toBe(net);
});

const vatIncluded = money('21');

test('A price with more digits than can be sent exactly is a fault', async () => {
  expect(await onlyFault('sku,name,price\nA,x,999999999999.99\n', { vatIncluded })).toEqual({
    line: 2,
    column: 'price',
    value: '999999999999.99',
    message: 'has too many digits to remove the VAT exactly',
  });
});

test('VAT is removed from price alone, at the rate of the row or the constant, and not out of a constant price', async () => {
  const file = 'sku;name;price;purchasePrice;taxRate\nA;x;12,10;12,10;\nB;y;10,90;;9\n';
  const prices = async (set: Readonly<Record<string, string>> = {}) =>
    (await read(file, { vatIncluded, set })).flatMap(({ values }) =>
      [values?.price, values?.purchasePrice].map((found) => found && formatMoney(found as Money)),
    );
  expect([await prices(), await prices({ taxRate: '9' }), await prices({ price: '5' })]).toEqual([
    ['10.0000', '12.10', '10.0000', undefined],
    ['11.1009', '12.10', '10.0000', undefined],
    ['5', '12.10', '5', undefined],
  ]);
});

test.each([
  ['Prijs,Prijs incl. btw', { vatIncluded }, 'Prijs incl. btw'],
  ['Prijs,Prijs incl. btw', {}, 'Prijs'],
  ['price,Bruttopreis', { vatIncluded }, 'Bruttopreis'],
  ['price,Bruttopreis', { vatIncluded, map: { price: 'price' } }, 'price'],
])('Of the columns %s with %o the price is %s', async (headings, options, heading) => {
  const { description } = await open(`sku,name,${headings}\nA,x,1,2\n`, options);
  expect(description.columns.filter(({ field }) => field === 'price').map((column) => column.heading)).toEqual([
    heading,
  ]);
});

test('A column that says it is without VAT is refused when the user says that prices include it', async () => {
  expect(await refusalOf('sku,name,Prijs excl. btw\nA,x,1\n', { vatIncluded })).toBe(
    'Prices in "Prijs excl. btw" exclude VAT, but --vat-included says they include it. Remove --vat-included, or choose the column that includes VAT: --map price="<heading>"',
  );
});

test.each(['Prijs incl. btw', 'Preis brutto (EUR)'])(
  'A file whose only price is %s is refused with the option',
  async (heading) => {
    expect(await refusalOf(`sku,name,${heading}\nA,x,1\n`)).toBe(
      `No column is read as the price, but "${heading}" may be the price. To read it, pass the VAT rate that it includes, such as --vat-included 21. To import without: --map price=none`,
    );
  },
);

const withVat = [
  'VK brutto',
  'RRP incl. VAT',
  'Price incl. VAT',
  'Price inc VAT',
  'Prijs incl. btw',
  'Bruttopreis',
  'Prix TTC',
  'PVP IVA incl.',
  'Preis inkl. MwSt.',
];
const withoutAny = money('0');

test.each(withVat)('A column %s that is mapped is read only with an answer about its VAT', async (heading) => {
  const file = `sku,name,${heading}\nA,x,12.10\n`;
  const map = { price: heading };
  const prices = async (rate: Money) =>
    (await read(file, { map, vatIncluded: rate })).map(({ values }) => formatMoney(values?.price as Money));
  expect([await refusalOf(file, { map }), await prices(vatIncluded), await prices(withoutAny)]).toEqual([
    `"${heading}" is read as the price, but its heading says that VAT is included. Pass the rate, such as --vat-included 21. If the prices exclude VAT: --vat-included 0`,
    ['10.0000'],
    ['12.10'],
  ]);
});

test.each(withVat)('A file whose only price is %s is refused, and the advice names the VAT', async (heading) => {
  expect(await refusalOf(`sku,name,${heading}\nA,x,1\n`)).toContain('--vat-included 21');
});

test.each(['Prijs excl. btw incl. toeslag', 'Dealer price', 'Nettopreis'])(
  'A column %s that is mapped needs no answer about VAT',
  async (heading) => {
    expect(await refusalOf(`sku,name,${heading}\nA,x,1\n`, { map: { price: heading } })).toBe('not refused');
  },
);

test('A rate of 0 reads prices as they are, also of rows with a rate and of a column that says it is without VAT', async () => {
  const prices = async (heading: string) =>
    (await read(`sku,name,${heading},taxRate\nA,x,12.10,21\n`, { vatIncluded: withoutAny })).map(({ values }) =>
      formatMoney(values?.price as Money),
    );
  expect([await prices('Bruttopreis'), await prices('Prijs excl. btw')]).toEqual([['12.10'], ['12.10']]);
});

test.each([
  'VK',
  'VK brutto',
  'UVP',
  'UVP (EUR)',
  'RRP',
  'MSRP',
  'RRP incl. VAT',
  'Adviesprijs',
  'Adviesprijs incl. btw',
  'Consumentenprijs',
  'Dealer price',
  'Net VK',
  'Dealer VK 2026',
  'UVP Hersteller',
])('A file without another price than %s is refused', async (heading) => {
  expect(await refusalOf(`sku,name,${heading}\nA,x,1\n`)).toContain(
    `No column is read as the price, but "${heading}" may be the price.`,
  );
});

test('Of several columns that may be the price all are offered, recommended prices too', async () => {
  const file = 'sku,name,VK,UVP,VK brutto\nA,x,1,2,3\n';
  const error = await open(file).catch((refused: unknown) => refused);
  expect(error).toMatchObject({
    message: 'No column is read as the price, but "VK", "UVP", "VK brutto" may be the price.',
    choice: { answers: [{ label: 'VK' }, { label: 'UVP' }, { label: 'VK brutto' }, { label: 'Import without price' }] },
  });
});

test.each(['VK-Einheit', 'VK-Menge', 'RRPG'])('A column %s is no price', async (heading) => {
  expect(await refusalOf(`sku,name,${heading}\nA,x,1\n`)).toBe('not refused');
});

test('A recommended price with VAT is never taken by itself', async () => {
  expect(await refusalOf('sku,name,Adviesprijs incl. btw\nA,x,1\n', { vatIncluded })).toContain('may be the price');
});

const rates = async (text: string, rate: string, more: Parameters<typeof read>[1] = {}) =>
  (await read(text, { vatIncluded: money(rate), ...more })).map(({ values, faults }) => values?.taxRate ?? faults[0]);

test('The rate that was removed from a price is sent with it, so that the store adds the same', async () => {
  expect(await rates('sku,name,price\nA,x,11.90\nB,y,\n', '19')).toEqual([19, undefined]);
  expect(await rates('sku,name,price,taxRate\nA,x,11.90,\nB,y,10.90,9\n', '19')).toEqual([19, 9]);
  expect(await rates('sku,name,price\nA,x,11.90\n', '19', { set: { taxRate: '9' } })).toEqual([9]);
});

test('A rate that cannot be sent, or that the user does not want to send, is not', async () => {
  const file = 'sku,name,price,VAT\nA,x,11.90,\n';
  expect([await rates(file, '5.5'), await rates(file, '19', { map: { taxRate: 'none' } })]).toEqual([
    [undefined],
    [undefined],
  ]);
});

test('The rate of the option is a VAT rate for those who require one, where it is removed from a price', async () => {
  const file = 'sku,name,price\nA,x,11.90\nB,y,\n';
  expect(await rates(file, '19', { require: ['taxRate'] })).toMatchObject([
    19,
    { message: 'has no value, but --require taxRate demands one' },
  ]);
});

test('The rate of the option is no part of a generated SKU', async () => {
  const skus = async (rate: string) =>
    (await read('name,price\nx,0\n', { generateSku: true, vatIncluded: money(rate) })).map(({ values }) => values?.sku);
  expect(await skus('19')).toEqual(await skus('21'));
});

test.each([
  ['sku,name,price\nA,x,1\n', '19', {}, 'VAT at 19% is removed from the prices, and 19 is sent as the taxRate.'],
  ['sku,name,price,taxRate\nA,x,1,\n', '19', {}, 'prices of rows without a taxRate, and 19 is sent as the taxRate.'],
  ['sku,name,price\nA,x,1\n', '5.5', {}, 'but the API takes only whole rates: no taxRate is sent'],
  ['sku,name,price,VAT\nA,x,1,\n', '19', { map: { taxRate: 'none' } }, 'but no taxRate is sent'],
])('What becomes of a rate is said: %s with %s and %o', async (text, rate, more, note) => {
  const { description } = await open(text, { vatIncluded: money(rate), ...more });
  expect(description.notes.join()).toContain(note);
});

test.each([[{ set: { taxRate: '19' } }], [{ set: { price: '5' } }]])(
  'Of a rate that is not needed nothing is said: %o',
  async (more) => {
    const { description } = await open('sku,name,price\nA,x,1\n', { vatIncluded: money('19'), ...more });
    expect(description.notes.join()).not.toContain('taxRate');
  },
);
