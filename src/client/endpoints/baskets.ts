import {
  type Basket,
  type BasketLine,
  basket,
  basketLine,
  type NewBasket,
  newBasket,
} from '../../resources/baskets.ts';
import { basketKeyKind } from '../../resources/shop-kinds.ts';
import type { Connection } from '../connection.ts';
import { createAndRead } from '../creation.ts';
import { listRecords, orNone } from '../lists.ts';
import type { Page } from '../pages.ts';
import type { Place } from '../records.ts';
import { listProducts } from './products.ts';

const all = { segments: ['baskets'], record: basket, names: ['basket', 'baskets'] } as const;

/** `/baskets/{basketKey}`: in a path, a key has its braces. A PATCH adds its products to those in the basket. */
export const basketAt = (key: string): Place<Basket> => ({
  ...all,
  segments: ['baskets', String(basketKeyKind.send(basketKeyKind.typed(key) ?? key))],
  id: key,
  askedBy: ['basketKey'],
  // A number is the ID of a basket, which has a key to be read by.
  isReadByOther: /^\d+$/.test(key),
});

/** `/baskets/{basketKey}/{productId}` */
export const lineAt = (key: string, productId: string): Place<BasketLine> => ({
  segments: [...basketAt(key).segments, productId],
  record: basketLine,
  names: ['product', 'products'],
  id: productId,
  askedBy: ['uprid', 'productId'],
  belongsTo: { basketKey: key },
  isPart: true,
  whole: `in basket ${key}`,
});

/**
 * `GET /baskets`: one page. Neither its paging nor its shape is documented; `limit` and `offset` are sent as for
 * products.
 */
export const listBaskets = (connection: Connection, limit: number, offset: number): Promise<Page<Basket>> =>
  listRecords(connection, { ...all, filters: { limit: String(limit), offset: String(offset) } });

/** The same for a person: a 404 says that there are none, if the store lists products at this address. */
export async function listBasketsOrNone(connection: Connection, limit: number, offset: number): Promise<Page<Basket>> {
  const page = listBaskets(connection, limit, offset);
  return offset > 0 ? await page : await orNone(page, () => listProducts(connection, { limit: '1' }));
}

/** `POST /baskets` */
export const createBasket = (connection: Connection, draft: NewBasket): Promise<Basket> =>
  createAndRead(connection, { all, at: basketAt }, newBasket.toJson(draft));
