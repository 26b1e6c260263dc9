import { basketAt } from '../../client/endpoints/baskets.ts';
import { getRecord, unlessNotFound } from '../../client/records.ts';
import type { PacedReads } from '../../pace/paced-reads.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { basketKeyKind } from '../../resources/shop-kinds.ts';
import { isObject } from '../../text/json.ts';

/**
 * Whether an order has a product with this SKU, by its own products, or else by those of its basket. Undefined where
 * neither says the SKU of every product.
 */
export async function hasProduct(
  reads: Pick<PacedReads, 'read'>,
  order: StoreRecord,
  sku: string,
): Promise<boolean | undefined> {
  return hasLine(order, sku) ?? hasLine(await basketOf(reads, order), sku);
}

function hasLine({ products }: StoreRecord, sku: string): boolean | undefined {
  if (!Array.isArray(products)) return undefined;
  const lines = products.filter(isObject);
  if (lines.some((line) => folded(line.sku) === folded(sku))) return true;
  return lines.every((line) => typeof line.sku === 'string' || typeof line.sku === 'number') ? false : undefined;
}

async function basketOf(reads: Pick<PacedReads, 'read'>, { basketKey }: StoreRecord): Promise<StoreRecord> {
  const key = basketKeyKind.wire(basketKey);
  if (key === undefined) return {};
  return (await unlessNotFound(reads.read((connection) => getRecord(connection, basketAt(key)), 'send'))) ?? {};
}

/** Stores find SKUs in any case. */
const folded = (sku: unknown): string =>
  String(sku ?? '')
    .trim()
    .toLowerCase();
