import { CliError } from '../errors.ts';
import type { Received } from '../resources/record.ts';
import { HashSet, hashOf } from '../text/hash-set.ts';

/** One page of a list, with the envelope that came around it. */
export interface Page {
  readonly totals: Received;
  readonly records: readonly Received[];
}

/** Records that a page is asked for when everything is wanted. */
export const pageSize = 100;

/**
 * Every page of a list, one after another; 16 bytes of memory a record. Advances by the records received, since a store may give fewer than asked for.
 * A full page is followed by another.
 * @throws CliError `refused` when a record comes twice or the number of records is not what the store said: the list cannot be trusted then.
 */
export async function* allPages(
  fetchPage: (limit: number, offset: number) => Promise<Page>,
  start = 0,
): AsyncGenerator<Page> {
  const seen = new HashSet();
  let received = 0;
  let expected: number | undefined;
  const isComplete = (): boolean => expected !== undefined && start + received >= expected;
  for (;;) {
    const at = start + received;
    const page = await fetchPage(pageSize, at).catch((error: unknown): Page => {
      // Nothing more was counted, and nothing more is given.
      if (received > 0 && isComplete() && isRefusal(error)) return { totals: {}, records: [] };
      throw error;
    });
    expected = agreed(expected, page.totals.numRows, at);
    if (page.records.some((record) => !seen.add(hashOf(listKey(record)))))
      throw untrusted(`the page at ${at} repeats records`);
    if (page.records.length === 0) break;
    received += page.records.length;
    yield page;
    // A full page is not the last, whatever the store counts: some count the page alone.
    if (isComplete() && page.records.length < pageSize) break;
  }
  if (expected !== undefined && start + received !== expected && !(received === 0 && start >= expected)) {
    throw untrusted(`the store counts ${expected} records and gave ${start + received}`);
  }
}

/** A count as stores write it, a number or its digits; undefined for anything else: "" is not 0. */
export function countOf(numRows: unknown): number | undefined {
  const count = typeof numRows === 'string' && /^\d+$/.test(numRows) ? Number(numRows) : numRows;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

const isRefusal = (error: unknown): boolean =>
  error instanceof CliError && [400, 404, 416, 422].includes(error.status ?? 0);

/** Two list records are the same only if uprid and stockId are: a product with options lists one record an option. Others have an id of their own. */
function listKey(record: Received): string {
  return JSON.stringify([record.uprid ?? record.productId ?? record.basketKey ?? record.id ?? record, record.stockId]);
}

function agreed(before: number | undefined, numRows: unknown, at: number): number | undefined {
  const now = countOf(numRows);
  if (before !== undefined && now !== undefined && before !== now) {
    throw untrusted(
      `the store counted ${before} records at first, and ${now} at record ${at}: products are being added or removed meanwhile`,
    );
  }
  return before ?? now;
}

function untrusted(why: string): CliError {
  return new CliError('refused', `The list cannot be trusted: ${why}.`, {
    hint: 'What was printed is incomplete. Try again when nobody changes the catalogue.',
    retryable: true,
  });
}
