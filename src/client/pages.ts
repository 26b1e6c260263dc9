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
 * @throws CliError `refused` when a record comes twice or the number of records is not what the store said: the list cannot be trusted then.
 */
export async function* allPages(fetchPage: (limit: number, offset: number) => Promise<Page>, start = 0): AsyncGenerator<Page> {
  const seen = new HashSet();
  let received = 0;
  let expected: number | undefined;
  for (;;) {
    const at = start + received;
    const page = await fetchPage(pageSize, at);
    expected = agreed(expected, page.totals.numRows, at);
    if (page.records.some((record) => !seen.add(hashOf(listKey(record))))) throw untrusted(`the page at ${at} repeats records`);
    if (page.records.length === 0) break;
    received += page.records.length;
    yield page;
    if (expected !== undefined && start + received >= expected) break;
  }
  if (expected !== undefined && start + received !== expected && !(received === 0 && start >= expected)) {
    throw untrusted(`the store counts ${expected} records and gave ${start + received}`);
  }
}

/** Two list records are the same only if uprid and stockId are: a product with options lists one record an option. Others have an id of their own. */
function listKey(record: Received): string {
  return JSON.stringify([record.uprid ?? record.productId ?? record.basketKey ?? record.id ?? record, record.stockId]);
}

function agreed(before: number | undefined, numRows: unknown, at: number): number | undefined {
  const now = Number.isSafeInteger(Number(numRows ?? Number.NaN)) ? Number(numRows) : undefined;
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
