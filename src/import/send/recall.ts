import type { Page } from '../../client/pages.ts';
import type { FileKeys } from '../check/duplicates.ts';
import type { GoneProducts, ImportRun } from '../import-run.ts';
import { FeedMemory } from '../journal/feed-memory.ts';
import type { RememberedRow } from '../journal/feeds.ts';
import type { RunRecord } from '../journal/runs.ts';
import { foldedText, type SendableRow } from '../read/row.ts';
import { goneProducts } from '../report/feed-words.ts';
import { doubtAbout } from './doubt.ts';
import { finishUnchanged } from './unchanged-rows.ts';

/** What the previous import of the feed says about the rows of this one. */
interface Recalled {
  /** The import that last looked up a row that has changed since. */
  readonly changedSince: (row: SendableRow) => number | undefined;
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
export async function recall(run: ImportRun, page: Page): Promise<Recalled> {
  const { journal, tally, options, continued, id } = run;
  const known = journal.changes(id);
  [tally.unchanged, tally.changed] = [known.unchanged, known.changed];
  const previous = journal.previousRun(id);
  const isWanted = usesMemory(options) && !continued?.isFull;
  const doubt = previous && isWanted ? await doubtAbout(previous, run, page) : undefined;
  if (doubt !== undefined) await options.hint(doubt);
  if (previous && isWanted && doubt === undefined) {
    const memory = await load(previous, run);
    await finishUnchanged(memory, run);
    return { changedSince: ({ key }) => memory.find(key)?.since, isRevoked: false };
  }
  if (previous || continued) lookUpAll(run);
  return { changedSince: () => undefined, isRevoked: known.unchanged > 0 };
}

/** Who starts over, fails on what exists, or applies a plan, wants to know what is there now. */
const usesMemory = ({ full, restart, onExisting, plan }: ImportRun['options']): boolean =>
  !full && !restart && onExisting === 'skip' && plan === undefined;

/** Has every row of the run looked up, also those that an earlier part of it did not. */
function lookUpAll({ journal, tally, id }: ImportRun): void {
  for (const rows of journal.fromMemory(id)) {
    for (const { record, differs } of rows) {
      tally.forget(record);
      if (differs) tally.differing--;
    }
  }
  tally.unchanged = 0;
  journal.markFull(id);
}

async function load(previous: RunRecord, run: ImportRun): Promise<FeedMemory> {
  const { journal, checked, options } = run;
  const memory = new FeedMemory(previous.rows);
  const gone = new GoneRows(checked.keys);
  for (const rows of journal.remembered(previous.run)) {
    for (const row of rows) {
      memory.add(row);
      gone.addIfGone(row);
    }
  }
  for (const key of journal.doubted(previous.run)) memory.forget(key);
  // Of a continued run it is not known which keys the file has, and standard input may be another file each time.
  if (checked.faults === undefined || options.path === '-') return memory;
  run.gone = gone;
  journal.markGone(run.id, gone.count);
  if (gone.count > 0) await options.hint(goneProducts(previous, gone));
  return memory;
}

/** Gone products that are named in the report. */
const mostNamed = 1000;

/** The products of an earlier import that are not in the file any more. */
class GoneRows implements GoneProducts {
  readonly first: GoneProducts['first'][number][] = [];
  readonly #keys: FileKeys;
  count = 0;

  constructor(keys: FileKeys) {
    this.#keys = keys;
  }

  addIfGone({ key, product }: RememberedRow): void {
    if (this.#keys.has(foldedText(key))) return;
    if (++this.count <= mostNamed) this.first.push({ key: key.code, productId: product });
  }
}
