import { describe, expect, test } from 'vitest';
import { sampled } from '../../../support/thorough.ts';
import { arrivals } from '../../arrivals.ts';
import { onlyFault, open, read, refusalOf, rowsOf } from '../files.ts';

test.each([
  ['price', 'Price (EUR)', '12.50'],
  ['price', 'Prijs in EUR', '12.50'],
  ['price', 'Preis in €', '12.50'],
  ['price', 'price_eur', '12.50'],
  ['price', 'Price [GBP]', '12.50'],
  ['price', 'Prijs per stuk', '12.50'],
  ['price', 'Preis pro Stück (EUR)', '12.50'],
  ['price', 'Prijs per stuk excl. btw', '12.50'],
  ['price', 'Verkoopprijs excl. btw (EUR)', '12.50'],
  ['price', 'Price each', '12.50'],
  ['price', 'Preis (CHF) exkl. MwSt', '12.50'],
  ['price', 'Price zł', '12.50'],
  ['purchasePrice', 'Inkoopprijs (EUR)', '12.50'],
  ['purchasePrice', 'Cost per unit (USD)', '12.50'],
  ['quantity', 'Voorraad (stuks)', '12'],
  ['quantity', 'Qty (pcs)', '12'],
  ['quantity', 'Bestand Stück', '12'],
  ['taxRate', 'BTW (procent)', '21'],
  ['taxRate', 'VAT %', '21'],
])('the %s is read from %s', async (field, heading, cell) => {
  const options = field === 'price' ? {} : { map: { price: 'none' } };
  const { description } = await open(`sku,name,${heading}\nA,x,${cell}\n`, options);
  expect(description.columns[2]).toEqual({ heading, field });
});

test.each([
  ['Price', 'Price (USD)'],
  ['Verkoopprijs', 'Prijs per doos'],
  ['Price (EUR)', 'Price group'],
])('a column %s is the price, whatever else there is such as %s', async (heading, other) => {
  const { description } = await open(`sku,name,${other},${heading}\nA,x,1,2\n`);
  expect([description.columns[2], description.ignored]).toEqual([{ heading, field: 'price' }, [other]]);
});

test('two currencies are two columns that may be the price: the user chooses', async () => {
  const file = 'sku,name,Price (EUR),Price (USD)\nA,x,1,2\n';
  expect(await refusalOf(file)).toContain('More than one column matches price: "Price (EUR)" and "Price (USD)"');
  const [row] = await read(file, { map: { price: 'Price (USD)' } });
  expect(row?.values).toMatchObject({ price: { units: 2n } });
});

describe('A file without a column that is read as the stock', () => {
  sampled(3).each(['Voorraad Utrecht', 'Stock (main warehouse)', 'Lagerbestand Halle 2', 'Supplier inventory'])(
    'is refused where %s may be it, and says how to read it or not',
    async (heading) => {
      const file = `sku,name,${heading}\nA,x,12\n`;
      const { code, err, products } = await arrivals(file);
      expect([code, products]).toEqual([2, []]);
      expect(err).toContain(
        `No column is read as the quantity, but "${heading}" may be the quantity.\nTo read it: --map quantity="${heading}". To import without: --map quantity=none`,
      );
      const read = await arrivals(file, { options: ['--map', `quantity=${heading}`] });
      expect(read.products).toEqual([expect.objectContaining({ quantity: 12 })]);
      const without = await arrivals(file, { options: '--map quantity=none' });
      expect([without.code, without.products]).toEqual([0, [expect.objectContaining({ quantity: 0 })]]);
    },
  );

  test.each(['Aantal op voorraad', 'Quantity in stock', 'Qty available', 'Vrije voorraad'])(
    'is none where %s is the heading',
    async (heading) => {
      const { products } = await arrivals(`sku,name,${heading}\nA,x,12\n`);
      expect(products).toEqual([expect.objectContaining({ quantity: 12 })]);
    },
  );

  test.each(['Stock status', 'Voorraadlocatie', 'Minimum stock', 'In stock?', 'Variant Inventory Tracker', 'Kleur'])(
    'is imported where it has only %s',
    async (heading) => {
      expect(await arrivals(`sku,name,${heading}\nA,x,12\n`)).toMatchObject({ code: 0, products: [{ sku: 'A' }] });
    },
  );
});

describe('A file without a column of names', () => {
  test.each(['Omschrijving', 'Artikelomschrijving', 'Beschreibung', 'Description'])(
    'has them in %s, and a note says so',
    async (heading) => {
      const { description, rows } = await named(`sku,${heading}\nA,Mok\n`);
      expect(rows[0]?.values).toEqual({ sku: 'A', name: 'Mok' });
      expect(description.map).toEqual({ sku: 'sku', name: heading });
      expect(description.notes).toContain(
        `${heading} is read as the name, because no column is called so. To read another: --map name="<heading>".`,
      );
    },
  );

  test('also where titles of groups are between the rows', async () => {
    const { description } = await named('sku;Omschrijving;price\nBekers;;\nA;Mok;1\nKannen;;\nB;Kan;2\n');
    expect(description.map).toMatchObject({ name: 'Omschrijving' });
  });

  const named = async (file: string) => {
    const catalogue = await open(file);
    return { description: catalogue.description, rows: await rowsOf(catalogue) };
  };

  test.each([
    ['long', `A,Mok,${'Een mooie mok. '.repeat(20)}\nB,Kan,Kan`],
    ['HTML', 'A,Mok,<p>Mok</p>\nB,Kan,Kan'],
    ['mostly blank', 'A,Mok,Mok\nB,Kan,\nC,Bord,'],
  ])('is refused if the texts of its descriptions are %s', async (_, rows) => {
    const refusal = await refusalOf(`sku,x,Omschrijving\n${rows}\n`);
    expect(refusal).toContain('If it is there: --map name="Omschrijving".');
  });

  test.each(['Omschrijving,Artikel naam NL', 'Omschrijving,Description', 'Omschrijving,Omschrijving'])(
    'is refused if another column may have them: %s',
    async (headings) => {
      expect(await refusalOf(`sku,${headings}\nA,Mok,Mok\n`)).toContain('has no column for name.');
    },
  );

  test.each([
    ['sku,Naam,Omschrijving\nA,Mok,Een mok\n', {}, 'Mok'],
    ['sku,x,Omschrijving\nA,Mok,Een mok\n', { map: { name: 'x' } }, 'Mok'],
    ['sku,x,Omschrijving\nA,Mok,Een mok\n', { set: { name: 'Vaas' } }, 'Vaas'],
  ])('is none of %j with %j', async (file, options, name) => {
    expect((await read(file, options))[0]?.values).toEqual({ sku: 'A', name });
  });
});

