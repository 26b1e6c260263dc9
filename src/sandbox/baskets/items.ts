import { type LineChanges, lineChanges, type NewLine, newLine } from '../../resources/baskets.ts';
import { decimal } from '../amounts.ts';
import { refuseIfAny, unstorable, valuesOf } from '../body.ts';
import { asDate } from '../dates.ts';
import { altered } from '../kept.ts';
import { defaultLanguage, type Language, languageOf } from '../language.ts';
import type { WrongField } from '../refusal.ts';
import type { Asked, Reply, Route, Store } from '../route.ts';
import { wrongPrice } from './check.ts';
import { isCustom, lineRecord } from './lines.ts';
import { basketInPath, lineInPath, openBasketInPath } from './path.ts';
import { priceBasket } from './pricing.ts';
import { deleteLine, type StoredLine, touchBasket, updateLine } from './store.ts';
import { settled } from './writing.ts';

/** The endpoints of one product in a basket. */
export const itemRoutes: readonly Route[] = [
  { method: 'GET', path: '/baskets/:basketKey/:productId', answer: getItem },
  { method: 'PATCH', path: '/baskets/:basketKey/:productId', answer: patchItem },
  { method: 'DELETE', path: '/baskets/:basketKey/:productId', answer: removeItem },
];

function getItem(asked: Asked, store: Store): Reply {
  return { status: 200, body: itemInPath(asked, store, languageOf(asked)) };
}

function itemInPath(asked: Asked, store: Store, language: Language): Readonly<Record<string, unknown>> {
  const basket = basketInPath(asked, store);
  const { id } = lineInPath(asked, store, basket);
  const { lines, calculateTax } = priceBasket(basket, store, language);
  const line = lines.find((known) => known.id === id);
  if (!line) throw new Error('A line of a basket is not among its lines.');
  return lineRecord(line, { language, calculateTax, amount: decimal });
}

async function patchItem(asked: Asked, store: Store): Promise<Reply> {
  const language = languageOf(asked);
  const changes = valuesOf(lineChanges.fromJson(asked.body));
  const item = await store.commit(() => {
    alterItem(asked, store, changes);
    return itemInPath(asked, store, language);
  });
  return { status: 200, body: item };
}

function alterItem(asked: Asked, store: Store, changes: LineChanges): void {
  const basket = openBasketInPath(asked, store);
  const line = lineInPath(asked, store, basket);
  const members = altered<NewLine>(line.members, changes);
  refuseIfAny([...onlyForCustom(line, changes), ...unstorable(newLine.toJson(members)), ...wrongPrice(members)]);
  updateLine(store.database, line.id, members);
  settleBasket(store, basket);
}

async function removeItem(asked: Asked, store: Store): Promise<Reply> {
  const { database, commit } = store;
  const uprid = await commit(() => {
    const basket = basketInPath(asked, store);
    const line = lineInPath(asked, store, basket);
    deleteLine(database, line.id);
    settleBasket(store, basket);
    return line.uprid;
  });
  return { status: 200, body: { deleted: uprid } };
}

function settleBasket(store: Store, { id, basketKey }: { readonly id: number; readonly basketKey: string }): void {
  touchBasket(store.database, id, asDate(store.now()));
  settled(store, basketKey, defaultLanguage);
}

/** A product of the shop has the title and price that the shop gives it. */
function onlyForCustom(line: StoredLine, changes: LineChanges): readonly WrongField[] {
  if (isCustom(line)) return [];
  return (['title', 'price'] as const)
    .filter((name) => changes[name] !== undefined)
    .map((field) => ({ field, message: 'is only for a custom product' }));
}
