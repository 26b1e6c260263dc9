// What the store has shown of how it keeps keys: some change them, and a product is not found under the one it was sent with.

interface Key {
  readonly field: string;
  readonly code: string;
}

/** Stores that cut keys off do so further on. */
const alwaysUnchanged = 32;

/**
 * The kinds of keys that the store's search has shown unchanged. A store that changes keys (lower case, no leading
 * zeros, cut off) and loses an answer looks as if it had not created the row: "absent" proves nothing there.
 */
export class UnchangedKeys {
  readonly #traits = new Set<string>();
  #longest = alwaysUnchanged;

  /** A search found exactly this key. */
  note(key: Key): void {
    for (const trait of traitsOf(key)) this.#traits.add(trait);
    this.#longest = Math.max(this.#longest, key.code.length);
  }

  /** Of these keys, those that would show the most of what the store has not shown about keys like this one. */
  mostAlike<K extends Key>(key: Key, others: readonly K[]): readonly K[] {
    const missing = new Set([...traitsOf(key)].filter((trait) => !this.#traits.has(trait)));
    const isLong = key.code.length > this.#longest;
    const shownBy = (other: K): number =>
      new Set([...traitsOf(other)].filter((trait) => missing.has(trait))).size +
      Number(isLong && other.code.length >= key.code.length);
    const shown = others.map(shownBy);
    const most = shown.reduce((one, two) => Math.max(one, two), 1);
    return others.filter((_, at) => shown[at] === most);
  }

  /** Whether the store has shown that it does not change keys like this one. */
  covers(key: Key): boolean {
    if (key.code.length > this.#longest) return false;
    for (const trait of traitsOf(key)) if (!this.#traits.has(trait)) return false;
    return true;
  }
}

/**
 * How many products the store counts, compared with what this run can have created. A product that the store keeps
 * under another key shows nowhere else.
 */
export class ProductGrowth {
  #before = Number.NaN;
  /** Products that others may have created just before, and that the count did not show yet. */
  #late = 0;
  /** Rows that were sent, and not rejected. */
  #rows = 0;

  /** @param count before the first row; NaN where it is not known, or where others create products at the same time */
  begin(count: number, late: number): void {
    [this.#before, this.#late] = [count, late];
  }

  rowStarted(): void {
    this.#rows++;
  }

  rowRejected(): void {
    this.#rows--;
  }

  /** Whether one row that is not found must be among the products: all other rows do not explain as many. */
  exceeds(count: number): boolean {
    return count > this.#before + this.#late + this.#rows - 1;
  }

  /** Whether no row at all can be among them. */
  isNone(count: number): boolean {
    return count <= this.#before;
  }
}

/** Equal for keys in which a store may change the same. */
export const kindOf = (key: Key): string =>
  JSON.stringify([...new Set(traitsOf(key))].sort().concat(`${key.code.length}`));

/**
 * What a store may change in a key: upper or lower case, leading zeros, and each character that is no ASCII letter or
 * digit.
 */
function* traitsOf({ field, code }: Key): Generator<string> {
  yield field;
  if (code.startsWith('0')) yield 'leading zero';
  for (const character of code) yield traitOf(character);
}

function traitOf(character: string): string {
  if (character >= 'A' && character <= 'Z') return 'upper';
  if (character >= 'a' && character <= 'z') return 'lower';
  return character >= '0' && character <= '9' ? 'digit' : character;
}
