import { count, orNull } from '../../resources/record-fields.ts';
import { formatCount } from '../../text/numbers.ts';
import type { Comparison } from '../march/march.ts';
import type { ResultCounts } from '../march/results.ts';
import { rowCount } from '../report/words.ts';

/** Counts the rows by what the store has for them. */
export async function countResults(comparison: Comparison): Promise<ResultCounts> {
  const counts = { new: 0, same: 0, differs: 0, duplicate: 0, near: 0 };
  for await (const batch of comparison.rows())
    for (const { result } of batch) if (result.kind !== 'refused') counts[result.kind]++;
  return counts;
}

export const summaryFields = {
  rows: count('Rows'),
  new: count('New'),
  differs: count('Different'),
  same: count('The same'),
  gone: orNull(count('Only in the store')),
  duplicate: count('More than once in the store'),
  near: count('Under an almost identical key'),
  invalid: count('Invalid'),
};

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
