import { describe, expect, test } from 'vitest';
import type { Connection } from '../../src/client/connection.ts';
import { searchPages } from '../../src/client/pager.ts';
import type { Page } from '../../src/client/pages.ts';
import { CliError } from '../../src/errors.ts';

const connection = {
  storeId: '',
  base: { origin: 'http://shop.test', path: '' },
  now: () => new Date(0),
  // Of whole lists: searches have their own.
  pageSize: 2,
} as Connection;

const pageOf = (numRows: unknown, ...skus: readonly string[]): Page => ({
  totals: numRows === undefined ? {} : { numRows },
  records: skus.map((sku) => ({ productId: sku, sku })),
});
/** As a store with PHP answers with nothing to say. */
const nothing: Page = { totals: {}, records: [] };
const hundred = Array.from({ length: 100 }, (_, at) => `S-1${at}`);

type Answer = Page | CliError;

/** Searches for the SKU "S-1" in a store that gives these pages, one after another. */
async function search(answers: readonly Answer[], most = 1000) {
  const skus: unknown[] = [];
  let asked = 0;
  const fetchPage = async (): Promise<Page> => {
    const answer = answers[asked++] ?? nothing;
    if (answer instanceof CliError) throw answer;
    return answer;
  };
  const pages = searchPages(fetchPage, { connection, field: 'sku', code: 'S-1', most });
  try {
    for await (const { records } of pages) skus.push(...records.map(({ sku }) => sku));
    return { skus: skus.join(' '), asked, end: 'whole' };
  } catch (error) {
    return { skus: skus.join(' '), asked, end: (error as Error).message };
  }
}

const refusal = new CliError('not-found', 'gone', { status: 404 });

describe('a search for S-1', () => {
  test.each<[string, readonly Answer[], string, number]>([
    ['finds nothing with one request', [pageOf(0)], '', 1],
    ['finds nothing, where the store counts all its products', [pageOf(999)], '', 1],
    ['finds it with one request', [pageOf(1, 'S-1')], 'S-1', 1],
    ['goes on to the last of all that it counts', [pageOf(3, 'S-1', 'S-10'), pageOf(3, 'S-11')], 'S-1 S-10 S-11', 2],
    ['goes on until it shows it, where parts of codes match', [pageOf(2, 'S-10'), pageOf(2, 'S-1')], 'S-10 S-1', 2],
    [
      'goes on until it shows it, where each page is counted alone',
      [pageOf(2, 'S-10', 'S-11'), pageOf(2, 'S-12', 'S-1')],
      'S-10 S-11 S-12 S-1',
      2,
    ],
    [
      'goes on to an empty page that counts as the others, where it is not shown',
      [pageOf(2, 'S-10', 'S-11'), pageOf(2)],
      'S-10 S-11',
      2,
    ],
    [
      'goes on to an empty page, where the store counts all its products',
      [pageOf(999, 'S-10'), pageOf(999, 'S-1'), pageOf(999)],
      'S-10 S-1',
      3,
    ],
    ['goes on to an empty page, where nothing is counted', [pageOf(undefined, 'S-1'), nothing], 'S-1', 2],
    ['goes on after a full page', [pageOf(100, ...hundred), pageOf(100)], hundred.join(' '), 2],
    ['ends where a page behind all that is counted is refused', [pageOf(1, 'S-10'), refusal], 'S-10', 2],
    ['ends where the store ignores paging', [pageOf(2, 'S-10', 'S-11'), pageOf(2, 'S-10', 'S-11')], 'S-10 S-11', 2],
    [
      'ends where the store ignores paging and does not count',
      [pageOf(undefined, 'S-10'), pageOf(undefined, 'S-10')],
      'S-10',
      2,
    ],
    ['ends where the store ignores paging and counts nothing', [pageOf('', 'S-1'), pageOf('', 'S-1')], 'S-1', 2],
    ['may show a product twice on a page, once for each category', [pageOf(2, 'S-1', 'S-1')], 'S-1 S-1', 1],
  ])('%s', async (_, answers, skus, asked) => {
    expect(await search(answers)).toEqual({ skus, asked, end: 'whole' });
  });

  test.each<[string, readonly Answer[], string]>([
    ['gives the first page again, and counts more', [pageOf(5, 'S-10', 'S-11'), pageOf(5, 'S-10', 'S-11')], 'repeats'],
    ['repeats a product on the next page', [pageOf(4, 'S-10', 'S-11'), pageOf(4, 'S-11', 'S-12')], 'repeats'],
    ['counts more from page to page', [pageOf(5, 'S-10', 'S-11'), pageOf(6, 'S-12')], 'first counted 5 records, and 6'],
    ['counts fewer on an empty page', [pageOf(3, 'S-10'), pageOf(1)], 'first counted 3 records, and 1'],
    [
      'has an empty page without a count before the end',
      [pageOf(3, 'S-10'), nothing],
      'counts 3 records, but returned 1',
    ],
  ])('is not believed where the store %s', async (_, answers, why) => {
    const { end } = await search(answers);
    expect(end).toMatch(`The search for sku "S-1" on shop.test is inconsistent: `);
    expect(end).toMatch(why);
  });

  test('does not take a refused page for the end before all that is counted was received', async () => {
    expect((await search([pageOf(3, 'S-10'), refusal])).end).toBe('gone');
  });

  test('is not read without end: a store that finds everything does not search', async () => {
    expect(await search([pageOf(9, 'S-10', 'S-11'), pageOf(9, 'S-12')], 3)).toMatchObject({
      end: 'The search for sku "S-1" on shop.test finds more than 3 records: the store seems to ignore filter[search].',
    });
  });
});
