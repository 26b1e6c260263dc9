import { onTestFinished, vi } from 'vitest';
import type { Behaviour } from './store.ts';

// The deadline of a request, without real time: how long a request takes to arrive depends on the machine.

/** For `--timeout`, and for connections of tests, in milliseconds: no other timer is as long, so the deadline is known by it. */
export const timeout = 54_321;

const deadlines: (() => void)[] = [];

/** The time of a request is over as soon as it has arrived. Only after `watchDeadlines`, with `timeout`. */
export const timesOut: Behaviour = () => endDeadlines();

export function endDeadlines(): void {
  for (const end of deadlines.splice(0)) end();
}

/** Until the end of the test. */
export function watchDeadlines(): void {
  const { setTimeout } = globalThis;
  const watched = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    callback: () => void,
    milliseconds?: number,
  ) => {
    if (milliseconds === timeout) deadlines.push(callback);
    return setTimeout(callback, milliseconds);
  }) as typeof setTimeout);
  // Not `afterEach`: the files of a worker share this module, and only the first would register it.
  onTestFinished(() => {
    watched.mockRestore();
    deadlines.length = 0;
  });
}
