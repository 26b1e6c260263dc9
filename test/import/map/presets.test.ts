import { describe, expect, test } from 'vitest';
import type { CatalogueOptions } from '../../../src/import/map/catalogue.ts';
import { presetOf } from '../../../src/import/map/presets/presets.ts';
import { importableProducts } from '../../../src/resources/importable-products.ts';
import { formatMoney, type Money } from '../../../src/text/money.ts';
import { inNumber } from '../../../src/text/numbers.ts';
import { isThorough } from '../../support/thorough.ts';
import { arrivals } from '../arrivals.ts';
import { open, rowsOf } from './files.ts';

/** What becomes of each row: the product, in the words of the file, or why there is none. */
async function products(file: string, options: Partial<CatalogueOptions> = {}) {
  const rows = await rowsOf(await open(file, options));
  return rows.map(({ values, excluded, faults }) => {
    if (!values) return excluded ? inNumber(excluded, 1) : faults.map(({ message }) => message);
    const { price, purchasePrice } = values;
    const prices = Object.entries({ price, purchasePrice }).flatMap(([name, money]) =>
      money ? [[name, formatMoney(money as Money)]] : [],
    );
    return { ...values, ...Object.fromEntries(prices) };
  });
}

const oldShopify = `Handle,Title,Body (HTML),Vendor,Type,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Qty,Variant Price,Variant Compare At Price,Variant Taxable,Variant Barcode,Image Src,Image Alt Text,Status,Cost per item
mug,Mug,<p>A mug</p>,Us,Cups,true,Title,Default Title,,,M-1,350,7,9.95,12.00,true,'0036000291452,https://x.example/mug.jpg,A mug,active,4.10
shirt,Shirt,,Us,Tops,true,Size,S,Colour,Red,S-1,200,3,20.00,,true,,https://x.example/s.jpg,,active,
shirt,,,,,,,M,,Red,S-2,200,0,20.00,,true,,,,,
shirt,,,,,,,,,,,,,,,,,https://x.example/s2.jpg,Back,,
hat,Hat,,,,false,,,,,H-1,90,1,5,,,,,,active,
cap,Cap,,,,true,Size,L,,,C-1,90,1,5.5,,,,,,draft,
cap,,,,,,,XL,,,C-2,90,2,6.5,,,,,,,
`;

const newShopify = `Title,URL handle,Vendor,Product category,Type,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Price,Compare-at price,Cost per item,Charge tax,Inventory quantity,Weight value (grams),Product image URL,Image alt text
Lamp,lamp,Us,Home,Lamps,TRUE,Active,L-1,4006381333931,Colour,White,49.50,,20,TRUE,4,900,https://x.example/l.jpg,Lamp
,lamp,,,,,,L-2,,,Black,49.50,,20,TRUE,0,900,,
,lamp,,,,,,,,,,,,,,,,https://x.example/l2.jpg,
`;

const woo = `ID,Type,SKU,Name,Published,"Visibility in catalog","Tax class","In stock?",Stock,"Weight (kg)","Sale price","Regular price",Categories,Images,Parent,"Attribute 1 name","Attribute 1 value(s)","Attribute 2 name","Attribute 2 value(s)"
1,"simple, virtual",W-1,'-10% card,1,visible,,1,5,,8,10.00,"Cards, Gifts",https://x.example/1.jpg,,,,,
2,variable,W-2,Hoodie,1,visible,,1,,1,,,Tops,,,Color,"Blue, Red",Size,"L, M"
3,variation,W-2-B,"Hoodie - Blue, L",1,visible,,1,parent,,,45,,,W-2,Color,Blue,Size,L
4,variation,W-2-R,Hoodie,1,visible,,1,2,,,45.5,,,W-2,Color,Red,Size,M
5,variation,W-2-X,,1,visible,,1,2,,,45.5,,,id:2,Color,Red,,
6,variable,,Draft,'-1,visible,,1,,,,,,,,,,,
7,variation,W-6-A,Draft - A,1,visible,,1,2,,,3,,,id:6,Size,A,,
8,grouped,W-8,Set,1,visible,,1,,,,,,,,,,,
9,external,W-9,Elsewhere,1,visible,,1,,,,3,,,,,,,
10,simple,W-10,Private,0,hidden,,1,,,,7,,,,,,,
`;

