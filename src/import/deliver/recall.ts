import type { Page } from '../../client/pages.ts';
import type { GoneProducts, ImportRun } from '../import-run.ts';
import {
  changedRows,
  changesOf,
  markFull,
  markGone,
  noteUnchanged,
  recallRows,
  rowsFromMemory,
  rowsNotInFile,
} from '../journal/feeds.ts';
import type { RunRecord } from '../journal/runs.ts';
import { foldedText } from '../map/key.ts';
import { recallsPrevious } from '../options.ts';
import { goneProducts, unchangedRows } from '../report/words.ts';
import type { ChangedSince } from './existing-rows.ts';
import { doubtAbout } from './verify-previous.ts';

/** What the previous import of the feed says about the rows of this one. */
export interface Recalled {
  readonly changedSince: ChangedSince;
  /** Whether rows that an earlier part of this run did not look up must be looked up now. */
  readonly isRevoked: boolean;
}

/**
 * Finishes the rows that are as they were in the previous import of the feed, without a look-up: that import showed that
 * their products exist. It is believed if the store has as many products as then, and five of these rows are found.
 * Otherwise every row is looked up, in later parts of this run too: a row that was absent once must not come to count as
 * existing.
 * @throws CliError when the store does not answer; Stopped
 */
export async function recall(previous: RunRecord | undefined, run: ImportRun, page: Page): Promise<Recalled> {
  const { journal, tally, options, continued, id } = run;
  const known = changesOf(journal, id);
  [tally.unchanged, tally.changed] = [known.unchanged, known.changed];
  const isWanted = recallsPrevious(options) && !continued?.isFull;
  const doubt = previous && isWanted ? await doubtAbout(previous, run, page) : undefined;
  if (doubt !== undefined) await options.hint(doubt);
  if (previous && isWanted && doubt === undefined) {
    await finishUnchanged(previous, run);
    await noteGone(previous, run);
    return {
      changedSince: (batch) =>
        changedRows(
          journal,
          batch.map(({ record }) => record),
        ),
      isRevoked: false,
    };
  }
  lookUpAll(run);
  return { changedSince: () => new Map(), isRevoked: known.unchanged > 0 };
}

/** Has every row of the run looked up, also those that an earlier part of it did not. */
function lookUpAll({ journal, tally, id }: ImportRun): void {
  for (const rows of rowsFromMemory(journal, id)) {
    for (const { record, differs } of rows) {
      tally.forget(record);
      if (differs) tally.differing--;
    }
  }
  tally.unchanged = 0;
  markFull(journal, id);
}

/** Finishes the rows that are as they were, and says how many. */
async function finishUnchanged(previous: RunRecord, run: ImportRun): Promise<void> {
  const { journal, tally, ledger, options, id } = run;
  recallRows(journal, previous.run);
  noteUnchanged(journal, id, previous.run);
  const before = { unchanged: tally.unchanged, differing: tally.differing };
  for (const page of rowsFromMemory(journal, id)) {
    const rows = page.filter(({ record }) => tally.isLeft(record));
    ledger.finishUnchanged(rows.map(({ record }) => record));
    tally.unchanged += rows.length;
    tally.differing += rows.filter(({ differs }) => differs).length;
  }
  const unchanged = tally.unchanged - before.unchanged;
  if (unchanged > 0) await options.hint(unchangedRows(unchanged, tally.differing - before.differing));
}

/** Notes which products of that import are not in the file any more. Standard input may be another file each time. */
async function noteGone(previous: RunRecord, run: ImportRun): Promise<void> {
  const { journal, options, checked } = run;
  if (options.path === '-') return;
  const first: GoneProducts['first'][number][] = [];
  let count = 0;
  for (const page of rowsNotInFile(journal, previous.run)) {
    // Another form of the key, or an invalid row, is still there.
    const gone = page.filter(({ key }) => !checked.keys.has(foldedText(key)));
    for (const { key, product } of gone.slice(0, maxNamed - first.length))
      first.push({ key: key.code, productId: product });
    count += gone.length;
  }
  run.gone = { count, first };
  markGone(journal, run.id, count);
  if (count > 0) await options.hint(goneProducts(previous, run.gone));
}

/** Gone products that are named in the report. */
const maxNamed = 1000;
