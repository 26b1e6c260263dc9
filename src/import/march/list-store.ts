import type { Connection } from '../../client/connection.ts';
import { allPages } from '../../client/pager.ts';
import { emptyBehindEnd } from '../../client/pages.ts';
import { CliError } from '../../errors.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import type { FileRows } from '../rows/file-rows.ts';
import { ListedProducts, type ListingOptions } from './listed-products.ts';
import type { StoreReader } from './lookup.ts';

/** A store, and what of its products is kept. */
export type Listing = StoreReader & Omit<ListingOptions, 'scratch'>;

/** The products of the store under keys of the file. Returns why the list cannot be trusted, where it changes twice. */
export async function listProductsOf(
  rows: FileRows,
  listing: Listing,
  onChange?: (why: CliError) => Promise<void>,
): Promise<ListedProducts | CliError> {
  const first = await listOnce(rows, listing);
  if (first instanceof ListedProducts) return first;
  await onChange?.(first);
  return await listOnce(rows, listing);
}

/**
 * Every product of a store, without its options. Returns the reason if the list cannot be trusted because its pages are
 * inconsistent: products were added or deleted meanwhile, or the store counts wrongly.
 * @throws CliError any other failure of a page
 */
async function listOnce({ scratch }: FileRows, listing: Listing): Promise<ListedProducts | CliError> {
  const { connection, noun, language, read, onListed, mayGrow = false } = listing;
  const { mainFilter, list } = noun.lookUp;
  const products = new ListedProducts({ ...listing, scratch });
  // Within `read`, which would wait to see whether the store goes on to refuse the page.
  const fetchPage = (limit: number, offset: number, _: Connection, isEnd: boolean) =>
    read(() =>
      list(connection, { ...mainFilter, limit: String(limit), offset: String(offset) }, { language }).catch((error) =>
        emptyBehindEnd<StoreRecord>(error, isEnd),
      ),
    );
  try {
    for await (const { records } of allPages(fetchPage, { connection, untilEmpty: true, mayGrow })) {
      for (const record of records) products.add(record);
      onListed(products.count);
    }
    products.flush();
    return products;
  } catch (error) {
    // Pages that do not fit together, not a status that the store answered with.
    if (error instanceof CliError && error.kind === 'refused' && error.status === undefined && error.retryable)
      return error;
    throw error;
  } finally {
    onListed(0);
  }
}
