import { expect, test } from 'vitest';
import { open, refusalOf } from '../files.ts';

const list = (heading: string, cells: readonly string[], ean = 'Barcode'): string =>
  `${heading};Naam;Prijs;${ean}\n${cells.map((cell, at) => `${cell};Lamp;1,00;${eans[at]}\n`).join('')}`;

const eans = ['8711234500014', '8711234500021', '8711234500038'];

test.each([
  ['Code', ['10001', '10002', '10003']],
  ['Nr.', ['A-1', 'A-2', 'A-3']],
  ['Art.', ['VDM.10/4', 'VDM.10/5', 'VDM.10/6']],
  ['Leveranciersnummer', ['00123', '00124', '00125']],
])('where only the EAN is read, a column %s of codes may be the SKU: the user says', async (heading, cells) => {
  expect(await refusalOf(list(heading, cells))).toBe(
    `No column is read as the sku, but "${heading}" may be the sku. To read it: --map sku="${heading}". To import without: --map sku=none`,
  );
});

test.each([
  ['Code', ['1', '1', '2']],
  ['Code', ['10001', '', '10003']],
  ['Code', ['rood', 'blauw', 'groen']],
  ['Code', ['Lamp 1', 'Lamp 2', 'Lamp 3']],
  ['Groepcode', ['1', '2', '3']],
])('a column %s with %j is none', async (heading, cells) => {
  expect(await refusalOf(list(heading, cells))).toBe('not refused');
});

test.each([{ map: { sku: 'none' } }, { map: { sku: 'Code' } }, { generateSku: true }])(
  'a file is imported as its user says: %j',
  async (options) => {
    const { description } = await open(list('Code', ['10001', '10002', '10003']), options);
    expect(description.columns.map(({ field }) => field)).toContain('ean');
  },
);

test('a column Code is left where another one is the SKU', async () => {
  expect(await refusalOf(list('Code', ['10001', '10002', '10003'], 'SKU'))).toBe('not refused');
});

const stockList = (heading: string, cells: readonly string[]): string =>
  `SKU;Naam;${heading}\n${cells.map((cell, at) => `A${at};Lamp;${cell}\n`).join('')}`;

test.each(['Verfügbarer Bestand', 'Available', 'Vrd.', 'Vrije vrd', 'Qty avail', 'Lagerbestand frei'])(
  'the stock is read from %s',
  async (heading) => {
    const file = stockList(heading, ['4', '0', '12']);
    const read = await open(file).catch(() => undefined);
    expect(read?.description.map).toMatchObject({ quantity: heading });
  },
);

test.each([
  ['Lager', ['4', '0', '12']],
  ['Magazijn', ['4', '>100', '']],
  ['Vrd centraal', ['4', '0', '12']],
  ['Beschikbare aantallen', ['10+', '0', '3']],
  ['Dispo', ['4', '0', '12']],
])('a column %s with numbers may be the stock: the user says', async (heading, cells) => {
  expect(await refusalOf(stockList(heading, cells))).toBe(
    `No column is read as the quantity, but "${heading}" may be the quantity. To read it: --map quantity="${heading}". To import without: --map quantity=none`,
  );
});

test.each([
  ['Lager', ['Halle 2', 'Halle 3', 'B-4']],
  ['Beschikbaar vanaf', ['1', '2', '3']],
  ['Aantal per doos', ['4', '10', '12']],
  ['Bestelmenge', ['4', '10', '12']],
  ['Menge je VPE', ['4', '10', '12']],
  ['Lagerort', ['1', '2', '3']],
  ['Verfügbar ab', ['1', '2', '3']],
  ['Bestandsart', ['1', '2', '3']],
])('a column %s with %j is no stock', async (heading, cells) => {
  expect(await refusalOf(stockList(heading, cells))).toBe('not refused');
});

test.each(['Inkoop', 'EK', 'Cost', 'Inkoopprijs excl. btw'])(
  'a list whose only price is %s is refused, or imported without a price where that is said',
  async (heading) => {
    const file = `SKU;Naam;${heading}\nA;Lamp;4,50\n`;
    expect(await refusalOf(file)).toBe(
      `No column is read as the price: "${heading}" is read as the purchasePrice. To choose one: --map price="<heading>". To import without, so that it is 0.00: --map price=none`,
    );
    expect(await refusalOf(file, { map: { price: 'none' } })).toBe('not refused');
    expect(await refusalOf(file, { set: { price: '9.95' } })).toBe('not refused');
  },
);

test.each(['VAT code', 'BTW-groep', 'Steuerklasse'])(
  'a column %s with numbers may be the VAT rate: the user says',
  async (heading) => {
    expect(await refusalOf(`sku,name,price,${heading}\nA,x,1,21\nB,y,1,9\n`)).toBe(
      `No column is read as the taxRate, but "${heading}" may be the taxRate. To read it: --map taxRate="${heading}". To import without: --map taxRate=none`,
    );
    expect(await refusalOf(`sku,name,price,${heading}\nA,x,1,H\nB,y,1,L\n`)).toBe('not refused');
    expect(await refusalOf(`sku,name,price,taxRate,${heading}\nA,x,1,21,2\n`)).toBe('not refused');
  },
);

test('French words of stock are asked about, and those of a status are read', async () => {
  expect(await refusalOf('sku,name,price,Qté dispo\nA,x,1,3\n')).toContain('"Qté dispo" may be the quantity');
  expect(await refusalOf('sku,name,price,Actif\nA,x,1,oui\nB,y,1,non\n')).toBe('not refused');
});
