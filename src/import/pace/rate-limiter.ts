import { UpDownLimit } from './up-down-limit.ts';

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

interface RateLimiterLimits {
  /** Requests at a time, at most. */
  readonly ceiling: number;
  /** Requests per second, at most. */
  readonly rate?: number | undefined;
  /** Milliseconds that the store may ask to wait. */
  readonly maxWait: number;
}

/** Why no more requests should be made. */
type Stop =
  | { readonly kind: 'max-wait'; readonly wait: number }
  | { readonly kind: 'outage' | 'refusals'; readonly since: number };

/**
 * Every number of the rate limiter, each with its reason. Times are milliseconds. `npm run bench -- rate-limiter` shows
 * what a change does.
 */
const parameters = {
  /** Requests per second. */
  rate: {
    /** A deeper cut costs more throughput than a limit needs, a smaller one takes long to find a limit that was halved. */
    down: 0.1,
    /** The share of requests that may be refused, in balance. Below it, a limit of 1/s is hardly ever tried. */
    share: 0.03,
    /** A lower rate would not bring any import to an end. */
    lowest: 0.6,
    /** A burst that the store accepts is no rate: requests are counted over at least this time. */
    measuredOver: 1000,
    /** Seconds in which tokens are saved up: well below the second that stores commonly allow. */
    burst: 0.25,
  },
  /** Requests at a time. */
  concurrency: {
    first: 1,
    down: 0.2,
    /** Some stores fail for 15 % of all requests, whatever is sent: fewer at a time would help nobody. */
    share: 0.17,
    lowest: 1,
  },
  /** Exponential backoff with full jitter, after failures with no answer in between (AWS, 2015). */
  backoff: { first: 500, longest: 20_000 },
  /** What is added to a Retry-After by chance, at most, as a share: processes then do not return together. */
  retryAfterJitter: 0.1,
  /** Circuit breaker (Nygard, "Release It!"): where 15 % fail at random, ten in a row come once in 200 million requests. */
  outage: { failures: 10, firstProbe: 1000, longestProbe: 30_000 },
  /** The import stops when the store has given no clear answer for so long. */
  longestSilence: 15 * 60_000,
  /** Rows announced at once: what may start within `time`, so that a write to disk serves many rows. */
  window: { time: 50, max: 256 },
} as const;

const { rate, concurrency, backoff, outage, window } = parameters;

/**
 * Decides when a request may start: how many at a time, how many a second (a token bucket, unlimited until the first
 * refusal), and whether at all. State only: the time (milliseconds on a monotonic clock) and chance are passed in.
 */
export class RateLimiter {
  readonly #limits: RateLimiterLimits;
  readonly #random: () => number;
  #rate: UpDownLimit | undefined;
  #slots = new UpDownLimit(concurrency.first, concurrency);
  #tokens = 1;
  #filledAt: number;
  #serial = 0;
  #underWay = 0;
  #probes = 0;
  /** Requests up to these were under way at the last decrease: what becomes of them says nothing new. */
  #decided = { rate: 0, slots: 0, pause: 0 };
  /** Answers since then. */
  #accepted = 0;
  #since: number;
  /** Failures without an answer in between. */
  #failures = 0;
  #pauses = 0;
  #pausedUntil = 0;
  /** Since when no request got a clear answer. */
  #silentSince: number | undefined;
  #stop: Stop | undefined;

  constructor(limits: RateLimiterLimits, now: number, random: () => number) {
    this.#limits = limits;
    this.#random = random;
    this.#filledAt = now;
    this.#since = now;
  }

