import { factsOfProduct } from '../../../import/march/facts.ts';
import { countKind, idKind } from '../../../resources/kinds.ts';
import type { Product } from '../../../resources/products.ts';
import type { StoreRecord } from '../../../resources/record-fields.ts';
import { parseUprid, type Uprid, upridKind } from '../../../resources/shop-kinds.ts';
import { toUnits } from '../../../sandbox/amounts.ts';
import type { CopiedProduct } from '../../../sandbox/copy/records.ts';
import type { Attribute, StoredProduct } from '../../../sandbox/products/add.ts';
import { isObject } from '../../../text/json.ts';
import { parseMoney } from '../../../text/money.ts';

/** A record of the store as the sandbox keeps it; undefined without a numeric ID, by which it could be found. */
export function copiedProduct(product: Product): CopiedProduct | undefined {
  const uprid = upridOf(product);
  const productId = idKind.wire(product.productId) ?? (uprid && idKind.wire(String(uprid.productId)));
  if (productId === undefined) return undefined;
  const named = product.uprid === undefined || product.uprid === null ? String(productId) : String(product.uprid);
  const [category, manufacturer] = [categoryOf(product), manufacturerOf(product)];
  return {
    key: storable(`${named}\n${product.stockId ?? ''}`),
    productId,
    isMain: named === String(productId),
    attributes: attributesOf(uprid, product.attributes ?? []),
    stockId: countKind.wire(product.stockId) ?? -1,
    minimumQuantity: countKind.wire(product.quantities?.minimumQuantity) ?? 1,
    columns: columnsOf(product, category?.id ?? 0, manufacturer?.id ?? 0),
    ...{ category, manufacturer },
    json: JSON.stringify(product),
  };
}

function categoryOf({ category }: Product): CopiedProduct['category'] {
  const id = idKind.wire(category?.id);
  return id ? { id, name: textOf(category?.name), path: pathOf(category?.cPath, id) } : undefined;
}

function manufacturerOf({ manufacturer }: Product): CopiedProduct['manufacturer'] {
  const id = idKind.wire(manufacturer?.id);
  return id ? { id, name: textOf(manufacturer?.name) } : undefined;
}

function upridOf({ uprid }: Product): Uprid | undefined {
  const text = upridKind.wire(uprid);
  return text === undefined ? undefined : parseUprid(text);
}

function columnsOf(product: Product, categoryId: number, manufacturerId: number): StoredProduct {
  const facts = factsOfProduct(product);
  return {
    sku: textOf(product.sku),
    ean: storable(facts.ean ?? ''),
    model: storable(facts.model ?? ''),
    name: storable(facts.name ?? ''),
    description: textOf(product.description),
    quantity: wholeOf(facts.quantity),
    price: unitsOf(facts.price),
    purchasePrice: unitsOf(facts.purchasePrice),
    status: wholeOf(facts.status),
    taxRate: wholeOf(facts.taxRate),
    categoryId,
    manufacturerId,
    image: textOf(product.images?.[0]),
    dateAdded: textOf(product.dateAdded),
    more: {},
  };
}

/** What SQLite can keep: without NUL, and without half a surrogate pair. */
export const storable = (text: string): string => text.replaceAll('\0', '').replace(/\p{Cs}/gu, '\uFFFD');

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? storable(String(value)) : '';

/** The record keeps what it says; the columns are for searching and for baskets. */
function wholeOf(text = '0'): number {
  const value = Math.trunc(Number(text));
  return Number.isFinite(value) ? Math.max(-most, Math.min(most, value)) : 0;
}

const most = 2 ** 31 - 1;

function unitsOf(text = '0'): bigint {
  const money = parseMoney(text);
  return (money && toUnits(money)) ?? 0n;
}

/** `1_11`, which must end with the category itself. */
function pathOf(cPath: unknown, id: number): readonly number[] {
  const ids = String(cPath ?? '')
    .split('_')
    .map(Number);
  return ids.at(-1) === id && ids.every((one) => Number.isSafeInteger(one) && one > 0) ? ids : [id];
}

/** The options that the uprid chooses, with the names of those that the record names. */
function attributesOf(uprid: Uprid | undefined, attributes: readonly unknown[]): readonly Attribute[] {
  return (uprid?.chosen ?? []).map(([optionId, valueId]) => {
    const named: StoreRecord =
      attributes.filter(isObject).find((one) => String(one.optionId) === String(optionId)) ?? {};
    const [option, value] = [textOf(named.option) || String(optionId), textOf(named.value) || String(valueId)];
    return { optionId, valueId, names: { nl: [option, value] } };
  });
}
