import type { SqlRow } from '../../system/sqlite.ts';
import { decimal } from '../amounts.ts';
import { defaultLanguage, type Language } from '../http/language.ts';
import type { Catalogue } from '../storage/catalogue.ts';
import type { Attribute } from './add.ts';

/** What a row is shown in: the language, the catalogue for names, and the store's own address for URLs. */
export interface View {
  readonly language: Language;
  readonly catalogue: Catalogue;
  readonly origin: string;
}

/** How the API writes a date that is not set. */
const unset = '0000-00-00 00:00:00';
const nothing = decimal(0n);

/**
 * A product in the shape of the list and of `GET /products/{id}`. Numbers where the API says number or 0/1, else
 * strings.
 */
export function listed(row: SqlRow, view: View): Readonly<Record<string, unknown>> {
  const attributes = JSON.parse(String(row.attributes)) as readonly Attribute[];
  const description = String(row.translatedDescription ?? row.description);
  return {
    ...common(row, view, attributes),
    bundledProducts: [],
    ...places(row, view.origin),
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
    ...more(row),
  };
}

/** A product in the flat shape that creation answers with. */
export function flat(row: SqlRow, view: View): Readonly<Record<string, unknown>> {
  return {
    ...common(row, view, []),
    basePrice: decimal(Number(row.price)),
    purchasePrice: decimal(Number(row.purchasePrice)),
    isPhysical: 1,
    isDigital: 0,
    isQuotation: 0,
    freeAbove: nothing,
    freeAboveOrderValue: nothing,
    availableFrom: unset,
    availableTo: unset,
    discounts: { name: '', ...noDiscounts },
    ...more(row),
  };
}

const noDiscounts = { groupDiscount: nothing, groupDiscountCategory: nothing, groupDiscountProduct: nothing };

/**
 * Later than the fields the store fills in itself: a field that was sent is what comes back. The API returns imageAlt
 * in no record.
 */
function more(row: SqlRow): Readonly<Record<string, unknown>> {
  const { imageAlt: _, ...shown } = JSON.parse(String(row.more)) as Readonly<Record<string, unknown>>;
  return shown;
}

function common(row: SqlRow, view: View, attributes: readonly Attribute[]): Readonly<Record<string, unknown>> {
  return {
    uprid: `${row.id}${attributes.map(({ optionId, valueId }) => `{${optionId}}${valueId}`).join('')}`,
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
    price: decimal(Number(row.price)),
    taxClassId: taxClasses.get(Number(row.taxRate)) ?? 0,
    taxRate: decimal(Number(row.taxRate) * 10_000),
    attributesString: attributesText(attributes, view.language),
    dateAdded: row.dateAdded,
    lastModified: row.dateAdded,
    category: categoryOf(Number(row.categoryId), view),
    quantities: quantitiesOf(row),
    manufacturer: { id: String(row.manufacturerId), name: view.catalogue.manufacturerName(Number(row.manufacturerId)) },
    dimensions: { type: '', width: nothing, height: nothing, area: nothing, weight: nothing },
  };
}

/** Dutch VAT: standard, reduced, zero. */
const taxClasses: ReadonlyMap<number, number> = new Map([
  [21, 1],
  [9, 2],
  [0, 3],
]);

function places(row: SqlRow, origin: string) {
  const url = `product/${row.id}`;
  return { url, urlAbs: `${origin}/${url}` };
}

function pricesOf(row: SqlRow) {
  const price = decimal(Number(row.price));
  return {
    basePrice: price,
    normalPrice: price,
    price,
    specialPrice: nothing,
    purchasePrice: decimal(Number(row.purchasePrice)),
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

function categoryOf(id: number, { catalogue, language }: View) {
  const category = catalogue.category(id);
  const path = category?.path ?? [];
  return { id: String(id), name: category?.name(language) ?? '', categoryIds: path.join(','), cPath: path.join('_') };
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
