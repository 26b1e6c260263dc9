import { AdaptiveLimit } from './adaptive-limit.ts';
import { parameters } from './parameters.ts';

const { adaptiveLimit, rate } = parameters;

/** What a process tells the others that share the limit. */
export interface RateReport {
  /** Decreases so far, of all processes: the latest counts for all. */
  readonly decreases: number;
  /** The rate that it left for all processes together; absent while nothing limits it. */
  readonly total?: number | undefined;
  /** The share of requests that failed by chance, up to then. */
  readonly noise: number;
  /** Requests of this process since then. */
  readonly accepted: number;
  readonly refused: number;
}

/**
 * How many requests a second may start: a token bucket, whose rate is learned from refusals (429) as in the adaptive
 * retry mode of the AWS SDKs. It is unlimited until they are no chance, then an adaptive limit that starts from the rate
 * that the store accepted. Processes that share a limit follow the latest decrease of any, and each has the same part.
 */
export class RequestRate {
  readonly #limit = new AdaptiveLimit(Infinity, rate);
  readonly #random: () => number;
  #tokens = 1;
  #filledAt: number;
  #report: RateReport = { decreases: 0, noise: 0, accepted: 0, refused: 0 };
  #accepted = 0;
  #refused = 0;
  /** When the latest decrease was. */
  #since: number;
  /** What the others have reported. */
  #others: ReadonlyMap<string, RateReport> = new Map();

  constructor(now: number, random: () => number) {
    [this.#filledAt, this.#since, this.#random] = [now, now, random];
  }

  /** The share of this process; undefined while nothing limits it. */
  get perSecond(): number | undefined {
    const { value } = this.#limit;
    return value === Infinity ? undefined : value / this.#processes;
  }

  get report(): RateReport {
    return { ...this.#report, accepted: this.#accepted, refused: this.#refused };
  }

  /** Requests per second of this process that were accepted since the latest decrease, about. */
  accepted(now: number): number {
    return (this.#accepted * 1000) / Math.max(rate.shortestMeasure, now - this.#since);
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
    // Requests of several processes come together by chance: a low rate must recover faster than it would alone.
    const speed = rate.recovery / (rate.longestSharedRecovery * this.#limit.value);
    this.#limit.grow(this.#processes, this.#processes > 1 ? Math.max(1, speed) : 1);
  }

  answered(): void {
    this.#accepted++;
    this.#limit.observe(1, 0);
  }

  /** Returns whether the rate decreases. */
  refused(now: number): boolean {
    this.#refused++;
    if (!this.#limit.failed()) return false;
    const { value } = this.#limit;
    const limit = value === Infinity ? this.#firstLimit(now) : this.#limitBelow(value, now);
    this.#decrease(limit, now);
    return true;
  }

  /** Follows the latest decrease of any process, and learns from what others met since. Returns whether it decreases. */
  share(reports: ReadonlyMap<string, RateReport>, now: number): boolean {
    const before = this.#others;
    this.#others = reports;
    const latest = [...reports.values()].reduce(
      (first, report) => (isLater(report, first) ? report : first),
      this.report,
    );
    if (latest.total !== undefined && isLater(latest, this.report)) {
      this.#limit.noise = latest.noise;
      this.#decrease(latest.total / adaptiveLimit.decrease, now, latest);
      return true;
    }
    for (const [name, { accepted, refused }] of this.#current) {
      const then = before.get(name);
      const isSame = then?.decreases === this.#report.decreases;
      this.#limit.observe(accepted - (isSame ? then.accepted : 0), refused - (isSame ? then.refused : 0));
    }
    return false;
  }

  get #processes(): number {
    return this.#others.size + 1;
  }

  /** The others at the same limit. */
  get #current(): readonly (readonly [string, RateReport])[] {
    return [...this.#others].filter(([, { decreases }]) => decreases === this.#report.decreases);
  }

  get #acceptedByAll(): number {
    return this.#current.reduce((sum, [, { accepted }]) => sum + accepted, this.#accepted);
  }

  /** Another program may just have used up what the store allows: then nothing was accepted. */
  #firstLimit(now: number): number {
    return Math.max(1, (this.#acceptedByAll * 1000) / Math.max(rate.shortestMeasure, now - this.#since));
  }

  /** What the store accepted since the latest decrease, and would have but for chance. */
  #limitBelow(value: number, now: number): number {
    // The refused request counts: rounded down, a limit of 2/s would become lower each time.
    const accepted = ((this.#acceptedByAll + 1) * 1000) / Math.max(1, now - this.#since);
    return Math.max(value * rate.deepest, Math.min(value, accepted / (1 - this.#limit.noise)));
  }

  /** @param latest the report that is followed: as it is, or it would seem new whenever it is read */
  #decrease(limit: number, now: number, latest?: RateReport): void {
    const { decreases } = latest ?? { decreases: this.#report.decreases + 1 };
    const least = this.#processes > 1 ? rate.lowestShared : 0;
    // The first is from no limit at all: slow start finds one.
    this.#limit.decrease(Math.max(least, limit), decreases > 1);
    const { value, noise } = this.#limit;
    this.#report = { decreases, total: latest?.total ?? value, noise, accepted: 0, refused: 0 };
    [this.#accepted, this.#refused, this.#since, this.#filledAt] = [0, 0, now, now];
    // The store needs a rest. Its length is partly chance, so that processes do not return together.
    const rest = this.#processes > 1 ? rate.sharedRest * (this.perSecond ?? 0) : 1;
    this.#tokens = 1 - this.#random() - rest;
  }
}

/** Of two at once the lower counts. */
const isLater = (left: RateReport, right: RateReport): boolean =>
  left.decreases > right.decreases || (left.decreases === right.decreases && (left.total ?? 0) < (right.total ?? 0));
