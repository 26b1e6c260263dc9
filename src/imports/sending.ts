import type { Connection } from '../client/connection.ts';
import { createProduct } from '../client/products.ts';
import type { Clock } from '../context.ts';
import { CliError } from '../errors.ts';
import type { Journal, Outcomes } from './journal.ts';
import { type Key, keyOf } from './keys.ts';
import { Pace } from './pace.ts';
import type { Outcome, RowOutcome } from './send.ts';
import { type Ending, type SendableRow, sendRows } from './send.ts';
import { type Settled, type Settling, settleAll, type Unsettled } from './settle.ts';

/** A row is sent so often at most, each time after a look-up has said "absent". */
const mostAttempts = 5;
/** Rows whose intents are committed together, while those before are on the wire. */
const windowSize = 64;

export interface SendingOptions {
  readonly connection: Connection;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly concurrency: number;
  readonly language: string | undefined;
  readonly settle: number;
  readonly interrupted: AbortSignal;
  /** The final outcome of a row. */
  readonly done: (outcome: RowOutcome) => void;
  readonly notice: (text: string) => Promise<void>;
}

/**
 * Sends rows so that each is in the store exactly once: an intent is on disk before a row leaves (I1), and a row leaves a second time only after a
 * look-up, begun at least the settle time after the attempt before, said "absent" (I2).
 */
export async function sendSafely(rows: AsyncIterable<readonly SendableRow[]>, options: SendingOptions): Promise<Ending> {
  let batches: AsyncIterable<readonly SendableRow[]> = rows;
  for (let attempt = 1; ; attempt++) {
    const { ending, unsettled } = await sendOnce(batches, options);
    if (unsettled.length === 0) return ending;
    await options.notice(`Checking ${unsettled.length} ${unsettled.length === 1 ? 'row' : 'rows'} without a clear answer …`);
    const absent = await settleRows(unsettled, options, attempt);
    if (absent.length === 0) return ending;
    if (ending) {
      for (const { of: row } of absent) options.done({ row, outcome: { kind: 'unsent', ends: ending } });
      return ending;
    }
    batches = one(absent.map(({ of: row }) => row));
  }
}

async function* one<T>(batch: T): AsyncGenerator<T> {
  yield batch;
}

interface Round {
  readonly ending: Ending;
  readonly unsettled: readonly Unsettled<SendableRow>[];
}

/** Sends each row once. Rows without a clear answer come back, the others are done. */
async function sendOnce(rows: AsyncIterable<readonly SendableRow[]>, options: SendingOptions): Promise<Round> {
  const { connection, journal, clock, concurrency, language, interrupted } = options;
  const unsettled: Unsettled<SendableRow>[] = [];
  const open = new Map<number, Key>();
  const outcomes = new PendingOutcomes();
  const pace = new Pace(clock, interrupted);
  const ending = await sendRows(journaled(rows, journal, open, outcomes), {
    create: (values) => createProduct(connection, values, { language }),
    concurrency,
    stop: interrupted,
    ready: () => pace.ready(),
    done(result) {
      const key = keyOf(result.row.values) as Key;
      open.delete(result.row.record);
      pace.note(result.outcome);
      if (result.outcome.kind === 'uncertain' && !result.outcome.isFinal) unsettled.push({ key, endedAt: clock.elapsed(), of: result.row });
      else {
        if (result.outcome.kind === 'uncertain') options.journal.stick(key);
        else outcomes.add(result.outcome, key);
        options.done(result);
      }
    },
  });
  // What was announced and never started was not sent either.
  const { created, dropped } = outcomes.take();
  journal.settle({ created, dropped: [...dropped, ...open.values()] });
  return { ending, unsettled };
}

