import { decimal } from '../amounts.ts';
import { defaultLanguage, type Language } from '../http/language.ts';
import type { ShopCatalogue } from '../storage/catalogue.ts';
import type { Stored } from '../storage/documents.ts';
import { type Attribute, type OptionNames, type ProductRecord, textsOf } from './product.ts';

/** What it takes to show a product: the language, the catalogue for names, and the store's address for URLs. */
export interface ProductView {
  readonly language: Language;
  readonly catalogue: ShopCatalogue;
  readonly origin: () => string;
}

/** How the API writes a date that is not set. */
const unset = '0000-00-00 00:00:00';
const nothing = decimal(0n);

/** What both shapes begin with. Numbers where the API says number or 0/1, else strings. */
function common(product: Stored<ProductRecord>, view: ProductView) {
  const { id, quantity, price, taxRate, attributes } = product;
  return {
    uprid: `${id}${attributes.map(({ optionId, valueId }) => `{${optionId}}${valueId}`).join('')}`,
    productId: id,
    stockId: product.stockId,
    referenceId: 0,
    isBundle: 0,
    status: product.status,
    quantity,
    ean: product.ean,
    sku: product.sku,
    model: product.model,
    name: textsOf(product, view.language).name,
    price: decimal(price),
    taxClassId: taxClasses.get(taxRate) ?? 0,
    taxRate: decimal(taxRate * 10_000),
    attributesString: attributesText(attributes, view.language),
    dateAdded: product.dateAdded,
    lastModified: product.dateAdded,
    category: categoryOf(product, view),
    quantities: quantitiesOf(product),
    manufacturer: manufacturerOf(product, view),
    dimensions: { type: '', width: nothing, height: nothing, area: nothing, weight: nothing },
  };
}

// `Object.assign`, since an object of this size that is made by spreading takes ten times as long.

/** A product in the shape of the list and of `GET /products/{id}`. */
export function listed(product: Stored<ProductRecord>, view: ProductView): unknown {
  const { id, image, attributes } = product;
  const { description } = textsOf(product, view.language);
  return Object.assign(
    common(product, view),
    {
      bundledProducts: [],
      url: `product/${id}`,
      urlAbs: `${view.origin()}/product/${id}`,
      backOrder: 0,
      onHome: 0,
      layover: 0,
      configurationAllowCheckout: 1,
      configurationStockCheck: 1,
      attributes: attributes.map((attribute) => namedAttribute(attribute, view.language)),
      description,
      descriptions: { description, extra: '', intro: '' },
      images: image === '' ? [] : [image],
      discounts: noDiscounts,
      prices: pricesOf(product),
      reviews: { count: '0', avg: nothing },
      addons: { multicatalog: { enabled: false } },
    },
    product.more,
  );
}

/** A product in the flat shape that creation answers with. A field that was sent is what comes back. */
export const flat = (product: Stored<ProductRecord>, view: ProductView): Readonly<Record<string, unknown>> =>
  Object.assign(
    common(product, view),
    {
      basePrice: decimal(product.price),
      purchasePrice: decimal(product.purchasePrice),
      isPhysical: 1,
      isDigital: 0,
      isQuotation: 0,
      freeAbove: nothing,
      freeAboveOrderValue: nothing,
      availableFrom: unset,
      availableTo: unset,
      discounts: { name: '', ...noDiscounts },
    },
    product.more,
  );

const noDiscounts = { groupDiscount: nothing, groupDiscountCategory: nothing, groupDiscountProduct: nothing };

/** Dutch VAT: standard, reduced, zero. */
const taxClasses: ReadonlyMap<number, number> = new Map([
  [21, 1],
  [9, 2],
  [0, 3],
]);

function pricesOf(product: ProductRecord) {
  const price = decimal(product.price);
  const purchasePrice = decimal(product.purchasePrice);
  return { basePrice: price, normalPrice: price, price, specialPrice: nothing, purchasePrice };
}

function quantitiesOf({ quantity, minimumQuantity }: ProductRecord) {
  const stock = String(quantity);
  return {
    quantity: stock,
    physicalQuantity: stock,
    minimumQuantity: String(minimumQuantity),
    quantityStep: '1',
    trackQuantity: '1',
  };
}

function categoryOf({ categoryId: id }: ProductRecord, { catalogue, language }: ProductView) {
  const path = catalogue.pathTo(id);
  const name = catalogue.categoryName(id, language);
  return { id: String(id), name, categoryIds: path.join(','), cPath: path.join('_') };
}

const manufacturerOf = ({ manufacturerId: id }: ProductRecord, { catalogue }: ProductView) => ({
  id: String(id),
  name: catalogue.manufacturerName(id),
});

/** The chosen options as one text: `Maat: M, Kleur: Zwart`. */
export function attributesText(attributes: readonly Attribute[], language: Language): string {
  return attributes.map((attribute) => namesOf(attribute, language).join(': ')).join(', ');
}

const namesOf = ({ names }: Attribute, language: Language): OptionNames => names[language] ?? names[defaultLanguage];

/** One option with the value chosen: `{ optionId: '3', option: 'Maat', valueId: '12', value: 'M' }`. */
export function namedAttribute(attribute: Attribute, language: Language) {
  const [option, value] = namesOf(attribute, language);
  return { optionId: String(attribute.optionId), option, valueId: String(attribute.valueId), value };
}
