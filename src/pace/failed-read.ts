import { isUndecided, tooEarly, tooManyRequests } from '../client/statuses.ts';
import { type CliError, isAboutOne } from '../errors.ts';
import type { Signal } from './rate-limiter.ts';

/** The signal of a failed read for the rate limiter. Certificate errors and redirects count as answers. */
export function signalOfFailedRead({ kind, status, retryAfter, brief: why = unclear }: CliError): Signal {
  if (asksToWait(status, retryAfter)) return { kind: 'throttled', retryAfter, why };
  if (status === undefined) return { kind: kind === 'unreachable' ? 'unreachable' : 'answered', why };
  // The store is there, and no rate is too high: ten of these are no outage.
  if (status === tooEarly) return { kind: 'answered', why };
  return status >= 500 || isUndecided(status) ? { kind: 'overloaded', why } : { kind: 'answered' };
}

export const asksToWait = (status: number | undefined, retryAfter: number | undefined): boolean =>
  status === tooManyRequests || (status === 503 && retryAfter !== undefined);

/**
 * Whether a failed read is an answer about its record. A success without one is none: a page of another server may be gone
 * a moment later.
 */
export const isAnswer = (error: CliError): boolean => isRefusal(error) || isOfAnotherShape(error);

/** Whether a read was answered with JSON that is not what the API returns, and not for a moment: that is no outage. */
export const isOfAnotherShape = (error: CliError): boolean =>
  error.kind === 'refused' && error.status === undefined && isAboutOne(error);

/** A lasting refusal of this request, not of the token. */
export const isRefusal = (error: CliError): boolean =>
  error.kind === 'not-found' || (error.kind === 'refused' && (error.status ?? 0) >= 400 && isAboutOne(error));

/** The name of a failure without one. */
export const unclear = 'unexpected reply';
