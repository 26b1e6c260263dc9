import { Bucket } from './bucket.ts';
import { Concurrency } from './concurrency.ts';
import { LearnedRate, type Refusal } from './learned-rate.ts';
import { Outage } from './outage.ts';
import { Refusals } from './refusals.ts';

export interface PacerLimits {
  /** Requests at a time, at most. */
  readonly ceiling: number;
  /** Requests per second, at most. */
  readonly rate?: number | undefined;
  /** Milliseconds that the store may ask to wait. */
  readonly maxWait: number;
}

/** How a request ended, as far as pacing goes. */
export type Signal =
  /** Any clear answer: created, refused, found, absent. */
  | { readonly kind: 'answered' }
  /** 429, or 503 with Retry-After (in milliseconds). */
  | { readonly kind: 'throttled'; readonly retryAfter: number | undefined }
  /** 503 without Retry-After, timeout, reset, other 5xx. */
  | { readonly kind: 'overloaded' }
  /** Nothing was sent: refused, no such host, connect timeout. */
  | { readonly kind: 'unreachable' };

/** A request that is under way. */
export interface Ticket {
  readonly serial: number;
  readonly isProbe: boolean;
}

/** Why no more should be sent. Times are milliseconds. */
type Stop =
  | { readonly kind: 'max-wait'; readonly wait: number }
  | { readonly kind: 'outage' | 'refusals'; readonly since: number };

interface PacerState {
  readonly concurrency: number;
  /** Learned from refusals. */
  readonly ratePerSecond: number | undefined;
  readonly pausedFor: number;
  readonly outageSince: number | undefined;
}

/** So many requests go one after another at first: a store that takes few a second says so at little cost. */
const oneByOne = 3;
const [largestWindow, windowSpan] = [64, 50];
const [firstBackoff, longestBackoff] = [500, 20_000];

/**
 * Decides when a request may start: how many at a time, how many a second, and whether at all. State only: the time (milliseconds on a clock that
 * goes forward) and chance are passed in. `import.md` section 6 has the rules.
 */
export class Pacer {
  readonly #limits: PacerLimits;
  readonly #random: () => number;
  readonly #concurrency: Concurrency;
  readonly #rate: LearnedRate;
  readonly #bucket: Bucket;
  readonly #outage = new Outage();
  readonly #refusals: Refusals;
  #serial = 0;
  #underWay = 0;
  #ended = 0;
  #probes = 0;
  /** Requests up to this one were under way when the concurrency was lowered, or the rate: they say nothing new. */
  #droppedAfter = 0;
  #cutAfter = 0;
  #dropsInARow = 0;
  #pausedUntil: number;
  #tooLong: number | undefined;

  constructor(limits: PacerLimits, now: number, random: () => number) {
    this.#limits = limits;
    this.#random = random;
    this.#concurrency = new Concurrency(limits.ceiling);
    this.#rate = new LearnedRate(now);
    this.#bucket = new Bucket(now);
    this.#refusals = new Refusals(limits.maxWait);
    this.#pausedUntil = now;
  }