  /** Milliseconds until a request may start: 0 now; undefined when one under way must end first. */
  delay(now: number): number | undefined {
    if (this.#probes > 0 || this.#underWay >= (this.probing ? this.#limits.ceiling : this.#concurrency))
      return undefined;
    const tokens = this.#fill(now);
    const forToken = tokens >= 1 ? 0 : ((1 - tokens) / this.#perSecond) * 1000;
    return Math.max(forToken, this.#pausedFor(now));
  }

  /** A request starts. */
  start(now: number): Ticket {
    this.#tokens = this.#fill(now) - 1;
    this.#underWay++;
    if (this.probing) this.#probes++;
    return { serial: ++this.#serial, isProbe: this.probing };
  }

  end({ serial, isProbe }: Ticket, signal: Signal, now: number): void {
    if (isProbe) this.#probes--;
    if (signal.kind === 'answered') this.#answered();
    else this.#silentSince ??= now;
    if (signal.kind === 'throttled') this.#throttled(serial, signal.retryAfter ?? 0, now);
    if (signal.kind === 'overloaded' || signal.kind === 'unreachable') this.#failed(serial, now);
    else this.#reached();
    this.#stopIfSilent(now);
    this.#underWay--;
  }

  /**
   * How many rows may be announced now, from 1 to 256: at most what may start within 50 ms, or twice as long as the disk
   * took for those before, which half of them must outlast.
   */
  window(now: number, diskTime: number): number {
    if (this.probing || this.#pausedFor(now) > window.time) return 1;
    const seconds = Math.max(window.time, 2 * diskTime) / 1000;
    const free = this.#concurrency - this.#underWay + this.#acceptedPerSecond(now) * seconds;
    const allowed = this.#perSecond === Infinity ? window.max : this.#fill(now) + this.#perSecond * seconds;
    return Math.max(1, Math.floor(Math.min(window.max, free, allowed)));
  }

  /** During an outage the next request must be a probe: a harmless read. */
  get probing(): boolean {
    return this.#failures >= outage.failures;
  }

  /** Why no more should be sent: a Retry-After beyond `maxWait`, or 15 minutes of outage or of nothing but 429. */
  get stopped(): Stop | undefined {
    return this.#stop;
  }

  /** For the progress display and measurements. */
  state(
    now: number,
  ): Record<'concurrency' | 'pausedFor' | 'underWay', number> &
    Record<'ratePerSecond' | 'outageSince', number | undefined> {
    return {
      concurrency: this.#concurrency,
      underWay: this.#underWay,
      ratePerSecond: this.#rate?.value,
      pausedFor: this.#pausedFor(now),
      outageSince: this.probing ? this.#silentSince : undefined,
    };
  }

  /** How many may be under way. */
  get #concurrency(): number {
    return Math.max(1, Math.floor(Math.min(this.#limits.ceiling, this.#slots.value)));
  }

  /** The learned rate, but not more than the user allows. */
  get #perSecond(): number {
    return Math.min(this.#rate?.value ?? Infinity, this.#limits.rate ?? Infinity);
  }

  /** How many requests may start now. */
  #fill(now: number): number {
    const perSecond = this.#perSecond;
    const filled = perSecond === Infinity ? 1 : this.#tokens + (Math.max(0, now - this.#filledAt) * perSecond) / 1000;
    this.#filledAt = Math.max(this.#filledAt, now);
    this.#tokens = Math.min(Math.max(1, perSecond * rate.burst), filled);
    // The delay must be long enough in spite of rounding.
    if (this.#tokens > 1 - 1e-6 && this.#tokens < 1) this.#tokens = 1;
    return this.#tokens;
  }

  #acceptedPerSecond(now: number): number {
    return (this.#accepted * 1000) / Math.max(rate.measuredOver, now - this.#since);
  }

  #pausedFor(now: number): number {
    return Math.max(0, this.#pausedUntil - now);
  }

  #answered(): void {
    this.#silentSince = undefined;
    this.#accepted++;
    this.#rate?.answered();
    if (this.#slots.value < this.#limits.ceiling) this.#slots.answered();
  }

  /** The first refusal shows the rate that the store accepts, later ones that this one is too high. */
  #throttled(serial: number, retryAfter: number, now: number): void {
    if (serial > this.#decided.rate) {
      if (this.#rate) this.#rate.failed();
      else this.#rate = new UpDownLimit(Math.max(1, this.#acceptedPerSecond(now)), rate);
      this.#decided.rate = this.#serial;
    }
    // Retry-After in full.
    const pause = retryAfter * (1 + parameters.retryAfterJitter * this.#random());
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pause);
    if (retryAfter > this.#limits.maxWait) this.#stop = { kind: 'max-wait', wait: retryAfter };
  }

  /** The store is there. After an outage it is asked gently. */
  #reached(): void {
    if (this.probing) {
      this.#slots = new UpDownLimit(concurrency.first, concurrency);
      this.#pausedUntil = 0;
    }
    this.#failures = 0;
    this.#pauses = 0;
  }

  /** The store has too much, or is gone. */
  #failed(serial: number, now: number): void {
    this.#failures++;
    const opens = this.#failures === outage.failures;
    if (opens) this.#pauses = 0;
    if (!opens && serial <= this.#decided.pause) return;
    this.#decided.pause = this.#serial;
    this.#pausedUntil = Math.max(this.#pausedUntil, now + this.#pauseAfterFailure());
    if (this.probing) return;
    this.#slots.failed();
  }

  /** No pause after a first failure, and no jitter from probe to probe. */
  #pauseAfterFailure(): number {
    const doublings = this.#pauses++;
    if (this.probing) return Math.min(outage.longestProbe, outage.firstProbe * 2 ** doublings);
    if (doublings === 0) return 0;
    return this.#random() * Math.min(backoff.longest, backoff.first * 2 ** (doublings - 1));
  }

  /** The request after the longest wait that the store may ask for must have its chance. */
  #stopIfSilent(now: number): void {
    const since = this.#silentSince;
    if (since === undefined || now - since < Math.max(parameters.longestSilence, this.#limits.maxWait)) return;
    this.#stop ??= { kind: this.probing ? 'outage' : 'refusals', since };
  }
}
