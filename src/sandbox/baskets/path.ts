import { basketKeyKind, canonicalUprid, parseUprid, upridKind } from '../../resources/shop-kinds.ts';
import { Refusal } from '../http/refusal.ts';
import type { Store, StoreRequest } from '../route.ts';
import { type Basket, findBasket, linesOf, type StoredLine } from './store.ts';

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

/**
 * The line of a path: the one with exactly this uprid, else the only one of this product.
 * @throws Refusal 404 when there is none, 409 when the product is there with several options.
 */
export function lineInPath({ params }: StoreRequest, { database }: Store, basket: Basket): StoredLine {
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
  throw new Refusal(
    'conflict',
    `The product is in the basket more than once: ${ofProduct.map(({ uprid }) => uprid).join(', ')}.`,
    {
      field: 'productId',
    },
  );
}
