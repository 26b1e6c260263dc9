import type { FileTable, Values } from '../../../resources/file-table.ts';
import { HashIndex, hashOf } from '../../../text/hash-set.ts';

/**
 * Rows about people that say what another has said, for one pass over a file: a customer stands in it once for each address,
 * and lists are joined. Of products a repeated row is a fault, since it may be another product with a wrong key. What a row
 * says is compared by a hash of 53 bits.
 */
export class RepeatedRows {
  readonly #names: readonly string[];
  readonly #abbreviated: FileTable['abbreviated'];
  readonly #said = new HashIndex();
  /** Of the first row that says a thing: its line, and the longest form of what may be abbreviated. */
  readonly #lines: number[] = [];
  readonly #words: string[] = [];
  /** One text for each word: a list of a million people has some thousand first names. */
  readonly #known = new Map<string, string>();

  constructor({ draft, abbreviated }: Pick<FileTable, 'draft' | 'abbreviated'>) {
    this.#names = draft.names.filter((name) => name !== abbreviated?.field);
    this.#abbreviated = abbreviated;
  }

  /** The line of the row that says the same, if there is one above. */
  lineBefore(line: number, values: Values): number | undefined {
    // No text has the character between them.
    const said = this.#names.map((name) => values[name]).join('\0');
    if (!this.#abbreviated) return this.#lineOf(said, line);
    const { field, isSame } = this.#abbreviated;
    const word = this.#once(String(values[field] ?? ''));
    const at = this.#said.numberOf(hashOf(`${said}\0${word.charAt(0).toLowerCase()}`));
    const before = this.#words[at];
    if (before === undefined) return this.#add(line, word);
    // Jan and Johanna are two: the second is known by the whole of its name.
    if (!isSame(before, word)) return this.#lineOf(`${said}\0${word}`, line);
    if (word.length > before.length) this.#words[at] = word;
    return this.#lines[at];
  }

  #lineOf(said: string, line: number): number | undefined {
    const at = this.#said.numberOf(hashOf(said));
    return at < this.#lines.length ? this.#lines[at] : this.#add(line, '');
  }

  #add(line: number, word: string): undefined {
    this.#lines.push(line);
    this.#words.push(word);
  }

  #once(word: string): string {
    const known = this.#known.get(word);
    if (known !== undefined) return known;
    if (this.#known.size < maxKnown) this.#known.set(word, word);
    return word;
  }
}

const maxKnown = 20_000;
