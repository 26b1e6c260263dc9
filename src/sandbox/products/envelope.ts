import { decimal } from '../amounts.ts';
import type { Filters } from './filters.ts';
import type { Totals } from './totals.ts';

/**
 * The envelope of the list: totals over everything that matches, and one page. Indexes count from 0; `endIndex` is the one after the
 * page's last record, so that it is also the next page's offset. Prices over nothing are 0.
 */
export function envelope(totals: Totals, { limit, offset }: Pick<Filters, 'limit' | 'offset'>, data: readonly unknown[]) {
  return {
    numRows: String(totals.rows),
    numPages: String(Math.ceil(totals.rows / limit)),
    pageNumber: String(Math.floor(offset / limit) + 1),
    startIndex: String(offset),
    endIndex: String(offset + data.length),
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
