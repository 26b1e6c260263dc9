import type { Clock } from '../../context.ts';
import type { PeopleIndex } from '../index/people-index.ts';

interface KeptReadsOptions {
  readonly index: PeopleIndex;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  /** Another mark for each search. */
  readonly mark: string;
}

/** Milliseconds between two times that a search keeps what it has read: what a crash or a power cut costs. */
const keptEvery = 3000;

/** A search that has kept nothing for so many milliseconds has ended. */
const endedAfter = 5 * keptEvery;

/**
 * Keeps what a search reads every few seconds, so that other searches of the store use it, and learns what those keep.
 * The one that began first reads the newest records first; the others read in any order, or all would read the same at
 * the same time.
 */
export class KeptReads {
  /** Whether another search began before this one, and still reads. */
  isLater = false;
  /** Whether another search has kept something since this one began. */
  hasOthers = false;
  readonly #options: KeptReadsOptions;
  #keptAt: number;
  #changes: number;
  #isNew = false;

  constructor(options: KeptReadsOptions) {
    const { index, clock } = options;
    this.#options = options;
    this.#keptAt = clock.elapsed();
    this.#changes = index.searches.changesByOthers();
  }

  /** Says that this search reads, unless another one does. */
  begin(): void {
    const { index, clock, mark } = this.#options;
    const now = clock.now().getTime();
    const { first } = index.searches;
    this.isLater = first !== undefined && first.mark !== mark && Math.abs(now - first.at) < endedAfter;
    if (!this.isLater) index.searches.first = { mark, at: now };
  }

  /** Keeps what was read, if it is time to. */
  keep(): void {
    const { index, clock } = this.#options;
    if (clock.elapsed() - this.#keptAt < keptEvery) return;
    index.flush();
    this.begin();
    this.#keptAt = clock.elapsed();
    const changes = index.searches.changesByOthers();
    if (changes === this.#changes) return;
    this.#changes = changes;
    this.hasOthers = true;
    this.#isNew = true;
  }

  /** Whether others have kept something since this was asked last. */
  takeNews(): boolean {
    const isNew = this.#isNew;
    this.#isNew = false;
    return isNew;
  }

  /** Keeps all, and lets another search be the first. */
  end(): void {
    const { index, mark } = this.#options;
    index.flush();
    if (index.searches.first?.mark === mark) index.searches.first = undefined;
  }
}
