import { type DraftOf, defineDraft } from './draft.ts';
import * as draft from './draft-fields.ts';
import { choiceOf, countKind, flagKind } from './kinds.ts';
import { defineRecord, type RecordOf } from './record.ts';
import * as record from './record-fields.ts';

export const onlineStatus = { offline: 0, online: 1 };

/** What programs write for a status, in English, Dutch, German and French. The first are the best known. */
const statusWords = {
  ...{ false: 0, true: 1, no: 0, yes: 1 },
  ...{
    n: 0,
    y: 1,
    j: 1,
    nee: 0,
    nein: 0,
    ja: 1,
    onwaar: 0,
    waar: 1,
    falsch: 0,
    wahr: 1,
    non: 0,
    oui: 1,
    faux: 0,
    vrai: 1,
  },
  ...{ off: 0, on: 1, uit: 0, aan: 1, aus: 0, an: 1, disabled: 0, enabled: 1 },
  ...{ inactive: 0, active: 1, inactief: 0, actief: 1, inaktiv: 0, aktiv: 1 },
};

/** The body of `POST /products`. None is required by the API; shop-cli wants at least one of `identifying`. */
export const newProduct = defineDraft({
  model: draft.code('article number'),
  sku: draft.code('SKU').essential(),
  ean: draft.code('EAN').essential(),
  name: draft.text('product name').essential(),
  quantity: draft.count('available stock').sentAs(String).essential(),
  categoryId: draft.id('category ID').essential(),
  price: draft.price('price excluding VAT').essential(),
  purchasePrice: draft.money('purchase price excluding VAT').essential(),
  status: draft.choice('status; 1 or online, 0 or offline', onlineStatus, statusWords).essential(),
  taxRate: draft.percent('VAT percentage').alsoAs('taxRateVal').essential(),
  image: draft.text('name of an image that the store already has'),
  imageAlt: draft.text('alt text of the image'),
});

export type NewProduct = DraftOf<typeof newProduct>;

/** A product without any of these could not be found again. */
export const identifying = ['sku', 'ean', 'model', 'name'] as const satisfies readonly (keyof NewProduct)[];

const tones = { online: 'good', offline: 'quiet' } as const;

const statusInWords = ({ status }: record.StoreRecord): record.Remark | undefined => {
  const words = choiceOf(onlineStatus).show(status);
  return words === undefined
    ? undefined
    : { words, ...(words in tones ? { tone: tones[words as keyof typeof tones] } : {}) };
};

/** `48`, `out of stock, back order allowed`: undefined where the stock is no number. */
function stockInWords({ quantity, quantities, backOrder }: record.StoreRecord): record.Remark | undefined {
  const stock = countKind.wire(quantity);
  if (stock === undefined) return undefined;
  const isTracked = flagKind.wire((quantities as record.StoreRecord | undefined)?.trackQuantity) !== 0;
  if (!isTracked) return { words: `${stock}, stock is not tracked` };
  if (stock > 0) return { words: `${stock}`, tone: 'good' };
  const missing = stock < 0 ? `out of stock (${stock})` : 'out of stock';
  return flagKind.wire(backOrder) === 1 ? { words: `${missing}, back order allowed` } : { words: missing, tone: 'bad' };
}

/**
 * Where a record has a field of `newProduct`, if not under its own name: the first path that is there, and of a list the
 * first value. `imageAlt` does not come back in any record.
 */
export const recordPaths: Readonly<Partial<Record<keyof NewProduct, readonly string[]>>> = {
  price: ['prices.basePrice', 'basePrice', 'price'],
  purchasePrice: ['prices.purchasePrice', 'purchasePrice'],
  quantity: ['quantities.quantity', 'quantity'],
  categoryId: ['category.id'],
  image: ['images'],
};

/** What is compared and exported, and decides what is shown of stock. An image may be a text. */
const readOfProducts: readonly string[] = [
  ...newProduct.names.filter((name) => name !== 'image'),
  ...Object.values(recordPaths)
    .flatMap((paths) => paths.map((path) => path.replace(/\..*/, '')))
    .filter((name) => name !== 'images'),
  'backOrder',
];

/**
 * A product, in the shape of the list and in the flat shape that creation returns: either may come from `GET
 * /products/{id}`.
 */
