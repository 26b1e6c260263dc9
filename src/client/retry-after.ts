import { formatSpan } from '../text/numbers.ts';

/** A wait that is longer than anybody would sit out is said: retries do not wait for it. */
export function waitIn(message: string, wait: number | undefined): string {
  if (!isLongWait(wait)) return message;
  return `${message.replace(/\.$/, '')}. It asks to wait ${formatSpan(wait)}.`;
}

/** Whether a store asks for a wait that is said, in milliseconds: after a shorter one a retry may succeed. */
export const isLongWait = (wait: number | undefined): wait is number => wait !== undefined && wait > 60_000;

/** 31 years: nobody waits longer, and its end is still a date. */
const maxSeconds = 1e9;

/** Retry-After (RFC 9110, 10.2.3) in milliseconds. One second is added to a date, which is that precise. */
export function retryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Math.min(Number(header), maxSeconds) * 1000;
  const until = Date.parse(header);
  return Number.isNaN(until) || !/GMT$/.test(header) ? undefined : Math.max(0, until - now.getTime()) + 1000;
}
