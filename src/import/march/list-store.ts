import type { Connection } from '../../client/connection.ts';
import type { Noun } from '../../client/endpoints/noun.ts';
import { allPages } from '../../client/pages.ts';
import { CliError } from '../../errors.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';

/** A noun in a store. */
export interface NounInStore {
  readonly connection: Connection;
  readonly noun: Noun;
}

/** How the products of a store are read. */
export interface StoreReader extends NounInStore {
  /** The language of product texts. */
  readonly language: string | undefined;
  /** Makes one read, with the retries of its kind. */
  readonly read: <T>(once: () => Promise<T>) => Promise<T>;
  /** Whether products may be added meanwhile. */
  readonly mayGrow?: boolean;
  /** Called with the number of products read so far, and with 0 at the end. */
  readonly onListed: (count: number) => void;
}

/**
 * Passes on every product of a store, without its options. Returns the reason if the list cannot be trusted because its
 * pages are inconsistent: products were added or deleted meanwhile, or the store counts wrongly.
 * @throws CliError any other failure of a page
 */
export async function listStore(
  reader: StoreReader,
  use: (product: StoreRecord) => void,
): Promise<CliError | undefined> {
  const { connection, noun, language, read, mayGrow = false } = reader;
  let count = 0;
  const fetchPage = (limit: number, offset: number) =>
    read(() =>
      noun.list(connection, { ...noun.mainFilter, limit: String(limit), offset: String(offset) }, { language }),
    );
  try {
    for await (const { records } of allPages(fetchPage, { connection, untilEmpty: true, mayGrow })) {
      for (const record of records) use(record);
      count += records.length;
      reader.onListed(count);
    }
    return undefined;
  } catch (error) {
    if (error instanceof CliError && isInconsistent(error)) return error;
    throw error;
  } finally {
    reader.onListed(0);
  }
}

/** Pages that do not fit together, not a status that the store answered with. */
const isInconsistent = ({ kind, status, retryable }: CliError): boolean =>
  kind === 'refused' && status === undefined && retryable;
