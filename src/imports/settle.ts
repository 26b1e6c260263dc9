import type { Connection } from '../client/connection.ts';
import type { Clock } from '../context.ts';
import { CliError } from '../errors.ts';
import type { Key } from './keys.ts';
import { lookUp, type Sighting } from './lookup.ts';

/** A key of which it is not known whether the store has it: sent, and not clearly answered. */
export interface Unsettled<T> {
  readonly key: Key;
  /** When the attempt ended, on the clock that only goes forward. For an attempt of an earlier run: when this run began. */
  readonly endedAt: number;
  readonly of: T;
}

/** What was established. `unknown`: the look-up itself did not work. */
export type Settled = Sighting | { readonly kind: 'unknown'; readonly message: string };

export interface Settling {
  readonly connection: Connection;
  readonly clock: Clock;
  /** Milliseconds after which the store shows what it was sent. */
  readonly settle: number;
  readonly interrupted: AbortSignal;
}

/** After the first look, and before the one at the end. */
const secondLook = 5000;

/**
 * Finds out what became of these keys: looks at once, after five seconds, and when the settle time is over. Only the last look can say "absent":
 * a store may still be at work on what it was sent, or show it late. A look-up that fails says nothing.
 */
export async function settleAll<T>(
  waiting: readonly Unsettled<T>[],
  settling: Settling,
  done: (what: Unsettled<T>, settled: Settled) => void,
): Promise<void> {
  let open = waiting;
  for (const delay of [0, Math.min(secondLook, settling.settle), settling.settle]) {
    const isLast = delay === settling.settle;
    const left: Unsettled<T>[] = [];
    for (const one of open) {
      const settled = await lookWhenDue(one, delay, settling);
      if (settled.kind === 'found' || settled.kind === 'twice' || settled.kind === 'near' || isLast) done(one, settled);
      else left.push(one);
    }
    open = left;
    if (open.length === 0) return;
  }
}

async function lookWhenDue<T>(
  { key, endedAt }: Unsettled<T>,
  delay: number,
  { connection, clock, interrupted }: Settling,
): Promise<Settled> {
  await clock.sleep(Math.max(0, endedAt + delay - clock.elapsed()), interrupted);
  if (interrupted.aborted) return { kind: 'unknown', message: 'interrupted before it was looked up' };
  try {
    return await lookUp(connection, key);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { kind: 'unknown', message: error.message };
  }
}
