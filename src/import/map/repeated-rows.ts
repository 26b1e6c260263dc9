import type { Values } from '../../resources/file-table.ts';
import { HashIndex, hashOf } from '../../text/hash-set.ts';
import { type Key, keyText } from './key.ts';

/**
 * Rows about people that say what another has said, for one pass over a file: a customer stands in it once for each address,
 * and lists are joined. Of products a repeated row is a fault, since it may be another product with a wrong key. Both the
 * key and all else are compared by a hash of 53 bits.
 */
export class RepeatedRows {
  readonly #keys = new HashIndex();
  /** Of the first row with each key: its line, and the hash of what it says. */
  readonly #lines: number[] = [];
  readonly #digests: number[] = [];

  /** The line of the row that says the same, if there is one above. */
  lineBefore(line: number, [key]: readonly Key[], values: Values): number | undefined {
    if (!key) return undefined;
    const at = this.#keys.numberOf(hashOf(keyText(key)));
    const digest = hashOf(textOf(values));
    if (at < this.#lines.length) return this.#digests[at] === digest ? this.#lines[at] : undefined;
    this.#lines.push(line);
    this.#digests.push(digest);
    return undefined;
  }
}

/** No field of people is a list or an amount. */
function textOf(values: Values): string {
  let text = '';
  for (const name of Object.keys(values)) text += `${name}\0${values[name]}\0`;
  return text;
}
