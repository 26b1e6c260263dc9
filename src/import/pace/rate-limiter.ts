import { CircuitBreaker } from './circuit-breaker.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import { parameters } from './parameters.ts';
import { Pause } from './pause.ts';
import { type RateReport, RequestRate } from './request-rate.ts';
import type { Signal, Ticket } from './signal.ts';
import { type Stop, StopRule } from './stop-rule.ts';
import { TokenBucket } from './token-bucket.ts';

const { longestOutage, window } = parameters;

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
  readonly #stopRule: StopRule;
  readonly #breaker = new CircuitBreaker();
  #serial = 0;
  #underWay = 0;
  #probes = 0;
  /** Requests up to these were under way at the last decrease: what becomes of them says nothing new. */
  #lastBeforeDecrease = { concurrency: 0, rate: 0 };
  /** The end of the latest Retry-After that this process was told. */
  #askedUntil = 0;

  constructor(limits: RateLimiterLimits, now: number, random: () => number) {
    this.#limits = limits;
    this.#random = random;
    this.#stopRule = new StopRule(limits.maxWait);
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
    if (this.#stopRule.stop) return this.#stopRule.stop;
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

  /** What other processes that share the limit should know. */
  report(now: number): Report {
    return { ...this.#rate.report, pausedFor: Math.max(0, this.#askedUntil - now) };
  }

  /** @param reports of the other processes @param leader the one that learns the rate; undefined if this one does */
  share(reports: ReadonlyMap<string, Report>, leader: string | undefined, now: number): void {
    const leading = leader === undefined ? undefined : reports.get(leader);
    const isDecrease = leading ? this.#rate.follow(leading, reports.size + 1, now) : this.#rate.lead(reports, now);
    if (isDecrease) this.#afterDecrease(now);
    const longest = Math.max(0, ...[...reports.values()].map(({ pausedFor }) => pausedFor));
    this.#pause.retryAfter(Math.min(longest, this.#limits.maxWait), now);
  }

  #afterDecrease(now: number): void {
    this.#lastBeforeDecrease.rate = this.#serial;
    this.#bucket.empty(this.#random(), now);
  }

  /** How many may be under way. */
  get #slots(): number {
    return this.probing ? this.#limits.ceiling : this.#concurrency.slots;
  }

  /** The learned rate, but not more than the user allows. */
  get #perSecond(): number | undefined {
    const { rate: allowed = Infinity } = this.#limits;
    const rate = Math.min(this.#rate.perSecond ?? Infinity, typeof allowed === 'number' ? allowed : allowed());
    return rate === Infinity ? undefined : rate;
  }

  #answered(ticket: Ticket, now: number): void {
    this.#pause.answered();
    this.#stopRule.answered();
    this.#accepted(ticket, now);
    if (this.#breaker.answered(now)) this.#concurrency.restart();
    else if (!this.probing) this.#concurrency.answered(this.#underWay);
  }

  #throttled({ serial }: Ticket, retryAfter: number | undefined, now: number): void {
    this.#pause.answered();
    this.#stopRule.refused(retryAfter, now);
    if (this.#breaker.answered(now)) this.#concurrency.restart();
    if (retryAfter !== undefined) {
      this.#askedUntil = Math.max(this.#askedUntil, now + retryAfter);
      this.#pause.retryAfter(retryAfter, now);
    }
    if (serial <= this.#lastBeforeDecrease.rate) return;
    if (this.#rate.refused(retryAfter !== undefined, now)) this.#afterDecrease(now);
    // Processes at one rate could keep their order, and the same one would always come too late.
    else if (this.#rate.isShared) this.#bucket.empty(this.#random(), now);
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
    this.#rate.answered(perSecond !== undefined && this.#bucket.tokens(perSecond, now) < 1);
  }
}
