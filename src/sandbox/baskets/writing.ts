import { type BasketChanges, invalidLines, type NewBasket, type NewLine, newBasket } from '../../resources/baskets.ts';
import { canonicalUprid, parseUprid } from '../../resources/shop-kinds.ts';
import type { Sqlite } from '../../system/sqlite.ts';
import { findAddress } from '../addresses/store.ts';
import { largestAmount, toUnits } from '../amounts.ts';
import { findCustomer } from '../customers/store.ts';
import { paymentModules, shippingModules } from '../first-data/catalogue.ts';
import { refuseIfAny, unstorable, wrongFields } from '../http/body.ts';
import { defaultLanguage, type Language } from '../http/language.ts';
import { invalid, type WrongField } from '../http/refusal.ts';
import { productById } from '../products/query.ts';
import type { RecordStore, Store } from '../route.ts';
import { formatDate, withChanges } from '../storage/fields.ts';
import { chosenAttributes } from './lines.ts';
import { type PricedBasket, priceBasket } from './pricing.ts';
import {
  type Basket,
  findBasket,
  findLine,
  insertBasket,
  insertLine,
  touchBasket,
  updateBasket,
  updateLine,
} from './store.ts';

/** Makes a basket. Inside a commit. @throws Refusal 422 that names every wrong field. */
export function createBasket(store: Store, request: NewBasket, language: Language): PricedBasket {
  const basketKey = newKey(store);
  addBasket(store, basketKey, request);
  return settled(store, basketKey, language);
}

/** Makes a basket with this key. Inside a commit. @throws Refusal 422 that names every wrong field. */
export function addBasket(store: RecordStore, basketKey: string, request: NewBasket): void {
  const { database, now } = store;
  refuseIfAny([...unstorable(newBasket.toJson(request)), ...wrongFieldsOf(database, request, request)]);
  const id = insertBasket(database, basketKey, request, formatDate(now()));
  addLines(database, Number(id), request.products ?? []);
}

/** Changes a basket and adds products to it. Inside a commit. @throws Refusal 422 that names every wrong field. */
export function alterBasket(
  store: RecordStore,
  basket: Basket,
  request: BasketChanges,
  language: Language,
): PricedBasket {
  const { database, now } = store;
  const { products, ...changes } = request;
  const lines = products ?? [];
  const fields = withoutForeignAddresses(database, withChanges<NewBasket>(basket.fields, changes), request);
  refuseIfAny([
    ...unstorable(newBasket.toJson({ ...fields, products: lines })),
    ...wrongFieldsOf(database, fields, request),
  ]);
  updateBasket(database, basket.id, fields);
  addLines(database, basket.id, lines);
  touchBasket(database, basket.id, formatDate(now()));
  return settled(store, basket.basketKey, language);
}

/**
 * The basket at current prices. Points above the maximum are lowered to it, and stay there when the maximum grows
 * later.
 */
export function settled(store: RecordStore, basketKey: string, language: Language): PricedBasket {
  const basket = findBasket(store.database, basketKey);
  if (!basket) throw new Error('The basket that was just written is missing.');
  const priced = priceBasket(basket, store, language);
  const { points } = priced.totals;
  if (points >= (basket.fields.loyaltyPoints ?? 0)) return priced;
  const fields = { ...basket.fields, loyaltyPoints: points };
  updateBasket(store.database, basket.id, fields);
  return { ...priced, basket: { ...basket, fields } };
}

/** A random GUID, version 4 (RFC 9562, section 5.4), in capitals. */
function newKey({ randomHex }: Store): string {
  const hex = randomHex(16).toUpperCase();
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0x3) | 0x8).toString(16).toUpperCase();
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

