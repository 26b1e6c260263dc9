import { count, orNull } from '../../resources/record-fields.ts';
import { formatCount } from '../../text/numbers.ts';
import { type Names, nounCount, rowCount } from '../words/counts.ts';

/** The counts of a comparison. */
export const summaryFields = {
  /** All rows of the file but those that a preset excludes. */
  rows: count('Rows'),
  new: count('New'),
  differs: count('Different'),
  same: count('The same'),
  /** Products that no row has; null where the store was not listed. */
  gone: orNull(count('Only in the store')),
  duplicate: count('More than once in the store'),
  near: count('Under almost the same key'),
  invalid: count('Invalid'),
};

type CountName = Exclude<keyof typeof summaryFields, 'gone'>;

export type DiffSummary = Readonly<Record<CountName, number>> & { readonly gone: number | null };

/**
 * `10 rows compared with shop.example: 3 new, 2 different, 5 the same. 4 products are only in the store; list them with
 * --store-only.`
 * @param storeOnly whether those products are shown
 */
export function describeDiff(summary: DiffSummary, store: string, storeOnly: boolean, names: Names): string {
  const { rows, invalid, gone } = summary;
  const parts = countWords.flatMap(([name, word]) =>
    summary[name] === 0 ? [] : [`${formatCount(summary[name])} ${word}`],
  );
  const skipped = invalid === 0 ? '' : ` ${rowCount(invalid)} invalid and skipped.`;
  return `${rowCount(rows - invalid)} compared with ${store}: ${parts.join(', ')}.${skipped}${goneWords(gone ?? 0, storeOnly, names)}`;
}

const countWords = [
  ['new', 'new'],
  ['differs', 'different'],
  ['same', 'the same'],
  ['duplicate', 'more than once in the store'],
  ['near', 'in the store under almost the same key'],
] as const;

function goneWords(gone: number, storeOnly: boolean, names: Names): string {
  if (gone === 0) return '';
  return ` ${nounCount(gone, names)} ${gone === 1 ? 'is' : 'are'} only in the store${storeOnly ? '' : '; list them with --store-only'}.`;
}