/** The rows, one window after another, each when its intents are on disk. Outcomes of earlier windows ride along. */
async function* journaled(
  rows: AsyncIterable<readonly SendableRow[]>,
  journal: Journal,
  open: Map<number, Key>,
  outcomes: PendingOutcomes,
): AsyncGenerator<readonly SendableRow[]> {
  for await (const batch of rows) {
    for (let from = 0; from < batch.length; from += windowSize) {
      const window = batch.slice(from, from + windowSize);
      const intents = window.map(({ values, line }) => ({ key: keyOf(values) as Key, line }));
      journal.begin(intents, outcomes.take());
      for (const [at, { record }] of window.entries()) open.set(record, (intents[at] as (typeof intents)[0]).key);
      yield window;
    }
  }
}

/** Outcomes that ride along with the next commit. */
class PendingOutcomes {
  #created: Key[] = [];
  #dropped: Key[] = [];

  add(outcome: Outcome, key: Key): void {
    (outcome.kind === 'created' ? this.#created : this.#dropped).push(key);
  }

  take(): Outcomes {
    const taken = { created: this.#created, dropped: this.#dropped };
    [this.#created, this.#dropped] = [[], []];
    return taken;
  }
}

/** Settles rows of this run. The absent ones that may be sent again come back. */
async function settleRows(
  unsettled: readonly Unsettled<SendableRow>[],
  options: SendingOptions,
  attempt: number,
): Promise<readonly Unsettled<SendableRow>[]> {
  const absent: Unsettled<SendableRow>[] = [];
  await settleAll(unsettled, settlingOf(options), (row, settled) => {
    if (settled.kind === 'absent' && attempt < mostAttempts) {
      absent.push(row);
      return;
    }
    const outcome = outcomeOf(settled);
    if (outcome.kind === 'created') options.journal.settle({ created: [row.key], dropped: [] });
    if (settled.kind === 'near' || settled.kind === 'twice') options.journal.stick(row.key);
    options.done({ row: row.of, outcome });
  });
  options.journal.settle({ created: [], dropped: absent.map(({ key }) => key) });
  return absent;
}

const settlingOf = ({ connection, clock, settle, interrupted }: SendingOptions): Settling => ({ connection, clock, settle, interrupted });

/** What a sighting means for a row that was sent. */
export function outcomeOf(settled: Settled): Outcome {
  switch (settled.kind) {
    case 'found':
      return { kind: 'created' };
    case 'twice':
      return { kind: 'uncertain', message: `the store has it twice: products ${settled.productIds.join(' and ')}; nothing was deleted` };
    case 'near':
      return { kind: 'uncertain', message: `the store has "${settled.code}", which may be this one` };
    case 'absent':
      return { kind: 'uncertain', message: `sent ${mostAttempts} times without a clear answer, and it is not there` };
    default:
      return { kind: 'uncertain', message: `it could not be looked up: ${settled.message}` };
  }
}

/**
 * Settles what earlier runs left open, before anything else is sent.
 * @throws CliError `import-stopped` when a look-up does not work
 */
export async function settleEarlier(journal: Journal, settling: Settling, notice: (text: string) => Promise<void>): Promise<void> {
  const intents = journal.open();
  if (intents.length === 0) return;
  const rows = intents.length === 1 ? '1 row' : `${intents.length} rows`;
  await notice(`An earlier import left ${rows} without a known outcome: checking, for ${Math.ceil(settling.settle / 1000)} s at most.`);
  const startedAt = settling.clock.elapsed();
  const [found, absent, failed]: [Key[], Key[], string[]] = [[], [], []];
  await settleAll(
    intents.map(({ key }) => ({ key, endedAt: startedAt, of: key })),
    settling,
    ({ key }, sighting) => {
      if (sighting.kind === 'unknown') failed.push(sighting.message);
      else if (sighting.kind === 'near') journal.stick(key);
      else (sighting.kind === 'absent' ? absent : found).push(key);
    },
  );
  journal.settle({ created: found, dropped: absent });
  if (failed.length === 0) return;
  throw new CliError('import-stopped', `${failed.length} of them could not be looked up: ${failed[0]}`, {
    hint: 'Nothing was sent. Run the same command again when the store answers.',
  });
}
