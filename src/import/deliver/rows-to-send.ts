import { formatCount } from '../../text/numbers.ts';
import type { ImportRun } from '../import-run.ts';
import type { CatalogueRow } from '../map/catalogue.ts';
import { keyOf, type SendableRow, sendable } from '../map/key.ts';
import { rowCount } from '../report/words.ts';
import { isInShard } from '../rows/shard.ts';
import { Stopped } from './ask.ts';
import { lookUpUnsent } from './settle.ts';

/**
 * The rows still to be sent, in file order. Records those that never will be: invalid, excluded, in other shards.
 * Finished rows are not parsed again.
 */
export async function* rowsToSend({
  catalogue,
  checked,
  tally,
  options,
}: ImportRun): AsyncGenerator<readonly SendableRow[]> {
  const { shard } = options;
  const isToSend = ({ record, values, excluded }: CatalogueRow): boolean => {
    if (tally.isDone(record)) return false;
    const key = values && keyOf(values);
    if (excluded !== undefined) tally.set(record, 'excluded');
    else if (!key || checked.rejections.has(record)) tally.set(record, 'invalid');
    else if (shard && !isInShard(shard, key)) tally.set(record, 'otherShards');
    else return true;
    return false;
  };
  const isWanted = tally.done > 0 ? (record: number) => !tally.isDone(record) : undefined;
  for await (const batch of catalogue.rows(isWanted))
    yield batch.flatMap((row) => (isToSend(row) && sendable(row)) || []);
}

/** The same, without reading the file again if every row has an outcome. */
export async function* rowsLeft(run: ImportRun): AsyncGenerator<readonly SendableRow[]> {
  const { continued, tally, options } = run;
  const { invalid, excluded, otherShards } = tally.unsendable;
  // The results name each row that is not to be sent, too.
  const isNamed = options.files.results !== undefined && invalid + excluded + otherShards > 0;
  if (continued !== undefined || isNamed || tally.notSent > 0) yield* rowsToSend(run);
}

export type Batches = AsyncGenerator<readonly SendableRow[]>;

/** How many rows are looked up: more than the requests at a time of most imports. */
const samples = 20;

/**
 * The same rows, if those that come next are still absent from the store; undefined if it has one of them. Whoever sends
 * the same rows from another machine sends them in the same order, and so begins with these.
 */
export async function ifNextAreAbsent(batches: Batches, run: ImportRun): Promise<Batches | undefined> {
  const next: SendableRow[] = [];
  while (next.length < samples) {
    const { done, value } = await batches.next();
    if (done) break;
    next.push(...value);
  }
  const settled = await Promise.all(next.slice(0, samples).map(({ key }) => lookUpUnsent(key, run)));
  if (run.stopper.signal.aborted) throw new Stopped();
  if (settled.every(({ kind }) => kind === 'absent')) return withFirst(next, batches);
  await batches.return(undefined);
  return undefined;
}

async function* withFirst(next: readonly SendableRow[], rest: Batches): Batches {
  yield next;
  yield* rest;
}

/**
 * Finishes the rows that could be sent but are not in the plan: they existed when it was made, so nobody approved to
 * create them.
 */
export async function finishUnplanned(run: ImportRun): Promise<void> {
  const { plan, notice } = run.options;
  if (!plan) return;
  let unplanned = 0;
  for await (const batch of rowsToSend(run)) {
    for (const row of batch) {
      if (plan.records.has(row.record)) continue;
      unplanned++;
      run.ledger.finish({ ...row, attempts: 0 }, 'unplanned', { message: unplannedMessage });
    }
  }
  run.ledger.flush();
  if (unplanned > 0)
    await notice(
      `Warning: ${rowCount(unplanned)} existed in the store when the plan was made, but not now. Not sent: the plan does not include them.`,
    );
}

const unplannedMessage = 'existed in the store when the plan was made: make a new plan to create it';

/** The warning about rows of the plan that exist by now. */
export const existByNow = (rows: number): string =>
  `Warning: ${formatCount(rows)} of them did not exist when the plan was made.`;
