import { type Connection, hostOf } from '../../../client/connection.ts';
import { listProducts } from '../../../client/endpoints/products.ts';
import type { Context } from '../../../context.ts';
import { CliError } from '../../../errors.ts';
import { ask, type ReadPacing, Stopped } from '../../../import/deliver/ask.ts';
import { signalOfFailedRead } from '../../../import/deliver/classify.ts';
import { RateLimiter } from '../../../import/pace/rate-limiter.ts';
import { RequestQueue } from '../../../import/pace/request-queue.ts';
import { Stopper } from '../../../import/pace/stopper.ts';
import { formatSpan } from '../../../text/numbers.ts';

export interface Pace {
  /** Highest number of requests per second. */
  readonly rate: number | undefined;
  /** Longest wait that the store may ask for, in milliseconds. */
  readonly maxWait: number;
}

/** How a copy reads: one request at a time, as fast as the store takes them. */
export interface Reader {
  readonly connection: Connection;
  /** Makes a read when the rate limiter allows it, and retries it. @throws CliError, Stopped */
  read<T>(request: () => Promise<T>): Promise<T>;
  /** Why nothing is read just now; '' while all is well. */
  note(): string;
}

/** @param shared a connection that only reads */
export function createReader(shared: Connection, { clock, interrupted }: Context, { rate, maxWait }: Pace): Reader {
  // The rate limiter decides about retries, and the progress display says what it waits for.
  const connection = { ...shared, retries: 0, waiting: undefined };
  const probe = () => listProducts(connection, { limit: '1' });
  const stopper = new Stopper({
    host: hostOf(connection),
    interrupted,
    maxErrors: undefined,
    hasCreated: false,
    probe,
  });
  const limiter = new RateLimiter({ ceiling: 1, rate, maxWait }, clock.elapsed(), connection.random);
  const requests = new RequestQueue({
    ...{ limiter, clock, stopper },
    probe: () => probe().then(() => ({ kind: 'answered' }) as const, signalOf),
  });
  const pacing: ReadPacing = { clock, stopper, requests };
  return {
    connection,
    read: async (request) =>
      await ask(request, pacing).catch((error: unknown) => {
        throw error instanceof Stopped ? (stopper.reason ?? error) : error;
      }),
    note() {
      const [now, { silence }] = [clock.elapsed(), requests];
      if (!silence || now - silence.since < shortSilence) return '';
      const { pausedFor } = limiter.state(now);
      return silence.isThrottled
        ? `waiting ${formatSpan(pausedFor)}: ${silence.why}`
        : `no clear answer for ${formatSpan(now - silence.since)}: ${silence.why}`;
    },
  };
}

/** Shorter failures are not shown, in milliseconds. */
const shortSilence = 1000;

function signalOf(error: unknown): ReturnType<typeof signalOfFailedRead> {
  if (!(error instanceof CliError)) throw error;
  return signalOfFailedRead(error);
}
