import type { Attribute, StoredProduct } from '../products/add.ts';

/** One record of the products of another store: as it came, and what it is found by here. */
export interface CopiedProduct {
  /** Tells it from all other records of the list. */
  readonly key: string;
  readonly productId: number;
  /** Whether it is the product itself, without any choice of options. */
  readonly isMain: boolean;
  /** The options that it chooses. */
  readonly attributes: readonly Attribute[];
  readonly stockId: number;
  readonly minimumQuantity: number;
  readonly columns: StoredProduct;
  readonly category: CopiedCategory | undefined;
  readonly manufacturer: { readonly id: number; readonly name: string } | undefined;
  /** The record as JSON. */
  readonly json: string;
}

export interface CopiedCategory {
  readonly id: number;
  readonly name: string;
  /** From the root to the category itself. */
  readonly path: readonly number[];
}

/** A basket of another store, without whose it is. */
export interface CopiedBasket {
  /** In capitals, without braces. */
  readonly basketKey: string;
  readonly dateCreated: string;
  readonly lastModified: string | null;
  readonly lines: readonly CopiedLine[];
}

/** A product of the shop by its uprid, or a custom one by its title and price (decimal). */
export type CopiedLine =
  | { readonly uprid: string; readonly quantity: number }
  | { readonly title: string; readonly price: string; readonly quantity: number };
