import { setMaxListeners } from 'node:events';
import { hostOf } from '../client/connection.ts';
import { listProducts } from '../client/endpoints/products.ts';
import type { Page } from '../client/pages.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { formatCount, formatSpan, inNumber } from '../text/numbers.ts';
import type { OpenedFile } from './check-file.ts';
import { checkUnlessKnown } from './check-unless-known.ts';
import { signalOfFailedRead } from './deliver/classify.ts';
import { sendRun } from './deliver/send-run.ts';
import type { ImportRun } from './import-run.ts';
import { beginRun, identityOf, type StartedRun } from './journal/begin-run.ts';
import { firstCreated } from './journal/earlier-rows.ts';
import { openJournal } from './journal/journal.ts';
import { Ledger } from './journal/ledger.ts';
import { type Lock, lockStore } from './journal/lock.ts';
import { beginPart, knows, type RunRecord, refuseJournalOfOtherStore } from './journal/runs.ts';
import { createsThrottled } from './journal/schema.ts';
import { Tally } from './journal/tally.ts';
import { KeptKeys } from './march/kept-keys.ts';
import { firstProducts, testLookUp } from './march/lookup.ts';
import type { ImportOptions } from './options.ts';
import { Timeline } from './pace/measurements.ts';
import { RateLimiter } from './pace/rate-limiter.ts';
import { RequestQueue } from './pace/request-queue.ts';
import { SettleTime } from './pace/settle-time.ts';
import { Stopper } from './pace/stopper.ts';
import { conclude } from './report/conclude.ts';
import type { Outputs } from './report/outputs.ts';

/** How long requests in flight may still take after Ctrl-C, in milliseconds. */
const gracePeriod = 5000;
/** The `Date` header of a reply (RFC 9110, section 6.6.1) has whole seconds, and its reply takes its time. In milliseconds. */
const clockTolerance = 5000;

/** Checks the file, sends its rows and reports. Returns the exit code. */
export async function importIntoStore(options: ImportOptions, opened: OpenedFile): Promise<number> {
  const { context, pace } = options;
  const abandon = abandonAfterInterrupt(context);
  const connected = await options.connect({ connections: pace.concurrency, signal: abandon.signal });
  let clockDiffers = true;
  const connection = {
    ...connected,
    onDate: (date: string) => {
      clockDiffers = !(Math.abs(context.clock.now().getTime() - Date.parse(date)) <= clockTolerance);
    },
  };
  const identity = identityOf(options, connection.storeId, opened.hash);
  const { journal: path = '' } = options.files;
  const { checked, table } = await checkUnlessKnown(options, opened, path, identity);
  let storeLock: Lock | undefined;
  try {
    await testLookUp(connection, (await firstProducts(connection)).records, context.randomHex);
    // Before the lock: nobody else has to wait for the answer, and no progress bar is drawn over the question.
    await options.confirmWrites();
    storeLock = await lockStore({ store: connection.storeId, shard: options.shard }, pace.waitLock, context);
    const journal = await openJournal(path, { lock: pace.waitLock, storeLock }, context);
    try {
      refuseJournalOfOtherStore(journal, connection.storeId);
      // Checked again under the lock: another import may have filled the store while this one waited.
      const page = await firstProducts(connection);
      const started = await beginRun(options, journal, identity, { rows: checked.rows, ...checked.unsendable });
      beginPart(journal, started.id, { clockDiffers });
      const run = openRun({ options, catalogue: opened.catalogue, checked, table, journal, connection }, started);
      return await sendAndReport(run, page, opened.outputs);
    } finally {
      abandon.abort();
      await journal.close();
    }
  } finally {
    storeLock?.release();
    checked.keys.close();
  }
}

/** Aborted a little after Ctrl-C: requests in flight may still get their answers. */
function abandonAfterInterrupt({ clock, interrupted }: Context): AbortController {
  const abandon = new AbortController();
  // Every request in flight listens to it.
  setMaxListeners(0, abandon.signal);
  const endSoon = () => void clock.sleep(gracePeriod, abandon.signal).then(() => abandon.abort());
  interrupted.addEventListener('abort', endSoon, { once: true });
  return abandon;
}

async function sendAndReport(run: ImportRun, page: Page, outputs: Outputs): Promise<number> {
  const { interrupted } = run.options.context;
  const tell = () => void tellStopping(run);
  interrupted.addEventListener('abort', tell, { once: true });
  await sendRun(run, page);
  interrupted.removeEventListener('abort', tell);
  return await conclude(run, outputs);
}

/** Says at once what an interrupted import still waits for: without its bar it would look as if it hung. */
async function tellStopping({ limiter, clock, options }: ImportRun): Promise<void> {
  const { underWay } = limiter.state(clock.elapsed());
  if (underWay === 0) return;
  const requests = `${formatCount(underWay)} ${inNumber('{request|requests}', underWay)}`;
  await options.hint(
    `Stopping: waiting up to ${formatSpan(gracePeriod)} for ${requests}. Press Ctrl-C again to stop now.`,
  );
}

type RunParts = Pick<ImportRun, 'options' | 'catalogue' | 'checked' | 'table' | 'journal' | 'connection'>;

/** Makes the run that travels through sending and reporting. */
function openRun({ connection: shared, ...parts }: RunParts, started: StartedRun): ImportRun {
  const { options, checked, journal } = parts;
  const { context, pace, maxErrors } = options;
  const { clock, interrupted } = context;
  // Without retries of the client, since the journal must know every attempt, and without its messages about waiting,
  // since the progress display has its own.
  const connection = { ...shared, retries: 0, waiting: undefined };
  const probe = () => listProducts(connection, { limit: '1' });
  const stopper = new Stopper({
    host: hostOf(connection),
    interrupted,
    maxErrors,
    hasCreated: firstCreated(journal, started.id, 1).length > 0,
    probe,
  });
  const { concurrency: ceiling, rate, maxWait } = pace;
  const limiter = new RateLimiter({ ceiling, maxWait, rate }, clock.elapsed(), connection.random);
  const requests = new RequestQueue({
    limiter,
    clock,
    stopper,
    probe: () => probe().then(() => ({ kind: 'answered' }) as const, signalOf),
  });
  const tally = new Tally(checked.rows, checked.unsendable);
  const finished = new AbortController();
  // Every open row listens to both.
  setMaxListeners(0, stopper.signal, finished.signal);
  const run: ImportRun = {
    ...started,
    ...parts,
    ...{ tally, connection, clock, limiter, requests, stopper, finished },
    ledger: new Ledger({ journal, run: started.id, tally, language: options.settings.language }, () =>
      run.display?.show(),
    ),
    settleTime: new SettleTime(pace.settle, knows(journal, createsThrottled)),
    ...{ startedAt: clock.elapsed(), throttled: new Map() },
    ...{ keptKeys: new KeptKeys(), timeline: new Timeline() },
    gone: goneBefore(started.continued),
    ...{ display: undefined, checking: new Set<() => number>(), listed: 0, lagSamples: 0 },
  };
  return run;
}

/** What an earlier part of the run found, without its names. */
const goneBefore = (continued: RunRecord | undefined): ImportRun['gone'] =>
  typeof continued?.gone === 'number' ? { count: continued.gone, first: [] } : undefined;

function signalOf(error: unknown): ReturnType<typeof signalOfFailedRead> {
  if (!(error instanceof CliError)) throw error;
  return signalOfFailedRead(error);
}
