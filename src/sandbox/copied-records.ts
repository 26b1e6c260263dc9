import { type Basket, type BasketLine, basketLine, type NewLine, newLine } from '../resources/baskets.ts';
import { countKind, flagKind, idKind } from '../resources/kinds.ts';
import { type NewProduct, newProduct, type Product as ProductRecord, recordPaths } from '../resources/products.ts';
import { basketKeyKind, parseUprid, type Uprid, upridKind } from '../resources/shop-kinds.ts';
import { isObject } from '../text/json.ts';
import { defaultLanguage } from './http/language.ts';
import { type Attribute, type Product, productOf } from './products/product.ts';

/** What a record of the products of another store is here. */
interface CopiedProduct {
  readonly id: number;
  /** Tells it from the other records of the product: its uprid and stock. */
  readonly key: string;
  /** Whether it is the product itself, without any choice of options. */
  readonly isMain: boolean;
  readonly product: Product;
  /** `path` leads from the root to the category itself. */
  readonly category: { readonly id: number; readonly name: string; readonly path: readonly number[] } | undefined;
  readonly manufacturer: { readonly id: number; readonly name: string } | undefined;
}

/** A basket of another store, without whose it is. */
interface CopiedBasket {
  /** In capitals, without braces. */
  readonly basketKey: string;
  readonly dateCreated: string;
  readonly lastModified: string | null;
  readonly lines: readonly NewLine[];
}

/** A record of the store as the sandbox keeps it; undefined without a numeric ID, by which it could be found. */
export function copiedProduct(record: ProductRecord): CopiedProduct | undefined {
  const uprid = upridOf(record);
  const id = idKind.wire(record.productId) ?? (uprid && idKind.wire(String(uprid.productId)));
  if (id === undefined) return undefined;
  const named = record.uprid === undefined || record.uprid === null ? String(id) : String(record.uprid);
  const fields = fieldsOf(record);
  const category = categoryOf(record);
  const manufacturer = manufacturerOf(record);
  const stockId = countKind.wire(record.stockId) ?? -1;
  const product = {
    ...productOf(fields, defaultLanguage, textOf(record.dateAdded)),
    texts: { [defaultLanguage]: { name: fields.name ?? '', description: textOf(record.description) } },
    minimumQuantity: countKind.wire(record.quantities?.minimumQuantity) ?? 1,
    categoryId: category?.id ?? 0,
    manufacturerId: manufacturer?.id ?? 0,
    stockId,
    attributes: attributesOf(uprid, record.attributes ?? []),
    copied: record,
  };
  return { id, key: `${storable(named)}\n${stockId}`, isMain: named === String(id), product, category, manufacturer };
}

/** The fields of a creation as far as the record has them: for searching and for baskets. The record keeps what it says. */
function fieldsOf(record: ProductRecord): NewProduct {
  const values = newProduct.names.flatMap((name) => {
    const found = (recordPaths[name] ?? [name])
      .map((path) => valueAt(record, path))
      .find((value) => value !== undefined);
    const value = newProduct.fields[name].kind.wire(Array.isArray(found) ? found[0] : found);
    return value === undefined ? [] : [[name, typeof value === 'string' ? storable(value) : value]];
  });
  return Object.fromEntries(values);
}

const valueAt = (record: unknown, path: string): unknown =>
  path.split('.').reduce((value, name) => (isObject(value) ? value[name] : undefined), record);

function categoryOf({ category }: ProductRecord): CopiedProduct['category'] {
  const id = idKind.wire(category?.id);
  return id ? { id, name: textOf(category?.name), path: pathOf(category?.cPath, id) } : undefined;
}

/** `1_11`, which must end with the category itself. */
function pathOf(cPath: unknown, id: number): readonly number[] {
  const ids = String(cPath ?? '')
    .split('_')
    .map(Number);
  return ids.at(-1) === id && ids.every((one) => Number.isSafeInteger(one) && one > 0) ? ids : [id];
}

function manufacturerOf({ manufacturer }: ProductRecord): CopiedProduct['manufacturer'] {
  const id = idKind.wire(manufacturer?.id);
  return id ? { id, name: textOf(manufacturer?.name) } : undefined;
}

function upridOf({ uprid }: ProductRecord): Uprid | undefined {
  const text = upridKind.wire(uprid);
  return text === undefined ? undefined : parseUprid(text);
}

/** The options that the uprid chooses, with the names of those that the record names. */
function attributesOf(uprid: Uprid | undefined, attributes: readonly unknown[]): readonly Attribute[] {
  return (uprid?.chosen ?? []).map(([optionId, valueId]) => {
    const named = attributes.filter(isObject).find((one) => String(one.optionId) === String(optionId));
    const option = textOf(named?.option) || String(optionId);
    const value = textOf(named?.value) || String(valueId);
    return { optionId, valueId, names: { nl: [option, value] } };
  });
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? storable(String(value)) : '';

/** What SQLite can keep: without NUL, and without half a surrogate pair. */
const storable = (text: string): string => text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\uFFFD');

/**
 * A basket with its products, and nothing else: no customer, no addresses, no coupon, no VAT number. Undefined where the
 * list does not show its key and products.
 */
export function copiedBasket({ basketKey, products, dateCreated, lastModified }: Basket): CopiedBasket | undefined {
  const key = basketKeyKind.typed(String(basketKey ?? ''));
  if (key === undefined || !products) return undefined;
  return {
    basketKey: key.toUpperCase(),
    dateCreated: textOf(dateCreated),
    lastModified: typeof lastModified === 'string' ? storable(lastModified) : null,
    lines: products.flatMap((line) => copiedLine(line) ?? []),
  };
}

function copiedLine(received: unknown): NewLine | undefined {
  const checked = basketLine.check(received);
  if (!checked.ok) return undefined;
  const line: BasketLine = checked.value;
  const quantity = Math.max(1, newLine.fields.quantity.kind.wire(line.quantity) ?? 1);
  if (line.isCustom === true || flagKind.wire(line.isCustom) === 1) {
    const price = newLine.fields.price.kind.wire(line.price) ?? { units: 0n, scale: 0 };
    return { title: customTitle, price, quantity };
  }
  const uprid = upridKind.wire(line.uprid) ?? upridKind.wire(line.productId);
  return uprid === undefined ? undefined : { uprid, quantity };
}

/** The title of a custom product is free text: "Engraving: for Anna". */
const customTitle = 'Custom product';
