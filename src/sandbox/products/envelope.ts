import { decimal } from '../amounts.ts';
import { type Paging, pageFields } from '../paging.ts';
import type { Totals } from './totals.ts';

/** The envelope of the list: totals over everything that matches, and one page. Prices over nothing are 0. */
export function envelope(totals: Totals, paging: Paging, data: readonly unknown[]) {
  return {
    ...pageFields(totals.rows, paging, data),
    totalValue: decimal(totals.value),
    totalPurchaseValue: decimal(totals.purchaseValue),
    totalMargin: decimal(totals.value - totals.purchaseValue),
    totalQuantity: String(totals.quantity),
    totalPhysicalQuantity: String(totals.quantity),
    totalMinimumQuantity: String(totals.minimumQuantity),
    lowestPrice: decimal(totals.lowestPrice ?? 0n),
    highestPrice: decimal(totals.highestPrice ?? 0n),
    data,
  };
}
