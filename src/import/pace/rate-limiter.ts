import { AdaptiveLimit } from './adaptive-limit.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { parameters } from './parameters.ts';
import { type RateReport, RequestRate } from './request-rate.ts';

const { concurrency, longestSilence, rate, retryAfterJitter, window } = parameters;

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
  readonly rate?: number | (() => number) | undefined;
  /** Milliseconds that the store may ask to wait. */
  readonly maxWait: number;
}

/** What a process tells the others that share the limit. */
export interface Report extends RateReport {
  /** Milliseconds for which the store asked this process to wait. */
  readonly pausedFor: number;
}

/** Why no more requests should be made. */
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
  readonly #rate: RequestRate;
  readonly #breaker: CircuitBreaker;
  #concurrency = new AdaptiveLimit(concurrency.first, concurrency);
  #serial = 0;
  #underWay = 0;
  #probes = 0;
  /** Requests up to these were under way at the last decrease: what becomes of them says nothing new. */
  #last = { rate: 0, concurrency: 0 };
  /** The end of the latest Retry-After that this process was told, and of the pause for it. */
  #askedUntil = 0;
  #pausedUntil = 0;
  /** Since when no request got a clear answer. */
  #silentSince: number | undefined;
  #stop: Stop | undefined;

  constructor(limits: RateLimiterLimits, now: number, random: () => number) {
    [this.#limits, this.#random] = [limits, random];
    [this.#rate, this.#breaker] = [new RequestRate(now, random), new CircuitBreaker(random)];
  }

  /** Milliseconds until a request may start: 0 now; undefined when one under way must end first. */
  delay(now: number): number | undefined {
    if (this.#probes > 0 || this.#underWay >= (this.probing ? this.#limits.ceiling : this.#slots)) return undefined;
    const perSecond = this.#perSecond;
    if (perSecond === 0) return this.#suspend(now);
    return Math.max(perSecond === undefined ? 0 : this.#rate.delay(perSecond, now), this.#pausedFor(now));
  }

  /** A request starts. */
  start(now: number): Ticket {
    const perSecond = this.#perSecond;
    if (perSecond !== undefined) this.#rate.take(perSecond, now);
    this.#underWay++;
    if (this.probing) this.#probes++;
    return { serial: ++this.#serial, isProbe: this.probing };
  }

  end({ serial, isProbe }: Ticket, signal: Signal, now: number): void {
    if (signal.kind === 'answered') this.#silentSince = undefined;
    else this.#silentSince ??= now;
    if (signal.kind === 'throttled') this.#throttled(serial, signal.retryAfter, now);
    else if (serial > this.#last.rate) this.#rate.answered();
    if (signal.kind === 'overloaded' || signal.kind === 'unreachable') this.#failed(serial, now);
    else this.#heard(signal.kind === 'answered');
    this.#stopIfSilent(now);
    if (isProbe) this.#probes--;
    this.#underWay--;
  }

  /**
   * How many rows may be announced now, from 1 to 256: at most what may start within 50 ms, or twice as long as the disk
   * took for those before, which half of them must outlast.
   */
  window(now: number, diskTime: number): number {
    if (this.probing || this.#pausedFor(now) > window.time) return 1;
    const seconds = Math.max(window.time, 2 * diskTime) / 1000;
    const ending = this.#rate.accepted(now) * seconds;
    const perSecond = this.#perSecond;
    const allowed = perSecond === undefined ? window.most : this.#rate.tokens(perSecond, now) + perSecond * seconds;
    return Math.max(1, Math.floor(Math.min(window.most, this.#slots - this.#underWay + ending, allowed)));
  }

  /** During an outage the next request must be a probe: a harmless read. */
  get probing(): boolean {
    return this.#breaker.isOpen;
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
      concurrency: this.#slots,
      underWay: this.#underWay,
      ratePerSecond: this.#rate.perSecond,
      pausedFor: this.#pausedFor(now),
      outageSince: this.probing ? this.#silentSince : undefined,
    };
  }

  /** What other processes that share the limit should know. */
  report(now: number): Report {
    return { ...this.#rate.report, pausedFor: Math.max(0, this.#askedUntil - now) };
  }

  /** @param reports of the other processes that share the limit */
  share(reports: ReadonlyMap<string, Report>, now: number): void {
    if (this.#rate.share(reports, now)) this.#last.rate = this.#serial;
    const longest = Math.max(0, ...[...reports.values()].map(({ pausedFor }) => pausedFor));
    this.#pause(Math.min(longest, this.#limits.maxWait), now);
  }

  /** A timetable sends nothing now: this is no time in which the store failed. Returns when to look again. */
  #suspend(now: number): number {
    if (this.#silentSince !== undefined) this.#silentSince = now;
    return rate.lookAgain;
  }

  /** How many may be under way. */
  get #slots(): number {
    return Math.max(1, Math.floor(Math.min(this.#limits.ceiling, this.#concurrency.value)));
  }

  /** The learned rate, but not more than the user allows. */
  get #perSecond(): number | undefined {
    const { rate: allowed = Infinity } = this.#limits;
    const perSecond = Math.min(this.#rate.perSecond ?? Infinity, typeof allowed === 'number' ? allowed : allowed());
    return perSecond === Infinity ? undefined : perSecond;
  }

  #pausedFor(now: number): number {
    return Math.max(0, this.#pausedUntil - now, this.#breaker.until - now);
  }

  /** Retry-After in full. */
  #pause(milliseconds: number, now: number): void {
    if (milliseconds <= 0) return;
    this.#pausedUntil = Math.max(this.#pausedUntil, now + milliseconds * (1 + retryAfterJitter * this.#random()));
  }

  #throttled(serial: number, retryAfter = 0, now: number): void {
    if (serial > this.#last.rate && this.#rate.refused(now)) this.#last.rate = this.#serial;
    this.#askedUntil = Math.max(this.#askedUntil, now + retryAfter);
    this.#pause(retryAfter, now);
    if (retryAfter > this.#limits.maxWait) this.#stop = { kind: 'max-wait', wait: retryAfter };
  }

  /** The store is there. */
  #heard(isAnswer: boolean): void {
    if (this.#breaker.answered()) this.#concurrency = new AdaptiveLimit(concurrency.first, concurrency);
    if (!isAnswer) return;
    this.#concurrency.observe(1, 0);
    const isUsed = this.#underWay * 2 >= this.#slots;
    if (isUsed && this.#concurrency.value <= this.#limits.ceiling) this.#concurrency.grow(1);
  }

  /** The store has too much, or is gone. */
  #failed(serial: number, now: number): void {
    this.#breaker.failed(serial, this.#serial, now);
    if (this.probing || serial <= this.#last.concurrency || !this.#concurrency.failed()) return;
    this.#last.concurrency = this.#serial;
    const { value, isSlowStart } = this.#concurrency;
    const limit = Math.min(this.#limits.ceiling, isSlowStart ? value * concurrency.overshoot : value);
    if (this.#slots > 1) this.#concurrency.decrease(Math.max(1, limit));
  }

  /** The request after the longest wait that the store may ask for must have its chance. */
  #stopIfSilent(now: number): void {
    const since = this.#silentSince;
    if (since === undefined || now - since < Math.max(longestSilence, this.#limits.maxWait)) return;
    this.#stop ??= { kind: this.probing ? 'outage' : 'refusals', since };
  }
}
