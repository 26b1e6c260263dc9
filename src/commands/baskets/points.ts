import type { Session } from '../../cli/session.ts';
import type { Basket } from '../../resources/baskets.ts';
import { countKind } from '../../resources/kinds.ts';

/** Warns about loyalty points that the store lowered to what the basket may redeem: the answer is a success all the same. */
export async function warnAboutLoweredPoints(
  { notice }: Session,
  requested: number | null | undefined,
  { loyaltyPoints, products }: Basket,
): Promise<void> {
  const redeemed = countKind.wire(loyaltyPoints);
  if (typeof requested !== 'number' || redeemed === undefined || redeemed >= requested) return;
  const why =
    Array.isArray(products) && products.length === 0
      ? '. An empty basket redeems none: add products, then set the points.'
      : ', the maximum for this basket.';
  await notice(`Warning: The store set the loyalty points to ${redeemed} instead of ${requested}${why}`);
}
