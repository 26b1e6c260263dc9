import type { Clock } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { Stopped } from '../../pace/ask.ts';
import { formatCount, formatSpan } from '../../text/numbers.ts';
import type { RowLookUp } from '../evidence/row-look-up.ts';
import { lookUpUntilKnown, settle } from '../evidence/search.ts';
import { clear, type Settled } from '../evidence/settled.ts';
import { firstCreated, openRows } from '../journal/earlier-rows.ts';
import type { Journal } from '../journal/journal.ts';
import { noteRows, type RowRecord } from '../journal/rows.ts';
import { type SendableRow, sendable } from '../map/key.ts';
import type { ImportOptions } from '../options.ts';
import type { CheckedFile } from '../rows/check.ts';
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
  const { options, ledger, store, progress } = begun;
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
    if (run.continued) await verifySameStore(begun);
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
      // A row that is absent is sent again.
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
async function verifySameStore({ ledger, store, checked }: BegunRun): Promise<void> {
  const { journal, run } = ledger;
  // Rows created that long ago must show up at once, later ones within the settle time.
  const settledAt = journal.now() - 2 * store.settleTime.current;
  const old = firstCreated(journal, run.id, samples, settledAt);
  const rows = old.length > 0 ? old : firstCreated(journal, run.id, samples);
  const { rowLookUp } = store;
  const gone =
    rowLookUp && !rowLookUp.lookAt
      ? await goneFromLists(rows, checked, rowLookUp, store)
      : await goneByKey(rows, old.length > 0, store);
  if (gone) throw notThisStore(run.id, gone, store);
}

/** The first of these rows that the store does not have. */
async function goneByKey(
  rows: readonly RowRecord[],
  areOld: boolean,
  store: PacedStore,
): Promise<RowRecord | undefined> {
  const startedAt = store.clock.elapsed();
  const lookAt = store.rowLookUp?.lookAt;
  const look = (row: RowRecord): Promise<Settled> =>
    lookAt
      ? lookAt(row, String(row.recordId), true)
      : areOld
        ? lookUpUntilKnown(row.key, store)
        : settle(row.key, startedAt, store);
  const looked = await Promise.all(rows.map(async (row) => ({ row, settled: await look(row) })));
  return looked.find(({ settled }) => ['absent', 'near'].includes(clear(settled).kind))?.row;
}

/** The same where rows are looked up in the list of another record: the file says whose they are, the journal does not. */
async function goneFromLists(
  rows: readonly RowRecord[],
  { catalogue }: CheckedFile,
  lookUp: RowLookUp,
  { clock }: PacedStore,
): Promise<RowRecord | undefined> {
  const left = new Map(rows.map((row) => [row.record, row]));
  if (left.size === 0) return undefined;
  for await (const batch of catalogue.rows((record) => left.has(record))) {
    for (const row of batch.flatMap((one) => sendable(one) ?? [])) {
      if (await isGone(row, lookUp, clock)) return left.get(row.record);
      left.delete(row.record);
    }
    if (left.size === 0) return undefined;
  }
  return undefined;
}

/** Not where the list itself is missing: one owner may have been erased. */
async function isGone(row: SendableRow, lookUp: RowLookUp, { elapsed }: Clock): Promise<boolean> {
  try {
    const prepared = await lookUp.prepare(row, true);
    if (!('row' in prepared)) return false;
    const sent = { low: undefined, endedAt: elapsed() };
    return (await lookUp.settle(prepared.row, sent, () => undefined)).kind === 'absent';
  } catch (error) {
    if (error instanceof CliError) return false;
    throw error;
  }
}

function notThisStore(
  id: number,
  { line, key: { field, code } }: RowRecord,
  { noun, rowLookUp }: PacedStore,
): CliError {
  const { names, isOfPeople } = noun;
  const place = isOfPeople ? String(line) : `${line} (${field} "${code}")`;
  const listed = `'shop-cli imports delete ${id}' lets all be sent again`;
  const next = rowLookUp?.lookAt
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
