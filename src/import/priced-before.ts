import { identityOf } from './identity.ts';
import { previousStating } from './journal/feeds.ts';
import type { Journal } from './journal/journal.ts';
import { allRuns } from './journal/runs.ts';
import { bitOf } from './march/fingerprint.ts';
import type { ImportOptions } from './options.ts';

/**
 * The number of the previous import of a feed, if its rows had prices. Undefined for a plan: a person has seen what it warns
 * of.
 * @param hash of the file
 */
export function pricedBefore(options: ImportOptions, journal: Journal | undefined, hash: string): number | undefined {
  const { noun, plan } = options;
  // A journal is of one store.
  const store = journal && allRuns(journal).find((run) => run.store !== '')?.store;
  if (!noun.price || plan || !store) return undefined;
  return previousStating(journal, identityOf(options, store, hash), bitOf(noun.price.field, noun));
}
