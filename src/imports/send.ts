import { CliError } from '../errors.ts';
import type { NewProduct } from '../resources/products.ts';
import type { Received } from '../resources/record.ts';
import { keyOf } from './keys.ts';

/** A row that is ready to be sent. */
export interface SendableRow {
  readonly record: number;
  readonly line: number;
  readonly values: NewProduct;
}

/** What became of one row. */
export type Outcome =
  | { readonly kind: 'created' }
  /** The store has a product of this key already. */
  | { readonly kind: 'existing' }
  /** The store said no: the product is not there. `ends` when it would say so to every row. */
  | { readonly kind: 'rejected'; readonly message: string; readonly field: string | undefined; readonly ends?: CliError }
  /** Sent, and not clearly answered: the product may be there or not. `isFinal` when a look-up could not settle it either. */
  | {
      readonly kind: 'uncertain';
      readonly message: string;
      readonly isFinal?: true;
      readonly throttled?: { readonly retryAfter: number | undefined };
    }
  /** Nothing was sent, and nothing more should be. */
  | { readonly kind: 'unsent'; readonly ends: CliError };

export interface RowOutcome {
  readonly row: SendableRow;
  readonly outcome: Outcome;
}

export interface Sender {
  /** Sends one row, once. */
  readonly create: (values: NewProduct) => Promise<Received>;
  /** Rows at a time. */
  readonly concurrency: number;
  /** Aborted: no further row is sent. */
  readonly stop: AbortSignal;
  readonly done: (outcome: RowOutcome) => void;
  /** Resolves when the next row may be sent. */
  readonly ready: () => Promise<void>;
}

/** Why sending ended before the last row. */
export type Ending = CliError | undefined;

/**
 * Sends every row once, so many at a time, in the order of the file. Ends early, with what is under way finished, when the store cannot be
 * talked to at all: a refused token, no connection, ten uncertain answers in a row, or twenty refusals before anything was created.
 */
export async function sendRows(rows: AsyncIterable<readonly SendableRow[]>, sender: Sender): Promise<Ending> {
  const state = new SendingState();
  const underWay = new Set<Promise<void>>();
  for await (const row of oneByOne(rows)) {
    await sender.ready();
    if (state.ending || sender.stop.aborted) break;
    const sending: Promise<void> = sendRow(row, sender, state).finally(() => underWay.delete(sending));
    underWay.add(sending);
    if (underWay.size >= sender.concurrency) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  return state.ending;
}

async function* oneByOne<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch;
}

async function sendRow(row: SendableRow, sender: Sender, state: SendingState): Promise<void> {
  const outcome = await sender.create(row.values).then(
    (product) => outcomeOfReply(row.values, product),
    (error: unknown) => outcomeOfError(error),
  );
  state.note(outcome);
  sender.done({ row, outcome });
}

/** Created, if the key that the store echoes is ours; another key may be another product. */
export function outcomeOfReply(values: NewProduct, product: Received): Outcome {
  const key = keyOf(values);
  const echoed = key && product[key.field];
  if (key === undefined || echoed === undefined || echoed === null || String(echoed) === key.code) return { kind: 'created' };
  return { kind: 'uncertain', isFinal: true, message: `the store answered with ${key.field} "${String(echoed)}" instead of "${key.code}"` };
}

/** Which outcome a failed request means. A refusal is the row's own; a refused token and a redirect would meet every row alike. */
export function outcomeOfError(error: unknown): Outcome {
  if (!(error instanceof CliError)) throw error;
  const { kind, message, field, status } = error;
  if (kind === 'outcome-unknown') return { kind: 'uncertain', message };
  if (status === undefined) return { kind: 'unsent', ends: error };
  if (status === 429) return { kind: 'uncertain', message, throttled: { retryAfter: error.retryAfter } };
  const everyRow = kind === 'auth' || (status >= 300 && status < 400);
  return { kind: 'rejected', message, field, ...(everyRow ? { ends: error } : {}) };
}

const uncertainInARow = 10;
const refusalsAtTheStart = 20;

/** Decides when to give up. */
class SendingState {
  ending: Ending;
  #created = 0;
  #rejected = 0;
  #uncertainInARow = 0;

  note(outcome: Outcome): void {
    if (outcome.kind === 'created') this.#created++;
    if (outcome.kind === 'rejected') this.#rejected++;
    if (outcome.kind === 'uncertain' && outcome.throttled) return;
    this.#uncertainInARow = outcome.kind === 'uncertain' ? this.#uncertainInARow + 1 : 0;
    this.ending ??= this.#endingAfter(outcome);
  }

  #endingAfter(outcome: Outcome): Ending {
    if ('ends' in outcome && outcome.ends) return outcome.ends;
    if (outcome.kind === 'uncertain' && this.#uncertainInARow >= uncertainInARow) {
      return new CliError('unreachable', `The store gave no clear answer ${uncertainInARow} times in a row: ${outcome.message}`);
    }
    if (outcome.kind === 'rejected' && this.#created === 0 && this.#rejected >= refusalsAtTheStart) {
      return new CliError('refused', `The store refused the first ${refusalsAtTheStart} rows, the last one with: ${outcome.message}`);
    }
    return undefined;
  }
}
