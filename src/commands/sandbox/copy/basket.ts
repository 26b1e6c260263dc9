import { type Basket, type BasketLine, basketLine } from '../../../resources/baskets.ts';
import { countKind, flagKind, moneyKind } from '../../../resources/kinds.ts';
import { basketKeyKind, upridKind } from '../../../resources/shop-kinds.ts';
import type { CopiedBasket, CopiedLine } from '../../../sandbox/copy/records.ts';
import { formatMoney } from '../../../text/money.ts';
import { storable } from './product.ts';

/**
 * A basket with its products, and nothing else: no customer, no addresses, no coupon, no VAT number. Undefined where the
 * list does not show its key and products.
 */
export function copiedBasket(basket: Basket): CopiedBasket | undefined {
  const basketKey = basketKeyKind.typed(String(basket.basketKey ?? ''));
  if (basketKey === undefined || !basket.products) return undefined;
  return {
    basketKey: basketKey.toUpperCase(),
    dateCreated: storable(String(basket.dateCreated ?? '')),
    lastModified: typeof basket.lastModified === 'string' ? storable(basket.lastModified) : null,
    lines: basket.products.flatMap(linesOf),
  };
}

function linesOf(received: unknown): readonly CopiedLine[] {
  const checked = basketLine.check(received);
  if (!checked.ok) return [];
  const line: BasketLine = checked.value;
  const quantity = Math.max(1, countKind.wire(line.quantity) ?? 1);
  if (line.isCustom === true || flagKind.wire(line.isCustom) === 1) {
    const price = moneyKind.wire(line.price);
    return [{ title: customTitle, price: price ? formatMoney(price) : '0', quantity }];
  }
  const uprid = upridKind.wire(line.uprid) ?? upridKind.wire(line.productId);
  return uprid === undefined ? [] : [{ uprid, quantity }];
}

/** The title of a custom product is free text: "Engraving: for Anna". */
const customTitle = 'Custom product';
