import { type Basket, basketLine, type NewLine, newLine } from '../resources/baskets.ts';
import { countKind, flagKind, idKind } from '../resources/kinds.ts';
import { type NewProduct, newProduct, type Product as ProductRecord, recordPaths } from '../resources/products.ts';
import { basketKeyKind, parseUprid, type Uprid, upridKind } from '../resources/shop-kinds.ts';
import { isObject } from '../text/json.ts';
import { defaultLanguage } from './http/language.ts';
import { type Product, productOf } from './products/product.ts';

/** What a record of the products of another store is here. */
export interface Copied {
  readonly id: number;
  /** Tells it from the other records of the product: its uprid and stock. */
  readonly key: string;
  readonly product: Product;
}

/** A record of the store as the sandbox keeps it; undefined without a numeric ID, by which it could be found. */
export function copiedProduct(record: ProductRecord): Copied | undefined {
  const uprid = upridOf(record.uprid);
  const id = idKind.wire(record.productId) ?? (uprid && idKind.wire(String(uprid.productId)));
  if (id === undefined) return undefined;
  const fields = fieldsOf(record);
  const stockId = countKind.wire(record.stockId) ?? -1;
  const product = {
    ...productOf(fields, defaultLanguage, textOf(record.dateAdded)),
    minimumQuantity: countKind.wire(record.quantities?.minimumQuantity) ?? 1,
    manufacturerId: idKind.wire(record.manufacturer?.id) ?? 0,
    stockId,
    attributes: (uprid?.chosen ?? []).map(([optionId, valueId]) => ({ optionId, valueId, names: {} })),
    copied: record,
  };
  return { id, key: `${textOf(record.uprid)}\n${id}\n${stockId}`, product };
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

function upridOf(received: unknown): Uprid | undefined {
  const text = upridKind.wire(received);
  return text === undefined ? undefined : parseUprid(text);
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? storable(String(value)) : '';

/** What SQLite can keep: without NUL, and without half a surrogate pair. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/**
 * A basket with its products, and nothing else: no customer, no addresses, no coupon, no VAT number. Undefined where the
 * list does not show its key and products.
 */
export function copiedBasket({ basketKey, products, dateCreated, lastModified }: Basket) {
  const key = basketKeyKind.typed(String(basketKey ?? ''));
  if (key === undefined || !products) return undefined;
  return {
    /** In capitals, without braces. */
    basketKey: key.toUpperCase(),
    dateCreated: textOf(dateCreated),
    lastModified: textOf(lastModified) || null,
    lines: products.flatMap((line) => copiedLine(line) ?? []),
  };
}

function copiedLine(received: unknown): NewLine | undefined {
  const checked = basketLine.check(received);
  if (!checked.ok) return undefined;
  const line = checked.value;
  const quantity = newLine.fields.quantity.kind.wire(line.quantity) || 1;
  if (line.isCustom === true || flagKind.wire(line.isCustom) === 1) {
    const price = newLine.fields.price.kind.wire(line.price) ?? { units: 0n, scale: 0 };
    return { title: customTitle, price, quantity };
  }
  const uprid = upridKind.wire(line.uprid) ?? upridKind.wire(line.productId);
  return uprid === undefined ? undefined : { uprid, quantity };
}

/** The title of a custom product is free text: "Engraving: for Anna". */
const customTitle = 'Custom product';
