import { type NewOrder, newOrder } from '../../resources/orders.ts';
import type { Sqlite } from '../../system/sqlite.ts';
import type { PricedBasket } from '../baskets/pricing.ts';
import { findBasket, setOrder } from '../baskets/store.ts';
import { settled } from '../baskets/writing.ts';
import { addPoints } from '../customers/store.ts';
import { refuseIfAny, unstorable, wrongFields } from '../http/body.ts';
import { defaultLanguage, languageIdOf, languageWithId } from '../http/language.ts';
import { invalid, Refusal, type WrongField } from '../http/refusal.ts';
import type { RecordStore } from '../route.ts';
import { formatDate } from '../storage/fields.ts';
import { currencies, orderRecord, type Terms } from './shape.ts';

type Order = Readonly<Record<string, unknown>>;

/**
 * Makes an order of a basket: the basket then names it, and its points are cashed in. Inside a commit.
 * @throws Refusal 422 for a basket that is not there or holds nothing, and for an unknown currency; 409 for one that is
 * ordered already.
 */
export function createOrder(store: RecordStore, request: NewOrder): bigint {
  const { database } = store;
  refuseIfAny([
    ...wrongFields(newOrder.missing(request)),
    ...unstorable(newOrder.toJson(request)),
    ...wrongCurrency(request),
  ]);
  const terms = termsOf(request, formatDate(store.now()));
  const priced = orderableBasket(store, request.basketKey ?? '', terms);
  const id = insertOrder(database, orderRecord(priced, terms, request));
  if (priced.customer) addPoints(database, BigInt(priced.customer.id), BigInt(-priced.totals.points));
  setOrder(database, priced.basket.id, id);
  return id;
}

const defaultCurrency = 'EUR';

function wrongCurrency({ currencyType = defaultCurrency }: NewOrder): readonly WrongField[] {
  if (currencies.has(currencyType)) return [];
  return [{ field: 'currencyType', message: `must be one of ${[...currencies.keys()].join(', ')}` }];
}

function termsOf({ currencyType = defaultCurrency, languageId }: NewOrder, now: string): Terms {
  const language = languageWithId(languageId) ?? defaultLanguage;
  return {
    currency: currencyType,
    rate: currencies.get(currencyType) ?? 0n,
    language,
    languageId: languageIdOf(language),
    now,
  };
}

function orderableBasket(store: RecordStore, basketKey: string, { language }: Terms): PricedBasket {
  const basket = findBasket(store.database, basketKey);
  if (!basket) throw invalid([{ field: 'basketKey', message: `is not a basket of this store: ${basketKey}` }]);
  if (basket.orderId !== undefined) {
    throw new Refusal('conflict', `The basket is already ordered: order ${basket.orderId}.`, { field: 'basketKey' });
  }
  const priced = settled(store, basket.basketKey, language);
  if (priced.lines.length === 0) throw invalid([{ field: 'basketKey', message: 'names an empty basket' }]);
  return priced;
}

/** An order, with its id in front. */
export function findOrder(database: Sqlite, id: bigint): Order | undefined {
  const row = database.get('SELECT record FROM orders WHERE id = ?', id);
  return row && { orderId: String(id), ...(JSON.parse(String(row.record)) as Order) };
}

function insertOrder(database: Sqlite, record: Order): bigint {
  return database.run('INSERT INTO orders (record) VALUES (?)', JSON.stringify(record)).lastId;
}

export function deleteOrder(database: Sqlite, id: bigint): void {
  database.run('DELETE FROM orders WHERE id = ?', id);
}
