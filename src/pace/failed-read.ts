import { isUndecided, tooManyRequests } from '../client/statuses.ts';
import type { CliError } from '../errors.ts';
import type { Signal } from './rate-limiter.ts';

/** The signal of a failed read for the rate limiter. Certificate errors and redirects count as answers. */
export function signalOfFailedRead({ kind, status, retryAfter, brief: why = unclear }: CliError): Signal {
  if (asksToWait(status, retryAfter)) return { kind: 'throttled', retryAfter, why };
  if (status === undefined) return { kind: kind === 'unreachable' ? 'unreachable' : 'answered', why };
  return status >= 500 || isUndecided(status) ? { kind: 'overloaded', why } : { kind: 'answered' };
}

export const asksToWait = (status: number | undefined, retryAfter: number | undefined): boolean =>
  status === tooManyRequests || (status === 503 && retryAfter !== undefined);

/** Whether a read was answered with JSON that is not what the API returns, and not for a moment: that is no outage. */
export const isOfAnotherShape = ({ kind, status, brief, retryable }: CliError): boolean =>
  kind === 'refused' && status === undefined && brief === undefined && !retryable;

/** A lasting refusal of this request, not of the token. */
export const isRefusal = ({ kind, status = 0 }: CliError): boolean =>
  kind === 'not-found' ||
  (status >= 400 && status < 500 && ![401, 403, tooManyRequests].includes(status) && !isUndecided(status));

/** The name of a failure without one. */
export const unclear = 'unexpected reply';