/** Adding a product that is in the basket with the same options adds up; a custom product is always a new line. */
export function addLines(database: Sqlite, basketId: number, lines: readonly NewLine[]): void {
  for (const [at, line] of lines.entries()) {
    const uprid = line.uprid === undefined ? undefined : canonicalUprid(parseUprid(line.uprid));
    const before = uprid === undefined ? undefined : findLine(database, basketId, uprid);
    const quantity = (before?.fields.quantity ?? 0) + (line.quantity ?? 1);
    refuseTooMany(quantity, `products[${at}].quantity`);
    const fields = { ...before?.fields, ...line, ...(uprid && { uprid }), quantity };
    if (before) updateLine(database, before.id, fields);
    else insertLine(database, basketId, fields, uprid);
  }
}

const mostOfOne = 2 ** 31 - 1;

function refuseTooMany(quantity: number, field: string): void {
  if (quantity > mostOfOne)
    throw invalid([{ field, message: `would become ${quantity}; the maximum is ${mostOfOne}` }]);
}

/** The invalid fields of a basket after a write; `request` holds the fields of the body. */
function wrongFieldsOf(database: Sqlite, fields: NewBasket, request: NewBasket | BasketChanges): readonly WrongField[] {
  return [
    ...wrongCustomer(database, fields),
    ...(['billingAddressId', 'deliveryAddressId'] as const).flatMap((name) => wrongAddress(database, fields, name)),
    ...wrongModule('shippingModule', fields.shippingModule, shippingModules),
    ...wrongModule('paymentModule', fields.paymentModule, paymentModules),
    ...wrongLines(database, request.products ?? []),
  ];
}

/** The fields without addresses of another customer, unless the body names them. */
function withoutForeignAddresses(database: Sqlite, fields: NewBasket, request: BasketChanges): NewBasket {
  const foreign = (['billingAddressId', 'deliveryAddressId'] as const).filter(
    (name) => request[name] === undefined && wrongAddress(database, fields, name).length > 0,
  );
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !foreign.some((dropped) => dropped === name)));
}

function wrongCustomer(database: Sqlite, { customerId }: NewBasket): readonly WrongField[] {
  if (customerId === undefined || findCustomer(database, BigInt(customerId))) return [];
  return [{ field: 'customerId', message: `is not a customer of this store: ${customerId}` }];
}

function wrongAddress(
  database: Sqlite,
  fields: NewBasket,
  name: 'billingAddressId' | 'deliveryAddressId',
): readonly WrongField[] {
  const id = fields[name];
  if (id === undefined) return [];
  if (fields.customerId === undefined) return [{ field: name, message: 'requires a basket with a customer' }];
  if (findAddress(database, BigInt(fields.customerId), BigInt(id))) return [];
  return [{ field: name, message: `is not an address of customer ${fields.customerId}: ${id}` }];
}

function wrongModule(
  field: string,
  name: string | undefined,
  modules: ReadonlyMap<string, unknown>,
): readonly WrongField[] {
  if (name === undefined || modules.has(name)) return [];
  return [{ field, message: `must be one of ${[...modules.keys()].join(', ')}` }];
}

function wrongLines(database: Sqlite, lines: readonly NewLine[]): readonly WrongField[] {
  const wrong = lines.flatMap((line, at) => {
    const places = [...wrongProduct(database, line), ...wrongPrice(line)];
    return places.map(({ field, message }) => ({ field: `products[${at}].${field}`, message }));
  });
  return [...wrongFields(invalidLines(lines)), ...wrong];
}

function wrongProduct(database: Sqlite, { uprid }: NewLine): readonly WrongField[] {
  if (uprid === undefined) return [];
  const parts = parseUprid(uprid);
  if (!productById(database, parts.productId, defaultLanguage)) {
    return [{ field: 'uprid', message: `is not a product of this store: ${parts.productId}` }];
  }
  if (chosenAttributes(database, parts)) return [];
  return [{ field: 'uprid', message: `names a combination of options that product ${parts.productId} does not have` }];
}

/** A price has to fit the store's decimals. */
export function wrongPrice({ price }: NewLine): readonly WrongField[] {
  return price === undefined || toUnits(price) !== undefined
    ? []
    : [{ field: 'price', message: `must be at most ${largestAmount}` }];
}
