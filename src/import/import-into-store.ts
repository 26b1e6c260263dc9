import { setMaxListeners } from 'node:events';
import type { Connection } from '../client/connection.ts';
import { hostOf } from '../client/connection.ts';
import { listProducts } from '../client/endpoints/products.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { NumberSet } from '../text/number-set.ts';
import { formatCount, formatSpan, inNumber } from '../text/numbers.ts';
import { checkRows, type OpenedFile } from './check-file.ts';
import { signalOfFailedRead } from './deliver/classify.ts';
import { sendRun } from './deliver/send-run.ts';
import type { ImportRun } from './import-run.ts';
import { beginRun, createdBefore, identityOf, type StartedRun } from './journal/begin-run.ts';
import { firstCreated } from './journal/earlier-rows.ts';
import { type Journal, openJournal } from './journal/journal.ts';
import { KnownProducts } from './journal/known-products.ts';
import { Ledger } from './journal/ledger.ts';
import { lockStore } from './journal/lock.ts';
import { beginPart, knows, type RunRecord, refuseJournalOfOtherStore } from './journal/runs.ts';
import { createsThrottled } from './journal/schema.ts';
import { Tally } from './journal/tally.ts';
import { factsOfRow } from './march/facts.ts';
import { fingerprintOf } from './march/fingerprint.ts';
import { KeptKeys } from './march/kept-keys.ts';
import { firstProducts, testLookUp } from './march/lookup.ts';
import { statementOf } from './march/states.ts';
import type { ImportOptions } from './options.ts';
import { Timeline } from './pace/measurements.ts';
import { RateLimiter } from './pace/rate-limiter.ts';
import { RequestQueue } from './pace/request-queue.ts';
import { SettleTime } from './pace/settle-time.ts';
import { Stopper } from './pace/stopper.ts';
import { conclude } from './report/conclude.ts';
import { printReport } from './report/outputs.ts';
import { invalidRecord } from './report/report.ts';
import { rowCount } from './report/words.ts';
import { type CheckedFile, countValid } from './rows/check.ts';
import { FileRows } from './rows/file-rows.ts';
import { scratchBeside } from './rows/scratch.ts';

/** How long requests in flight may still take after Ctrl-C, in milliseconds. */
const gracePeriod = 5000;
/** The `Date` header of a reply (RFC 9110, section 6.6.1) has whole seconds, and its reply takes its time. In milliseconds. */
const clockTolerance = 5000;

/**
 * Checks the file, sends its rows and reports. Returns the exit code. The locks are taken first: the rows of the file are
 * beside those of the journal.
 */
export async function importIntoStore(options: ImportOptions, opened: OpenedFile): Promise<number> {
  const { context, pace } = options;
  const { journal: path = '' } = options.files;
  const abandon = abandonAfterInterrupt(context);
  const connected = await options.connect({ connections: pace.concurrency, signal: abandon.signal });
  const storeLock = await lockStore({ store: connected.storeId, shard: options.shard }, pace.waitLock, context);
  try {
    const journal = await openJournal(path, { lock: pace.waitLock, storeLock }, context);
    try {
      refuseJournalOfOtherStore(journal, connected.storeId);
      return await checkAndSend({ options, opened, journal, connected });
    } finally {
      abandon.abort();
      await journal.close();
    }
  } finally {
    storeLock.release();
  }
}

interface Import {
  readonly options: ImportOptions;
  readonly opened: OpenedFile;
  readonly journal: Journal;
  readonly connected: Connection;
}

async function checkAndSend({ options, opened, journal, connected }: Import): Promise<number> {
  const { context } = options;
  const identity = identityOf(options, connected.storeId, opened.hash);
  const checked = await checkToSend(options, opened, journal, createdBefore(options, journal, identity));
  let clockDiffers = true;
  const connection = {
    ...connected,
    onDate: (date: string) => {
      clockDiffers = !(Math.abs(context.clock.now().getTime() - Date.parse(date)) <= clockTolerance);
    },
  };
  const page = await firstProducts(connection);
  await testLookUp(connection, page.records, context.randomHex);
  await options.confirmWrites(`send up to ${rowCount(countValid(checked) - checked.unsendable.otherShards)}`);
  const started = await beginRun(options, journal, identity, { rows: checked.rows, ...checked.unsendable });
  beginPart(journal, started.id, { clockDiffers });
  const run = openRun({ options, catalogue: opened.catalogue, checked, journal, connection }, started);
  const tell = () => void tellStopping(run);
  context.interrupted.addEventListener('abort', tell, { once: true });
  await sendRun(run, page);
  context.interrupted.removeEventListener('abort', tell);
  return await conclude(run, opened.outputs);
}

/**
 * Checks the file, and notes what its rows state: the next import of the feed recognises them by it. Of rows that were
 * created already only the key counts.
 */
async function checkToSend(
  options: ImportOptions,
  opened: OpenedFile,
  journal: Journal,
  created: NumberSet,
): Promise<CheckedFile> {
  const { language, output } = options.settings;
  const reportRefused = async (refused: CheckedFile, why: string) => {
    const record = invalidRecord(refused, options.store.storeValue(), why);
    if (output !== 'table') await printReport(options, record);
    return record;
  };
  return await checkRows(options, opened, reportRefused, {
    keys: new FileRows(scratchBeside(journal.database)),
    stateRow({ record, values }) {
      if (created.has(record)) return undefined;
      const facts = factsOfRow(values);
      const { name, price, ean } = facts;
      return { ...statementOf({ name, price, ean }), fingerprint: fingerprintOf(facts, values, language) };
    },
  });
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

/** Says at once what an interrupted import still waits for: without its bar it would look as if it hung. */
async function tellStopping({ limiter, clock, options }: ImportRun): Promise<void> {
  const { underWay } = limiter.state(clock.elapsed());
  if (underWay === 0) return;
  const requests = `${formatCount(underWay)} ${inNumber('{request|requests}', underWay)}`;
  await options.hint(
    `Stopping: waiting up to ${formatSpan(gracePeriod)} for ${requests}. Press Ctrl-C again to stop now.`,
  );
}

type RunParts = Pick<ImportRun, 'options' | 'catalogue' | 'checked' | 'journal' | 'connection'>;

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
  for (const records of checked.keys.records()) tally.expect(records);
  const finished = new AbortController();
  // Every open row listens to both.
  setMaxListeners(0, stopper.signal, finished.signal);
  const run: ImportRun = {
    ...started,
    ...parts,
    ...{ tally, connection, clock, limiter, requests, stopper, finished },
    ledger: new Ledger({ journal, run: started.id, tally }, () => run.display?.show()),
    knownProducts: new KnownProducts(journal),
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
