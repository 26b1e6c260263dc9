import { setMaxListeners } from 'node:events';
import type { Connection } from '../client/connection.ts';
import { listProducts } from '../client/endpoints/products.ts';
import { CliError } from '../errors.ts';
import type { CheckedRows } from './check/check.ts';
import type { ImportRun } from './import-run.ts';
import type { StartedRun } from './journal/begin-run.ts';
import type { Journal } from './journal/journal.ts';
import { Ledger } from './journal/ledger.ts';
import { Tally } from './journal/tally.ts';
import type { ImportOptions } from './options.ts';
import { Halt } from './pace/halt.ts';
import { KeptKeys } from './pace/kept-keys.ts';
import { ProductGrowth } from './pace/product-growth.ts';
import { RateLimiter } from './pace/rate-limiter.ts';
import { RequestQueue } from './pace/request-queue.ts';
import { SettleTime } from './pace/settle-time.ts';
import type { Catalogue } from './read/catalogue.ts';
import { signalOfFailedRead } from './send/classify.ts';

interface RunParts {
  readonly options: ImportOptions;
  readonly catalogue: Catalogue;
  readonly checked: CheckedRows;
  readonly journal: Journal;
  readonly started: StartedRun;
  readonly connection: Connection;
}

/** Makes the run that travels through sending and reporting. */
export function openRun({ options, catalogue, checked, journal, started, connection: shared }: RunParts): ImportRun {
  const { context, pace, maxErrors } = options;
  const { clock, interrupted } = context;
  // The journal must know of every attempt: the client repeats nothing by itself. Progress says what is waited for.
  const connection = { ...shared, retries: 0, waiting: undefined };
  const probe = () => listProducts(connection, { limit: '1' });
  const halt = new Halt({ interrupted, maxErrors, hasCreated: journal.counts(started.id).created > 0, probe });
  const limits = { ceiling: pace.concurrency, rate: pace.rate, maxWait: pace.maxWait };
  const limiter = new RateLimiter(limits, clock.elapsed(), connection.random);
  const requests = new RequestQueue({
    limiter,
    clock,
    halt,
    probe: () => probe().then(() => ({ kind: 'answered' }) as const, signalOf),
  });
  const tally = new Tally(checked.rows, checked.notForRun);
  const finished = new AbortController();
  // Every open row listens to both.
  setMaxListeners(0, halt.signal, finished.signal);
  const run: ImportRun = {
    ...started,
    ...{ options, catalogue, checked, journal, tally, connection, clock, limiter, requests, halt, finished },
    ledger: new Ledger(journal, started.id, tally, () => run.display?.show()),
    settleTime: new SettleTime(pace.settle),
    ...{ keptKeys: new KeptKeys(), growth: new ProductGrowth() },
    ...{ display: undefined, checking: 0, listed: 0, lagSamples: 0 },
  };
  return run;
}

function signalOf(error: unknown): ReturnType<typeof signalOfFailedRead> {
  if (!(error instanceof CliError)) throw error;
  return signalOfFailedRead(error);
}
