import { CliError } from '../errors.ts';
import type { StoreRecord } from '../resources/record-fields.ts';
import { hashOf } from '../text/hash-set.ts';
import { isObject } from '../text/json.ts';
import { countNames } from './reply/shapes.ts';

/** One page of a list, and its envelope: totals, where the store gives any. */
export interface Page<R = StoreRecord> {
  readonly totals: StoreRecord;
  readonly records: readonly R[];
}

/**
 * The part of a page that was requested. A store that sends more than the limit ignores paging and has sent its whole
 * list, unless its count says that it skipped the first records.
 */
export function pageOf<R>(page: Page<R>, limit: number, offset: number): Page<R> {
  const { totals, records } = behindOffset(page, limit, offset);
  return { totals, records: records.slice(0, limit) };
}

/** @throws CliError `refused` for the first page of a list without a record, where the store counts some anywhere in its reply */
export function refuseEmptied(host: string, page: Page, offset = 0): void {
  if (offset === 0 && page.records.length === 0) refuseCut(host, page);
}

/** @throws CliError `refused` for a list without paging that has fewer records than the store counts anywhere in its reply */
export function refuseCut(host: string, { totals, records }: Page): void {
  const count = Math.max(...countsIn(totals));
  if (count > records.length) throw inconsistentList(host, missing(count, records.length));
}

/** What a store counts anywhere in its reply. */
function countsIn(totals: StoreRecord): readonly number[] {
  const places = [totals, totals.data, totals.meta, totals.pagination, totals.paging].filter(isObject);
  return places.flatMap((place) => countNames.flatMap((name) => countOf(place[name]) ?? []));
}

/** Whether a page without records says so by a count: an empty list alone may be what a failed query leaves. */
export const isCountedEmpty = ({ totals, records }: Page): boolean =>
  records.length === 0 && countsIn(totals).length > 0;

export const missing = (counted: number, returned: number): string =>
  `the store counts ${counted} records, but returned ${returned}`;

export const inconsistentList = (host: string, why: string): CliError =>
  inconsistent(`The list from ${host} is inconsistent: ${why}.`);

export const inconsistent = (message: string): CliError =>
  new CliError('refused', message, {
    hint: 'The output is incomplete. Retry when the store is not being changed.',
    retryable: true,
  });

/** The records of a page from an offset on, where a store that ignores paging has sent its whole list. */
export function behindOffset<R>({ totals, records }: Page<R>, limit: number, offset: number): Page<R> {
  if (records.length <= limit) return { totals, records };
  const count = countOf(totals.numRows) ?? records.length;
  const start = records.length === count - offset ? 0 : offset;
  return { totals: { ...totals, numRows: count }, records: records.slice(start) };
}

/** No shop has as many. A list without end must not fill the disk, a list that the store does not count still less. */
export const maxRecords = (counted: number | undefined): number => (counted === undefined ? 1_000_000 : 10_000_000);

/**
 * A hash of what identifies a record in a list. A product with options has one record per option, which differ in uprid and
 * stockId.
 */
export function hashOfRecord(record: StoreRecord): number {
  const { stockId } = record;
  const id = record.uprid ?? record.productId ?? record.basketKey ?? record.id ?? record;
  return hashOf(
    [id, stockId].map((json) => (typeof json === 'object' ? JSON.stringify(json) : String(json))).join('\n'),
  );
}

/** Some stores refuse an offset after the last record. */
export function emptyBehindEnd<R>(error: unknown, isEnd: boolean): Page<R> {
  if (isEnd && isRefusal(error)) return { totals: {}, records: [] };
  throw error;
}

/** A count as a number or its digits; undefined for anything else, `""` included. */
export function countOf(numRows: unknown): number | undefined {
  const count = typeof numRows === 'string' && /^\d+$/.test(numRows) ? Number(numRows) : numRows;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

const isRefusal = (error: unknown): boolean =>
  error instanceof CliError && [204, 400, 404, 416, 422].includes(error.status ?? 0);
