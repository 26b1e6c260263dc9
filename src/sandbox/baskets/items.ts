import { lineChanges, type NewLine, newLine } from '../../resources/baskets.ts';
import { canonicalUprid, parseUprid, upridKind } from '../../resources/shop-kinds.ts';
import { refuseIfAny } from '../http/body.ts';
import { defaultLanguage, languageOf } from '../http/language.ts';
import { Refusal } from '../http/refusal.ts';
import { routesOf } from '../noun.ts';
import type { Store, StoreRequest } from '../route.ts';
import { formatDate, withChanges } from '../shape.ts';
import type { Stored } from '../storage/documents.ts';
import { type BasketLineRecord, type BasketRecord, basketLines, baskets } from '../storage/records.ts';
import { basketInPath } from './baskets.ts';
import { bodyOf, lineRecord, upridOf } from './lines.ts';
import { priceBasket } from './pricing.ts';
import { customOnly, settled, wrongPrice } from './writing.ts';

interface BasketItem {
  readonly basket: Stored<BasketRecord>;
  readonly line: Stored<BasketLineRecord>;
}

/** The endpoints of one product in a basket. */
export const itemRoutes = routesOf({
  path: '/baskets/:basketKey/:productId',
  find(request: StoreRequest, store: Store): BasketItem {
    const basket = basketInPath(request, store);
    return { basket, line: lineInPath(request, store, basket) };
  },
  show({ basket, line: { id } }, store, request) {
    const language = languageOf(request);
    const { lines, calculateTax } = priceBasket(basket, store, language);
    const line = lines.find((known) => known.id === id);
    return line && lineRecord(line, language, calculateTax);
  },
  changes: lineChanges,
  alter:
    (changes, store) =>
    ({ basket, line }) => {
      const { uprid } = bodyOf(line);
      refuseIfAny(customOnly(uprid, changes));
      const fields = withChanges<NewLine>(bodyOf(line), changes);
      refuseIfAny(wrongPrice(fields));
      const changed = basketLines.update(store.database, { ...line, fields: newLine.toJson(fields) });
      return { basket: touched(basket, store), line: changed };
    },
  remove({ basket, line }, store) {
    basketLines.remove(store.database, line.id);
    touched(basket, store);
    return upridOf(line);
  },
});

function touched(basket: Stored<BasketRecord>, store: Store): Stored<BasketRecord> {
  const changed = baskets.update(store.database, { ...basket, lastModified: formatDate(store.now()) });
  return settled(store, changed, defaultLanguage).basket;
}

/**
 * The line of a path: the one with exactly this uprid, else the only one of this product.
 * @throws Refusal 404 when there is none, 409 when the product is there with several options.
 */
function lineInPath(
  { params }: StoreRequest,
  { database }: Store,
  basket: Stored<BasketRecord>,
): Stored<BasketLineRecord> {
  const typed = upridKind.typed(params.productId ?? '');
  const wanted = typed === undefined ? undefined : parseUprid(typed);
  const lines = wanted ? basketLines.under(database, basket.id) : [];
  const exact = lines.find((line) => wanted && upridOf(line) === canonicalUprid(wanted));
  if (exact) return exact;
  const ofProduct = lines.filter(
    (line) => wanted?.chosen.length === 0 && parseUprid(upridOf(line)).productId === wanted.productId,
  );
  const [only, ...others] = ofProduct;
  if (!only) throw new Refusal('not_found', 'This product is not in the basket.');
  if (others.length === 0) return only;
  throw new Refusal('conflict', `The product is in the basket more than once: ${ofProduct.map(upridOf).join(', ')}.`, {
    field: 'productId',
  });
}
