import { valueAt } from '../../output/paths.ts';
import { type Basket, type BasketLine, basketLine, type NewLine, newLine } from '../../resources/baskets.ts';
import { countKind, flagKind, idKind } from '../../resources/kinds.ts';
import { type NewProduct, newProduct, type Product, recordPaths } from '../../resources/products.ts';
import { basketKeyKind, parseUprid, type Uprid, upridKind } from '../../resources/shop-kinds.ts';
import type { CopiedBasket, CopiedProduct } from '../../sandbox/copy.ts';
import type { Attribute } from '../../sandbox/products/add.ts';
import { isObject } from '../../text/json.ts';

/** A record of the store as the sandbox keeps it; undefined without a numeric ID, by which it could be found. */
export function copiedProduct(product: Product): CopiedProduct | undefined {
  const uprid = upridOf(product);
  const id = idKind.wire(product.productId) ?? (uprid && idKind.wire(String(uprid.productId)));
  if (id === undefined) return undefined;
  const named = product.uprid === undefined || product.uprid === null ? String(id) : String(product.uprid);
  return {
    id,
    key: storable(named),
    isMain: named === String(id),
    attributes: attributesOf(uprid, product.attributes ?? []),
    stockId: countKind.wire(product.stockId) ?? -1,
    minimumQuantity: countKind.wire(product.quantities?.minimumQuantity) ?? 1,
    fields: fieldsOf(product),
    description: textOf(product.description),
    dateAdded: textOf(product.dateAdded),
    category: categoryOf(product),
    manufacturer: manufacturerOf(product),
    record: JSON.stringify(product),
  };
}

/** The fields of a creation as far as the record has them: for searching and for baskets. The record keeps what it says. */
function fieldsOf(product: Product): NewProduct {
  const values = newProduct.names.flatMap((name) => {
    const found = (recordPaths[name] ?? [name])
      .map((path) => valueAt(product, path))
      .find((value) => value !== undefined);
    const value = newProduct.fields[name].kind.wire(Array.isArray(found) ? found[0] : found);
    return value === undefined ? [] : [[name, typeof value === 'string' ? storable(value) : value]];
  });
  return Object.fromEntries(values);
}

function categoryOf({ category }: Product): CopiedProduct['category'] {
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

function manufacturerOf({ manufacturer }: Product): CopiedProduct['manufacturer'] {
  const id = idKind.wire(manufacturer?.id);
  return id ? { id, name: textOf(manufacturer?.name) } : undefined;
}

function upridOf({ uprid }: Product): Uprid | undefined {
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
