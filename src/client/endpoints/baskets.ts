import {
  type Basket,
  type BasketChanges,
  type BasketLine,
  basket,
  basketChanges,
  basketLine,
  type LineChanges,
  lineChanges,
  type NewBasket,
  newBasket,
} from '../../resources/baskets.ts';
import { basketKeyKind } from '../../resources/shop-kinds.ts';
import type { Connection } from '../connection.ts';
import { createAndRead } from '../creation.ts';
import type { Page } from '../pages.ts';
import { deleteRecord, getRecord, listRecords, type Place, updateRecord } from '../records.ts';

const all = { segments: ['baskets'], record: basket, names: ['basket', 'baskets'] } as const;
/** In a path, a key has its braces. */
const at = (key: string): Place<Basket> => ({
  ...all,
  segments: ['baskets', String(basketKeyKind.send(basketKeyKind.typed(key) ?? key))],
  id: key,
});
const lineAt = (key: string, productId: string): Place<BasketLine> => ({
  segments: [...at(key).segments, productId],
  record: basketLine,
  names: ['product', 'products'],
  id: productId,
  isPart: true,
  whole: `in basket ${key}`,
});

/**
 * `GET /baskets`: one page. Neither its paging nor its shape is documented; `limit` and `offset` are sent as for
 * products.
 */
export const listBaskets = (connection: Connection, limit: number, offset: number): Promise<Page<Basket>> =>
  listRecords(connection, { ...all, filters: { limit: String(limit), offset: String(offset) } });

/** `GET /baskets/{basketKey}` */
export const getBasket = (connection: Connection, key: string): Promise<Basket> => getRecord(connection, at(key));

/** `POST /baskets` */
export const createBasket = (connection: Connection, draft: NewBasket): Promise<Basket> =>
  createAndRead(connection, { all, at }, newBasket.toJson(draft));

/** `PATCH /baskets/{basketKey}`: adds the products to those in the basket. */
export const updateBasket = (connection: Connection, key: string, changes: BasketChanges): Promise<Basket> =>
  updateRecord(connection, at(key), basketChanges.toJson(changes));

/** `DELETE /baskets/{basketKey}` */
export const deleteBasket = (connection: Connection, key: string): Promise<void> => deleteRecord(connection, at(key));

/** `GET /baskets/{basketKey}/{productId}` */
export const getLine = (connection: Connection, key: string, productId: string): Promise<BasketLine> =>
  getRecord(connection, lineAt(key, productId));

/** `PATCH /baskets/{basketKey}/{productId}` */
export const updateLine = (
  connection: Connection,
  key: string,
  productId: string,
  changes: LineChanges,
): Promise<BasketLine> => updateRecord(connection, lineAt(key, productId), lineChanges.toJson(changes));

/** `DELETE /baskets/{basketKey}/{productId}` */
export const deleteLine = (connection: Connection, key: string, productId: string): Promise<void> =>
  deleteRecord(connection, lineAt(key, productId));
