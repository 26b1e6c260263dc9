import { parameters } from './parameters.ts';

const { headStart, tolerance, baselineAnswers, chance, margin } = parameters.lossDetector;

/** Where the pace is, compared with where requests failed last: `unknown` while nothing limits it. */
export type Position = 'below' | 'at' | 'unknown';

interface Sensitivity {
  /** This many failures close together are not chance. */
  readonly threshold: number;
  /** A larger share of failures is never chance. */
  readonly mostTolerated: number;
}

/**
 * Tells failures that are about the pace from failures by chance: Page's CUSUM test (Biometrika, 1954) with a head
 * start (Lucas and Crosier, 1982). Failures add to the score, answers take from it, and the alarm is at the threshold.
 * Failures below the limit are chance: that share of them is tolerated. Where there are none, a single failure at the
 * limit is an alarm.
 */
export class LossDetector {
  readonly #sensitivity: Sensitivity;
  #score: number = headStart;
  /** Share of failures below the limit, and of how many requests. */
  #baseline = 0;
  #measured = 0;

  constructor(sensitivity: Sensitivity) {
    this.#sensitivity = sensitivity;
  }

  answered(position: Position): void {
    this.#measure(position, 0);
    this.#score = Math.max(0, this.#score - this.#tolerance);
  }

  /** Returns whether this is an alarm. */
  failed(position: Position, weight = 1): boolean {
    const { threshold } = this.#sensitivity;
    this.#measure(position, 1);
    this.#score += position === 'at' && this.#baseline < chance ? threshold : weight;
    if (this.#score < threshold) return false;
    this.#score = 0;
    // That was not below the limit after all.
    if (position === 'below') [this.#baseline, this.#measured] = [0, 0];
    return true;
  }

  #measure(position: Position, failures: 0 | 1): void {
    if (position !== 'below') return;
    this.#measured = Math.min(baselineAnswers, this.#measured + 1);
    this.#baseline += (failures - this.#baseline) / this.#measured;
  }

  get #tolerance(): number {
    return Math.min(this.#sensitivity.mostTolerated, Math.max(tolerance, margin * this.#baseline));
  }
}
