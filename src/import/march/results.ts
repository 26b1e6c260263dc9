import type { CliError } from '../../errors.ts';
import { foldedText } from '../map/key.ts';
import type { StoredRow } from '../rows/file-rows.ts';
import { type Compared, differencesOf, type FieldDifferences } from './facts.ts';
import { hasStated } from './fingerprint.ts';
import type { KeyedProduct } from './listed-products.ts';
import type { IsShared, NearProduct } from './lookup.ts';

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
  | { readonly kind: 'near'; readonly productId: string; readonly urlAbs: string | null; readonly code: string }
  /** The store refuses to look it up: an import would not send the row. */
  | { readonly kind: 'refused'; readonly error: CliError };

/** Rows by result. `unclear`: those of the same that are not fully compared. */
export type ResultCounts = Readonly<Record<RowResult['kind'] | 'unclear', number>>;

export interface ComparedRow {
  readonly row: StoredRow;
  readonly result: RowResult;
}

/** Judges a row by the products that the store has under its folded key. */
export function resultOf(
  row: StoredRow,
  products: readonly KeyedProduct[],
  compared: Compared,
  isShared: IsShared,
): RowResult {
  const exact = products.filter(({ code }) => code === row.key.code);
  const [product] = exact;
  if (!product) return nearResult(row, products, isShared);
  const productIds = [...new Set(exact.map(({ id }) => id))];
  if (productIds.length > 1) return { kind: 'duplicate', productIds };
  return comparedWith(row, product, compared);
}

/** A near match counts unless it may be another row of the file. */
function nearResult({ key }: StoredRow, [near]: readonly KeyedProduct[], isShared: IsShared): RowResult {
  if (!near || isShared(foldedText(key))) return { kind: 'new' };
  return { kind: 'near', productId: near.id, urlAbs: near.urlAbs, code: near.code };
}

function comparedWith(row: StoredRow, product: KeyedProduct, compared: Compared): RowResult {
  const { noun, fields = noun.compared } = compared;
  const { id: productId, urlAbs } = product;
  if (row.states) {
    const differences = differencesOf(row.states, product.facts, fields);
    return differences ? { kind: 'differs', productId, urlAbs, fields: differences } : { kind: 'same', productId };
  }
  const isSame = row.fingerprint && hasStated(row.fingerprint, product.facts, noun);
  if (isSame === false) return { kind: 'differs', productId, urlAbs, fields: {} };
  return isSame ? { kind: 'same', productId } : { kind: 'same', productId, isUnclear: true };
}
