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
  /** Milliseconds that the store may ask to wait, or give no clear answer. */
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
  /** Requests at a time. Some stores fail for 15 % of all requests, whatever is sent: fewer at a time would help nobody. */
  slots: { first: 1, down: 0.2, share: 0.17, lowest: 1 },
  /** What each answer adds to a limit that has not failed yet: a quarter more in a round trip, or in a second. */
  slowStart: 0.25,
  /** After this many answers in a row the growth doubles: a limit that was raised is found soon. */
  steady: 50,
  /** Exponential backoff with full jitter, after failures with no answer in between (AWS, 2015). */
  backoff: { first: 500, longest: 20_000 },
  /** What is added to a Retry-After by chance, at most, as a share: processes then do not return together. */
  retryAfterJitter: 0.1,
  /** Circuit breaker (Nygard, "Release It!"): where 15 % fail at random, ten in a row come once in 200 million requests. */
  outage: { failures: 10, firstProbe: 1000, longestProbe: 30_000 },
  /** Rows announced at once: what may start within `time`, so that a write to disk serves many rows. */
  window: { time: 50, max: 256 },
} as const;

const { rate, slots, backoff, outage, window } = parameters;

interface Steps {
  readonly lowest: number;
  /** What a failure takes, as a share of the limit. */
  readonly down: number;
  /** The share of requests that fail in balance. */
  readonly share: number;
}

/**
 * A limit that is tried out by the weighted up-down method (Kaernbach, 1991): each failure lowers it by a step, each answer
 * raises it by a smaller one, so that in balance a chosen share of requests fails, whatever the limit is and however it
 * changes. Before the first failure it rises faster (slow start, as in TCP).
 */
class UpDownLimit {
  value: number;
  readonly #steps: Steps;
  /** Requests up to this one were under way at the last decrease: their failures say nothing new. */
  #decidedAt: number;
  #isSlowStart = true;
  /** Answers since the last failure. */
  #streak = 0;

  constructor(value: number, steps: Steps, serial: number) {
    this.value = value;
    this.#steps = steps;
    this.#decidedAt = serial;
  }

