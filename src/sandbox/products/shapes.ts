import type { SqlRow } from '../../system/sqlite.ts';
import { decimal } from '../amounts.ts';
import { defaultLanguage, type Language } from '../http/language.ts';
import type { Catalogue } from '../storage/catalogue.ts';
import type { Attribute } from './add.ts';

/** What it takes to show a row: the language, the catalogue for names, and the store's address for URLs. */
export interface View {
  readonly language: Language;
  readonly catalogue: Catalogue;
  readonly origin: string;
}

/** How the API writes a date that is not set. */
const unset = '0000-00-00 00:00:00';
const nothing = decimal(0n);

// Each shape is one literal, though they share fields: an object of this size that is made by spreading takes ten times as long.

/**
 * A product in the shape of the list and of `GET /products/{id}`. Numbers where the API says number or 0/1, else
 * strings.
 */
export function listed(row: SqlRow, view: View): Readonly<Record<string, unknown>> {
  const attributes: readonly Attribute[] = row.attributes === '[]' ? [] : JSON.parse(String(row.attributes));
  const description = String(row.translatedDescription ?? row.description);
  return withMore(row, {
    uprid: upridOf(row, attributes),
    productId: row.id,
    stockId: row.stockId,
    referenceId: 0,
    isBundle: 0,
    status: row.status,
    quantity: row.stock,
    ean: row.ean,
    sku: row.sku,
    model: row.model,
    name: row.translatedName ?? row.name,
    price: amount(row.price),
    taxClassId: taxClassOf(row),
    taxRate: taxRateOf(row),
    attributesString: attributesText(attributes, view.language),
    dateAdded: row.dateAdded,
    lastModified: row.dateAdded,
    category: categoryOf(row, view),
    quantities: quantitiesOf(row),
    manufacturer: manufacturerOf(row, view),
    dimensions: noDimensions,
    bundledProducts: [],
    url: `product/${row.id}`,
    urlAbs: `${view.origin}/product/${row.id}`,
    backOrder: 0,
    onHome: 0,
    layover: 0,
    configurationAllowCheckout: 1,
    configurationStockCheck: 1,
    attributes: attributes.map((attribute) => namedAttribute(attribute, view.language)),
    description,
    descriptions: { description, extra: '', intro: '' },
    images: row.image === '' ? [] : [row.image],
    discounts: noDiscounts,
    prices: pricesOf(row),
    reviews: { count: '0', avg: nothing },
    addons: { multicatalog: { enabled: false } },
  });
}

/** A product in the flat shape that creation answers with. */
export function flat(row: SqlRow, view: View): Readonly<Record<string, unknown>> {
  return withMore(row, {
    uprid: upridOf(row, []),
    productId: row.id,
    stockId: row.stockId,
    referenceId: 0,
    isBundle: 0,
    status: row.status,
    quantity: row.stock,
    ean: row.ean,
    sku: row.sku,
    model: row.model,
    name: row.translatedName ?? row.name,
    price: amount(row.price),
    taxClassId: taxClassOf(row),
    taxRate: taxRateOf(row),
    attributesString: '',
    dateAdded: row.dateAdded,
    lastModified: row.dateAdded,
    category: categoryOf(row, view),
    quantities: quantitiesOf(row),
    manufacturer: manufacturerOf(row, view),
    dimensions: noDimensions,
    basePrice: amount(row.price),
    purchasePrice: amount(row.purchasePrice),
    isPhysical: 1,
    isDigital: 0,
    isQuotation: 0,
    freeAbove: nothing,
    freeAboveOrderValue: nothing,
    availableFrom: unset,
    availableTo: unset,
    discounts: { name: '', ...noDiscounts },
  });
}

const noDiscounts = { groupDiscount: nothing, groupDiscountCategory: nothing, groupDiscountProduct: nothing };
const noDimensions = { type: '', width: nothing, height: nothing, area: nothing, weight: nothing };

/**
 * Later than the fields the store fills in itself: a field that was sent is what comes back. The API returns imageAlt
 * in no record.
 */
function withMore(row: SqlRow, product: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (row.more === '{}') return product;
  const { imageAlt: _, ...shown } = JSON.parse(String(row.more)) as Readonly<Record<string, unknown>>;
  return { ...product, ...shown };
}

const upridOf = (row: SqlRow, attributes: readonly Attribute[]): string =>
  `${row.id}${attributes.map(({ optionId, valueId }) => `{${optionId}}${valueId}`).join('')}`;

const amount = (units: SqlRow[string] | undefined): string => decimal(Number(units));

const taxClassOf = (row: SqlRow): number => taxClasses.get(Number(row.taxRate)) ?? 0;
const taxRateOf = (row: SqlRow): string => decimal(Number(row.taxRate) * 10_000);

/** Dutch VAT: standard, reduced, zero. */
const taxClasses: ReadonlyMap<number, number> = new Map([
  [21, 1],
  [9, 2],
  [0, 3],
]);

function pricesOf(row: SqlRow) {
  const price = amount(row.price);
  return {
    basePrice: price,
    normalPrice: price,
    price,
    specialPrice: nothing,
    purchasePrice: amount(row.purchasePrice),
  };
}

function quantitiesOf(row: SqlRow) {
  const stock = String(row.stock);
  return {
    quantity: stock,
    physicalQuantity: stock,
    minimumQuantity: String(row.minimumQuantity),
    quantityStep: '1',
    trackQuantity: '1',
  };
}

function categoryOf(row: SqlRow, { catalogue, language }: View) {
  const id = Number(row.categoryId);
  const category = catalogue.category(id);
  const path = category?.path ?? [];
  return { id: String(id), name: category?.name(language) ?? '', categoryIds: path.join(','), cPath: path.join('_') };
}

function manufacturerOf(row: SqlRow, { catalogue }: View) {
  const id = Number(row.manufacturerId);
  return { id: String(id), name: catalogue.manufacturerName(id) };
}

/** The chosen options as one text: `Maat: M, Kleur: Zwart`. */
export function attributesText(attributes: readonly Attribute[], language: Language): string {
  return attributes.map((attribute) => namesOf(attribute, language).join(': ')).join(', ');
}

const namesOf = ({ names }: Attribute, language: Language): readonly [string, string] =>
  names[language] ?? names[defaultLanguage] ?? ['', ''];

/** One option with the value chosen: `{ optionId: '3', option: 'Maat', valueId: '12', value: 'M' }`. */
export function namedAttribute(attribute: Attribute, language: Language) {
  const [option, value] = namesOf(attribute, language);
  return { optionId: String(attribute.optionId), option, valueId: String(attribute.valueId), value };
}
