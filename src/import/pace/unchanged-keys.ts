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

  /** Of these keys, those that would show most of what the store has not shown about keys like this one. */
  mostAlike<K extends Key>(key: Key, others: readonly K[]): readonly K[] {
    const missing = new Set(traitsOf(key).filter((trait) => !this.#traits.has(trait)));
    const shown = others.map((other) => {
      const isAsLong = key.code.length > this.#longest && other.code.length >= key.code.length;
      const traits = new Set(traitsOf(other).filter((trait) => missing.has(trait)));
      return { other, count: traits.size + Number(isAsLong) };
    });
    const useful = shown.filter(({ count }) => count > 0).sort((one, two) => two.count - one.count);
    return useful.map(({ other }) => other);
  }

  /** Whether the store has shown that it does not change keys like this one. */
  covers(key: Key): boolean {
    return key.code.length <= this.#longest && traitsOf(key).every((trait) => this.#traits.has(trait));
  }
}

/**
 * What a store may change in a key: upper or lower case, leading zeros, and each character that is no ASCII letter or
 * digit.
 */
function traitsOf({ field, code }: Key): readonly string[] {
  const characters = [...code].map((character) => {
    if (/[A-Z]/.test(character)) return 'upper';
    if (/[a-z]/.test(character)) return 'lower';
    return /\d/.test(character) ? 'digit' : character;
  });
  return [field, ...characters, ...(code.startsWith('0') ? ['leading zero'] : [])];
}
