/** How a request ended, as far as the rate limiter is concerned; `why`, in a few words, if nothing was learned from it. */
export type Signal =
  /** Any clear answer: created, rejected, found, absent. */
  | { readonly kind: 'answered'; readonly why?: string }
  /** 429, or 503 with Retry-After (in milliseconds). */
  | { readonly kind: 'throttled'; readonly retryAfter: number | undefined; readonly why?: string }
  /** 503 without Retry-After, timeout, reset, other 5xx. */
  | { readonly kind: 'overloaded'; readonly why?: string }
  /** Nothing was sent: connection refused, no such host, connect timeout. */
  | { readonly kind: 'unreachable'; readonly why?: string };

/** A request that is under way. */
export interface Ticket {
  readonly serial: number;
  readonly isProbe: boolean;
}
