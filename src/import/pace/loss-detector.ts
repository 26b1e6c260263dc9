import { parameters } from './parameters.ts';

const { headStart, tolerance, baselineAnswers, chance, margin, known, prior } = parameters.lossDetector;

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
  #measured: number = prior;
  /** Whether the baseline was shown to be chance. */
  #isKnown = false;

  constructor(sensitivity: Sensitivity) {
    this.#sensitivity = sensitivity;
  }

  /** Whether failures also come below the limit. */
  get hasBaseline(): boolean {
    return this.#baseline >= chance;
  }

  /** A trial has shown that this share of failures is chance. */
  expect(share: number): void {
    [this.#baseline, this.#measured, this.#score, this.#isKnown] = [share, baselineAnswers, 0, true];
  }

  answered(position: Position): void {
    this.#measure(position, 0);
    this.#score = Math.max(0, this.#score - this.#tolerance);
  }

  /** Returns whether this is an alarm. */
  failed(position: Position, weight = 1): boolean {
    this.#measure(position, 1);
    const threshold = this.#sensitivity.threshold * (this.#isKnown ? known.threshold : 1);
    this.#score += position === 'at' && !this.hasBaseline ? threshold : weight;
    if (this.#score < threshold) return false;
    this.#score = 0;
    // That was not below the limit, or not chance, after all.
    if (position === 'below' || this.#isKnown) [this.#baseline, this.#measured, this.#isKnown] = [0, prior, false];
    return true;
  }

  #measure(position: Position, failures: 0 | 1): void {
    if (position !== 'below') return;
    this.#measured = Math.min(baselineAnswers, this.#measured + 1);
    this.#baseline += (failures - this.#baseline) / this.#measured;
    if (!this.hasBaseline) this.#isKnown = false;
  }

  get #tolerance(): number {
    const [most, factor] = this.#isKnown
      ? [known.mostTolerated, known.margin]
      : [this.#sensitivity.mostTolerated, margin];
    return Math.min(most, Math.max(tolerance, factor * this.#baseline));
  }
}
