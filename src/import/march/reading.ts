import { CliError } from '../../errors.ts';
import type { Key } from '../map/key.ts';
import type { ComparedField } from './facts.ts';
import type { StoreReader } from './list-store.ts';
import { firstProducts, productCount, testLookUp } from './lookup.ts';

/** How a store is listed. */
export interface ListOptions extends StoreReader {
  /** All `comparedFields` by default. */
  readonly fields?: readonly ComparedField[] | undefined;
  /** Whether the products that only the store has are kept, so that the store must be listed. */
  readonly storeOnly?: boolean;
}

/** The store as it is before it is read. */
interface StoreSeen {
  /** How many products it counts; NaN where it does not say. */
  readonly products: number;
  /** Whether its search is reliable. */
  readonly canSearch: boolean;
}

/** How a store is read, and what of it is compared. */
export interface Reading extends ListOptions, StoreSeen {
  /** Whether the list decides about a row that the store refuses to look up. Otherwise it is `refused`. */
  readonly listsRefused?: boolean;
  /** Look-ups at a time. */
  readonly lookUps: number;
  /** Called with the number of look-ups so far. */
  readonly onLookedUp?: (count: number) => void;
  /** Whether a row is of interest: asked when its page begins. */
  readonly isLeft?: (record: number) => boolean;
  /** Whether it is known that the store had such a product. */
  readonly wasInStore?: ((key: Key) => boolean) | undefined;
  /** Says that the comparison takes another way than it began with. */
  readonly notice: (text: string) => Promise<void>;
  /** Ends the comparison with an error. */
  readonly interrupted?: AbortSignal;
}

type Shared = 'connection' | 'noun' | 'language' | 'fields' | 'storeOnly' | 'wasInStore' | 'notice' | 'interrupted';

interface ClientOptions extends Pick<Reading, Shared> {
  /** Whether a row that no search finds counts as absent only if the search is reliable, as in an import. */
  readonly isLikeImport: boolean;
  readonly onProgress?: (done: number, total: number | undefined) => void;
  readonly randomHex: (bytes: number) => string;
}

/**
 * Reads with the retries of the client: nothing is sent that they could double.
 * @throws CliError `refused` when an import needs a search that is not reliable
 */
export async function clientReading(rows: number, options: ClientOptions): Promise<Reading> {
  const { isLikeImport, onProgress, randomHex, ...shared } = options;
  const page = await firstProducts(shared);
  const canSearch = await testLookUp(shared, page.records, randomHex).then(
    () => true,
    (error: unknown) => {
      if (isLikeImport || !(error instanceof CliError) || error.kind !== 'refused') throw error;
      return false;
    },
  );
  const products = productCount(page);
  const total = Number.isNaN(products) ? undefined : products;
  return {
    ...shared,
    ...{ products, canSearch, listsRefused: !isLikeImport, lookUps: 4 },
    read: (once) => once(),
    onListed: (count) => onProgress?.(count, total),
    onLookedUp: (count) => onProgress?.(count, Math.max(count, rows)),
  };
}
