import type { Page } from '../../client/pages.ts';
import { clear } from '../evidence/settled.ts';
import {
  changesOf,
  createdSince,
  markFull,
  markGone,
  noteUnchanged,
  recallRows,
  rowsNotInFile,
  someRecalled,
} from '../journal/feeds.ts';
import type { Ledger } from '../journal/ledger.ts';
import type { RunRecord } from '../journal/runs.ts';
import type { GoneProducts } from '../journal/tally.ts';
import { foldedText } from '../map/rows/key.ts';
import { recordCount } from '../march/lookup.ts';
import { recallsPrevious } from '../options.ts';
import { fewerProducts, goneProducts, otherProducts, unchangedRows } from '../words/existing-texts.ts';
import { judge } from './next.ts';
import type { CheckedRun } from './run-parts.ts';

/**
 * What became of the memory of the previous import of the feed. `revoked`: rows that an earlier part of this run did not
 * look up must be looked up now.
 */
export type Recalled = 'believed' | 'revoked' | 'nothing';

/**
 * Finishes the rows that are as they were in the previous import of the feed, without a look-up: that import showed that
 * their products exist. It is believed if the store has as many products as then, and some of these rows are found.
 * Otherwise every row is looked up, in later parts of this run too: a row that was absent once must not come to count as
 * existing.
 * @throws CliError when the store does not answer; Stopped
 */
export async function recall(previous: RunRecord | undefined, run: CheckedRun, page: Page): Promise<Recalled> {
  const { options, ledger } = run;
  const { journal } = ledger;
  const { id, continued } = ledger.run;
  const isRevocable = changesOf(journal, id).unchanged > 0;
  if (previous && recallsPrevious(options) && !continued?.isFull) {
    const doubt = await doubtAbout(previous, run, page);
    if (doubt === undefined) {
      await finishUnchanged(previous, run);
      await noteGone(previous, run);
      return 'believed';
    }
    await options.hint(doubt);
  }
  lookUpAll(ledger);
  return isRevocable ? 'revoked' : 'nothing';
}

/** Has every row of the run looked up, also rows that an earlier part of it did not look up. */
function lookUpAll(ledger: Ledger): void {
  markFull(ledger.journal, ledger.run.id);
  ledger.recount();
}

/** Finishes the rows that are as they were, and says how many. */
async function finishUnchanged(previous: RunRecord, { options, ledger }: CheckedRun): Promise<void> {
  const { journal } = ledger;
  const { id } = ledger.run;
  const before = changesOf(journal, id);
  const rows = noteUnchanged(journal, id, previous.run);
  ledger.finishUnchanged(rows);
  const { differing } = changesOf(journal, id);
  if (rows > 0) await options.hint(unchangedRows(rows, differing - before.differing, options.noun.recognised));
}

/** Notes which products of that import are not in the file any more. Standard input may be another file each time. */
async function noteGone(previous: RunRecord, { options, checked, ledger }: CheckedRun): Promise<void> {
  const { journal, run, tally } = ledger;
  if (options.path === '-') return;
  const first: GoneProducts['first'][number][] = [];
  let count = 0;
  for (const page of rowsNotInFile(journal, previous.run)) {
    // Another form of the key, or an invalid row, is still there.
    const gone = page.filter(({ key }) => !checked.keys.has(foldedText(key)));
    for (const { key, recordId } of gone.slice(0, maxNamed - first.length))
      first.push({ key: key.code, productId: recordId });
    count += gone.length;
  }
  tally.gone = { count, first };
  markGone(journal, run.id, count);
  if (count > 0) await options.hint(goneProducts(previous, tally.gone, options.noun.names));
}

/** Gone products that are named in the report. */
const maxNamed = 1000;

/** Rows of the previous import that are looked up: so many of the newest products, which a restored backup lacks, and as many others. */
const samples = 10;

/** Why the rows of the previous import may no longer be in the store; undefined if nothing says so. */
async function doubtAbout(previous: RunRecord, run: CheckedRun, page: Page): Promise<string | undefined> {
  const { journal } = run.ledger;
  const products = recordCount(page);
  const before = (previous.products ?? 0) + createdSince(journal, previous.run);
  if (products !== undefined && products < before)
    return fewerProducts(previous, products, before, run.options.noun.names);
  recallRows(journal, previous.run);
  const startedAt = run.store.clock.elapsed();
  const looked = await Promise.all(
    someRecalled(journal, previous.run, samples).map(async (row) => ({
      row,
      settled: await run.store.rowLookUp.verify(row, { why: 'same store', startedAt, isNew: false }),
    })),
  );
  const lost = looked.find(
    ({ row, settled }) => judge({ row: 'in store', recordId: row.recordId }, clear(settled)).do !== 'keep',
  );
  return lost && otherProducts(previous, lost.row);
}
