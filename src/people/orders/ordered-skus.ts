import type { StoreRecord } from '../../resources/record-fields.ts';
import { isObject } from '../../text/json.ts';

/** Stores find SKUs in any case. */
export const foldedSku = (sku: unknown): string =>
  String(sku ?? '')
    .trim()
    .toLowerCase();

/**
 * The SKUs of the products of an order or a basket, folded. Undefined where it does not say the SKU of each.
 */
export function skusOf(record: StoreRecord): readonly string[] | undefined {
  const lines = linesOf(record);
  return lines?.every(({ sku }) => typeof sku === 'string' || typeof sku === 'number')
    ? lines.map(({ sku }) => foldedSku(sku))
    : undefined;
}

/** Whether an order or a basket has a product. Undefined where it says neither that nor the SKU of each product. */
export function hasSku(record: StoreRecord, sku: string): boolean | undefined {
  if (linesOf(record)?.some((line) => foldedSku(line.sku) === foldedSku(sku))) return true;
  return skusOf(record) && false;
}

const linesOf = ({ products }: StoreRecord): readonly StoreRecord[] | undefined =>
  Array.isArray(products) ? products.filter(isObject) : undefined;
