import { CliError } from '../../errors.ts';
import { formatCount, formatSpan } from '../../text/numbers.ts';
import type { ImportRun } from '../import-run.ts';
import { alikeRows, firstCreated, openRows } from '../journal/earlier-rows.ts';
import { noteRows, type RowRecord } from '../journal/rows.ts';
import { withProgress } from '../report/progress.ts';
import { rowCount } from '../report/words.ts';
import { Stopped } from './ask.ts';
import { outcomeOfOpen, type Settled } from './next.ts';
import { lookUpUntilKnown, settle } from './settle.ts';

/**
 * Settles open rows and takes over the outcomes of an earlier part of this run. Returns how often absent rows were
 * sent.
 */
export async function takeOver(run: ImportRun): Promise<ReadonlyMap<number, number>> {
  const attempts = new Map<number, number>();
  const takeKnown = (): void => {
    for (const { records, ...known } of alikeRows(run.journal, run.id)) {
      run.tally.setAll(records, known);
      if (known.state === 'absent') for (const record of records) attempts.set(record, known.attempts);
    }
  };
  // Before: the progress begins with what is in the store, and an import that ends here reports it.
  takeKnown();
  await withProgress(run, async () => {
    const open = openRows(run.journal);
    if (open.length > 0) await settleEarlier(open, run).finally(takeKnown);
    if (run.continued) await verifySameStore(run, run.journal.now() - 2 * run.store.settleTime.current);
  });
  return attempts;
}

/**
 * Settles the rows that earlier imports left open, before anything is sent. Their attempts ended when this run began,
 * at the latest.
 * @throws CliError `import-stopped` when a look-up does not work
 */
async function settleEarlier(open: ReturnType<typeof openRows>, run: ImportRun): Promise<void> {
  const { journal } = run;
  await run.options.hint(
    `Looking up ${rowCount(open.length)} of an earlier import with unknown outcome (up to ${formatSpan(run.store.settleTime.current)}).`,
  );
  const startedAt = run.store.clock.elapsed();
  const failures = await Promise.all(
    open.map(async (entry) => {
      const settled = await settle(entry.key, startedAt, run.store);
      if (settled.kind === 'unknown' || settled.kind === 'stopped') return settled;
      noteRows(journal, [{ ...entry, ...outcomeOfOpen(settled) }]);
      return undefined;
    }),
  );
  const failed = failures.filter((failure) => failure !== undefined);
  const unknown = failed.find((failure) => failure.kind === 'unknown');
  if (failed.length === 0) return;
  if (!unknown) throw new Stopped();
  throw new CliError(
    'import-stopped',
    `Could not look up ${formatCount(failed.length)} of these rows: ${unknown.message}`,
    {
      hint: 'Nothing was sent. Rerun the command when the store answers.',
    },
  );
}

/** How many rows of an earlier part of the run are looked up. */
const samples = 5;

/**
 * Makes sure that this is the store that an earlier part of the run filled, by looking up five rows that it created.
 * @param createdBefore rows created before this time must show up at once, later ones within the settle time
 * @throws CliError `refused`
 */
async function verifySameStore(run: ImportRun, createdBefore: number): Promise<void> {
  const { id, journal, store } = run;
  const old = firstCreated(journal, id, samples, createdBefore);
  const rows = old.length > 0 ? old : firstCreated(journal, id, samples);
  const startedAt = store.clock.elapsed();
  const look = (row: RowRecord): Promise<Settled> =>
    old.length > 0 ? lookUpUntilKnown(row.key, store) : settle(row.key, startedAt, store);
  const looked = await Promise.all(rows.map(async (row) => ({ row, settled: await look(row) })));
  for (const { row, settled } of looked) {
    if (settled.kind === 'stopped') throw new Stopped();
    if (settled.kind === 'unknown') throw new CliError('unreachable', settled.message);
    if (settled.kind === 'absent' || settled.kind === 'near') throw notThisStore(id, row);
  }
}

const notThisStore = (id: number, { line, key: { field, code } }: RowRecord): CliError =>
  new CliError(
    'refused',
    `Import ${id} created line ${line} (${field} "${code}"), but this store does not have it. Is it another store? Nothing was sent.`,
    {
      hint: `If products were deleted on purpose, add --restart: rows that exist are skipped. If the store shows them under other keys, restarting leaves their rows uncertain; when you have deleted them, 'shop-cli imports delete ${id}' lets all be sent again.`,
    },
  );
