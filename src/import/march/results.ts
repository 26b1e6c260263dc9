import type { CliError } from '../../errors.ts';
import type { StoreNoun } from '../../resources/file-table.ts';
import type { StoredRow } from '../rows/file-rows.ts';
import { differencesOf, type FieldDifferences } from './facts.ts';
import { hasStated } from './fingerprint.ts';
import type { KeyedProduct } from './listed-products.ts';
import { type IsShared, matchOf, type NearProduct } from './lookup.ts';

/** What the store has for a row. */
export type RowResult =
  /** `near`: what the list has under almost this key, and the search does not find. */
  | { readonly kind: 'new'; readonly near?: NearProduct }
  /** `isUnclear`: the store does not state all that the row states. */
  | { readonly kind: 'same'; readonly recordId: string; readonly isUnclear?: true }
  | {
      readonly kind: 'differs';
      readonly recordId: string;
      readonly urlAbs: string | null;
      /** Empty for a recorded row. */
      readonly fields: FieldDifferences;
    }
  /** Several products have exactly this key. */
  | { readonly kind: 'duplicate'; readonly recordIds: readonly string[] }
  /** A product has almost this key: an import would not send the row. */
  | ({ readonly kind: 'near'; readonly urlAbs: string | null } & NearProduct)
  /** The store refuses to look it up: an import would not send the row. */
  | { readonly kind: 'refused'; readonly message: string; readonly error: CliError };

/** Rows by result. `unclear`: those of the same that are not fully compared. */
export type ResultCounts = Readonly<Record<RowResult['kind'] | 'unclear', number>>;

export interface ComparedRow {
  readonly row: StoredRow;
  readonly result: RowResult;
}

/** Compares a row with the products that the store has under its folded key. */
export function compareRow(
  row: StoredRow,
  products: readonly KeyedProduct[],
  noun: StoreNoun,
  isShared: IsShared,
): RowResult {
  const found = matchOf(row.key, products, isShared);
  if (found.kind === 'absent') return { kind: 'new' };
  if (found.kind === 'duplicate') return found;
  const foundCode = found.kind === 'near' ? found.code : row.key.code;
  const product = products.find(({ code }) => code === foundCode) as KeyedProduct;
  return found.kind === 'near' ? { ...found, urlAbs: product.urlAbs } : comparedWith(row, product, noun);
}

function comparedWith(row: StoredRow, product: KeyedProduct, noun: StoreNoun): RowResult {
  const { id: recordId, urlAbs } = product;
  if (row.states) {
    const fields = differencesOf(row.states, product.facts);
    return fields ? { kind: 'differs', recordId, urlAbs, fields } : { kind: 'same', recordId };
  }
  const isSame = row.fingerprint && hasStated(row.fingerprint, product.facts, noun);
  if (isSame === false) return { kind: 'differs', recordId, urlAbs, fields: {} };
  return isSame ? { kind: 'same', recordId } : { kind: 'same', recordId, isUnclear: true };
}