  /** Milliseconds until a request may start: 0 now; undefined when one under way must end first. */
  delay(now: number): number | undefined {
    if (this.#underWay >= this.#slots) return undefined;
    if (this.#outage.isActive && this.#probes > 0) return undefined;
    const perSecond = this.#perSecond;
    return Math.max(
      this.#pausedUntil - now,
      this.#outage.isActive ? this.#outage.delay(now) : 0,
      perSecond === undefined ? 0 : this.#bucket.delay(perSecond, now),
      0,
    );
  }

  /** A request starts. */
  start(now: number): Ticket {
    const isProbe = this.#outage.isActive;
    if (isProbe) {
      this.#probes++;
      this.#outage.probeStarts(now);
    }
    const perSecond = this.#perSecond;
    if (perSecond !== undefined) this.#bucket.take(perSecond, now);
    this.#rate.started(now);
    this.#underWay++;
    return { serial: ++this.#serial, isProbe };
  }

  end(ticket: Ticket, signal: Signal, now: number): void {
    if (signal.kind === 'answered') this.#answered(ticket, now);
    else if (signal.kind === 'throttled') this.#throttled(ticket, signal.retryAfter, now);
    else this.#failed(ticket, now);
    this.#underWay--;
    this.#ended++;
    if (ticket.isProbe) this.#probes--;
  }

  /** How many rows may be announced now: at most what may start within 50 ms, at least 1, at most 64. */
  window(now: number): number {
    if (this.probing || this.#pausedUntil > now + windowSpan) return 1;
    const free = this.#slots - this.#underWay;
    const ending = (this.#rate.measured(now) * windowSpan) / 1000;
    const perSecond = this.#perSecond;
    const allowed =
      perSecond === undefined ? largestWindow : this.#bucket.tokens(perSecond, now) + (perSecond * windowSpan) / 1000;
    return Math.max(1, Math.floor(Math.min(largestWindow, free + ending, allowed)));
  }

  /** During an outage the next request must be a probe: a harmless read. */
  get probing(): boolean {
    return this.#outage.isActive;
  }

  /** Why no more should be sent: a wait asked for beyond `maxWait`, or 15 minutes of outage or of nothing but 429. */
  stopped(now: number): Stop | undefined {
    if (this.#tooLong !== undefined) return { kind: 'max-wait', wait: this.#tooLong };
    const refusedSince = this.#refusals.tooLongSince;
    if (refusedSince !== undefined) return { kind: 'refusals', since: refusedSince };
    const { since } = this.#outage;
    return since !== undefined && this.#outage.isTooLong(now) ? { kind: 'outage', since } : undefined;
  }

  /** For the progress display. */
  state(now: number): PacerState {
    return {
      concurrency: this.#concurrency.slots,
      ratePerSecond: this.#rate.perSecond,
      pausedFor: Math.max(0, this.#pausedUntil - now),
      outageSince: this.#outage.since,
    };
  }

  /** How many may be under way. */
  get #slots(): number {
    if (this.#outage.isActive) return this.#limits.ceiling;
    return this.#ended < oneByOne ? 1 : this.#concurrency.slots;
  }

  /** The learned rate, but not more than the user allows. */
  get #perSecond(): number | undefined {
    const [learned, allowed] = [this.#rate.perSecond, this.#limits.rate];
    return learned === undefined || allowed === undefined ? (learned ?? allowed) : Math.min(learned, allowed);
  }

  #answered({ serial }: Ticket, now: number): void {
    this.#dropsInARow = 0;
    this.#refusals.answered();
    this.#rate.answered(serial <= this.#cutAfter, now);
    if (this.#outage.answered(now)) this.#concurrency.restart();
    else if (!this.#outage.isActive) this.#concurrency.grow(this.#underWay, now);
  }

  #throttled({ serial }: Ticket, retryAfter: number | undefined, now: number): void {
    this.#dropsInARow = 0;
    this.#refusals.throttled(retryAfter !== undefined, now);
    if (this.#outage.answered(now)) this.#concurrency.restart();
    if (retryAfter !== undefined && retryAfter > this.#limits.maxWait)
      this.#tooLong = Math.max(this.#tooLong ?? 0, retryAfter);
    if (retryAfter !== undefined) this.#pause(retryAfter * (1 + 0.1 * this.#random()), now);
    if (serial <= this.#cutAfter) this.#rate.throttledLate(now);
    else if (this.#rate.throttled(now, this.#refusal(retryAfter, now))) {
      this.#cutAfter = this.#serial;
      this.#bucket.empty(this.#random(), now);
    }
  }

  #refusal(retryAfter: number | undefined, now: number): Refusal {
    return {
      saysWhen: retryAfter !== undefined,
      resumeAt: Math.max(now, this.#pausedUntil),
      others: this.#underWay - 1,
    };
  }

  /** The store has too much, or is gone. The second time in a row, and from then on, it is also given time. */
  #failed({ serial }: Ticket, now: number): void {
    this.#outage.failed(now);
    this.#rate.failed(serial <= this.#cutAfter, now);
    if (this.#outage.isActive || serial <= this.#droppedAfter || !this.#concurrency.failed(now)) return;
    this.#droppedAfter = this.#serial;
    this.#dropsInARow++;
    if (this.#dropsInARow > 1)
      this.#pause(this.#random() * Math.min(longestBackoff, firstBackoff * 2 ** (this.#dropsInARow - 2)), now);
  }

  #pause(milliseconds: number, now: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now + milliseconds);
  }
}