const wooDutch = `Type,Artikelnummer,Naam,Gepubliceerd,Voorraad,"Reguliere prijs",Categorieën,Hoofd,"Naam eigenschap 1","Waarde eigenschap 1"
variable,N-1,Trui,1,,,Truien,,Kleur,"Blauw, Rood"
variation,N-1-B,Trui,1,3,"45,50",,N-1,Kleur,Blauw
`;

const prestashop = `Product ID;Active (0/1);Name *;Categories (x,y,z...);Price tax excluded;Tax rules ID;Wholesale price;Reference #;Supplier reference #;EAN13;UPC;Weight;Quantity;Image URLs (x,y,z...)
1;1;Lamp;Home, Lamps;66.05;1;49;R-1;SR-1;4006381333931;;0.5;800;https://x.example/1.jpg, https://x.example/2.jpg;
2;0;Desk;Home;120;1;;R-2;;;;12;;;
`;

const magento = `sku,store_view_code,attribute_set_code,product_type,categories,product_websites,name,weight,product_online,tax_class_name,price,special_price,qty,base_image,cost
MH01,,Top,configurable,"Default Category/Men",base,Hoodie,,1,Taxable Goods,,,0.0000,/m/h.jpg,
MH01-XS,,Top,simple,"Default Category/Men",base,Hoodie-XS,1.0000,1,Taxable Goods,52.000000,,100.0000,/m/h.jpg,20.5
MH01-XS,german,,simple,,,Kapuzenpulli-XS,,,,,,,,
MH02,,Top,simple,,base,Old hoodie,1.0000,2,,10.5,,0.0000,,
`;

describe('An export is imported without options', () => {
  test('of Shopify before 2025: an SKU per variant, the title completed, images excluded, offline what is not published or not active', async () => {
    expect(await products(oldShopify)).toEqual([
      { sku: 'M-1', ean: '0036000291452', name: 'Mug', quantity: 7, price: '9.95', purchasePrice: '4.10', status: 1 },
      { sku: 'S-1', name: 'Shirt - S / Red', quantity: 3, price: '20.00', status: 1 },
      { sku: 'S-2', name: 'Shirt - M / Red', quantity: 0, price: '20.00', status: 1 },
      'row with only an image',
      { sku: 'H-1', name: 'Hat', quantity: 1, price: '5', status: 0 },
      { sku: 'C-1', name: 'Cap - L', quantity: 1, price: '5.5', status: 0 },
      { sku: 'C-2', name: 'Cap - XL', quantity: 2, price: '6.5', status: 0 },
    ]);
  });

  test('from Shopify as it is since 2025', async () => {
    const lamp = { price: '49.50', purchasePrice: '20', status: 1 };
    expect(await products(newShopify)).toEqual([
      { sku: 'L-1', ean: '4006381333931', name: 'Lamp - White', quantity: 4, ...lamp },
      { sku: 'L-2', name: 'Lamp - Black', quantity: 0, ...lamp },
      'row with only an image',
    ]);
  });

  test('of WooCommerce: variations are products, their parents are not, drafts and private ones are offline', async () => {
    const parents = 'variable product: its variations are imported instead';
    expect(await products(woo)).toEqual([
      { sku: 'W-1', name: '-10% card', quantity: 5, price: '10.00', status: 1 },
      parents,
      { sku: 'W-2-B', name: 'Hoodie - Blue, L', price: '45', status: 1 },
      { sku: 'W-2-R', name: 'Hoodie - Red, M', quantity: 2, price: '45.5', status: 1 },
      { sku: 'W-2-X', name: 'Hoodie - Red', quantity: 2, price: '45.5', status: 1 },
      parents,
      { sku: 'W-6-A', name: 'Draft - A', quantity: 2, price: '3', status: 0 },
      'grouped product: the products in it are imported instead',
      'external product, sold by another shop',
      { sku: 'W-10', name: 'Private', price: '7', status: 0 },
    ]);
  });

  test('from WooCommerce with Dutch headings', async () => {
    expect(await products(wooDutch)).toEqual([
      'variable product: its variations are imported instead',
      { sku: 'N-1-B', name: 'Trui - Blauw', quantity: 3, price: '45.50', status: 1 },
    ]);
  });

  test('from PrestaShop with its own headings', async () => {
    expect(await products(prestashop)).toEqual([
      { sku: 'R-1', ean: '4006381333931', name: 'Lamp', quantity: 800, price: '66.05', purchasePrice: '49', status: 1 },
      { sku: 'R-2', name: 'Desk', price: '120', status: 0 },
    ]);
  });

  test('of Magento: 2 is offline, texts of other store views and configurable products are excluded', async () => {
    expect(await products(magento)).toEqual([
      'configurable product: its variants are imported instead',
      { sku: 'MH01-XS', name: 'Hoodie-XS', quantity: 100, price: '52.000000', purchasePrice: '20.5', status: 1 },
      'row with texts for other store views',
      { sku: 'MH02', name: 'Old hoodie', quantity: 0, price: '10.5', status: 0 },
    ]);
  });
});

