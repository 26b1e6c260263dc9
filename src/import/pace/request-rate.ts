import { AdaptiveLimit } from './adaptive-limit.ts';
import { parameters } from './parameters.ts';

const { adaptiveLimit, crawl, rate, sharing } = parameters;

/** What a process tells the others that share the limit. */
export interface RateReport {
  /** Decreases so far: they tell one limit from the next. */
  readonly decreases: number;
  /** The rate for all processes together; absent while nothing limits it. */
  readonly total?: number | undefined;
  /** Requests since the last decrease. */
  readonly accepted: number;
  readonly refused: number;
}

/**
 * How many requests a second may start: a token bucket, whose rate is learned from refusals (429) as in the adaptive
 * retry mode of the AWS SDKs. It is unlimited until they add up, then an adaptive limit that starts from the rate that
 * the store accepted. Of the processes that share a limit one learns it, and each has the same part of it.
 */
export class RequestRate {
  readonly #limit = new AdaptiveLimit(Infinity, rate);
  readonly #random: () => number;
  #tokens = 1;
  #filledAt: number;
  /** Requests that were accepted, of all processes, and since when they count. */
  #accepted = 0;
  #since: number;
  /** Requests at a crawl, while they are counted. */
  #crawl: { requests: number; refusals: number } | undefined;
  /** Processes that share the limit, this one included. */
  #members = 1;
  #isFollowing = false;
  #report = { decreases: 0, accepted: 0, refused: 0 };
  /** What the others have reported. */
  #reports: ReadonlyMap<string, RateReport> = new Map();

