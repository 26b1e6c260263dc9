import { AdaptiveLimit } from './adaptive-limit.ts';
import { parameters } from './parameters.ts';

const { adaptiveLimit, crawl, rate, sharing } = parameters;

/** What a process tells the others that share the limit. Requests count since the last decrease. */
export interface RateReport {
  /** Decreases so far: they tell one limit from the next. */
  readonly decreases: number;
  /** The rate for all processes together; absent while nothing limits it. */
  readonly total?: number | undefined;
  readonly accepted: number;
  readonly refused: number;
}

/**
 * How many requests a second the store accepts, learned from its refusals (429) as in the adaptive retry mode of the
 * AWS SDKs: unlimited until they add up, then an adaptive limit that starts from the rate that the store accepted.
 */
export class RequestRate {
  readonly #limit = new AdaptiveLimit(Infinity, rate);
  /** Requests that were accepted, and since when they count. */
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

  constructor(now: number) {
    this.#since = now;
  }

  /** The share of this process; undefined while nothing limits it. */
  get perSecond(): number | undefined {
    const { total } = this;
    return total && total / this.#members;
  }

  /** For all processes that share the limit. */
  get total(): number | undefined {
    const { value } = this.#limit;
    return value === Infinity ? undefined : Math.max(rate.lowest, value);
  }

  /** Requests per second of this process that were accepted lately, about. */
  accepted(now: number): number {
    return this.#acceptedByAll(now) / this.#members;
  }

  get isShared(): boolean {
    return this.#members > 1 && this.total !== undefined;
  }

  get report(): RateReport {
    return { ...this.#report, total: this.total };
  }

  /** Another process learns the rate for all. Returns whether it decreased. */
  follow({ decreases, total }: RateReport, members: number, now: number): boolean {
    this.#members = members;
    this.#isFollowing = total !== undefined;
    if (total === undefined) return false;
    const isDecrease = decreases !== this.#report.decreases;
    if (isDecrease) this.#begin(decreases, now);
    this.#limit.resume(total);
    return isDecrease;
  }

  /** This process learns the rate for all, from what the others report. Returns whether it decreases. */
  lead(reports: ReadonlyMap<string, RateReport>, now: number): boolean {
    const before = this.#reports;
    [this.#reports, this.#members, this.#isFollowing] = [reports, reports.size + 1, false];
    const totals = [...reports.values()].flatMap(({ total }) => total ?? []);
    if (this.total === undefined && totals.length > 0) {
      this.#limit.startSlowly(Math.min(...totals));
      this.#begin(this.#report.decreases + 1, now);
      return true;
    }
    return [...reports].map(([id, report]) => this.#learn(report, before.get(id), now)).includes(true);
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
  }

  /** Requests per second accepted since the last decrease. From one refusal to the next that is the limit. */
  #acceptedByAll(now: number): number {
    return (this.#accepted * 1000) / Math.max(rate.shortestMeasure, now - this.#since);
  }

  /** @param isUsed whether requests wait for this rate */
  answered(isUsed: boolean): void {
    this.#report.accepted++;
    if (this.#isFollowing) this.#accepted += this.#members;
    else this.#learnAnswer(isUsed);
  }

  /** Returns whether the rate decreases. */
  refused(hasRetryAfter: boolean, now: number): boolean {
    this.#report.refused++;
    return !this.#isFollowing && this.#learnRefusal(hasRetryAfter ? rate.retryAfterWeight : 1, now);
  }

  #learnAnswer(isUsed: boolean): void {
    this.#accepted++;
    if (this.#crawl) this.#count(this.#crawl, 0);
    else this.#limit.answered(isUsed);
  }

  #learnRefusal(weight: number, now: number): boolean {
    if (this.#crawl) {
      this.#count(this.#crawl, 1);
      return false;
    }
    if (!this.#limit.failed(weight)) return false;
    this.#decrease(now);
    this.#begin(this.#report.decreases + 1, now);
    return true;
  }

  #decrease(now: number): void {
    const { value } = this.#limit;
    if (value === Infinity) {
      this.#limit.startSlowly(adaptiveLimit.decrease * Math.max(rate.lowestStart, this.#acceptedByAll(now)));
    } else {
      // The count is a whole number: rounded down, it would make a limit of 2/s lower each time.
      this.#accepted++;
      this.#limit.decrease(Math.max(rate.lowest, value / 2, Math.min(value, this.#acceptedByAll(now))));
    }
    this.#crawl = value !== Infinity && this.#limit.value <= crawl.rate ? { requests: 0, refusals: 0 } : undefined;
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
