import { formatCount } from '../text/numbers.ts';
import { identityOf } from './identity.ts';
import { type FeedSource, namesakeRun, previousRun, statedBefore } from './journal/feeds.ts';
import type { Journal } from './journal/journal.ts';
import { allRuns, type RunRecord } from './journal/runs.ts';
import { bitOf } from './march/fingerprint.ts';
import type { ImportOptions } from './options.ts';
import type { FieldBefore } from './rows/filled-fields.ts';
import { rowCount } from './words/counts.ts';

/** What is asked of the previous import of a feed. Undefined for a plan: a person has seen what it warns of. */
function sourceOf(options: ImportOptions, journal: Journal | undefined, hash: string): FeedSource | undefined {
  // A journal is of one store.
  const store = journal && allRuns(journal).find((run) => run.store !== '')?.store;
  return options.plan || !store ? undefined : identityOf(options, store, hash);
}

/**
 * What the previous import of a feed stated of a field.
 * @param hash of the file
 */
export function fieldBefore(
  options: ImportOptions,
  { journal, hash, field }: { readonly journal: Journal | undefined; readonly hash: string; readonly field: string },
): FieldBefore | undefined {
  const source = sourceOf(options, journal, hash);
  const bit = bitOf(field, options.noun);
  return journal && source && bit !== 0 ? statedBefore(journal, source, bit) : undefined;
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
  const namesake = before || !journal || !source ? undefined : namesakeRun(journal, source);
  if (namesake) await options.hint(otherFolder(namesake));
  if (!before || rows * 2 >= before.rows) return;
  await warn(
    `the file has ${rowCount(rows)}, but the previous import of this feed (import ${before.run}) had ${formatCount(before.rows)}. If it may be cut off, refuse such a file: --expect-rows <n>`,
  );
}

const otherFolder = ({ run, path }: RunRecord): string =>
  `This file is not compared with import ${run}, which was of ${path}: that file is still there, so it may be another feed.`;
