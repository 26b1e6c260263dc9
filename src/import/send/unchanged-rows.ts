import { fingerprintOf } from '../compare/fingerprint.ts';
import type { ImportRun } from '../import-run.ts';
import { type FeedMemory, isSameFingerprint, type Remembered } from '../journal/feed-memory.ts';
import type { OutcomeDetails } from '../journal/ledger.ts';
import type { SendableRow } from '../read/row.ts';
import { unchangedRows } from '../report/feed-words.ts';
import { Stopped } from './ask.ts';
import { differsMessage } from './existing-rows.ts';
import { rowsToSend } from './rows-to-send.ts';

/** Finishes the rows that are as they were in the previous import of the feed, without a look-up. @throws Stopped */
export async function finishUnchanged(memory: FeedMemory, run: ImportRun): Promise<void> {
  const { tally, ledger, options, halt } = run;
  const before = { unchanged: tally.unchanged, differing: tally.differing };
  for await (const batch of rowsToSend(run)) {
    if (halt.signal.aborted) throw new Stopped();
    for (const row of batch) finishIfUnchanged(row, memory, run);
  }
  ledger.flush();
  const [unchanged, differing] = [tally.unchanged - before.unchanged, tally.differing - before.differing];
  if (unchanged > 0) await options.hint(unchangedRows(unchanged, differing));
}

function finishIfUnchanged(row: SendableRow, memory: FeedMemory, run: ImportRun): void {
  const known = memory.find(row.key);
  if (!known) return;
  const fingerprint = fingerprintOf(row.values, run.options.settings.language);
  if (!isSameFingerprint(known.fingerprint, fingerprint)) return;
  run.tally.unchanged++;
  if (known.differs) run.tally.differing++;
  run.ledger.finish({ ...row, attempts: 0 }, 'existing', { fingerprint, ...detailsOf(known) });
}

const detailsOf = ({ since, product, differs }: Remembered): OutcomeDetails => ({
  since,
  product: product ?? undefined,
  ...(differs ? { message: differsMessage } : {}),
});
