import { NumberSet } from '../../text/number-set.ts';

/** The most IDs that are read, and rows that are searched, to find out whether a list shows all products. */
export const maxSamples = 20;

/** Larger IDs are not noted: a bit each up to here takes 16 MB. */
const maxId = 2 ** 27;

/** The IDs of the products of a list. */
export class ListedIds {
  readonly #ids = new NumberSet();
  #least = maxId;
  #greatest = 0;

  add(text: string): void {
    const id = Number(text);
    if (!Number.isSafeInteger(id) || id < 1 || id >= maxId) return;
    this.#ids.add(id);
    this.#least = Math.min(this.#least, id);
    this.#greatest = Math.max(this.#greatest, id);
  }

  /**
   * IDs that are not listed: those next to both ends, for a list that ends early, and the next from random places on.
   * @param mayGrow whether products were created meanwhile, whose IDs are greater
   */
  missing(random: () => number, mayGrow: boolean): readonly number[] {
    if (this.#ids.size === 0) return [];
    const least = this.#least;
    const greatest = this.#greatest;
    const ids = new Set([least - 1, greatest + 1]);
    while (ids.size < greatest - least + 3 - this.#ids.size && ids.size < maxSamples) {
      let id = least + Math.floor(random() * (greatest - least + 1));
      // From the end on again at the beginning.
      while (this.#ids.has(id) || ids.has(id)) id = id > greatest ? least : id + 1;
      ids.add(id);
    }
    return [...ids].filter((id) => id > 0 && !(mayGrow && id > greatest));
  }
}
