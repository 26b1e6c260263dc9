import type { Context } from '../../context.ts';
import type { ProgressDisplay, Work } from '../../output/progress.ts';
import type { FileRows } from '../rows/file-rows.ts';
import { firstProducts, recordCount } from './lookup.ts';
import { type Comparison, compareWithStore, type Reading } from './march.ts';
import type { ResultCounts } from './results.ts';

type Shared = 'connection' | 'tested' | 'noun' | 'language' | 'fields' | 'storeOnly' | 'wasInStore' | 'notice';

export interface ClientOptions extends Pick<Reading, Shared> {
  readonly context: Pick<Context, 'clock' | 'randomHex' | 'interrupted'>;
  /** Whether a row that no search finds counts as absent only if the search is reliable, as in an import. */
  readonly isLikeImport?: boolean;
  readonly progress: (work: () => Work) => ProgressDisplay;
  /** For the progress: `on shop.example`. */
  readonly place?: string | undefined;
}

/** A file beside a store that was read: to go through its rows again takes no request. */
export interface ReadComparison {
  readonly comparison: Comparison;
  readonly counts: ResultCounts;
}

/**
 * Compares the rows of a file with a store, for a command that sends nothing: the client retries what fails. Shows how far
 * it is until every row was compared.
 * @throws CliError `refused` when an import needs a search that is not reliable
 */
export async function compareByClient(
  rows: FileRows,
  { context, isLikeImport = false, progress, place, ...shared }: ClientOptions,
): Promise<ReadComparison> {
  let work: Work = { done: 0, place };
  const display = progress(() => work);
  const show = (done: number, total: number | undefined): void => {
    work = { done, total, place };
    display.show();
  };
  try {
    const page = await firstProducts(shared);
    const unreliable = await shared.tested.begin(shared, page.records);
    if (isLikeImport && unreliable) throw unreliable;
    const products = recordCount(page);
    const { count } = rows;
    const comparison = await compareWithStore(rows, {
      ...shared,
      count,
      products,
      listsRefused: !isLikeImport,
      lookUps: 4,
      interrupted: context.interrupted,
      read: (once) => once(),
      onListed: (done) => show(done, products === undefined ? undefined : Math.max(products, done)),
      onLookedUp: (done) => show(done, Math.max(count, done)),
    });
    return { comparison, counts: await comparison.count() };
  } finally {
    await display.end();
  }
}