describe('A file without a column that is read as the price', () => {
  test.each(['Price per box', 'Prijs per 100 g', 'Listenpreis', 'Adviesprijs', 'Quantity price', 'Netto'])(
    'is refused where %s may be it, and says how to read it or not',
    async (heading) => {
      const { code, err, products } = await arrivals(`sku,name,${heading}\nA,x,12.50\n`);
      expect([code, products]).toEqual([2, []]);
      expect(err).toContain(
        `No column is read as the price, but "${heading}" may be the price.\nTo read it: --map price="${heading}". To import without: --map price=none`,
      );
      const read = await arrivals(`sku,name,${heading}\nA,x,12.50\n`, { options: ['--map', `price=${heading}`] });
      expect(read.products).toEqual([expect.objectContaining({ price: '12.5000' })]);
      const without = await arrivals(`sku,name,${heading}\nA,x,12.50\n`, { options: '--map price=none' });
      expect([without.code, without.products]).toEqual([0, [expect.objectContaining({ price: '0.0000' })]]);
    },
  );

  test('and whose recommended prices are read says that these usually include VAT', async () => {
    const { description } = await open('sku,name,UVP\nA,x,12.50\n', { map: { price: 'UVP' } });
    expect(description.notes).toContainEqual(expect.stringMatching(/^Prices are read as excluding VAT/));
  });

  test.each([
    ['has none that may be it', 'sku,name,Kleur\nA,x,1\n', {}],
    ['has a purchase price, named as the API does', 'sku,name,purchasePrice\nA,x,1\n', {}],
    ['has a price that is set', 'sku,name,Listprice\nA,x,1\n', { set: { price: '1' } }],
    ['has its own column, which is not to be read', 'sku,name,Price\nA,x,abc\n', { map: { price: 'none' } }],
  ])('is read where it %s', async (_, file, options) => {
    const [row] = await read(file, options);
    expect(row?.faults).toEqual([]);
  });

  test.each([
    ['sku,name,Price,RRP\nA,x,,12.50\nB,y,,3\n', '"Price" is read as the price but is blank; "RRP" may be the price.'],
    ['sku,name,Voorraad,Voorraad Gent\nA,x,,5\n', '"Voorraad" is read as the quantity but is blank; "Voorraad Gent"'],
  ])('or has a blank one, is refused where another is filled: %s', async (file, problem) => {
    const field = file.includes('RRP') ? 'price=Price' : 'quantity=Voorraad';
    const [name = '', heading = ''] = field.split('=');
    expect(await refusalOf(file)).toContain(problem);
    expect((await read(file, { map: { [name]: heading } })).flatMap(({ faults }) => faults)).toEqual([]);
  });

  test('in some rows is warned of, with the columns that may have it', async () => {
    const { err } = await arrivals('sku,name,price,Old price\nA,x,1.5,2\nB,y,,3\n');
    expect(err).toContain('1 row has no price, or a price of 0: line 3. Not read, but may have prices: "Old price".');
  });

  test('is read from a column that is called none', async () => {
    const [row] = await read('sku,name,none\nA,x,12.50\n', { map: { price: 'none' } });
    expect(row?.values).toMatchObject({ price: { units: 1250n, scale: 2 } });
  });
});

test.each([
  ['seller-sku,my-item-name,price', '--map sku="seller-sku" --map name="my-item-name"'],
  ['item_sku,price,product_description_name', '--map sku="item_sku" --map name="product_description_name"'],
  ['Mijn artikelnummer,Omschrijving naam,price', '--map sku="Mijn artikelnummer" --map name="Omschrijving naam"'],
  ['x,name,price', '--map sku="<heading>"'],
])('missing columns of %s are said once, with the likely ones', async (header, options) => {
  const refusal = await refusalOf(`${header}\na,b,1\n`);
  expect(refusal.match(/The header has no column/g)).toHaveLength(1);
  expect(refusal).toContain(options);
});

test.each(['SKU,Name,Price', 'sku,NAME,price', '\ufeffSKU,Name,Price', 'sku , Name,"Price "'])(
  'the header repeated as %j is no product',
  async (repeated) => {
    const message = 'repeats the header: remove it';
    expect(await onlyFault(`SKU,Name,Price\nA,x,1\n${repeated}\nB,y,2\n`)).toEqual({ line: 3, message });
    const { skus } = await arrivals(`SKU,Name,Price\nA,x,1\n${repeated}\nB,y,2\n`, { options: '--skip-invalid' });
    expect(skus).toEqual(['A', 'B']);
  },
);

test('a product that is called like a heading is one', async () => {
  const { skus } = await arrivals('SKU,Name,Price\nSKU,A card,1\nA,Name,2\n');
  expect(skus).toEqual(['SKU', 'A']);
});
