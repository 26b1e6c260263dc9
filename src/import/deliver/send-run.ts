import type { LogEvent } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { Stopped } from '../../pace/ask.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import { attemptsBefore } from '../journal/earlier-rows.ts';
import type { Ledger } from '../journal/ledger.ts';
import { firstCount, markPlan, noteFirstCount } from '../journal/runs.ts';
import { countWithout } from '../march/lookup.ts';
import type { ImportOptions } from '../options.ts';
import { rowCount } from '../words/counts.ts';
import type { Progress } from '../words/progress.ts';
import { audit } from './audit.ts';
import { finishUnsent } from './before-sending.ts';
import { sendAll } from './delivery.ts';
import { readBack } from './read-back.ts';
import { rowsLeft } from './rows-to-send.ts';
import type { UnsentRun } from './run-parts.ts';
import { takeOver } from './settle-earlier.ts';

/** A run in progress. */
export interface ImportRun extends UnsentRun {
  readonly progress: Progress;
}

/**
 * Settles what earlier imports left open, finds out what exists, sends the rest, and verifies. Why it stopped early is
 * in `run.store.stopper`.
 * @throws CliError when the store is not reliable or does not answer: nothing was sent
 */
export async function sendRun(run: ImportRun): Promise<void> {
  const { options, checked, ledger, store, list, progress } = run;
  const { journal, tally } = ledger;
  const { stopper, finished } = store;
  let isSending = false;
  const endMeasuring = progress.measure();
  try {
    await takeOver(run);
    const products = list && countWithout(list.first, tally.count('created'));
    const absent = await progress.during(() => finishUnsent(run));
    await announceStart(options, ledger);
    noteStart(run, products);
    isSending = true;
    progress.begin();
    await sendAll(rowsLeft(checked, tally), attemptsBefore(journal, ledger.run, absent), run);
    if (!stopper.signal.aborted) {
      ledger.flush();
      await readBack(run);
      await audit(run, firstCount(journal, ledger.run.id) ?? products);
      endInDoubt(run);
    }
  } catch (error) {
    // Once rows were sent, a failure is reported together with their outcomes.
    if (error instanceof CliError && isSending) stopper.stop(error);
    else if (!(error instanceof Stopped)) throw error;
  } finally {
    finished.abort();
    endMeasuring();
    await progress.end();
  }
}

/** A rerun finds out what a look-up could not. Of rows in doubt it would learn nothing new: a person must do something first. */
function endInDoubt({ ledger: { inDoubt, tally }, store: { noun, stopper } }: ImportRun): void {
  if (stopper.signal.aborted || inDoubt === 0 || inDoubt < tally.count('open')) return;
  const [one] = noun.names;
  const [rows, them, these] = inNumber('{row was|rows were},{it|them},{this row is|these rows are}', inDoubt).split(
    ',',
  );
  const message = `${formatCount(inDoubt)} ${rows} sent more than once without a clear answer, and the store's search does not find ${them}. No other ${one} of this import shows whether the search works.`;
  const hint = `Look for ${them} in the back office, and create what is missing there. Or add to the file a ${one} that the shop does not have: once the search shows that one, ${these} sent again. Then rerun the command.`;
  stopper.stop(new CliError('import-incomplete', message, { hint }));
}

/**
 * On disk before the first row leaves: no other run applies this plan, and no later part of this one counts what others
 * create from now on as there before.
 */
function noteStart(
  { options: { plan }, ledger: { journal, run, tally } }: ImportRun,
  products: number | undefined,
): void {
  if (plan) markPlan(journal, plan.sha256);
  if (tally.toSend > 0 && products !== undefined && products >= 0) noteFirstCount(journal, run.id, products);
}

async function announceStart(options: ImportOptions, ledger: Ledger): Promise<void> {
  const { tally } = ledger;
  const { concurrency, rate } = options.pace;
  if (tally.toSend === 0) return await options.hint('Nothing to send.', importStarted(options, ledger));
  const limit = rate === undefined ? '' : ` and ${formatCount(rate)} per second`;
  await options.hint(
    `Sending ${rowCount(tally.toSend)} to ${options.store.storeLabel()}, up to ${concurrency} at a time${limit}.`,
    importStarted(options, ledger),
  );
}

/** For a JSON log. */
const importStarted = ({ store, path, pace }: ImportOptions, { run, tally }: Ledger): LogEvent => ({
  event: 'import_started',
  run: run.id,
  store: store.storeValue(),
  file: path,
  rows: tally.rows,
  toSend: tally.toSend,
  continued: run.continued !== undefined,
  concurrency: pace.concurrency,
  perSecond: pace.rate ?? null,
});
