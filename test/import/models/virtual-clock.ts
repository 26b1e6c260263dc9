import type { Clock } from '../../../src/context.ts';

/** A clock on which nothing takes time but sleeping: whoever sleeps shortest wakes first, once everything else has come to rest. */
export interface VirtualClock extends Clock {
  /** From now on nobody wakes: what runs on this clock is as good as killed. */
  freeze(): void;
  /** The machine sleeps: only the time of day goes on. */
  suspend(milliseconds: number): void;
  readonly isFrozen: boolean;
}

/** How many turns of the event loop must pass before all is taken to be at rest. */
const turns = 8;

/** @param start where the clock begins, in milliseconds */
export function virtualClock(start: number): VirtualClock {
  let [now, isFrozen, isTicking] = [start, false, false];
  let suspended = 0;
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  const tick = async (): Promise<void> => {
    isTicking = true;
    while (sleepers.size > 0 && !isFrozen) {
      for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
      const [next] = [...sleepers].sort((left, right) => left.until - right.until);
      if (!next || isFrozen) break;
      sleepers.delete(next);
      now = Math.max(now, next.until);
      next.wake();
    }
    isTicking = false;
  };
  return {
    now: () => new Date(now + suspended),
    elapsed: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted && !isFrozen) return resolve();
        const sleeper = { until: now + milliseconds, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          if (sleepers.delete(sleeper) && !isFrozen) resolve();
        });
        if (!isTicking) void tick();
      }),
    freeze() {
      isFrozen = true;
    },
    suspend(milliseconds) {
      suspended += milliseconds;
    },
    get isFrozen() {
      return isFrozen;
    },
  };
}
