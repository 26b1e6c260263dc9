import { type BasketChanges, type NewBasket, type NewLine, newBasket } from '../../resources/baskets.ts';
import { canonicalUprid, parseUprid } from '../../resources/shop-kinds.ts';
import { refuseIfAny, unstorable } from '../http/body.ts';
import type { Language } from '../http/language.ts';
import { invalid } from '../http/refusal.ts';
import type { RecordStore, Store } from '../route.ts';
import { formatDate, withChanges } from '../storage/fields.ts';
import { withoutForeignAddresses, wrongFieldsOf } from './check.ts';
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
  addLines(store, Number(id), request.products ?? []);
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
  const members = withoutForeignAddresses(database, withChanges<NewBasket>(basket.members, changes), request);
  refuseIfAny([
    ...unstorable(newBasket.toJson({ ...members, products: lines })),
    ...wrongFieldsOf(database, members, request),
  ]);
  updateBasket(database, basket.id, members);
  addLines(store, basket.id, lines);
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
  if (points >= (basket.members.loyaltyPoints ?? 0)) return priced;
  const members = { ...basket.members, loyaltyPoints: points };
  updateBasket(store.database, basket.id, members);
  return { ...priced, basket: { ...basket, members } };
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
function addLines({ database }: RecordStore, basketId: number, lines: readonly NewLine[]): void {
  for (const [at, line] of lines.entries()) {
    const uprid = line.uprid === undefined ? undefined : canonicalUprid(parseUprid(line.uprid));
    const before = uprid === undefined ? undefined : findLine(database, basketId, uprid);
    const quantity = (before?.members.quantity ?? 0) + (line.quantity ?? 1);
    refuseTooMany(quantity, `products[${at}].quantity`);
    const members = { ...before?.members, ...line, ...(uprid && { uprid }), quantity };
    if (before) updateLine(database, before.id, members);
    else insertLine(database, basketId, members, uprid);
  }
}

const mostOfOne = 2 ** 31 - 1;

function refuseTooMany(quantity: number, field: string): void {
  if (quantity > mostOfOne)
    throw invalid([{ field, message: `would become ${quantity}; the maximum is ${mostOfOne}` }]);
}
