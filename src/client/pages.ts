import { CliError } from '../errors.ts';
import type { Received } from '../resources/record.ts';

/** One page of a list, with the envelope that came around it. */
export interface Page {
  readonly totals: Received;
  readonly records: readonly Received[];
}

/** Records that a page is asked for when everything is wanted. */
const pageSize = 100;

/**
 * Every page of a list, one after another, in flat memory. Advances by the records received, since a store may give fewer than asked for.
 * @throws CliError `refused` when a page repeats or the number of records is not what the store said: the list cannot be trusted then.
 */
export async function* allPages(fetchPage: (limit: number, offset: number) => Promise<Page>, start = 0): AsyncGenerator<Page> {
  let previous = new Set<string>();
  let received = 0;
  let expected: number | undefined;
  for (;;) {
    const page = await fetchPage(pageSize, start + received);
    const keys = new Set(page.records.map(listKey));
    const isNew = page.records.filter((record) => !previous.has(listKey(record))).length;
    expected = agreed(expected, page.totals.numRows, start + received);
    if (page.records.length > 0 && isNew < page.records.length)
      throw untrusted(`the page at ${start + received} repeats records of the page before`);
    if (page.records.length === 0) break;
    received += page.records.length;
    previous = keys;
    yield page;
    if (expected !== undefined && start + received >= expected) break;
  }
  if (expected !== undefined && start + received !== expected && !(received === 0 && start >= expected)) {
    throw untrusted(`the store counts ${expected} records and gave ${start + received}`);
  }
}

/** Two list records are the same only if uprid and stockId are: a product with options lists one record an option. */
function listKey(record: Received): string {
  return JSON.stringify([record.uprid ?? record.productId, record.stockId]);
}

function agreed(before: number | undefined, numRows: unknown, at: number): number | undefined {
  const now = numRows === undefined || numRows === null ? undefined : Number(numRows);
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
