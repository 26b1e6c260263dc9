import { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/**
 * Bracketed paste (DEC private mode 2004): a terminal that has it marks what is pasted, so that a line break in it does
 * not answer the question.
 */
export const markPastes = { on: '\x1b[?2004h', off: '\x1b[?2004l' } as const;

/** What a terminal's input can do besides giving bytes. */
interface Tty extends NodeJS.ReadableStream {
  readonly isRaw?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}

/**
 * The keys of a terminal for one question: pasted line breaks and tabs are spaces, and none at the ends; other control
 * characters of what was pasted are dropped. Emits `closed` when nothing more is read: Ctrl-D, or the terminal is gone.
 */
export class Keyboard extends Transform {
  readonly isTTY = true;
  readonly #tty: Tty;
  readonly #decoder = new StringDecoder('utf8');
  readonly #pastes = new Pastes();
  /** Whether this question asks for a secret. The next one may, while the rest of a text is still dropped here. */
  readonly #isUnseen: boolean;
  #isReleased = false;
  /** Whether the question has the terminal in raw mode: until it is answered or left. */
  #isAsking = false;

  constructor(tty: Tty) {
    super();
    this.#tty = tty;
    this.#isUnseen = keptRaw.has(tty);
    // After Ctrl-Z and fg, readline pauses too, but goes on in raw mode.
    this.on('pause', () => setImmediate(() => (this.#isAsking ? this.resume() : this.emit('closed'))));
  }

  /** Gives what is typed to the question, and what was typed before it: one that has not begun would lose it. */
  begin(): void {
    if (!this.#isReleased) this.#tty.pipe(this);
  }

  get isRaw(): boolean {
    return this.#tty.isRaw ?? false;
  }

  setRawMode(isRaw: boolean): this {
    this.#isAsking = isRaw;
    if (isRaw || !keptRaw.has(this.#tty)) this.#tty.setRawMode?.(isRaw);
    return this;
  }

  /**
   * Gives these keys to the question as if they had been pressed. It takes none before it has begun, in the next turn
   * of the event loop.
   */
  type(keys: string): void {
    if (keys !== '' && !this.readableEnded) this.push(keys);
  }

  /** Reads nothing more from the terminal: what is typed now is for the next question. */
  release(): void {
    this.#isReleased = true;
    this.#tty.unpipe(this);
    this.#tty.pause();
    this.removeAllListeners('closed');
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    const keys = this.#pastes.read(this.#decoder.write(chunk));
    // Enter is a chunk of its own: a question with a search must first see what was typed before it.
    // What follows it is dropped with it, as the rest of a pasted text is; but not while a secret is tried.
    this.#press(keys.split(this.#isUnseen ? /(?=[\r\n])|(?<=[\r\n])/ : /(?=[\r\n])/), done);
  }

  #press([first, ...others]: readonly string[], done: () => void): void {
    // Typed while a secret is tried, before it is asked for again.
    if (this.#isReleased && this.#isUnseen && keptRaw.has(this.#tty)) {
      this.#tty.unshift(Buffer.from([first, ...others].join('')));
      return void done();
    }
    if (first) this.push(first);
    if (others.length === 0) done();
    else setImmediate(() => this.#press(others, done));
  }
}

/** Terminals that show nothing of what is typed, whether there is a question or not. */
const keptRaw = new WeakSet<Tty>();

/** Keeps a terminal from showing what is typed, between questions too. Returns the end of it. */
export function withoutEcho(tty: Tty): () => void {
  keptRaw.add(tty);
  tty.setRawMode?.(true);
  return () => {
    keptRaw.delete(tty);
    tty.setRawMode?.(false);
  };
}

/** What is typed between two questions at a terminal that does not show it. */
export class HeldKeys {
  /** Resolves on Ctrl-C, which is a key here. */
  readonly interrupted: Promise<void>;
  readonly #tty: Tty;
  readonly #typed: Buffer[] = [];
  #interrupt: () => void = () => undefined;

  constructor(tty: Tty) {
    this.#tty = tty;
    this.interrupted = new Promise((resolve) => {
      this.#interrupt = resolve;
    });
    tty.on('data', this.#hold);
    tty.resume();
  }

  /** Gives the keys to the next question. */
  release(): void {
    this.#tty.off('data', this.#hold);
    this.#tty.pause();
    if (this.#typed.length > 0) this.#tty.unshift(Buffer.concat(this.#typed));
  }

  readonly #hold = (chunk: Buffer): void => {
    if (chunk.includes(ctrlC)) this.#interrupt();
    else this.#typed.push(chunk);
  };
}

const pasteStart = '\x1b[200~';
const pasteEnd = '\x1b[201~';
const ctrlC = '\x03';

/** Separates pasted text from typed keys, however the input is cut into chunks. */
class Pastes {
  #isPasted = false;
  /** The beginning of a mark whose rest has not come yet. */
  #held = '';
  #isSpaceDue = false;
  #hasText = false;

  /** The keys of this chunk, with pasted text on one line. */
  read(chunk: string): string {
    // Ctrl-C must work even if the mark at the end of a paste was lost.
    if (chunk === ctrlC) this.#isPasted = false;
    let rest = this.#held + chunk;
    let keys = '';
    this.#held = '';
    while (rest !== '') {
      const mark = this.#isPasted ? pasteEnd : pasteStart;
      const at = rest.indexOf(mark);
      const cut = at === -1 ? rest.length - beginningOf(mark, rest) : at;
      keys += this.#isPasted ? this.#oneLine(rest.slice(0, cut)) : rest.slice(0, cut);
      rest = rest.slice(cut);
      if (at === -1) this.#held = rest;
      else this.#toggle();
      rest = at === -1 ? '' : rest.slice(mark.length);
    }
    return keys;
  }

  #toggle(): void {
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