export const product = defineRecord(
  ['productId', 'uprid'],
  {
    uprid: record.text('ID').inTable(1),
    productId: record.id('Product ID').repeats('uprid'),
    sku: record.code('SKU').inTable(4),
    ean: record.code('EAN').inTable(7),
    model: record.code('Article number'),
    name: record.text('Name').inTable(2, 'attributesString').leadsTo('urlAbs'),
    status: record.choice('Status', onlineStatus).inTable(6).inWords(statusInWords),
    quantity: record.count('Stock').inTable(5).inWords(stockInWords),
    price: record.money('Price').inTable(3),
    basePrice: record.money('Base price').repeats('price'),
    purchasePrice: record.money('Purchase price'),
    prices: record.group('Prices', {
      basePrice: record.money('Base price').repeats('price'),
      normalPrice: record.money('Normal price').repeats('price'),
      price: record.money('Price').repeats('price'),
      specialPrice: record.money('Special price'),
      purchasePrice: record.money('Purchase price').repeats('purchasePrice'),
    }),
    taxClassId: record.id('Tax class'),
    taxRate: record.percent('VAT %'),
    category: record.group('Category', {
      id: record.id('ID'),
      name: record.text('Name'),
      categoryIds: record.text('Category IDs'),
      cPath: record.text('Path'),
    }),
    manufacturer: record.group('Manufacturer', { id: record.id('ID'), name: record.text('Name') }),
    quantities: record.group('Quantities', {
      quantity: record.count('Stock').repeats('quantity'),
      physicalQuantity: record.count('Physical stock').repeats('quantity'),
      minimumQuantity: record.count('Minimum quantity'),
      quantityStep: record.count('Quantity step'),
      trackQuantity: record.flag('Stock tracked'),
    }),
    dimensions: record.group('Dimensions', {
      type: record.text('Type'),
      width: record.count('Width'),
      height: record.count('Height'),
      area: record.count('Area'),
      weight: record.count('Weight'),
    }),
    discounts: record.group('Discounts', {
      name: record.text('Name'),
      groupDiscount: record.money('Group'),
      groupDiscountCategory: record.money('Group (category)'),
      groupDiscountProduct: record.money('Group (product)'),
    }),
    attributesString: record.text('Options'),
    attributes: record.list('Option values'),
    description: record.text('Description'),
    descriptions: record.group('Descriptions', {
      description: record.text('Description').repeats('description'),
      extra: record.text('Extra'),
      intro: record.text('Introduction'),
    }),
    images: record.list('Images'),
    url: record.text('Shop path').repeats('urlAbs'),
    urlAbs: record.text('URL'),
    stockId: record.count('Stock ID'),
    referenceId: record.count('Reference ID'),
    isBundle: record.flag('Bundle'),
    bundledProducts: record.list('Bundled products'),
    isPhysical: record.flag('Physical'),
    isDigital: record.flag('Digital'),
    isQuotation: record.flag('Quotation'),
    backOrder: record.flag('Back order'),
    onHome: record.flag('On the home page'),
    layover: record.flag('Layover'),
    configurationAllowCheckout: record.flag('Checkout without stock'),
    configurationStockCheck: record.flag('Stock check'),
    freeAbove: record.money('Free above'),
    freeAboveOrderValue: record.money('Free above order value'),
    availableFrom: record.date('Available from'),
    availableTo: record.date('Available to'),
    reviews: record.group('Reviews', { count: record.count('Count'), avg: record.count('Average') }),
    addons: record.group('Add-ons', {}),
    dateAdded: record.date('Added'),
    lastModified: record.date('Modified'),
  },
  {
    apartBy: 'uprid',
    reads: readOfProducts,
    alike: [
      ['quantity', 'quantities.quantity'],
      ['price', 'prices.price'],
      ['basePrice', 'prices.basePrice'],
      ['purchasePrice', 'prices.purchasePrice'],
      ['description', 'descriptions.description'],
    ],
  },
);

export type Product = RecordOf<typeof product>;

/** The envelope of the product list: totals over everything that matches, and one page in `data`. */
export const productTotals = defineRecord(['numRows'], {
  numRows: record.count('Rows'),
  numPages: record.count('Pages'),
  pageNumber: record.count('Page'),
  startIndex: record.count('First index'),
  endIndex: record.count('Last index'),
  totalValue: record.amount('Total value'),
  totalPurchaseValue: record.amount('Total purchase value'),
  totalMargin: record.amount('Total margin'),
  totalQuantity: record.count('Total stock'),
  totalPhysicalQuantity: record.count('Total physical stock'),
  totalMinimumQuantity: record.count('Total minimum quantity'),
  lowestPrice: record.money('Lowest price'),
  highestPrice: record.money('Highest price'),
  data: record.list('Products'),
});

/** The filters of `GET /products`, all but `search` with their kind; `limit` and `offset` page. */
export const productFilters = {
  only_main_products: 'only main products, without their options',
  categoryId: 'only products in this category',
  recursiveCategories: 'include subcategories of --category',
  stockFrom: 'only products with at least this stock',
  stockTo: 'only products with at most this stock',
  manufacturerId: 'only products of this manufacturer',
  search: 'ean:<ean>, sku:<sku>, or a pattern with * and ?',
  limit: 'maximum number of products',
  offset: 'number of products to skip',
} as const;

export type ProductFilter = keyof typeof productFilters;
