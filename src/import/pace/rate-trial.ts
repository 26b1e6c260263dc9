import { parameters } from './parameters.ts';

const { ratio, threshold, fewest, most } = parameters.rateTrial;

/**
 * Whether refusals are about the rate: a sequential probability ratio test (Wald, 1945) at half the rate. Refusals for
 * a limit become few there; those by chance stay as many.
 */
export class RateTrial {
  readonly #before: number;
  #evidence = 0;
  #requests = 0;
  #refusals = 0;

  /** @param share of requests that were refused before */
  constructor(share: number) {
    this.#before = Math.min(most, share);
  }

  /** The share of refusals that is surely chance. */
  get share(): number {
    return Math.min(this.#before, this.#refusals / this.#requests);
  }

  /** Returns the verdict, once there is one. `lower` is a limit even below the rate of the trial. */
  ended(isRefused: boolean): 'limit' | 'lower' | 'chance' | undefined {
    this.#requests++;
    if (isRefused) this.#refusals++;
    this.#evidence += Math.log(isRefused ? ratio : (1 - this.#before) / (1 - this.#before / ratio));
    if (this.#evidence <= -threshold) return 'limit';
    if (this.#requests < fewest || this.#evidence < threshold) return undefined;
    return this.#refusals > most * this.#requests ? 'lower' : 'chance';
  }
}
