import type { Noun } from '../../client/endpoints/noun.ts';
import { CliError } from '../../errors.ts';
import { formatCount, formatSpan } from '../../text/numbers.ts';
import { firstCreated, openRows } from '../journal/earlier-rows.ts';
import type { Journal } from '../journal/journal.ts';
import { noteRows, type RowRecord } from '../journal/rows.ts';
import type { ImportOptions } from '../options.ts';
import { Stopped } from '../pace/ask.ts';
import { rowCount } from '../words/counts.ts';
import type { Progress } from '../words/progress.ts';
import { judge, type Settled } from './next.ts';
import type { PacedStore } from './paced-store.ts';
import type { Delivery } from './run-parts.ts';
import { clear, lookUpUntilKnown, settle } from './settle.ts';

/** A run before anything is known of its rows. */
interface BegunRun extends Delivery {
  readonly options: Pick<ImportOptions, 'hint'>;
  readonly progress: Progress;
}

/** Settles open rows and takes over the outcomes of an earlier part of this run. */
export async function takeOver({ options, ledger, store, progress }: BegunRun): Promise<void> {
  const { journal, run } = ledger;
  // Before: the progress begins with what is in the store, and an import that ends here reports it.
  ledger.recount();
  await progress.during(async () => {
    const open = openRows(journal, run.source.noun);
    if (store.rowLookUp) {
      if (open.length > 0) await options.hint(lookedUpLater(open.length));
    } else if (open.length > 0) {
      await options.hint(
        `Looking up ${rowCount(open.length)} that an earlier import left uncertain (up to ${formatSpan(store.settleTime.current)}).`,
      );
      await settleEarlier(open, journal, store).finally(() => ledger.recount());
    }
    if (run.continued) await verifySameStore(run.id, journal, store);
  });
}

const lookedUpLater = (rows: number): string =>
  `An earlier import left ${rowCount(rows)} uncertain: those of this file are looked up while others are sent.`;

/**
 * Settles the rows that earlier imports left open, before anything is sent. Their attempts ended when this run began,
 * at the latest.
 * @throws CliError `import-stopped` when a look-up does not work
 */
async function settleEarlier(open: ReturnType<typeof openRows>, journal: Journal, store: PacedStore): Promise<void> {
  const startedAt = store.clock.elapsed();
  const failures = await Promise.all(
    open.map(async (entry) => {
      const settled = await settle(entry.key, startedAt, store);
      if (settled.kind === 'unknown' || settled.kind === 'stopped') return settled;
      const action = judge({ row: 'left open' }, settled);
      // One that is absent is sent again.
      noteRows(journal, [{ ...entry, ...(action.do === 'finish' ? action.outcome : { state: 'absent' }) }]);
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
 * @throws CliError `refused`
 */
async function verifySameStore(id: number, journal: Journal, store: PacedStore): Promise<void> {
  // Rows created that long ago must show up at once, later ones within the settle time.
  const settledAt = journal.now() - 2 * store.settleTime.current;
  const old = firstCreated(journal, id, samples, settledAt);
  const rows = old.length > 0 ? old : firstCreated(journal, id, samples);
  const startedAt = store.clock.elapsed();
  const { rowLookUp } = store;
  const look = (row: RowRecord): Promise<Settled> =>
    rowLookUp
      ? rowLookUp.lookAt(row, String(row.product), true)
      : old.length > 0
        ? lookUpUntilKnown(row.key, store)
        : settle(row.key, startedAt, store);
  const looked = await Promise.all(rows.map(async (row) => ({ row, settled: await look(row) })));
  for (const { row, settled } of looked) {
    const { kind } = clear(settled);
    if (kind === 'absent' || kind === 'near') throw notThisStore(id, row, store.noun);
  }
}

function notThisStore(id: number, { line, key: { field, code } }: RowRecord, { names, isOfPeople }: Noun): CliError {
  const named = isOfPeople ? '' : ` (${field} "${code}")`;
  return new CliError(
    'refused',
    `Import ${id} created line ${line}${named}, but this store does not have it. Is it another store? Nothing was sent.`,
    {
      hint: isOfPeople
        ? `If ${names[1]} were deleted on purpose, add --restart: they count as existing, and are not sent again. If the store was emptied or restored, --restart looks all of them up again.`
        : `If ${names[1]} were deleted on purpose, add --restart: rows that exist are skipped. If the store shows them under other keys, restarting leaves their rows uncertain; when you have deleted them, 'shop-cli imports delete ${id}' lets all be sent again.`,
    },
  );
}
