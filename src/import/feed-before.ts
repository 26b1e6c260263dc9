import { formatCount } from '../text/numbers.ts';
import { identityOf } from './identity.ts';
import { previousRun, previousStating } from './journal/feeds.ts';
import type { Journal } from './journal/journal.ts';
import { allRuns, type Source } from './journal/runs.ts';
import { bitOf } from './march/fingerprint.ts';
import type { ImportOptions } from './options.ts';
import { rowCount } from './words/counts.ts';

/** What is asked of the previous import of a feed. Undefined for a plan: a person has seen what it warns of. */
function sourceOf(options: ImportOptions, journal: Journal | undefined, hash: string): Source | undefined {
  // A journal is of one store.
  const store = journal && allRuns(journal).find((run) => run.store !== '')?.store;
  return options.plan || !store ? undefined : identityOf(options, store, hash);
}

/**
 * The number of the previous import of a feed, if its rows had prices.
 * @param hash of the file
 */
export function pricedBefore(options: ImportOptions, journal: Journal | undefined, hash: string): number | undefined {
  const { noun } = options;
  const source = noun.price && sourceOf(options, journal, hash);
  return journal && source && noun.price && previousStating(journal, source, bitOf(noun.price.field, noun));
}

/** Warns of a feed that has less than half the rows of its previous import: it may be cut off, and no row says so. */
export async function warnOfFewerRows(
  options: ImportOptions,
  { journal, hash, rows }: { readonly journal: Journal | undefined; readonly hash: string; readonly rows: number },
): Promise<void> {
  const { path, expectRows, warn } = options;
  // What is piped in today may be another file.
  if (expectRows !== undefined || path === '-') return;
  const source = sourceOf(options, journal, hash);
  const before = journal && source && previousRun(journal, source);
  if (!before || rows * 2 >= before.rows) return;
  await warn(
    `the file has ${rowCount(rows)}, but the previous import of this feed (import ${before.run}) had ${formatCount(before.rows)}. If it may be cut off, refuse such a file: --expect-rows <n>`,
  );
}
