import { type Evidence, grown, near } from './growth.ts';
import { Meter } from './meter.ts';
import { Tolerance } from './tolerance.ts';

const slowest = 0.2;
/** A first guess is not lower: that nothing went well yet says little, such as after another program used up what the store gives. */
const lowestGuess = 1;
/** Fewer a second that went well are no base for a guess. */
const fewestForGuess = 2;
const step = 1000;
const cut = 0.7;
/** The store may have had more to give while it was asked for less than this part of what it took in the end. */
const fullUse = 0.75;
/** What was measured twice differs by no more than this part, unless the limit has changed. */
const alike = 0.85;
/** So many answers between two refusals say what the store takes, in however short a time. */
const manyBetween = 20;
/** What late refusals lower: they were under way when this was guessed. */
const guesses: readonly Evidence[] = ['one refusal', 'first refusal', 'some refusals'];
/** A rate so much higher than where it was refused before: that was not the limit. */
const farther = 1.2;
/** One refusal of so few requests is a large part. */
const fewest = 5;
/** Nor was one that was the only one among so many under way, or at least this part of them. */
const [fewestOthers, partOfOthers] = [4, 0.75];

/** So many refusals more where the rate should do than beyond it are not about the rate: more where the store says when to come back. */
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
 * grows quickly to just below where it was refused, and slowly beyond; where nothing went well, or less was asked than the store may have had to give,
 * it grows until the store refuses again. A refusal that stays the only one is soon forgotten. Refusals that keep coming below the rate that was
 * refused are not about the rate: it is free again, and they are put up with until they become more.
 */
export class LearnedRate {
  readonly #meter: Meter;
  /** What was taken since the last cut. */
  #sinceCut: Meter;
  readonly #tolerance = new Tolerance(fewest);
  #perSecond: number | undefined;
  /** Where the store refuses. */
  #ceiling = 0;
  #cutAt = 0;
  /** The rate right after the last cut. */
  #cutTo = 0;
  #grownAt = 0;
  #answeredSinceCut = 0;
  #answeredSinceGrown = 0;
  #evidence: Evidence = 'measured';
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

  /** A failure of another sort: the store took the request. @param isLate whether it started before the last cut */
  failed(isLate: boolean, now: number): void {
    this.#meter.add(-1, now);
    this.#sinceCut.add(1, now);
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
    if (!guesses.includes(this.#evidence)) return;
    this.#tolerance.noSurprise();
    this.#guessed(this.#ceiling - 1, 'some refusals');
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
    const wentWell = Math.max(this.#meter.perSecond(now), this.#sinceCut.perSecond(now));
    const isNews = wentWell > this.#ceiling * farther;
    this.#guessed(wentWell, others >= fewestOthers ? 'one refusal' : isNews ? 'first refusal' : 'measured');
    this.#others = Math.max(fewestOthers, Math.ceil(others * partOfOthers));
  }

  #guessed(ceiling: number, evidence: Evidence): void {
    this.#evidence = ceiling < fewestForGuess ? 'none' : evidence;
    this.#lower(Math.max(lowestGuess, ceiling), cut);
  }

  #measure(perSecond: number, now: number): void {
    const ceiling = this.#mostOf(this.#wentWell(perSecond, now), perSecond);
    this.#evidence = this.#cutTo < ceiling * fullUse ? 'at least' : 'measured';
    this.#lower(ceiling, this.#tolerance.isMuch ? cut : near);
    this.#tolerance.restart();
  }

  /** A request that started before the last cut. If most of those went well, the refusal was not about the rate. */
  #notRefused(): void {
    if (this.#evidence === 'one refusal' && --this.#others === 0) this.#perSecond = undefined;
  }

  /** What the store took before was the least that it takes, and so is this: it takes the larger of both, unless they are not alike. */
  #mostOf(wentWell: number, perSecond: number): number {
    const isAlike = this.#evidence === 'at least' && wentWell > this.#ceiling * alike;
    return isAlike ? Math.min(perSecond, Math.max(wentWell, this.#ceiling)) : wentWell;
  }

  /** What the store takes: what it took since it refused before, for then and now it had nothing left to give. A few in a short time say nothing yet. */
  #wentWell(perSecond: number, now: number): number {
    if (now - this.#cutAt < 2 * step && this.#answeredSinceCut < manyBetween) return perSecond;
    return Math.min(perSecond, Math.max(perSecond / 2, this.#sinceCut.perSecond(now)));
  }

  #lower(ceiling: number, part: number): void {
    this.#ceiling = Math.max(slowest, ceiling);
    this.#cutTo = Math.max(slowest, ceiling * part);
    this.#perSecond = this.#cutTo;
  }

  #grown(perSecond: number, now: number): number | undefined {
    const isUsed = this.#answeredSinceGrown * 2000 >= perSecond * (now - this.#grownAt);
    const [age, answered] = [now - this.#cutAt, this.#answeredSinceCut];
    return grown({ perSecond, ceiling: this.#ceiling, evidence: this.#evidence, age, answered }, isUsed);
  }
}
