import type { Clock } from '../../context.ts';
import type { SettleTime } from '../../pace/settle-time.ts';
import type { Settled } from './settled.ts';

/** What times look-ups. */
export interface LookTimes {
  readonly clock: Clock;
  readonly settleTime: SettleTime;
  /** Aborted when nothing more may be sent. */
  readonly stopped: AbortSignal;
}

/** When a row without a clear answer is looked up before its settle time is over, in milliseconds. */
const earlyLooks = [0, 5000];

/**
 * Finds out whether a row without a clear answer is in the store: looks at once, after five seconds, and after the settle
 * time. Only the last look-up may say "absent" (I2): the store may still be working, or show its records late.
 * @param endedAt when the attempt ended, on the monotonic clock
 */
export async function settledBy(look: () => Promise<Settled>, endedAt: number, times: LookTimes): Promise<Settled> {
  const last = (): number => endedAt + times.settleTime.current;
  return await noted(last, times, async () => {
    for (const early of earlyLooks) {
      const settled = await lookUpAt(() => Math.min(endedAt + early, last()), look, times);
      if (settled.kind !== 'absent') return settled;
    }
    return await lookUpAt(last, look, times);
  });
}

/** One look-up at a time, which may grow during the wait: the settle time does. */
export const settledAt = (look: () => Promise<Settled>, due: () => number, times: LookTimes): Promise<Settled> =>
  noted(due, times, () => lookUpAt(due, look, times));

/** Notes for the progress display until when a row is looked up. */
export async function noted<T>(last: () => number, { settleTime }: LookTimes, work: () => Promise<T>): Promise<T> {
  settleTime.checking.add(last);
  return await work().finally(() => settleTime.checking.delete(last));
}

async function lookUpAt(due: () => number, look: () => Promise<Settled>, times: LookTimes): Promise<Settled> {
  return (await waitUntil(due, times)) ? await look() : { kind: 'stopped' };
}

/**
 * Sleeps until it is due, which may change meanwhile, unless the import stops first. Returns whether it goes on.
 * @param changed aborted when it is due at another time
 */
export async function waitUntil(
  due: () => number,
  { clock, stopped }: Pick<LookTimes, 'clock' | 'stopped'>,
  changed?: AbortSignal,
): Promise<boolean> {
  for (let wait = due() - clock.elapsed(); wait > 0 && !stopped.aborted; wait = due() - clock.elapsed())
    await clock.sleep(wait, !changed || changed.aborted ? stopped : AbortSignal.any([stopped, changed]));
  return !stopped.aborted;
}
