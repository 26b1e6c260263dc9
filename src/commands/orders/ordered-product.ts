import { basketAt } from '../../client/endpoints/baskets.ts';
import { getRecord, unlessNotFound } from '../../client/records.ts';
import type { PacedReads } from '../../pace/paced-reads.ts';
import { hasSku } from '../../people/orders/ordered-skus.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { basketKeyKind } from '../../resources/shop-kinds.ts';

/**
 * The record that says whether an order has a product: the order, or else its basket, where that may say the SKU of
 * every product.
 */
export async function recordOfProducts(
  reads: Pick<PacedReads, 'read'>,
  order: StoreRecord,
  { sku, basketKey }: { readonly sku: string; readonly basketKey: unknown },
): Promise<StoreRecord> {
  return hasSku(order, sku) === undefined ? await basketOf(reads, order.basketKey ?? basketKey) : order;
}

async function basketOf(reads: Pick<PacedReads, 'read'>, basketKey: unknown): Promise<StoreRecord> {
  const key = basketKeyKind.wire(basketKey);
  if (key === undefined) return {};
  return (await unlessNotFound(reads.read((connection) => getRecord(connection, basketAt(key)), 'send'))) ?? {};
}
