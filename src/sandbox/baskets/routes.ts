import { basketChanges, newBasket } from '../../resources/baskets.ts';
import { basketKeyKind } from '../../resources/shop-kinds.ts';
import { clearedZeroIds, valuesOf, withoutZeroIds } from '../http/body.ts';
import { languageOf } from '../http/language.ts';
import { pageFields, pagingNames, readPaging } from '../http/paging.ts';
import { invalid, Refusal, type WrongField } from '../http/refusal.ts';
import type { Reply, Route, Store, StoreRequest } from '../route.ts';
import { priceBasket } from './pricing.ts';
import { basketRecord } from './shape.ts';
import { type Basket, basketsFrom, countBaskets, deleteBasket, findBasket } from './store.ts';
import { alterBasket, createBasket } from './writing.ts';

/** The endpoints of baskets. */
export const basketRoutes: readonly Route[] = [
  { method: 'GET', path: '/baskets', query: pagingNames, answer: listBaskets },
  { method: 'POST', path: '/baskets', answer: postBasket },
  { method: 'GET', path: '/baskets/:basketKey', answer: getBasket },
  { method: 'PATCH', path: '/baskets/:basketKey', answer: patchBasket },
  { method: 'DELETE', path: '/baskets/:basketKey', answer: removeBasket },
];

/** The fields that are 0 in a record where there is none. */
const ids = ['customerId', 'billingAddressId', 'deliveryAddressId'];

/** The basket of a path. @throws Refusal 404 */
export function basketInPath({ params }: StoreRequest, { database }: Store): Basket {
  const basketKey = basketKeyKind.typed(params.basketKey ?? '');
  const basket = basketKey === undefined ? undefined : findBasket(database, basketKey);
  if (!basket) throw new Refusal('not_found', 'There is no basket with this key.');
  return basket;
}

/** The basket of a path that may be altered: what was ordered stays as it was ordered. @throws Refusal 404, 409 */
export function openBasketInPath(request: StoreRequest, store: Store): Basket {
  const basket = basketInPath(request, store);
  if (basket.orderId === undefined) return basket;
  throw new Refusal('conflict', `The basket belongs to order ${basket.orderId} and cannot be changed.`, {
    field: 'basketKey',
  });
}

function listBaskets(request: StoreRequest, store: Store): Reply {
  const wrong: WrongField[] = [];
  const paging = readPaging(request.query, wrong);
  if (wrong.length > 0) throw invalid(wrong);
  const language = languageOf(request);
  const data = basketsFrom(store.database, paging).map((basket) =>
    basketRecord(priceBasket(basket, store, language), language),
  );
  return { status: 200, body: { ...pageFields(countBaskets(store.database), paging, data), data } };
}

function getBasket(request: StoreRequest, store: Store): Reply {
  const language = languageOf(request);
  return { status: 200, body: basketRecord(priceBasket(basketInPath(request, store), store, language), language) };
}

async function postBasket(request: StoreRequest, store: Store): Promise<Reply> {
  const language = languageOf(request);
  const fields = valuesOf(newBasket.fromJson(withoutZeroIds(request.body, ids)));
  const created = await store.commit(() => createBasket(store, fields, language));
  return { status: 201, body: basketRecord(created, language) };
}

async function patchBasket(request: StoreRequest, store: Store): Promise<Reply> {
  const language = languageOf(request);
  const changes = valuesOf(basketChanges.fromJson(clearedZeroIds(request.body, ids)));
  const changed = await store.commit(() => alterBasket(store, openBasketInPath(request, store), changes, language));
  return { status: 200, body: basketRecord(changed, language) };
}

async function removeBasket(request: StoreRequest, store: Store): Promise<Reply> {
  const basketKey = await store.commit(() => {
    const basket = basketInPath(request, store);
    deleteBasket(store.database, basket.id);
    return basket.basketKey;
  });
  return { status: 200, body: { deleted: `{${basketKey}}` } };
}
