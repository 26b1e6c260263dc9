import { CliError } from '../../errors.ts';
import { askOnce, Stopped } from '../../pace/ask.ts';
import type { Key } from '../map/rows/key.ts';
import { lookUp } from '../march/lookup.ts';
import { anotherImport } from './another-import.ts';
import type { ListedStore } from './look-up-store.ts';
import type { AttemptedRow, CreatedElsewhere } from './sending-order.ts';

/** From so many created rows on, one is looked up each time that their number has doubled. */
const firstLook = 10;
/** Rows that are kept for a look: a double of one alone may be a product that somebody has made by hand. */
const kept = 3;

interface CreatedOnce {
  readonly key: Key;
  readonly recordId: string;
}

/**
 * Notices that another import creates the same products, long before the store is counted at the end: of rows that were
 * created when there were half as many, one is looked up now and then. What was sent more than once may exist twice by that.
 */
export class CreatedTwice {
  readonly #store: ListedStore;
  readonly #found: CreatedElsewhere[] = [];
  #count = 0;
  #next = firstLook / 2;
  #newest: readonly CreatedOnce[] = [];
  #toLookUp: readonly CreatedOnce[] = [];
  #isEnded = false;

  constructor(store: ListedStore) {
    this.#store = store;
  }

  created({ key, attempts }: AttemptedRow, recordId: string): void {
    if (this.#isEnded || attempts !== 1) return;
    this.#newest = [{ key, recordId }, ...this.#newest].slice(0, kept);
    if (++this.#count < this.#next) return;
    this.#next *= 2;
    void this.#look(this.#toLookUp).catch((error: unknown) => {
      if (!(error instanceof Stopped)) throw error;
    });
    this.#toLookUp = this.#newest;
  }

  /** All rows have left. Returns which of them somebody else has created too: the others are seen by the count at the end. */
  end(): readonly CreatedElsewhere[] {
    this.#isEnded = true;
    return this.#found;
  }

  async #look([first, ...others]: readonly CreatedOnce[]): Promise<void> {
    if (!first || !(await this.#isDoubled(first))) return;
    for (const row of others) await this.#isDoubled(row);
    if (this.#found.length > 1 && !this.#isEnded)
      this.#store.stopper.stop(anotherImport(this.#store.noun, this.#found));
  }

  async #isDoubled({ key, recordId }: CreatedOnce): Promise<boolean> {
    const store = this.#store;
    const found = await askOnce(() => lookUp(store, key, store.isShared), store);
    if (found instanceof CliError || found.kind !== 'duplicate' || !found.recordIds.includes(recordId)) return false;
    for (const other of found.recordIds) if (other !== recordId) this.#found.push({ key, recordId: other });
    return true;
  }
}
