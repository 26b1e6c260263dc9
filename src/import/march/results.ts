import { foldedText, type Key } from '../map/key.ts';
import type { Fingerprint } from '../rows/file-rows.ts';
import { type ComparedField, differencesOf, type Facts, type FieldDifferences } from './facts.ts';
import { hasStated } from './fingerprint.ts';
import type { KeyedProduct } from './listed-products.ts';
import type { IsShared, NearProduct } from './lookup.ts';

/** A row as it is compared: what it states or, of a row of an earlier import, only the fingerprint of it. */
export interface RowToCompare {
  readonly record: number;
  readonly line: number;
  readonly key: Key;
  readonly facts?: Facts | undefined;
  readonly fingerprint?: Fingerprint | undefined;
}

/** What the store has for a row. */
export type RowResult =
  /** `near`: what the list has under almost this key, and the search does not find. */
  | { readonly kind: 'new'; readonly near?: NearProduct }
  /** `isUnclear`: the store does not state all that the row states. */
  | { readonly kind: 'same'; readonly productId: string; readonly isUnclear?: true }
  | {
      readonly kind: 'differs';
      readonly productId: string;
      readonly urlAbs: string | null;
      /** Empty for a recorded row. */
      readonly fields: FieldDifferences;
    }
  /** Several products have exactly this key. */
  | { readonly kind: 'duplicate'; readonly productIds: readonly string[] }
  /** A product has almost this key: an import would not send the row. */
  | { readonly kind: 'near'; readonly productId: string; readonly urlAbs: string | null; readonly code: string };

export type ResultCounts = Record<RowResult['kind'], number>;

export interface ComparedRow {
  readonly row: RowToCompare;
  readonly result: RowResult;
}

/** Judges a row by the products that the store has under its folded key. */
export function resultOf(
  row: RowToCompare,
  products: readonly KeyedProduct[],
  fields: readonly ComparedField[],
  isShared: IsShared,
): RowResult {
  const exact = products.filter(({ code }) => code === row.key.code);
  const [product] = exact;
  if (!product) return nearResult(row, products, isShared);
  const productIds = [...new Set(exact.map(({ id }) => id))];
  if (productIds.length > 1) return { kind: 'duplicate', productIds };
  return comparedWith(row, product, fields);
}

/** A near match counts unless it may be another row of the file. */
function nearResult({ key }: RowToCompare, [near]: readonly KeyedProduct[], isShared: IsShared): RowResult {
  if (!near || isShared(foldedText(key))) return { kind: 'new' };
  return { kind: 'near', productId: near.id, urlAbs: near.urlAbs, code: near.code };
}

function comparedWith(row: RowToCompare, product: KeyedProduct, fields: readonly ComparedField[]): RowResult {
  const { id: productId, urlAbs } = product;
  if (row.facts) {
    const differences = differencesOf(row.facts, product.facts, fields);
    return differences ? { kind: 'differs', productId, urlAbs, fields: differences } : { kind: 'same', productId };
  }
  const isSame = row.fingerprint && hasStated(row.fingerprint, product.facts);
  if (isSame === false) return { kind: 'differs', productId, urlAbs, fields: {} };
  return isSame ? { kind: 'same', productId } : { kind: 'same', productId, isUnclear: true };
}
