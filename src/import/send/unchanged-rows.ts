import { isSameFingerprint } from '../compare/fingerprint.ts';
import type { ImportRun } from '../import-run.ts';
import type { RememberedRow, SameRows } from '../journal/feeds.ts';
import type { FileTable, TableRow } from '../journal/file-table.ts';
import type { RunRecord } from '../journal/runs.ts';
import { keyText } from '../read/row.ts';
import { unchangedRows } from '../report/words.ts';
import { GoneRows } from './gone-rows.ts';

/**
 * Finishes the rows that are as they were in the previous import of the feed, without a look-up. Notes which have
 * changed, and returns those that the file has no more.
 */
export async function finishUnchanged(previous: RunRecord, table: FileTable, run: ImportRun): Promise<GoneRows> {
  const { journal, tally, ledger, options, checked } = run;
  const [same, gone] = [[] as Same[], new GoneRows(checked.keys)];
  const doubted = new Set(journal.doubted(previous.run).map(keyText));
  const before = { unchanged: tally.unchanged, differing: tally.differing };
  for (const rows of journal.remembered(previous.run)) {
    for (const row of rows) {
      const now = table.find(row.key);
      if (now === undefined) gone.addIfGone(row);
      else if (!doubted.has(keyText(row.key))) addIfUnchanged(row, now, { same, table, run });
    }
  }
  ledger.finishUnchanged(previous.run, same);
  const [unchanged, differing] = [tally.unchanged - before.unchanged, tally.differing - before.differing];
  if (unchanged > 0) await options.hint(unchangedRows(unchanged, differing));
  return gone;
}

type Same = [...SameRows];

interface Found {
  readonly same: Same[];
  readonly table: FileTable;
  readonly run: ImportRun;
}

function addIfUnchanged(row: RememberedRow, now: TableRow, { same, table, run }: Found): void {
  const { tally, checked } = run;
  const isSame = isSameFingerprint(row, now);
  if (!isSame) table.setChanged(now, row.since);
  if (!isSame || tally.isDone(now.record) || checked.rejections.has(now.record)) return;
  tally.unchanged++;
  if (row.differs) tally.differing++;
  const [records, lines] = [now.record - row.record, now.line - row.line];
  const last = same.at(-1);
  // Rows that moved together are one entry.
  if (last?.[1] === row.record - 1 && last[2] === records && last[3] === lines) last[1]++;
  else same.push([row.record, row.record, records, lines]);
}
