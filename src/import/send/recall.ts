import type { Page } from '../../client/pages.ts';
import { NumberColumn } from '../check/number-column.ts';
import { type FileKeys, RowTable, type StatedRow } from '../check/row-table.ts';
import { fingerprintOf, isSameFingerprint } from '../compare/fingerprint.ts';
import type { GoneProducts, ImportRun } from '../import-run.ts';
import type { RememberedRow, SameRows } from '../journal/feeds.ts';
import type { RunRecord } from '../journal/runs.ts';
import { recallsPrevious } from '../options.ts';
import { foldedText, keyText, type SendableRow } from '../read/row.ts';
import { goneProducts, unchangedRows } from '../report/words.ts';
import { Stopped } from './ask.ts';
import { rowsToSend } from './rows-to-send.ts';
import { doubtAbout } from './verify-previous.ts';

/** What the previous import of the feed says about the rows of this one. */
export interface Recalled {
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
export async function recall(previous: RunRecord | undefined, run: ImportRun, page: Page): Promise<Recalled> {
  const { journal, tally, options, continued, id } = run;
  const known = journal.changes(id);
  [tally.unchanged, tally.changed] = [known.unchanged, known.changed];
  const isWanted = recallsPrevious(options) && !continued?.isFull;
  const doubt = previous && isWanted ? await doubtAbout(previous, run, page) : undefined;
  if (doubt !== undefined) await options.hint(doubt);
  if (previous && isWanted && doubt === undefined) {
    const table = run.table ?? (await tableOfRowsLeft(run));
    const since = new NumberColumn(Uint32Array);
    await noteGone(previous, await finishUnchanged(previous, { table, since }, run), run);
    return { changedSince: ({ record }) => since.get(record) || undefined, isRevoked: false };
  }
  lookUpAll(run);
  return { changedSince: () => undefined, isRevoked: known.unchanged > 0 };
}

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

/** Where the file was not read in this part of the run, or before the previous import was known. */
async function tableOfRowsLeft(run: ImportRun): Promise<RowTable> {
  const table = new RowTable();
  for await (const batch of rowsToSend(run)) {
    if (run.stopper.signal.aborted) throw new Stopped();
    for (const row of batch) {
      table.add(row.record, row.key);
      table.state(row, fingerprintOf(row.values, run.options.settings.language));
    }
  }
  return table;
}

async function noteGone(previous: RunRecord, gone: GoneProducts, run: ImportRun): Promise<void> {
  const { journal, checked, options } = run;
  // The keys of a continued run's file are not known, and stdin may be another file each time.
  if (checked.faults === undefined || options.path === '-') return;
  run.gone = gone;
  journal.markGone(run.id, gone.count);
  if (gone.count > 0) await options.hint(goneProducts(previous, gone));
}

/** The rows of the file by key, and the import that last looked up each row that has changed since. */
interface FileRows {
  readonly table: RowTable;
  readonly since: NumberColumn;
}

/**
 * Finishes the rows that are as they were in the previous import of the feed, without a look-up. Notes which have
 * changed, and returns those that the file has no more.
 */
async function finishUnchanged(previous: RunRecord, file: FileRows, run: ImportRun): Promise<GoneRows> {
  const { journal, tally, ledger, options, checked } = run;
  const [same, gone] = [[] as [...SameRows][], new GoneRows(checked.keys)];
  const doubted = new Set(journal.doubted(previous.run).map(keyText));
  const before = { unchanged: tally.unchanged, differing: tally.differing };
  for (const rows of journal.remembered(previous.run)) {
    for (const row of rows) {
      const now = file.table.rowOf(row.key);
      if (now === undefined) gone.addIfGone(row);
      else if (!doubted.has(keyText(row.key))) addIfUnchanged(row, now, { same, since: file.since, run });
    }
  }
  ledger.finishUnchanged(previous.run, same);
  const [unchanged, differing] = [tally.unchanged - before.unchanged, tally.differing - before.differing];
  if (unchanged > 0) await options.hint(unchangedRows(unchanged, differing));
  return gone;
}

interface Unchanged {
  readonly same: [...SameRows][];
  readonly since: NumberColumn;
  readonly run: ImportRun;
}

function addIfUnchanged(row: RememberedRow, now: StatedRow, { same, since, run }: Unchanged): void {
  const { tally, checked } = run;
  const isSame = isSameFingerprint(row, now);
  if (!isSame) since.set(now.record, row.since);
  if (!isSame || tally.isDone(now.record) || checked.rejections.has(now.record)) return;
  tally.unchanged++;
  if (row.differs) tally.differing++;
  const [records, lines] = [now.record - row.record, now.line - row.line];
  const last = same.at(-1);
  // Rows that moved together are one entry.
  if (last?.[1] === row.record - 1 && last[2] === records && last[3] === lines) last[1]++;
  else same.push([row.record, row.record, records, lines]);
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