  constructor(now: number, random: () => number) {
    [this.#filledAt, this.#since, this.#random] = [now, now, random];
  }

  /** The share of this process; undefined while nothing limits it. */
  get perSecond(): number | undefined {
    const { value } = this.#limit;
    return value === Infinity ? undefined : Math.max(rate.lowest, value) / this.#members;
  }

  get report(): RateReport {
    return { ...this.#report, total: this.perSecond && this.perSecond * this.#members };
  }

  /** Requests per second of this process that were accepted since the last decrease, about. */
  accepted(now: number): number {
    return this.#acceptedByAll(now) / this.#members;
  }

  /** Milliseconds until a request may start. */
  delay(perSecond: number, now: number): number {
    return this.tokens(perSecond, now) >= 1 ? 0 : ((1 - this.#tokens) / perSecond) * 1000;
  }

  /** How many requests may start now. */
  tokens(perSecond: number, now: number): number {
    const filled = this.#tokens + (Math.max(0, now - this.#filledAt) * perSecond) / 1000;
    this.#tokens = Math.min(Math.max(1, perSecond * rate.burst), filled);
    this.#filledAt = Math.max(this.#filledAt, now);
    // The delay must be long enough in spite of rounding.
    if (this.#tokens > 1 - 1e-6 && this.#tokens < 1) this.#tokens = 1;
    return this.#tokens;
  }

  take(perSecond: number, now: number): void {
    this.#tokens = this.tokens(perSecond, now) - 1;
  }

  answered(now: number): void {
    this.#report.accepted++;
    const { perSecond } = this;
    if (this.#isFollowing) this.#accepted += this.#members;
    // Requests that nobody waits for say nothing about the rate.
    else this.#learnAnswer(perSecond !== undefined && this.tokens(perSecond, now) < 1);
  }

  /** Returns whether the rate decreases. */
  refused(hasRetryAfter: boolean, now: number): boolean {
    this.#report.refused++;
    if (!this.#isFollowing && this.#learnRefusal(hasRetryAfter ? rate.retryAfterWeight : 1, now)) return true;
    // Processes at one rate could keep their order, and the same one would always come too late.
    if (this.#members > 1) this.#tokens += this.#random() - 0.5;
    return false;
  }

  /** @param leader the process that learns the rate; undefined if this one does. Returns whether it decreases. */
  share(reports: ReadonlyMap<string, RateReport>, leader: string | undefined, now: number): boolean {
    const before = this.#reports;
    [this.#reports, this.#members, this.#limit.isShared] = [reports, reports.size + 1, reports.size > 0];
    const leading = leader === undefined ? undefined : reports.get(leader);
    this.#isFollowing = leading?.total !== undefined;
    if (leading) return this.#follow(leading, now);
    const totals = [...reports.values()].flatMap(({ total }) => total ?? []);
    if (this.perSecond !== undefined || totals.length === 0)
      return [...reports].map(([id, report]) => this.#learn(report, before.get(id), now)).includes(true);
    this.#limit.startSlowly(Math.min(...totals));
    this.#begin(this.#report.decreases + 1, now);
    return true;
  }

  #follow({ decreases, total }: RateReport, now: number): boolean {
    const isDecrease = total !== undefined && decreases !== this.#report.decreases;
    if (isDecrease) this.#begin(decreases, now);
    if (total !== undefined) this.#limit.resume(total);
    return isDecrease;
  }

  /** Learns from what is new in a report, with its refusals spread among its answers. Returns whether the rate decreases. */
  #learn({ decreases, ...now }: RateReport, before: RateReport | undefined, time: number): boolean {
    if (decreases !== this.#report.decreases) return false;
    const then = before?.decreases === decreases ? before : { accepted: 0, refused: 0 };
    const refusals = Math.min(sharing.mostAnswers, now.refused - then.refused);
    const each = Math.min(sharing.mostAnswers, now.accepted - then.accepted) / (refusals + 1);
    for (let at = 0; at <= refusals; at++) {
      const until = Math.floor(each * (at + 1));
      for (let answer = Math.floor(each * at); answer < until; answer++) this.#learnAnswer(true);
      if (at < refusals && this.#learnRefusal(1, time)) return true;
    }
    return false;
  }

  #begin(decreases: number, since: number): void {
    this.#report = { decreases, accepted: 0, refused: 0 };
    [this.#accepted, this.#since] = [0, since];
    this.#rest(since);
  }

  /** The store needs a rest after a decrease. Its length is partly chance, so that processes do not return together. */
  #rest(now: number): void {
    const { perSecond = 0 } = this;
    const debt = this.#members > 1 ? perSecond * rate.sharedRest - 1 : 0;
    [this.#tokens, this.#filledAt] = [-this.#random() - debt, now];
  }

  /** Requests per second accepted since the last decrease. From one refusal to the next that is the limit. */
  #acceptedByAll(now: number): number {
    return (this.#accepted * 1000) / Math.max(rate.shortestMeasure, now - this.#since);
  }

  #learnAnswer(isUsed: boolean): void {
    this.#accepted++;
    if (this.#crawl) this.#count(this.#crawl, 0);
    else this.#limit.answered(isUsed);
  }

  #learnRefusal(weight: number, now: number): boolean {
    if (this.#crawl) this.#count(this.#crawl, 1);
    else if (this.#limit.failed(weight)) {
      this.#decrease(now);
      this.#begin(this.#report.decreases + 1, now);
      return true;
    }
    return false;
  }

  #decrease(now: number): void {
    const { value } = this.#limit;
    if (value === Infinity) {
      this.#limit.startSlowly(adaptiveLimit.decrease * Math.max(rate.lowestStart, this.#acceptedByAll(now)));
      return;
    }
    // The count is a whole number: rounded down, it would make a limit of 2/s lower each time.
    this.#accepted++;
    this.#limit.decrease(Math.max(rate.lowest, value / 2, Math.min(value, this.#acceptedByAll(now))));
    const isCrawl = this.#limit.value <= crawl.rate;
    this.#crawl = isCrawl && this.#members === 1 ? { requests: 0, refusals: 0 } : undefined;
    // In company a low rate is more often a refusal of one that came just after another.
    if (isCrawl && this.#members > 1) this.#limit.startSlowly(this.#limit.value);
  }

  /**
   * Below what nearly every store allows, refusals are chance: their share is counted, at the same rate. If there are
   * enough, it is taken for normal, and slow start goes on. A rule of our own, like the loss threshold of BBR
   * (draft-ietf-ccwg-bbr) in what it is for; `npm run bench -- rate-limiter` shows what it gains.
   */
  #count(crawling: { requests: number; refusals: number }, refusals: 0 | 1): void {
    crawling.requests++;
    crawling.refusals += refusals;
    const share = crawling.refusals / crawling.requests;
    if (crawling.refusals < crawl.refusals) {
      if (crawling.requests === crawl.requests) this.#crawl = undefined;
    } else if (share <= crawl.mostRefused) {
      this.#limit.startSlowly(this.#limit.value, share);
      this.#crawl = undefined;
    } else {
      this.#limit.decrease(Math.max(rate.lowest, this.#limit.value));
      this.#crawl = { requests: 0, refusals: 0 };
    }
  }
}