test.each([
  ['Shopify', oldShopify],
  ['Shopify', newShopify],
  ['WooCommerce', woo],
  ['WooCommerce', wooDutch],
  ['PrestaShop', prestashop],
  ['Magento', magento],
])('%s is found from the header, and images and categories are said not to be imported', async (title, file) => {
  const { description } = await open(file);
  expect([
    description.preset,
    description.columns.filter(({ field }) => field.startsWith('image') || field === 'categoryId'),
  ]).toEqual([{ title, isFound: true }, []]);
  expect(description.notes.length).toBeGreaterThan(0);
});

test.each([
  ['sku,name,price,type'],
  ['SKU;Naam;Prijs excl. btw;Voorraad'],
  ['model,sku,ean,name,quantity,categoryId,price,purchasePrice,status,taxRate,image,imageAlt'],
])('The header %s is no preset’s', (header) => {
  expect(presetOf(header.split(/[,;]/), importableProducts)).toBeUndefined();
});

describe('A preset', () => {
  test('can be turned off: then only the names of columns count', async () => {
    const { description } = await open('Handle,Title,Variant SKU,SKU\na,b,c,d\n', { preset: 'none' });
    expect([description.preset, description.columns.map(({ heading }) => heading)]).toEqual([
      undefined,
      ['Title', 'SKU'],
    ]);
  });

  test('can be stated for a header that does not show it', async () => {
    expect(await products('Handle,Title,Option1 Value,SKU\na,Mug,Red,1\na,,Blue,2\n', { preset: 'shopify' })).toEqual([
      { sku: '1', name: 'Mug - Red' },
      { sku: '2', name: 'Mug - Blue' },
    ]);
  });

  test('gives way to --map and --set', async () => {
    const options = { map: { sku: 'Handle', name: 'Body (HTML)' }, set: { status: 'offline' } };
    const [mug] = await products(oldShopify, options);
    expect(mug).toMatchObject({ sku: 'mug', name: '<p>A mug</p>', price: '9.95', status: 0 });
  });

  test('warns that prices may include VAT, unless an option says so', async () => {
    const about = async (options: Partial<CatalogueOptions>) =>
      (await open(oldShopify, options)).description.notes.some((note) => note.includes('--vat-included'));
    expect([await about({}), await about({ vatIncluded: { units: 21n, scale: 0 } })]).toEqual([true, false]);
  });

  test('never hides a row of another length than the header', async () => {
    expect(await products('Handle,Title,Variant SKU,Variant Price,Image Src\na,Mug,1,2,\na,,\n')).toEqual([
      { sku: '1', name: 'Mug', price: '2' },
      [
        '3 cells, but the header has 5: a cell or a delimiter is missing. Excel omits empty cells at the end of rows: if Variant Price is empty here, add the delimiters',
      ],
    ]);
  });

  test('does not name a variant after the product above it when that is another one', async () => {
    expect(
      await products('Handle,Title,Option1 Value,Variant SKU,Variant Price\na,Mug,Red,1,2\nb,,Blue,2,2\n'),
    ).toEqual([{ sku: '1', name: 'Mug - Red', price: '2' }, ['no name: add one']]);
  });
});

