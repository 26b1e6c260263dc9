export const ctrlC = '\x03';
const escapeKey = '\x1b';
const pasteStart = '\x1b[200~';
const pasteEnd = '\x1b[201~';

/** A text, with tabs within; or an escape sequence; or a control character. */
const oneKey = new RegExp(
  `[^\\p{Cc}]+(?:\\t+[^\\p{Cc}]+)*|${escapeKey}+(?:\\[\\[?[0-?]*[ -/]*[@-~]|O\\d?[A-Za-z]|[^\\p{Cc}[O])|\\r\\n|\\p{Cc}`,
  'gu',
);
/** The beginning of an escape sequence, at the end of a text. */
const begunSequence = new RegExp(`(?<!${escapeKey})${escapeKey}+(?:\\[\\[?[0-?]*[ -/]*|O\\d?)?$`);

/**
 * Separates what is typed into keys, however it is cut into chunks. A text is one key; its tabs and line separators are
 * spaces, as those of a pasted text are.
 */
export class TypedKeys {
  readonly #pastes: Pastes;
  /** What was given of a sequence whose rest has not come yet. An escape alone is a key to readline after a while. */
  #given = '';

  /** @param isUnseen whether nobody sees a blank at the end of a pasted text, which is dropped then */
  constructor(isUnseen: boolean) {
    this.#pastes = new Pastes(isUnseen);
  }

  read(chunk: string): readonly string[] {
    const given = this.#given.length;
    const text = this.#given + this.#pastes.read(chunk);
    this.#given = begunSequence.exec(text)?.[0] ?? '';
    return [...text.matchAll(oneKey)].flatMap(({ 0: key, index }) =>
      // The rest of a sequence is no text: one character at a time.
      index < given ? [...key.slice(given - index)] : key.replace(/(?<!^)\t+|[\u2028\u2029]/gu, ' '),
    );
  }
}

/** Separates pasted text from typed keys. */
class Pastes {
  readonly #isUnseen: boolean;
  #isPasted = false;
  /** The beginning of a mark whose rest has not come yet. */
  #held = '';
  /** Whether the escape that is held was a key already. */
  #isEscapeGiven = false;
  /** Blanks and line breaks since the last text of the paste. */
  #space = '';
  #hasText = false;

  constructor(isUnseen: boolean) {
    this.#isUnseen = isUnseen;
  }

  /** The keys of this chunk, with pasted text on one line. */
  read(chunk: string): string {
    // Ctrl-C must work even if the mark at the end of a paste was lost.
    if (chunk === ctrlC) this.#isPasted = false;
    const given = this.#isEscapeGiven ? escapeKey : '';
    let rest = this.#held + chunk;
    // Where the escape of a mark was a key, the rest of the mark ends that key.
    let keys = given !== '' && rest.startsWith(pasteStart) ? pasteStart : '';
    for (let at = rest.indexOf(this.#mark); at !== -1; at = rest.indexOf(this.#mark)) {
      const end = at + this.#mark.length;
      keys += this.#onOneLine(rest.slice(0, at)) + this.#toggle();
      rest = rest.slice(end);
    }
    this.#held = endOf(rest, this.#mark);
    keys += this.#onOneLine(rest.slice(0, rest.length - this.#held.length));
    return this.#withEscape(keys, given);
  }

  /** What ends the part of the input that is read now. */
  get #mark(): string {
    return this.#isPasted ? pasteEnd : pasteStart;
  }

  /** An escape alone may be the Escape key: it is given at once, and may begin a mark all the same. */
  #withEscape(keys: string, given: string): string {
    const isStillHeld = given !== '' && keys === '' && this.#held !== '';
    const isKey = this.#held === escapeKey && !this.#isPasted && !isStillHeld;
    this.#isEscapeGiven = isStillHeld || isKey;
    return keys.slice(given.length) + (isKey ? escapeKey : '');
  }

  /** Begins or ends a paste. Returns the blank that ends it. */
  #toggle(): string {
    const space = this.#isPasted ? this.#spaceBefore('') : '';
    this.#isPasted = !this.#isPasted;
    this.#space = '';
    this.#hasText = false;
    return space;
  }

  /** Pasted text on one line, and typed keys as they are. */
  #onOneLine(text: string): string {
    if (!this.#isPasted) return text;
    let line = '';
    for (const character of text) {
      if (/\s/u.test(character)) this.#space += character;
      else if (!/\p{Cc}/u.test(character)) {
        line += `${this.#spaceBefore(character)}${character}`;
        this.#space = '';
        this.#hasText = true;
      }
    }
    return line;
  }

  /** A space between words; at the ends of the paste only where no line break is: the last one of `+31 ` is meant. */
  #spaceBefore(next: string): string {
    const isWithin = this.#hasText && next !== '';
    return this.#space !== '' && (isWithin || (!this.#isUnseen && /^ +$/.test(this.#space))) ? ' ' : '';
  }
}

/** The end of the text that may be the beginning of the mark. */
function endOf(text: string, mark: string): string {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--)
    if (text.endsWith(mark.slice(0, length))) return text.slice(-length);
  return '';
}
