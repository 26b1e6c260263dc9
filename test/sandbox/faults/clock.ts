import type { FaultOptions } from '../../../src/sandbox/faults/options.ts';

/** A clock that stands still until it is told to go on. */
export interface StoppedClock {
  readonly clock: FaultOptions['clock'];
  /** How long those who wait have asked for, in the order in which they came. */
  readonly asked: readonly number[];
  /** Goes on by so many milliseconds and wakes who has waited long enough. */
  advance(milliseconds: number): void;
  /** Resolves once so many have come to wait, since the beginning. */
  waiters(count: number): Promise<void>;
}

export function stoppedClock(): StoppedClock {
  let now = 0;
  const asked: number[] = [];
  const asleep = new Map<() => void, number>();
  const watchers: (() => void)[] = [];
  return {
    asked,
    clock: {
      elapsed: () => now,
      sleep: (milliseconds, signal) =>
        new Promise((resolve) => {
          asked.push(milliseconds);
          for (const look of watchers) look();
          const wake = (): void => {
            asleep.delete(wake);
            resolve();
          };
          if (signal?.aborted) return wake();
          asleep.set(wake, now + milliseconds);
          signal?.addEventListener('abort', wake, { once: true });
        }),
    },
    advance(milliseconds) {
      now += milliseconds;
      for (const [wake, until] of [...asleep]) if (until <= now) wake();
    },
    waiters: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (asked.length >= count) resolve();
        };
        watchers.push(look);
        look();
      }),
  };
}
