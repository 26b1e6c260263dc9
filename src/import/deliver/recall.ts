import type { Page } from '../../client/pages.ts';
import type { GoneProducts, ImportRun } from '../import-run.ts';
import {
  changesOf,
  doubtedKeys,
  markFull,
  markGone,
  type RememberedRow,
  rememberedRows,
  rowsFromMemory,
  type SameRows,
} from '../journal/feeds.ts';
import type { RunRecord } from '../journal/runs.ts';
import { foldedText, keyText } from '../map/key.ts';
import { fingerprintOf, isSameFingerprint } from '../march/fingerprint.ts';
import { recallsPrevious } from '../options.ts';
import { goneProducts, unchangedRows } from '../report/words.ts';
import { maxShared } from '../rows/check.ts';
import { FileRows, type FoundRow } from '../rows/file-rows.ts';
import { Stopped } from './ask.ts';
import type { ChangedSince } from './existing-rows.ts';
import { rowsToSend } from './rows-to-send.ts';
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
    const rows = run.table ?? (await stateRowsLeft(run));
    await noteGone(previous, await finishUnchanged(previous, rows, run), run);
    return { changedSince: (batch) => rows.noted(batch.map(({ record }) => record)), isRevoked: false };
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

/** Where the file was not read in this part of the run, or before the previous import was known. */
async function stateRowsLeft(run: ImportRun): Promise<FileRows> {
  const rows = await FileRows.open();
  run.finished.signal.addEventListener('abort', () => rows.close());
  for await (const batch of rowsToSend(run)) {
    if (run.stopper.signal.aborted) throw new Stopped();
    for (const { record, line, key, values } of batch)
      rows.add({ record, line, key }, { fingerprint: fingerprintOf(values, run.options.settings.language) });
  }
  rows.finish(maxShared);
  return rows;
}

async function noteGone(previous: RunRecord, gone: GoneProducts, run: ImportRun): Promise<void> {
  const { journal, checked, options } = run;
  // The keys of a continued run's file are not known, and stdin may be another file each time.
  if (checked.faults === undefined || options.path === '-') return;
  run.gone = gone;
  markGone(journal, run.id, gone.count);
  if (gone.count > 0) await options.hint(goneProducts(previous, gone));
}

/**
 * Finishes the rows that are as they were in the previous import of the feed, without a look-up. Notes which have
 * changed, and returns those that the file has no more.
 */
async function finishUnchanged(previous: RunRecord, file: FileRows, run: ImportRun): Promise<GoneProducts> {
  const { journal, tally, ledger, options } = run;
  const same = new SameRanges();
  const gone = new GoneRows();
  const doubted = new Set(doubtedKeys(journal, previous.run).map(keyText));
  const before = { unchanged: tally.unchanged, differing: tally.differing };
  for (const rows of rememberedRows(journal, previous.run)) {
    const found = file.under(rows.map(({ key }) => foldedText(key)));
    const changed = new Map<number, number>();
    for (const [at, row] of rows.entries()) {
      const now = found[at]?.find(({ code, isIncluded }) => isIncluded && code === row.key.code);
      if (!now) gone.addIfGone(row, run);
      else if (!doubted.has(keyText(row.key))) noteRemembered(row, now, { changed, same, run });
    }
    file.note(changed);
  }
  ledger.finishUnchanged(previous.run, same.ranges);
  const unchanged = tally.unchanged - before.unchanged;
  if (unchanged > 0) await options.hint(unchangedRows(unchanged, tally.differing - before.differing));
  return gone;
}

interface Compared {
  readonly changed: Map<number, number>;
  readonly same: SameRanges;
  readonly run: ImportRun;
}

function noteRemembered(row: RememberedRow, now: FoundRow, { changed, same, run }: Compared): void {
  const { tally, checked } = run;
  const isSame = isSameFingerprint(row, now.fingerprint);
  if (!isSame) changed.set(now.record, row.since);
  if (!isSame || tally.isDone(now.record) || checked.rejections.has(now.record)) return;
  tally.unchanged++;
  if (row.differs) tally.differing++;
  same.add(row, now);
}

/** Rows that are the same in two imports. Those that moved together are one range. */
class SameRanges {
  readonly ranges: [...SameRows][] = [];

  add(before: RememberedRow, now: FoundRow): void {
    const records = now.record - before.record;
    const lines = now.line - before.line;
    const last = this.ranges.at(-1);
    if (last?.[1] === before.record - 1 && last[2] === records && last[3] === lines) last[1]++;
    else this.ranges.push([before.record, before.record, records, lines]);
  }
}

/** Gone products that are named in the report. */
const maxNamed = 1000;

/** The products of an earlier import that are not in the file any more. */
class GoneRows implements GoneProducts {
  readonly first: GoneProducts['first'][number][] = [];
  count = 0;

  addIfGone({ key, product }: RememberedRow, { checked }: ImportRun): void {
    if (checked.keys.has(foldedText(key))) return;
    if (++this.count <= maxNamed) this.first.push({ key: key.code, productId: product });
  }
}