describe('Rows of an export complete each other, wherever they are', () => {
  const status = (found: Awaited<ReturnType<typeof arrivals>>) =>
    found.products.map((product) => [product.sku, product.name, product.status]);

  test.each(['-1', '0', ''])(
    'in WooCommerce a variation is offline whose parent, above or below, has the status "%s"',
    async (published) => {
      const heading = 'Type,SKU,Name,Published,Regular price,Parent,Attribute 1 name,Attribute 1 value(s),Stock';
      const parent = `variable,W-1,Hoodie,${published},,,Color,"Blue, Red",`;
      const [blue, red] = ['variation,W-1-B,,1,45,W-1,Color,Blue,2', 'variation,W-1-R,Hoodie,1,45,W-1,Color,Red,2'];
      for (const rows of [
        [blue, parent, red],
        [blue, red, parent],
        [parent, blue, red],
      ]) {
        const { products: found } = await arrivals(`${[heading, ...rows].join('\n')}\n`);
        expect(found.map(({ sku, name, status }) => [sku, name, status])).toEqual([
          ['W-1-B', 'Hoodie - Blue', 0],
          ['W-1-R', 'Hoodie - Red', 0],
        ]);
      }
    },
  );

  test('in WooCommerce a variation is online if its parent is, and offline if it is not in the file', async () => {
    const rows = [
      'variation,W-1-B,Hoodie - B,1,45,id:7,2,8',
      'variation,W-1-R,Hoodie - R,0,45,id:7,2,9',
      'variation,X-1,Other,1,45,X,2,10',
      'variation,X-2,Other,1,45,,2,11',
      'variable,W-1,Hoodie,1,,,,7',
      'simple,S-1,Simple,1,5,,,12',
    ];
    const found = await arrivals(`Type,SKU,Name,Published,Regular price,Parent,Stock,ID\n${rows.join('\n')}\n`);
    expect(status(found)).toEqual([
      ['W-1-B', 'Hoodie - B', 1],
      ['W-1-R', 'Hoodie - R', 0],
      ['X-1', 'Other', 0],
      ['X-2', 'Other', 0],
      ['S-1', 'Simple', 1],
    ]);
  });

  test('a WooCommerce file without a status column says nothing about status', async () => {
    const rows = await products('Type,SKU,Name,Regular price,Parent\nvariation,X-1,Other,45,X\n', {
      preset: 'woocommerce',
    });
    expect(rows).toEqual([{ sku: 'X-1', name: 'Other', price: '45' }]);
  });

  test.runIf(isThorough)(
    'in Shopify a variant has the name and status of its product from below, and between rows of others',
    async () => {
      const rows = [
        'mug,,M-1,Blue,5,',
        'hat,Hat,H-1,,5,active',
        'mug,Mug,M-2,Red,5,draft',
        'hat,,H-2,L,5,',
        'mug,,M-3,Green,5,',
        'cap,Cap,C-1,S,5,',
        'cap,,C-2,M,5,',
      ];
      const found = await arrivals(`Handle,Title,Variant SKU,Option1 Value,Variant Price,Status\n${rows.join('\n')}\n`);
      expect(status(found)).toEqual([
        ['M-1', 'Mug - Blue', 0],
        ['H-1', 'Hat', 1],
        ['M-2', 'Mug - Red', 0],
        ['H-2', 'Hat - L', 1],
        ['M-3', 'Mug - Green', 0],
        ['C-1', 'Cap - S', 0],
        ['C-2', 'Cap - M', 0],
      ]);
    },
  );

  test('a variant whose product is nowhere in the file has no name', async () => {
    const { code, err } = await arrivals('Handle,Title,Variant SKU,Variant Price\nmug,,M-1,5\nhat,Hat,H-1,5\n');
    expect([code, err]).toEqual([2, expect.stringContaining('line 2: no name: add one')]);
  });
});