  answered(): void {
    const { down, share } = this.#steps;
    this.#streak++;
    if (this.#isSlowStart) this.value += parameters.slowStart;
    else this.value *= 1 + ((down * share) / (1 - share)) * (1 + (this.#streak / parameters.steady) ** 2);
  }

  /** Whether the failure of this request counts. @param latest the request that started last */
  failed(serial: number, latest: number): boolean {
    if (serial <= this.#decidedAt) return false;
    this.#decidedAt = latest;
    this.#streak = 0;
    this.#isSlowStart = false;
    this.value = Math.max(this.#steps.lowest, this.value * (1 - this.#steps.down));
    return true;
  }
}

/**
 * Decides when a request may start: how many at a time, how many a second (a token bucket, unlimited until the first
 * refusal), and whether at all. State only: the time (milliseconds on a monotonic clock) and chance are passed in.
 */
export class RateLimiter {
  readonly limits: RateLimiterLimits;
  readonly #random: () => number;
  readonly #startedAt: number;
  #rate: UpDownLimit | undefined;
  #slots = new UpDownLimit(slots.first, slots, 0);
  #tokens = 1;
  #filledAt: number;
  /** Requests that have started. */
  #serial = 0;
  #underWay = 0;
  #isProbed = false;
  #accepted = 0;
  /** Failures without an answer in between. */
  #failures = 0;
  /** Pauses after failures, of which each is longer. */
  #pauses = 0;
  #pausedUntil = 0;
  /** Since when no request got a clear answer. */
  #silentSince: number | undefined;
  /** Since when it refuses requests without saying for how long, with no answer in between. */
  #refusedSince: number | undefined;
  #stop: Stop | undefined;

  constructor(limits: RateLimiterLimits, now: number, random: () => number) {
    this.limits = limits;
    this.#random = random;
    this.#startedAt = now;
    this.#filledAt = now;
  }

  /** Milliseconds until a request may start: 0 now; undefined when one under way must end first. */
  delay(now: number): number | undefined {
    if (this.#isProbed || this.#underWay >= (this.probing ? this.limits.ceiling : this.#concurrency)) return undefined;
    const tokens = this.#fill(now);
    const forToken = tokens >= 1 ? 0 : ((1 - tokens) / this.#perSecond) * 1000;
    return Math.max(forToken, this.#pausedFor(now));
  }

  /** A request starts. */
  start(now: number): Ticket {
    this.#tokens = this.#fill(now) - 1;
    this.#underWay++;
    this.#isProbed = this.probing;
    return { serial: ++this.#serial, isProbe: this.probing };
  }

  end({ serial, isProbe }: Ticket, signal: Signal, now: number): void {
    this.#underWay--;
    if (isProbe) this.#isProbed = false;
    if (signal.kind === 'answered') this.#answered();
    else this.#silentSince ??= now;
    if (signal.kind === 'throttled') this.#throttled(serial, signal.retryAfter, now);
    if (signal.kind === 'overloaded' || signal.kind === 'unreachable') this.#failed(serial, now);
    else this.#reached();
    if (this.#silentSince !== undefined && now - this.#silentSince >= this.limits.maxWait)
      this.#stop ??= { kind: this.probing || !this.#rate ? 'outage' : 'refusals', since: this.#silentSince };
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

  /** Why no more should be sent: a Retry-After beyond `maxWait`, or as long an outage, or nothing but 429. */
  get stopped(): Stop | undefined {
    return this.#stop;
  }

  /** For the progress display and measurements; the learned rate is undefined until the first refusal. */
  state(now: number) {
    return {
      concurrency: this.#concurrency,
      underWay: this.#underWay,
      ratePerSecond: this.#rate?.value,
      pausedFor: this.#pausedFor(now),
    };
  }

  /** How many may be under way. */
  get #concurrency(): number {
    return Math.max(1, Math.floor(Math.min(this.limits.ceiling, this.#slots.value)));
  }

  /** The learned rate, but not more than the user allows. */
  get #perSecond(): number {
    return Math.min(this.#rate?.value ?? Infinity, this.limits.rate ?? Infinity);
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
    return (this.#accepted * 1000) / Math.max(rate.measuredOver, now - this.#startedAt);
  }

  #pausedFor(now: number): number {
    return Math.max(0, this.#pausedUntil - now);
  }

  #answered(): void {
    this.#silentSince = undefined;
    this.#refusedSince = undefined;
    this.#accepted++;
    this.#rate?.answered();
    // A value far beyond the ceiling would be long in coming down.
    if (this.#slots.value < this.limits.ceiling) this.#slots.answered();
  }

  /** The first refusal shows the rate that the store accepts, later refusals that this rate is too high. */
  #throttled(serial: number, retryAfter: number | undefined, now: number): void {
    if (this.#rate) this.#rate.failed(serial, this.#serial);
    else this.#rate = new UpDownLimit(Math.max(1, this.#acceptedPerSecond(now)), rate, this.#serial);
    this.#wait(retryAfter, now);
  }

  /** Retry-After in full. Without a time the store may ask to wait for ever: no longer than it may ask for with one. */
  #wait(retryAfter: number | undefined, now: number): void {
    const { maxWait } = this.limits;
    if (retryAfter === undefined) {
      this.#refusedSince ??= now;
      if (now - this.#refusedSince >= maxWait) this.#stop ??= { kind: 'refusals', since: this.#refusedSince };
      return;
    }
    this.#pause(retryAfter * (1 + parameters.retryAfterJitter * this.#random()), now);
    if (retryAfter > maxWait) this.#stop = { kind: 'max-wait', wait: retryAfter };
  }

  /** The store is there. After an outage it is asked gently. */
  #reached(): void {
    if (this.probing) {
      this.#slots = new UpDownLimit(slots.first, slots, this.#serial);
      this.#pausedUntil = 0;
    }
    this.#failures = 0;
    this.#pauses = 0;
  }

  /** The store has too much, or is gone. No pause after a first failure, and no jitter from probe to probe. */
  #failed(serial: number, now: number): void {
    this.#failures++;
    const opens = this.#failures === outage.failures;
    if (opens) this.#pauses = 0;
    if (!this.#slots.failed(serial, this.#serial) && !opens) return;
    const doublings = this.#pauses++;
    if (this.probing) this.#pause(Math.min(outage.longestProbe, outage.firstProbe * 2 ** doublings), now);
    else if (doublings > 0)
      this.#pause(this.#random() * Math.min(backoff.longest, backoff.first * 2 ** (doublings - 1)), now);
  }

  #pause(time: number, now: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now + time);
  }
}
