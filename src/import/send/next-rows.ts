import type { ImportRun } from '../import-run.ts';
import type { SendableRow } from '../read/row.ts';
import { Stopped } from './ask.ts';
import { lookUpUntilKnown } from './settle.ts';

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
  const settled = await Promise.all(next.slice(0, samples).map(({ key }) => lookUpUntilKnown(key, run)));
  if (run.stopper.signal.aborted) throw new Stopped();
  if (settled.every(({ kind }) => kind === 'absent')) return again(next, batches);
  await batches.return(undefined);
  return undefined;
}

async function* again(next: readonly SendableRow[], rest: Batches): Batches {
  yield next;
  yield* rest;
}
