const [start, end] = ['\x1b[200~', '\x1b[201~'];
const ctrlC = '\x03';

/** Takes pasted text apart from typed keys, whatever way it is cut into chunks. */
export class Pastes {
  #isPasted = false;
  /** The beginning of a mark whose rest has not come yet. */
  #held = '';
  #isSpaceDue = false;
  #hasText = false;

  /** The keys of this chunk, with what was pasted made fit for one line. */
  read(chunk: string): string {
    // A terminal that lost the end of a paste must not keep anybody from leaving.
    if (chunk === ctrlC) this.#isPasted = false;
    let [rest, keys] = [this.#held + chunk, ''];
    this.#held = '';
    while (rest !== '') {
      const mark = this.#isPasted ? end : start;
      const at = rest.indexOf(mark);
      const cut = at === -1 ? rest.length - beginningOf(mark, rest) : at;
      keys += this.#isPasted ? this.#oneLine(rest.slice(0, cut)) : rest.slice(0, cut);
      rest = rest.slice(cut);
      if (at === -1) this.#held = rest;
      else this.#turn();
      rest = at === -1 ? '' : rest.slice(mark.length);
    }
    return keys;
  }

  #turn(): void {
    this.#isPasted = !this.#isPasted;
    this.#isSpaceDue = false;
    this.#hasText = false;
  }

  #oneLine(pasted: string): string {
    let line = '';
    for (const character of pasted) {
      if (/\s/u.test(character)) this.#isSpaceDue = this.#hasText;
      else if (!/\p{Cc}/u.test(character)) {
        line += this.#isSpaceDue ? ` ${character}` : character;
        this.#isSpaceDue = false;
        this.#hasText = true;
      }
    }
    return line;
  }
}

/** How many characters at the end of the text may be the beginning of the mark; an escape alone is a key. */
function beginningOf(mark: string, text: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 1; length--)
    if (text.endsWith(mark.slice(0, length))) return length;
  return 0;
}
