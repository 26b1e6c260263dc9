import { Meter } from './meter.ts';
import { Tolerance } from './tolerance.ts';

const slowest = 0.2;
/** From a cut until more than the ceiling is tried. */
const peace = 30_000;
/** A try costs one or two refusals: no more than that in so many answers. */
const fewestBetween = 80;
/** A guess need not be kept longer than for so many answers. */
const enough = 200;
const step = 1000;
/** How near to the ceiling the rate stays. */
const near = 0.98;
/** At least so much more a second, or one of many processes that came out low would stay there. */
const least = 0.05;
const [cut, quickly, slowly] = [0.7, 1.1, 1.02];
/** A rate so much higher than where it was refused before: that was not the limit. */
const farther = 1.2;
/** One refusal of so few requests is a large part. */
const fewest = 5;
/** A refusal that is still the only one after so many answers was not about the rate. */
const alone = 20;
/** Nor was one that was the only one among so many under way, or at least this part of them. */
const [fewestOthers, partOfOthers] = [4, 0.75];

/** So many refusals, one after another, where the rate should do are not about the rate: more where the store says when to come back. */
const [surprises, surprisesThatSayWhen] = [2, 4];

/** What is known of a refusal. */
export interface Refusal {
  /** Whether the store says when to come back: that is rarely said by chance. */
  readonly saysWhen: boolean;
  readonly resumeAt: number;
  /** So many other requests are under way. */
  readonly others: number;
}

/**
 * How many requests a second the store takes, learned from its refusals (429). Not known until the first. Then it is a part of what went well, and
 * grows quickly to just below where it was refused, and slowly beyond. A refusal that stays the only one is soon forgotten. Refusals that keep coming
 * below the rate that was refused are not about the rate: it is free again, and they are put up with until they become more.
 */
export class LearnedRate {
  readonly #meter: Meter;
  /** What went well since the last cut. */
  #sinceCut: Meter;
  readonly #tolerance = new Tolerance(fewest);
  #perSecond: number | undefined;
  /** Where the store refuses. */
  #ceiling = 0;
  #cutAt = 0;
  #grownAt = 0;
  #answeredSinceCut = 0;
  #answeredSinceGrown = 0;
  /** How the ceiling is known: by what was under way at the first refusal, of which one or more were refused, or by what the store took between two. */
  #evidence: 'one refusal' | 'some refusals' | 'measured' = 'measured';
  /** So many of those that were under way at the refusal are still to end otherwise before it is taken for chance. */
  #others = 0;

  constructor(now: number) {
    this.#meter = new Meter(2, now);
    this.#sinceCut = new Meter(15, now);
    this.#cutAt = now;
  }

  get perSecond(): number | undefined {
    return this.#perSecond;
  }

  /** Requests per second that go well. */
  measured(now: number): number {
    return this.#meter.perSecond(now);
  }

  started(now: number): void {
    this.#meter.add(1, now);
  }

  /** @param isLate whether it started before the last cut */
  failed(isLate: boolean, now: number): void {
    this.#meter.add(-1, now);
    if (isLate) this.#notRefused();
  }

  /** @param isLate whether it started before the last cut */
  answered(isLate: boolean, now: number): void {
    if (isLate) this.#notRefused();
    this.#tolerance.answered();
    this.#sinceCut.add(1, now);
    this.#answeredSinceCut++;
    this.#answeredSinceGrown++;
    if (this.#perSecond === undefined || now - this.#grownAt < step) return;
    this.#perSecond = this.#grown(this.#perSecond, now);
    [this.#grownAt, this.#answeredSinceGrown] = [now, 0];
  }

  /** A refusal of a request that started before the last cut: says nothing new, but that the first guess was too high. */
  throttledLate(now: number): void {
    this.#meter.add(-1, now);
    if (this.#evidence === 'measured') return;
    this.#evidence = 'some refusals';
    this.#tolerance.noSurprise();
    this.#lower(this.#ceiling - 1, cut);
  }

  /** A refusal of a request that started after the last cut. Returns whether the rate is cut. */
  throttled(now: number, refusal: Refusal): boolean {
    this.#meter.add(-1, now);
    const perSecond = this.#perSecond;
    const isSurprise = perSecond === undefined ? refusal.others >= fewestOthers : perSecond <= near * this.#ceiling;
    const verdict = this.#tolerance.failed(isSurprise, refusal.saysWhen ? surprisesThatSayWhen : surprises);
    if (verdict === 'chance') this.#perSecond = undefined;
    if (verdict === 'usual' || verdict === 'chance') return false;
    if (perSecond === undefined) this.#guess(refusal.others, now);
    else this.#measure(perSecond, now);
    this.#cutAt = refusal.resumeAt;
    this.#grownAt = refusal.resumeAt;
    [this.#answeredSinceCut, this.#answeredSinceGrown] = [0, 0];
    this.#sinceCut = new Meter(15, now);
    return true;
  }

  /** Nothing limits the rate yet, or no longer: it is a part of what went well. */
  #guess(others: number, now: number): void {
    const before = this.#ceiling;
    this.#lower(Math.max(this.#meter.perSecond(now), this.#sinceCut.perSecond(now)), cut);
    this.#evidence = others >= fewestOthers || this.#ceiling > before * farther ? 'one refusal' : 'measured';
    this.#others = Math.max(fewestOthers, Math.ceil(others * partOfOthers));
  }

  #measure(perSecond: number, now: number): void {
    this.#lower(this.#wentWell(perSecond, now), this.#tolerance.isMuch ? cut : near);
    this.#evidence = 'measured';
    this.#tolerance.restart();
  }

  /** A request that started before the last cut. If most of those went well, the refusal was not about the rate. */
  #notRefused(): void {
    if (this.#evidence === 'one refusal' && --this.#others === 0) this.#perSecond = undefined;
  }

  /** What the store takes: what it took since it refused before, for then and now it had nothing left to give. A short time says nothing yet. */
  #wentWell(perSecond: number, now: number): number {
    if (now - this.#cutAt < 2 * step) return perSecond;
    return Math.min(perSecond, Math.max(perSecond / 2, this.#sinceCut.perSecond(now)));
  }

  #lower(ceiling: number, part: number): void {
    this.#ceiling = Math.max(slowest, ceiling);
    this.#perSecond = Math.max(slowest, ceiling * part);
  }

  #grown(perSecond: number, now: number): number | undefined {
    if (this.#evidence === 'one refusal') return this.#answeredSinceCut >= alone ? undefined : perSecond;
    const isUsed = this.#answeredSinceGrown * 2000 >= perSecond * (now - this.#grownAt);
    if (!isUsed) return perSecond;
    if (perSecond < near * this.#ceiling) return Math.min(perSecond * quickly, near * this.#ceiling);
    if (this.#evidence !== 'measured' && this.#answeredSinceCut >= enough) return perSecond * quickly;
    const isPeace = now - this.#cutAt >= peace && this.#answeredSinceCut >= fewestBetween;
    return isPeace ? Math.max(perSecond * slowly, perSecond + least) : perSecond;
  }
}
