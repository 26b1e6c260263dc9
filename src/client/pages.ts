import { CliError } from '../errors.ts';
import type { Received } from '../resources/record.ts';
import { HashSet, hashOf } from '../text/hash-set.ts';

/** One page of a list, and its envelope: totals, where the store gives any. */
export interface Page<R = Received> {
  readonly totals: Received;
  readonly records: readonly R[];
}

/** Records per page when a whole list is fetched. */
export const pageSize = 100;

/**
 * Every page of a list in turn, in 16 bytes of memory per record. The offset grows by the records received: a store may return fewer than the limit.
 * @throws CliError `refused` where a record is repeated, or the number of records is not what the store counts
 */
export async function* allPages<R extends Received>(
  fetchPage: (limit: number, offset: number) => Promise<Page<R>>,
  start = 0,
): AsyncGenerator<Page<R>> {
  const seen = new HashSet();
  let received = 0;
  let expected: number | undefined;
  const isComplete = (): boolean => expected !== undefined && start + received >= expected;
  for (;;) {
    const at = start + received;
    const page = await fetchPage(pageSize, at).catch((error: unknown): Page<R> => {
      // Some stores refuse an offset behind the last record.
      if (received > 0 && isComplete() && isRefusal(error)) return { totals: {}, records: [] };
      throw error;
    });
    expected = agreed(expected, page.totals.numRows, at);
    if (page.records.some((record) => !seen.add(hashOf(listKey(record)))))
      throw untrusted(`the page at ${at} repeats records`);
    if (page.records.length === 0) break;
    received += page.records.length;
    yield page;
    // After a full page comes another request, since some stores count the page alone.
    if (isComplete() && page.records.length < pageSize) break;
  }
  if (expected !== undefined && start + received !== expected && !(received === 0 && start >= expected)) {
    throw untrusted(`the store counts ${expected} records, but returned ${start + received}`);
  }
}

/** A count as a number or its digits; undefined for anything else, `""` included. */
export function countOf(numRows: unknown): number | undefined {
  const count = typeof numRows === 'string' && /^\d+$/.test(numRows) ? Number(numRows) : numRows;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

const isRefusal = (error: unknown): boolean =>
  error instanceof CliError && [400, 404, 416, 422].includes(error.status ?? 0);

/** What identifies a record in a list. A product with options has one record per option, told apart by uprid and stockId. */
function listKey(record: Received): string {
  return JSON.stringify([record.uprid ?? record.productId ?? record.basketKey ?? record.id ?? record, record.stockId]);
}

function agreed(before: number | undefined, numRows: unknown, at: number): number | undefined {
  const now = countOf(numRows);
  if (before !== undefined && now !== undefined && before !== now) {
    throw untrusted(
      `the store first counted ${before} records, and ${now} at record ${at}, as records were added or deleted`,
    );
  }
  return before ?? now;
}

function untrusted(why: string): CliError {
  return new CliError('refused', `The list is inconsistent: ${why}.`, {
    hint: 'What was printed is incomplete. Retry when nobody else changes the store.',
    retryable: true,
  });
}
