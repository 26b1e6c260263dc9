import { setMaxListeners } from 'node:events';
import type { Connection } from '../../client/connection.ts';
import { listProducts } from '../../client/endpoints/products.ts';
import { CliError } from '../../errors.ts';
import type { FileKeys } from '../check/duplicates.ts';
import type { Import } from '../import-run.ts';
import type { Journal } from '../journal/journal.ts';
import { Ledger } from '../journal/ledger.ts';
import { Gate } from '../pace/gate.ts';
import { Pacer } from '../pace/pacer.ts';
import type { Tally } from '../report/tally.ts';
import { ask } from './ask.ts';
import { signalOfFailedRead } from './classify.ts';
import type { Desk } from './desk.ts';
import { Halt } from './halt.ts';
import { SettleTime } from './settle-time.ts';

interface DeskOptions {
  readonly run: Import;
  readonly connection: Connection;
  readonly journal: Journal;
  /** The run's number in the journal. */
  readonly number: number;
  readonly tally: Tally;
  /** The keys of the file, where they are known. */
  readonly keys: FileKeys | undefined;
  /** Called when a row is done. */
  readonly done: () => void;
}

export interface OpenDesk {
  readonly desk: Desk;
  readonly pacer: Pacer;
  /** Ends what only measures. */
  readonly finish: () => void;
}

/** What the rows of a run share on their way: made once a run. */
export function openDesk({
  run,
  connection: shared,
  journal,
  number,
  tally,
  keys = unknownKeys,
  done,
}: DeskOptions): OpenDesk {
  const { context, pace, settings, maxErrors } = run;
  const { clock, interrupted } = context;
  // What is repeated is decided by the pacer and the settle queue: the client must not do it behind their backs.
  const connection = { ...shared, retries: 0 };
  const probe = () => listProducts(connection, { limit: '1' });
  const halt = new Halt({ interrupted, maxErrors, hasCreated: journal.counts(number).created > 0, probe });
  const pacer = new Pacer(
    { ceiling: pace.concurrency, rate: pace.rate, maxWait: pace.maxWait },
    clock.elapsed(),
    connection.random,
  );
  const gate = new Gate({
    pacer,
    clock,
    halt,
    probe: () => probe().then(() => ({ kind: 'answered' }) as const, signalOf),
  });
  const finished = new AbortController();
  // As many rows as are open wait for either.
  setMaxListeners(0, halt.signal, finished.signal);
  const desk: Desk = {
    connection,
    clock,
    language: settings.language,
    gate,
    halt,
    ledger: new Ledger(journal, number, tally, done),
    settleTime: new SettleTime(pace.settle),
    keys,
    read: (once) => ask(once, desk),
    finished: finished.signal,
    checking: 0,
    lagSamples: 0,
  };
  return { desk, pacer, finish: () => finished.abort() };
}

function signalOf(error: unknown): ReturnType<typeof signalOfFailedRead> {
  if (!(error instanceof CliError)) throw error;
  return signalOfFailedRead(error);
}

/** For a run that is continued: its file was checked by an earlier part, and any key of the store may be in it. */
const unknownKeys: FileKeys = { has: () => true, isShared: () => false };
