import { formatCount } from '../../text/numbers.ts';
import type { ResultCounts } from '../compare/comparison.ts';
import { rowCount } from './words.ts';

/** The counts of a comparison. */
export interface DiffSummary extends ResultCounts {
  /** All rows of the file but those that a preset excludes. */
  readonly rows: number;
  /** Products that no row has; null where the store was not listed. */
  readonly gone: number | null;
  readonly invalid: number;
}

interface Circumstances {
  readonly store: string;
  /** Whether the products are shown that only the store has. */
  readonly storeOnly: boolean;
}

/**
 * `10 rows compared with shop.example: 3 new, 2 different, 5 the same. 4 products are only in the store; list them with
 * --store-only.`
 */
export function describeDiff(summary: DiffSummary, { store, storeOnly }: Circumstances): string {
  const { rows, invalid, gone } = summary;
  const parts = countWords.flatMap(([name, word]) =>
    summary[name] === 0 ? [] : [`${formatCount(summary[name])} ${word}`],
  );
  const skipped = invalid === 0 ? '' : ` ${rowCount(invalid)} invalid and skipped.`;
  return `${rowCount(rows - invalid)} compared with ${store}: ${parts.join(', ')}.${skipped}${goneWords(gone ?? 0, storeOnly)}`;
}

const countWords = [
  ['new', 'new'],
  ['differs', 'different'],
  ['same', 'the same'],
  ['duplicate', 'more than once in the store'],
  ['near', 'in the store under an almost identical key'],
] as const;

function goneWords(gone: number, storeOnly: boolean): string {
  if (gone === 0) return '';
  const products = gone === 1 ? '1 product is' : `${formatCount(gone)} products are`;
  return ` ${products} only in the store${storeOnly ? '' : '; list them with --store-only'}.`;
}
