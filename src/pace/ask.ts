import type { Clock } from '../context.ts';
import { CliError } from '../errors.ts';
import { isOfAnotherShape, isRefusal, signalOfFailedRead } from './failed-read.ts';
import type { Purpose, RequestQueue } from './request-queue.ts';
import type { Stopper } from './stopper.ts';

/**
 * How long a failing read is retried. When throttled, longer than the rate limiter waits: it stops the import first.
 */
const retrySpan = 10 * 60_000;
const retrySpanWhenThrottled = 20 * 60_000;
/** After this time, a refused read counts as refused for good if other reads work. */
const refusedForGood = 15_000;
const firstPause = 1000;
const longestPause = 30_000;

/** The import stopped before a read was answered. */
export class Stopped extends Error {}

/** What paces reads, and may stop them. */
interface ReadPacing {
  readonly clock: Clock;
  readonly stopper: Stopper;
  readonly requests: RequestQueue;
  /** Look-ups go first. */
  readonly purpose?: Purpose;
}

/**
 * Makes a read when the rate limiter allows it, and retries it until it is answered: a failed look-up is not "absent".
 * @throws CliError the last failure, when none was answered within ten minutes, or the store refuses this one for good
 * (`isRefusal`); Stopped
 */
export async function ask<T>(read: () => Promise<T>, run: ReadPacing): Promise<T> {
  const tries: Tries = { startedAt: run.clock.elapsed(), refusedSince: undefined };
  for (let pause = firstPause; ; pause = Math.min(longestPause, pause * 2)) {
    const answer = await askOnce(read, run);
    if (!(answer instanceof CliError)) return answer;
    if (await isHopeless(answer, tries, run)) throw answer;
    if (concernsAll(answer)) await run.stopper.isOfTheRow(answer);
    await run.clock.sleep(pause, run.requests.signal);
  }
}

interface Tries {
  readonly startedAt: number;
  /** When the current series of refusals began. */
  refusedSince: number | undefined;
}

async function isHopeless(failure: CliError, tries: Tries, run: ReadPacing): Promise<boolean> {
  const now = run.clock.elapsed();
  if (now - tries.startedAt >= retrySpanFor(failure)) return true;
  const isOther = isOfAnotherShape(failure);
  tries.refusedSince = isRefusal(failure) || isOther ? (tries.refusedSince ?? now) : undefined;
  const isLasting = tries.refusedSince !== undefined && now - tries.refusedSince >= refusedForGood;
  return isLasting && (isOther || (await run.stopper.othersWork(failure)));
}

const retrySpanFor = (failure: CliError): number =>
  signalOfFailedRead(failure).kind === 'throttled' ? retrySpanWhenThrottled : retrySpan;

const concernsAll = ({ kind, status = 0 }: CliError): boolean => kind === 'auth' || (status >= 300 && status < 400);

/** Makes a read once, when the rate limiter allows it. Returns a failure. @throws Stopped */
export async function askOnce<T>(
  read: () => Promise<T>,
  { requests, purpose = 'look-up' }: ReadPacing,
): Promise<T | CliError> {
  const ticket = await requests.enter(purpose);
  if (!ticket) throw new Stopped();
  try {
    const answer = await read();
    requests.leave(ticket, { kind: 'answered' });
    return answer;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    requests.leave(ticket, signalOfFailedRead(error));
    return error;
  }
}
