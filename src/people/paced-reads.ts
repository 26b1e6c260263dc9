import { setMaxListeners } from 'node:events';
import { type Connection, hostOf } from '../client/connection.ts';
import { listBaskets } from '../client/endpoints/baskets.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { ask, Stopped } from '../import/pace/ask.ts';
import { signalOfFailedRead } from '../import/pace/failed-read.ts';
import { RateLimiter } from '../import/pace/rate-limiter.ts';
import { type Purpose, RequestQueue } from '../import/pace/request-queue.ts';
import { Stopper } from '../import/pace/stopper.ts';

/** Requests at a time, as in an import. */
export const maxAtOnce = 16;

/** How long a store may ask to wait, in milliseconds, as in an import. */
const maxWait = 15 * 60_000;

/** Reads side by side, at the rate that the store allows. */
export interface PacedReads {
  /** For reads within `read`: it retries nothing itself. */
  readonly connection: Connection;
  /**
   * Makes a read when it may start, and again until it is answered. With `send` it waits for all others.
   * @throws CliError why it was not answered, `interrupted` after Ctrl-C
   */
  read<T>(once: () => Promise<T>, purpose?: Purpose): Promise<T>;
  /** Requests a second that the store allows, once it has refused one. */
  ratePerSecond(): number | undefined;
  /** Why no request starts although some wait. */
  wait(): string | undefined;
  end(): void;
}

export function paceReads(shared: Connection, { clock, interrupted }: Context): PacedReads {
  const connection: Connection = { ...shared, retries: 0, waiting: undefined };
  const probe = () => listBaskets(connection, 1, 0);
  const stopper = new Stopper({ host: hostOf(shared), interrupted, maxErrors: undefined, hasCreated: true, probe });
  const finished = new AbortController();
  const limiter = new RateLimiter({ ceiling: maxAtOnce, maxWait }, clock.elapsed(), shared.random);
  const requests = new RequestQueue({
    limiter,
    clock,
    stopper,
    signal: AbortSignal.any([stopper.signal, finished.signal]),
    probe: () => probe().then(() => ({ kind: 'answered' }) as const, signalOf),
  });
  // Every waiting read listens to them.
  setMaxListeners(0, stopper.signal, finished.signal, requests.signal);
  return {
    connection,
    async read(once, purpose) {
      try {
        return await ask(once, { clock, stopper, requests, ...(purpose && { purpose }) });
      } catch (error) {
        if (!(error instanceof Stopped)) throw error;
        throw stopper.reason ?? new CliError('interrupted', 'Stopped.');
      }
    },
    ratePerSecond: () => limiter.state(clock.elapsed()).ratePerSecond,
    wait() {
      const wait = requests.wait;
      return wait === 'store' ? 'waiting, the store asked for it' : undefined;
    },
    end: () => finished.abort(),
  };
}

function signalOf(error: unknown): ReturnType<typeof signalOfFailedRead> {
  if (!(error instanceof CliError)) throw error;
  return signalOfFailedRead(error);
}
