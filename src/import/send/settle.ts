import { CliError } from '../../errors.ts';
import type { Key } from '../read/row.ts';
import { ask, isRefusal, Stopped } from './ask.ts';
import type { Desk } from './desk.ts';
import { lookUp, type Sighting } from './lookup.ts';

/** What was established. `unknown`: no look-up worked; `refused`: none ever will; `stopped`: the import stopped before it was known. */
export type Settled =
  | Sighting
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string }
  | { readonly kind: 'stopped' };

const secondLook = 5000;

/**
 * Finds out whether a row without a clear answer is in the store: looks at once, after five seconds, and when the settle time is over. Only the
 * last look can say "absent" (I2): a store may still be at work on what it was sent, or show it late.
 * @param endedAt when the attempt ended, on the clock that only goes forward
 */
export async function settle(key: Key, endedAt: number, desk: Desk): Promise<Settled> {
  const { settleTime } = desk;
  for (const due of [0, Math.min(secondLook, settleTime.current)]) {
    const settled = await lookAt(key, () => endedAt + due, desk);
    if (settled.kind !== 'absent') return settled;
  }
  return await lookAt(key, () => endedAt + settleTime.current, desk);
}

/** The same for a row that the store refused for the time being: one look, since hardly any store creates what it refuses so. */
export async function settleThrottled(key: Key, endedAt: number, desk: Desk): Promise<Settled> {
  return await lookAt(key, () => endedAt + desk.settleTime.afterThrottling, desk);
}

async function lookAt(key: Key, due: () => number, desk: Desk): Promise<Settled> {
  // The settle time may grow while it is waited for.
  for (let wait = due() - desk.clock.elapsed(); wait > 0; wait = due() - desk.clock.elapsed()) {
    await desk.clock.sleep(wait, desk.halt.signal);
    if (desk.halt.signal.aborted) return { kind: 'stopped' };
  }
  return await lookUntilKnown(key, desk);
}

/** Looks a key up until a look-up works. One that fails says nothing: it is not "absent". */
export async function lookUntilKnown(key: Key, desk: Desk): Promise<Settled> {
  try {
    return await ask(() => lookUp(desk.connection, key, desk.keys.isShared), desk);
  } catch (error) {
    if (error instanceof Stopped) return { kind: 'stopped' };
    if (error instanceof CliError) return { kind: isRefusal(error) ? 'refused' : 'unknown', message: error.message };
    throw error;
  }
}
