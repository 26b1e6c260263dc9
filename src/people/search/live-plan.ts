import type { Clock } from '../../context.ts';
import type { PacedReads } from '../../pace/paced-reads.ts';
import type { PeopleIndex } from '../index/people-index.ts';
import { LiveReads } from './live-reads.ts';

/** What a live search reads, before it begins. */
interface LivePlan {
  readonly records: number;
  /** How long it will take. */
  readonly milliseconds: number;
}

interface LivePlanOptions {
  readonly index: PeopleIndex;
  readonly reads: PacedReads;
  readonly clock: Pick<Clock, 'elapsed'>;
}

/** So many records are read in a few seconds. */
const few = 1000;

/** Known customers who are read to see how fast the store is: a store is asked slowly at first. */
const first = { unmeasured: 32, measured: 32 } as const;

/** How many records a live search reads: whom the index knows, with the addresses of each customer. */
export const countLive = (index: PeopleIndex): number =>
  2 * (index.count('customer') + index.changed.unread().length) + index.count('order');

/** Undefined where that is few, or the index does not know yet. */
export async function planLive({ index, reads, clock }: LivePlanOptions): Promise<LivePlan | undefined> {
  const records = countLive(index);
  if (records < few) return undefined;
  const live = new LiveReads(reads);
  const ids = [...index.ids('customer'), ...index.changed.unread()].slice(-first.unmeasured - first.measured);
  await Promise.all(ids.slice(0, first.unmeasured).map(live.customer));
  const startedAt = clock.elapsed();
  const measured = ids.slice(first.unmeasured);
  await Promise.all(measured.map(live.customer));
  const pace = (clock.elapsed() - startedAt) / Math.max(1, measured.length);
  return {
    records,
    milliseconds: records * Math.max(pace, 1000 / (reads.ratePerSecond() ?? Number.POSITIVE_INFINITY)),
  };
}
