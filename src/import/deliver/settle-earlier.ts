import { CliError } from '../../errors.ts';
import { Stopped } from '../../pace/ask.ts';
import type { StoreNoun } from '../../resources/file-table.ts';
import { formatCount, formatSpan } from '../../text/numbers.ts';
import { clear, type Settled } from '../evidence/settled.ts';
import { firstCreated, openRows } from '../journal/earlier-rows.ts';
import type { Ledger } from '../journal/ledger.ts';
import { noteRows, type RowRecord } from '../journal/rows.ts';
import type { ImportOptions } from '../options.ts';
import { rowCount } from '../words/counts.ts';
import type { Progress } from '../words/progress.ts';
import { judge } from './next.ts';
import type { PacedStore } from './paced-store.ts';
import type { CheckedRun } from './run-parts.ts';

/** A run before anything is known of its rows. */
interface BegunRun extends Omit<CheckedRun, 'options'> {
  readonly options: Pick<ImportOptions, 'hint'>;
  readonly progress: Progress;
}

/** Settles open rows and takes over the outcomes of an earlier part of this run. */
export async function takeOver(begun: BegunRun): Promise<void> {
  const { ledger, progress } = begun;
  const { journal, run } = ledger;
  // Before: the progress begins with what is in the store, and an import that ends here reports it.
  ledger.recount();
  await progress.during(async () => {
    const open = openRows(journal, run.source.noun);
    if (open.length > 0) await settleEarlier(open, begun);
    if (run.continued) await verifySameStore(begun);
  });
  // After: what was found had been created by then.
  ledger.createdBefore = ledger.tally.count('created');
}

/**
 * Settles the rows that earlier imports left open, before anything is sent, as far as they can be looked up without the
 * file. Their attempts ended when this run began, at the latest.
 * @throws CliError `import-stopped` when a look-up does not work
 */
async function settleEarlier(open: readonly RowRecord[], { options, ledger, store }: BegunRun): Promise<void> {
  const startedAt = store.clock.elapsed();
  let looked = 0;
  const look = { why: 'left open', startedAt, onLook: () => void looked++ } as const;
  const settling = open.map(async (row) => {
    const settled = await store.rowLookUp.verify(row, look);
    noteSettled(row, settled, ledger);
    return settled;
  });
  const told = options.hint(looked > 0 ? lookingUp(looked, store) : lookedUpLater(open.length));
  const [settled] = await Promise.all([Promise.all(settling), told]).finally(() => ledger.recount());
  const failed = settled.filter(({ kind }) => kind === 'unknown' || kind === 'stopped');
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

/** A row that is absent is sent again. */
function noteSettled(row: RowRecord, settled: Settled, { journal }: Ledger): void {
  const action = judge({ row: 'left open' }, settled);
  if (action.do === 'send') noteRows(journal, [{ ...row, state: 'absent' }]);
  if (action.do === 'finish') noteRows(journal, [{ ...row, ...action.outcome }]);
}

const lookingUp = (rows: number, { settleTime }: PacedStore): string =>
  `Looking up ${rowCount(rows)} that an earlier import left uncertain (up to ${formatSpan(settleTime.current)}).`;

const lookedUpLater = (rows: number): string =>
  `An earlier import left ${rowCount(rows)} uncertain. Those in this file are looked up while others are sent.`;

/** How many rows of an earlier part of the run are looked up. */
const samples = 5;

/**
 * Makes sure that this is the store that an earlier part of the run filled, by looking up five rows that it created.
 * @throws CliError `refused`
 */
async function verifySameStore({ ledger, store }: BegunRun): Promise<void> {
  const { journal, run } = ledger;
  // Rows created that long ago must show up at once, later ones within the settle time.
  const settledAt = journal.now() - 2 * store.settleTime.current;
  const old = firstCreated(journal, run.id, samples, settledAt);
  const rows = old.length > 0 ? old : firstCreated(journal, run.id, samples);
  const startedAt = store.clock.elapsed();
  const look = { why: 'same store', startedAt, isNew: old.length === 0 } as const;
  const looked = await Promise.all(
    rows.map(async (row) => ({ row, settled: await store.rowLookUp.verify(row, look) })),
  );
  const gone = looked.find(({ settled }) => ['absent', 'near'].includes(clear(settled).kind));
  if (gone) throw notThisStore(run.id, gone, store.noun);
}

function notThisStore(id: number, { row, settled }: LookedUpRow, { names, isOfPeople }: StoreNoun): CliError {
  const { line, key } = row;
  const place = isOfPeople ? String(line) : `${line} (${key.field} "${key.code}")`;
  const listed = `'shop-cli imports delete ${id}' allows all of them to be sent again`;
  const next =
    settled.kind === 'absent' && settled.isRemembered
      ? 'they count as existing, and are not sent again. If the store was emptied or restored, all are looked up again.'
      : isOfPeople
        ? 'rows that exist are skipped, and the others are sent again.'
        : `rows that exist are skipped. If the store shows them under other keys, restarting leaves their rows uncertain; when you have deleted them, ${listed}.`;
  return new CliError(
    'refused',
    `Import ${id} created line ${place}, but this store does not have it. Is it another store? Nothing was sent.`,
    { hint: `If ${names[1]} were deleted on purpose, add --restart: ${next}` },
  );
}

interface LookedUpRow {
  readonly row: RowRecord;
  readonly settled: Settled;
}
