import { Share } from './share.ts';

/** A larger part of failures is about the pace, wherever the limit was thought to be. */
const largeShare = 0.15;
/** Chance does not let so many fail, one after another. */
const tooManyInARow = 3;
/** What is put up with may be so much more by chance. */
const [factor, margin] = [1.5, 0.06];
/** A share is taken of so many requests, about. */
const horizon = 200;

/** Which part of the requests fails at any pace: that is put up with until it becomes more. */
export class Tolerance {
  readonly #fewest: number;
  #share: Share;
  #surprises = 0;
  #inARow = 0;
  #tolerated: number | undefined;

  /** @param fewest fewer requests count as so many, when it is asked which part of them failed */
  constructor(fewest: number) {
    this.#fewest = fewest;
    this.#share = new Share(horizon, fewest);
  }

  /** Whether more fails than chance explains. */
  get isMuch(): boolean {
    return this.#share.value > largeShare;
  }

  answered(): void {
    this.#inARow = 0;
    this.#share.add(false);
  }

  /**
   * What to make of a failure.
   * @param isSurprise whether the pace should do
   * @param enough so many surprises more than others are not about the pace
   */
  failed(isSurprise: boolean, enough: number): 'usual' | 'chance' | 'surprise' | 'too much' {
    this.#share.add(true);
    this.#inARow++;
    if (this.#isUsual) return 'usual';
    if (!isSurprise || this.isMuch) {
      // Does not undo all surprises: a pace that was tried beyond the limit may have met chance as well.
      this.#surprises = Math.max(0, this.#surprises - 1);
      return 'too much';
    }
    if (++this.#surprises < enough) return 'surprise';
    this.#tolerated = this.#share.value;
    return 'chance';
  }

  /** It was the pace after all. */
  noSurprise(): void {
    this.#surprises = 0;
  }

  /** Another pace: its failures are counted anew. */
  restart(): void {
    this.#share = new Share(horizon, this.#fewest);
    this.#tolerated = undefined;
  }

  get #isUsual(): boolean {
    return (
      this.#tolerated !== undefined &&
      this.#inARow < tooManyInARow &&
      this.#share.value <= this.#tolerated * factor + margin
    );
  }
}
