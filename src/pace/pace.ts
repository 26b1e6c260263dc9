import { setMaxListeners } from 'node:events';
import { type Connection, hostOf } from '../client/connection.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { signalOfFailedRead } from './failed-read.ts';
import { RateLimiter } from './rate-limiter.ts';
import { RequestQueue, type Silence } from './request-queue.ts';
import { Stopper } from './stopper.ts';

/** Requests at a time, unless a person says otherwise. */
export const maxAtOnce = 16;

/** How long a store may ask to wait, or give no clear answer, in milliseconds. */
const longestWait = 15 * 60_000;

export interface OpeningPace {
  readonly context: Pick<Context, 'clock' | 'interrupted'>;
  /** How its requests are counted: at most so many at a time and a second, and how long the store may ask to wait. */
  readonly limits?: { readonly ceiling: number; readonly rate?: number | undefined; readonly maxWait: number };
  /** Called when the store has given no clear answer for a while: it is asked less from then on. */
  readonly onOutage?: ((silence: Silence) => void) | undefined;
  /** The work stops after more refused records than this; undefined for no limit. */
  readonly maxErrors?: number | undefined;
  /** Whether they are about people. */
  readonly isOfPeople?: boolean | undefined;
  /** Whether the store has created something, as of an earlier part of the work. */
  readonly hasCreated: boolean;
  /** A harmless read that tells a record from a store that refuses everything. @throws what the store answers */
  readonly probe: (() => Promise<unknown>) | undefined;
}

/** What paces the requests of one command: when each may start, what the store allows, and what ends them. */
export interface RequestPace {
  readonly limiter: RateLimiter;
  /** Where requests wait for the rate limiter. */
  readonly requests: RequestQueue;
  readonly stopper: Stopper;
  /** Aborted when the work is over, to end what still waits. */
  readonly finished: AbortController;
}

/** Opens the pace of the requests of a connection: it makes none itself, but the probe while the store is silent. */
export function openPace(connection: Connection, options: OpeningPace): RequestPace {
  const { context, maxErrors, isOfPeople, hasCreated, probe, onOutage } = options;
  const { clock, interrupted } = context;
  const { limits = { ceiling: maxAtOnce, maxWait: longestWait } } = options;
  const stopper = new Stopper({ host: hostOf(connection), interrupted, maxErrors, isOfPeople, hasCreated, probe });
  const limiter = new RateLimiter(limits, clock.elapsed(), connection.random);
  const finished = new AbortController();
  const requests = new RequestQueue({
    limiter,
    clock,
    stopper,
    onOutage,
    signal: AbortSignal.any([stopper.signal, finished.signal]),
    probe: probe && (() => probe().then(() => ({ kind: 'answered' }) as const, signalOf)),
  });
  // Whatever waits listens to them.
  setMaxListeners(0, stopper.signal, finished.signal, requests.signal);
  return { limiter, requests, stopper, finished };
}

/** The signal of what a read threw. @throws what is no failure of the store */
export function signalOf(error: unknown): ReturnType<typeof signalOfFailedRead> {
  if (!(error instanceof CliError)) throw error;
  return signalOfFailedRead(error);
}
