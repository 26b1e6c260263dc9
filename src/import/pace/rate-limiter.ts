import { CircuitBreaker } from './circuit-breaker.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { parameters } from './parameters.ts';
import { Pause } from './pause.ts';
import { RequestRate } from './request-rate.ts';
import { TokenBucket } from './token-bucket.ts';

const { longestOutage, window } = parameters;

interface RateLimiterLimits {
  /** Requests at a time, at most. */
  readonly ceiling: number;
  /** Requests per second, at most. */
  readonly rate?: number | undefined;
  /** Milliseconds that the store may ask to wait. */
  readonly maxWait: number;
}

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

/** Why no more requests should be made. Times are milliseconds. */
type Stop =
  | { readonly kind: 'max-wait'; readonly wait: number }
  | { readonly kind: 'outage' | 'refusals'; readonly since: number };

/**
 * Decides when a request may start: how many at a time, how many a second, and whether at all. State only: the time
 * (milliseconds on a monotonic clock) and chance are passed in.
 */
export class RateLimiter {
  readonly #limits: RateLimiterLimits;
  readonly #random: () => number;
  readonly #pause: Pause;
  readonly #concurrency: ConcurrencyLimit;
  readonly #rate: RequestRate;
  readonly #bucket: TokenBucket;
  readonly #breaker = new CircuitBreaker();
  #serial = 0;
  #underWay = 0;
  #probes = 0;
  /** Requests up to these were under way at the last decrease: what becomes of them says nothing new. */
  #lastBeforeDecrease = { concurrency: 0, rate: 0 };
  /** Since when every answer was a refusal. */
  #refusedSince: number | undefined;
  #longestRefusals: number = longestOutage;
  #stop: Stop | undefined;

  constructor(limits: RateLimiterLimits, now: number, random: () => number) {
    this.#limits = limits;
    this.#random = random;
    this.#concurrency = new ConcurrencyLimit(limits.ceiling);
    this.#rate = new RequestRate(now);
    this.#bucket = new TokenBucket(now);
    this.#pause = new Pause(now, random);
  }

  /** Milliseconds until a request may start: 0 now; undefined when one under way must end first. */
  delay(now: number): number | undefined {
    if (this.#underWay >= this.#slots || (this.probing && this.#probes > 0)) return undefined;
    const perSecond = this.#perSecond;
    return Math.max(
      0,
      this.#pause.until - now,
      this.#breaker.delay(now),
      perSecond === undefined ? 0 : this.#bucket.delay(perSecond, now),
    );
  }

  /** A request starts. */
  start(now: number): Ticket {
    const isProbe = this.probing;
    if (isProbe) {
      this.#probes++;
      this.#breaker.probeStarts(now);
    }
    const perSecond = this.#perSecond;
    if (perSecond !== undefined) this.#bucket.take(perSecond, now);
    this.#underWay++;
    return { serial: ++this.#serial, isProbe };
  }

  end(ticket: Ticket, signal: Signal, now: number): void {
    if (signal.kind === 'answered') this.#answered(ticket, now);
    else if (signal.kind === 'throttled') this.#throttled(ticket, signal.retryAfter, now);
    else this.#failed(ticket, now);
    this.#underWay--;
    if (ticket.isProbe) this.#probes--;
  }

  /** How many rows may be announced now: at most what may start within 50 ms, from 1 to 256. */
  window(now: number): number {
    if (this.probing || this.#pause.until > now + window.time) return 1;
    const free = this.#slots - this.#underWay;
    const ending = (this.#rate.accepted(now) * window.time) / 1000;
    const perSecond = this.#perSecond;
    const allowed =
      perSecond === undefined ? window.most : this.#bucket.tokens(perSecond, now) + (perSecond * window.time) / 1000;
    return Math.max(1, Math.floor(Math.min(window.most, free + ending, allowed)));
  }

  /** During an outage the next request must be a probe: a harmless read. */
  get probing(): boolean {
    return this.#breaker.isOpen;
  }

  /** Why no more should be sent: a Retry-After beyond `maxWait`, or 15 minutes of outage or of nothing but 429. */
  stopped(now: number): Stop | undefined {
    if (this.#stop) return this.#stop;
    const since = this.#breaker.openSince;
    return since !== undefined && now - since >= longestOutage ? { kind: 'outage', since } : undefined;
  }

  /** For the progress display and measurements. */
  state(
    now: number,
  ): Record<'concurrency' | 'pausedFor' | 'underWay', number> &
    Record<'ratePerSecond' | 'outageSince', number | undefined> {
    return {
      concurrency: this.#concurrency.slots,
      underWay: this.#underWay,
      ratePerSecond: this.#rate.perSecond,
      pausedFor: Math.max(0, this.#pause.until - now),
      outageSince: this.#breaker.openSince,
    };
  }

  /** How many may be under way. */
  get #slots(): number {
    return this.probing ? this.#limits.ceiling : this.#concurrency.slots;
  }

  /** The learned rate, but not more than the user allows. */
  get #perSecond(): number | undefined {
    const rate = Math.min(this.#rate.perSecond ?? Infinity, this.#limits.rate ?? Infinity);
    return rate === Infinity ? undefined : rate;
  }

  #answered(ticket: Ticket, now: number): void {
    this.#pause.answered();
    [this.#refusedSince, this.#longestRefusals] = [undefined, longestOutage];
    this.#accepted(ticket, now);
    if (this.#breaker.answered(now)) this.#concurrency.restart();
    else if (!this.probing) this.#concurrency.answered(this.#underWay);
  }

  #throttled({ serial }: Ticket, retryAfter: number | undefined, now: number): void {
    this.#pause.answered();
    this.#refused(retryAfter, now);
    if (this.#breaker.answered(now)) this.#concurrency.restart();
    if (retryAfter !== undefined) this.#pause.retryAfter(retryAfter, now);
    if (serial <= this.#lastBeforeDecrease.rate) return;
    if (!this.#rate.refused(retryAfter !== undefined, this.#pause.until, now)) return;
    this.#lastBeforeDecrease.rate = this.#serial;
    this.#bucket.empty(this.#random(), now);
  }

  /** The store has too much, or is gone. */
  #failed(ticket: Ticket, now: number): void {
    this.#breaker.failed(now);
    this.#accepted(ticket, now);
    if (this.probing) return;
    this.#pause.failed(ticket.serial, this.#serial, now);
    if (ticket.serial > this.#lastBeforeDecrease.concurrency && this.#concurrency.failed())
      this.#lastBeforeDecrease.concurrency = this.#serial;
  }

  /** The request was not refused for its rate. */
  #accepted({ serial }: Ticket, now: number): void {
    if (serial <= this.#lastBeforeDecrease.rate) return;
    const perSecond = this.#rate.perSecond;
    this.#rate.answered(perSecond !== undefined && this.#bucket.tokens(perSecond, now) < 1, now);
  }

  /**
   * Where the store asks to wait, refusals may last as long as one such wait: the request after it must have its
   * chance.
   */
  #refused(retryAfter: number | undefined, now: number): void {
    const { maxWait } = this.#limits;
    this.#refusedSince ??= now;
    if (retryAfter !== undefined) this.#longestRefusals = Math.max(longestOutage, maxWait);
    if (retryAfter !== undefined && retryAfter > maxWait) this.#stop = { kind: 'max-wait', wait: retryAfter };
    else if (now - this.#refusedSince >= this.#longestRefusals)
      this.#stop ??= { kind: 'refusals', since: this.#refusedSince };
  }
}
