import { type LineChanges, lineChanges, type NewLine, newLine } from '../../resources/baskets.ts';
import { canonicalUprid, parseUprid, upridKind } from '../../resources/shop-kinds.ts';
import { decimal } from '../amounts.ts';
import { refuseIfAny, unstorable, valuesOf } from '../http/body.ts';
import { defaultLanguage, type Language, languageOf } from '../http/language.ts';
import { Refusal } from '../http/refusal.ts';
import type { Reply, Route, Store, StoreRequest } from '../route.ts';
import { formatDate, withChanges } from '../storage/fields.ts';
import { lineRecord } from './lines.ts';
import { priceBasket } from './pricing.ts';
import { basketInPath, openBasketInPath } from './routes.ts';
import { type Basket, deleteLine, linesOf, type StoredLine, touchBasket, updateLine } from './store.ts';
import { settled, wrongPrice } from './writing.ts';

/** The endpoints of one product in a basket. */
export const itemRoutes: readonly Route[] = [
  { method: 'GET', path: '/baskets/:basketKey/:productId', answer: getItem },
  { method: 'PATCH', path: '/baskets/:basketKey/:productId', answer: patchItem },
  { method: 'DELETE', path: '/baskets/:basketKey/:productId', answer: removeItem },
];

function getItem(request: StoreRequest, store: Store): Reply {
  return { status: 200, body: itemInPath(request, store, languageOf(request)) };
}

function itemInPath(request: StoreRequest, store: Store, language: Language): Readonly<Record<string, unknown>> {
  const basket = basketInPath(request, store);
  const { id } = lineInPath(request, store, basket);
  const { lines, calculateTax } = priceBasket(basket, store, language);
  const line = lines.find((known) => known.id === id);
  if (!line) throw new Error('A line of the basket is missing from its priced lines.');
  return lineRecord(line, { language, calculateTax, amount: decimal });
}

async function patchItem(request: StoreRequest, store: Store): Promise<Reply> {
  const language = languageOf(request);
  const changes = valuesOf(lineChanges.fromJson(request.body));
  const item = await store.commit(() => {
    alterItem(request, store, changes);
    return itemInPath(request, store, language);
  });
  return { status: 200, body: item };
}

function alterItem(request: StoreRequest, store: Store, changes: LineChanges): void {
  const basket = openBasketInPath(request, store);
  const line = lineInPath(request, store, basket);
  const fields = withChanges<NewLine>(line.fields, changes);
  refuseIfAny([...unstorable(newLine.toJson(fields)), ...wrongPrice(fields)]);
  updateLine(store.database, line.id, fields);
  settleBasket(store, basket);
}

async function removeItem(request: StoreRequest, store: Store): Promise<Reply> {
  const { database, commit } = store;
  const uprid = await commit(() => {
    const basket = openBasketInPath(request, store);
    const line = lineInPath(request, store, basket);
    deleteLine(database, line.id);
    settleBasket(store, basket);
    return line.uprid;
  });
  return { status: 200, body: { deleted: uprid } };
}

function settleBasket(store: Store, { id, basketKey }: { readonly id: number; readonly basketKey: string }): void {
  touchBasket(store.database, id, formatDate(store.now()));
  settled(store, basketKey, defaultLanguage);
}

/**
 * The line of a path: the one with exactly this uprid, else the only one of this product.
 * @throws Refusal 404 when there is none, 409 when the product is there with several options.
 */
function lineInPath({ params }: StoreRequest, { database }: Store, basket: Basket): StoredLine {
  const typed = upridKind.typed(params.productId ?? '');
  const wanted = typed === undefined ? undefined : parseUprid(typed);
  const lines = wanted ? linesOf(database, basket.id) : [];
  const exact = lines.find(({ uprid }) => wanted && uprid === canonicalUprid(wanted));
  if (exact) return exact;
  const ofProduct = lines.filter(
    ({ uprid }) => wanted?.chosen.length === 0 && parseUprid(uprid).productId === wanted.productId,
  );
  const [only, ...others] = ofProduct;
  if (!only) throw new Refusal('not_found', 'This product is not in the basket.');
  if (others.length === 0) return only;
  const uprids = ofProduct.map(({ uprid }) => uprid).join(', ');
  throw new Refusal('conflict', `The product is in the basket more than once: ${uprids}.`, { field: 'productId' });
}
