import {
  type BasketChanges,
  invalidLines,
  type LineChanges,
  type NewBasket,
  type NewLine,
  newLine,
} from '../../resources/baskets.ts';
import { canonicalUprid, parseUprid } from '../../resources/shop-kinds.ts';
import type { Sqlite } from '../../system/sqlite.ts';
import { largestAmount, toUnits } from '../amounts.ts';
import { paymentModules, shippingModules } from '../first-data/shop.ts';
import { refuseIfAny, wrongFields } from '../http/body.ts';
import { defaultLanguage, type Language } from '../http/language.ts';
import { invalid, type WrongField } from '../http/refusal.ts';
import { productById } from '../products/table.ts';
import type { RecordStore, Store } from '../route.ts';
import { formatDate, withChanges } from '../shape.ts';
import type { Stored } from '../storage/documents.ts';
import { addresses, type BasketRecord, basketLines, baskets, customers, lineKey } from '../storage/records.ts';
import { bodyOf, chosenAttributes } from './lines.ts';
import { type PricedBasket, priceBasket } from './pricing.ts';

/** Makes a basket with this key. Inside a commit. @throws Refusal 422 that names every wrong field. */
export function addBasket(store: RecordStore, basketKey: string, request: NewBasket): Stored<BasketRecord> {
  const { database, now } = store;
  checkBasket(database, request, request);
  const { products = [], ...fields } = request;
  const dateCreated = formatDate(now());
  const made = baskets.insert(database, { basketKey, orderId: null, fields, dateCreated, lastModified: null });
  addLines(database, made.id, products);
  return settled(store, made, defaultLanguage).basket;
}

/** Changes a basket and adds products to it. Inside a commit. @throws Refusal 422 that names every wrong field. */
export function alterBasket(
  store: RecordStore,
  before: Stored<BasketRecord>,
  request: BasketChanges,
): Stored<BasketRecord> {
  const { database, now } = store;
  const { products, ...changes } = request;
  const lines = products ?? [];
  const fields = withChanges<BasketRecord['fields']>(before.fields, changes);
  checkBasket(database, fields, request);
  const changed = baskets.update(database, { ...before, fields, lastModified: formatDate(now()) });
  addLines(database, before.id, lines);
  return settled(store, changed, defaultLanguage).basket;
}

/**
 * The basket at current prices. Points above the maximum are lowered to it, and stay there when the maximum grows
 * later.
 */
export function settled(store: RecordStore, basket: Stored<BasketRecord>, language: Language): PricedBasket {
  const priced = priceBasket(basket, store, language);
  const { points } = priced.totals;
  if (points >= (basket.fields.loyaltyPoints ?? 0)) return priced;
  const fields = { ...basket.fields, loyaltyPoints: points };
  return { ...priced, basket: baskets.update(store.database, { ...basket, fields }) };
}

/** A random GUID, version 4 (RFC 9562, section 5.4: a 4, and A as its variant), in capitals. */
export function newKey({ randomHex }: Store): string {
  return randomHex(16)
    .toUpperCase()
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-A$4-$5');
}

/** Adding a product that is in the basket with the same options adds up; a custom product is always a new line. */
function addLines(database: Sqlite, basketId: number, lines: readonly NewLine[]): void {
  for (const [at, line] of lines.entries()) {
    const uprid = line.uprid === undefined ? null : canonicalUprid(parseUprid(line.uprid));
    const before = uprid === null ? undefined : basketLines.withKey(database, lineKey(basketId, uprid));
    const body = before && bodyOf(before);
    const quantity = (body?.quantity ?? 0) + (line.quantity ?? 1);
    refuseTooMany(quantity, `products[${at}].quantity`);
    const fields = newLine.toJson({ ...body, ...line, quantity, ...(uprid !== null && { uprid }) });
    if (before) basketLines.update(database, { ...before, fields });
    else basketLines.insert(database, { basketId, uprid, fields });
  }
}

const maxOfOne = 2 ** 31 - 1;

function refuseTooMany(quantity: number, field: string): void {
  if (quantity > maxOfOne) throw invalid([{ field, message: `would become ${quantity}; the maximum is ${maxOfOne}` }]);
}

const addressFields = ['billingAddressId', 'deliveryAddressId'] as const;

/** Whether an address is one of the customer. */
const isOwn = (database: Sqlite, { customerId, ...fields }: NewBasket, name: (typeof addressFields)[number]): boolean =>
  customerId !== undefined && addresses.find(database, fields[name] ?? 0)?.customerId === customerId;

/** @throws Refusal 422 that names every wrong field of a basket after a write; `request` holds the fields of the body. */
function checkBasket(database: Sqlite, fields: NewBasket, { products }: NewBasket | BasketChanges): void {
  const { customerId } = fields;
  const wrong: WrongField[] = [];
  if (customerId !== undefined && !customers.find(database, customerId))
    wrong.push({ field: 'customerId', message: `is not a customer of this store: ${customerId}` });
  for (const field of addressFields)
    if (fields[field] !== undefined && !isOwn(database, fields, field))
      wrong.push({ field, message: `is not an address of the customer of the basket: ${fields[field]}` });
  for (const [field, known] of Object.entries({ shippingModule: shippingModules, paymentModule: paymentModules })) {
    const name = fields[field as 'shippingModule' | 'paymentModule'];
    if (name !== undefined && !known.has(name))
      wrong.push({ field, message: `must be one of ${[...known.keys()].join(', ')}` });
  }
  refuseIfAny([...wrong, ...wrongLines(database, products ?? [])]);
}

const wrongLines = (database: Sqlite, lines: readonly NewLine[]): readonly WrongField[] => [
  ...wrongFields(invalidLines(lines)),
  ...lines.flatMap((line, at) =>
    [...wrongUprid(database, line), ...wrongPrice(line), ...customOnly(line.uprid, line)].map(({ field, message }) => ({
      field: `products[${at}].${field}`,
      message,
    })),
  ),
];

function wrongUprid(database: Sqlite, { uprid }: NewLine): readonly WrongField[] {
  if (uprid === undefined) return [];
  const parts = parseUprid(uprid);
  const { productId } = parts;
  if (!productById(database, productId))
    return [{ field: 'uprid', message: `is not a product of this store: ${productId}` }];
  if (chosenAttributes(database, parts)) return [];
  return [{ field: 'uprid', message: `names a combination of options that product ${productId} does not have` }];
}

/** A product of the shop has the title and the price of the shop. */
export const customOnly = (uprid: string | undefined, fields: NewLine | LineChanges): readonly WrongField[] =>
  uprid === undefined
    ? []
    : (['title', 'price'] as const)
        .filter((field) => fields[field] !== undefined)
        .map((field) => ({ field, message: 'is only for custom products, which have no uprid' }));

/** A price has to fit the store's decimals. */
export const wrongPrice = ({ price }: NewLine): readonly WrongField[] =>
  price === undefined || toUnits(price) !== undefined
    ? []
    : [{ field: 'price', message: `must be at most ${largestAmount}` }];
