import type { Connection } from '../../client/connection.ts';
import type { Product } from '../../resources/products.ts';
import type { RowsToCompare } from './comparison.ts';
import type { ComparedField } from './facts.ts';
import type { FoundProducts } from './found-products.ts';
import type { RowToCompare } from './row-to-compare.ts';

export interface CompareOptions {
  /** With retries of its own: everything that is sent is a read. */
  readonly connection: Connection;
  /** The language of product texts. */
  readonly language: string | undefined;
  /** All `comparedFields` by default. */
  readonly fields?: readonly ComparedField[] | undefined;
  /** Whether the products that only the store has are kept, so that the store must be listed. */
  readonly storeOnly?: boolean;
  /** Says that the comparison takes another way than it began with. */
  readonly notice: (text: string) => Promise<void>;
  /** Called while the store is read. `total` is undefined where the store does not count. */
  readonly onProgress?: (done: number, total: number | undefined) => void;
  readonly randomHex: (bytes: number) => string;
}

/** A store with the rows to find in it. */
export interface StoreToRead extends CompareOptions {
  readonly fields: readonly ComparedField[];
  readonly file: RowsToCompare<RowToCompare>;
  /** No products found yet, nor kept of an earlier try. */
  readonly newProducts: () => FoundProducts;
  /** How many products it counts. */
  readonly total: number | undefined;
  /** Some of its products. */
  readonly sample: readonly Product[];
}
