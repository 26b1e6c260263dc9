import { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { ctrlC, TypedKeys } from './typed-keys.ts';

/**
 * Bracketed paste (DEC private mode 2004): a terminal that has it marks what is pasted, so that a line break in it does
 * not answer the question.
 */
export const markPastes = { on: '\x1b[?2004h', off: '\x1b[?2004l' } as const;

/** What a terminal's input can do besides giving bytes. */
export interface Tty extends NodeJS.ReadableStream {
  readonly isRaw?: boolean;
  readonly readableEnded?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}

/**
 * The keys of a terminal for one question, one in each turn of the event loop, so that each is taken before the next:
 * readline puts a text at the end of the line where more follows in the same chunk, wherever the cursor is. Pasted line
 * breaks and tabs are spaces, and none at the ends; other control characters of what was pasted are dropped. Where a
 * paste is not marked, its first line is the answer, and the others are dropped. Emits `closed` when nothing more is
 * read: Ctrl-D, or the terminal is gone.
 */
export class Keyboard extends Transform {
  readonly isTTY = true;
  readonly #tty: Tty;
  readonly #decoder = new StringDecoder('utf8');
  readonly #typed: TypedKeys;
  /** Whether this question asks for a secret. The next one may, while the rest of a text is still dropped here. */
  readonly #isUnseen: boolean;
  /** What was typed and not yet given to the question. */
  #keys: string[] = [];
  /** Ends the stream, once the terminal is gone. */
  #ended: (() => void) | undefined;
  #isGiving = false;
  #isHeld = false;
  #isReleased = false;
  #isByLetter = false;
  /** Whether the question has the terminal in raw mode: until it is answered or left. */
  #isAsking = false;

  constructor(tty: Tty) {
    super();
    this.#tty = tty;
    this.#isUnseen = keptRaw.has(tty);
    this.#typed = new TypedKeys(this.#isUnseen);
    // After Ctrl-Z and fg, readline pauses too, but goes on in raw mode.
    this.on('pause', () => setImmediate(() => (this.#isAsking ? this.resume() : this.emit('closed'))));
  }

  /** Gives what is typed to the question, and what was typed before it: a question that has not begun would lose it. */
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
   * Gives this text to the question as if it had been typed. It takes none before it has begun, in the next turn of the
   * event loop.
   */
  type(text: string): void {
    if (text !== '' && !this.readableEnded) this.#give(text);
  }

  /** Gives a text letter by letter: a list moves with each to the choice that begins so. */
  giveLetters(): void {
    this.#isByLetter = true;
  }

  /** Keeps what is typed until the work is done, but Ctrl-C: a question loses it while it checks an answer. */
  async holding<T>(work: () => Promise<T>): Promise<T> {
    this.#isHeld = true;
    try {
      return await work();
    } finally {
      // The question shows what is wrong with the answer first.
      setImmediate(() => {
        this.#isHeld = false;
        this.#giveNext();
      });
    }
  }

  /** Reads nothing more from the terminal: what is typed now is for the next question. */
  release(): void {
    this.#isReleased = true;
    this.#tty.unpipe(this);
    this.#tty.pause();
    if (this.#keys.length > 0 && !this.#tty.readableEnded) this.#tty.unshift(Buffer.from(this.#keys.join('')));
    this.#keys = [];
    this.removeAllListeners('closed');
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    const keys = this.#typed.read(this.#decoder.write(chunk));
    if (keys.includes(ctrlC)) {
      // As the line discipline does, which drops what was typed before (termios(3), NOFLSH).
      this.#keys = [ctrlC];
      this.#isHeld = false;
    } else this.#keys.push(...this.#firstAnswer(keys));
    this.#giveNext();
    done();
  }

  override _flush(done: () => void): void {
    this.#ended = done;
    this.#giveNext();
  }

  /**
   * The keys up to Enter: a line break ends an answer, and what came in the same chunk is the rest of a pasted text, which
   * no other question asked for. But a secret and its repetition may come together.
   */
  #firstAnswer(keys: readonly string[]): readonly string[] {
    const end = keys.findIndex(isEnter) + 1;
    if (end === 0 || end === keys.length) return keys;
    unfinished.add(this.#tty);
    return this.#isUnseen ? keys : keys.slice(0, end);
  }

  #giveNext(): void {
    if (this.#isGiving || this.#isHeld || this.#isReleased) return;
    const key = this.#keys.shift();
    if (key === undefined) {
      this.#ended?.();
      return;
    }
    this.#isGiving = true;
    this.#give(key);
    setImmediate(() => {
      this.#isGiving = false;
      this.#giveNext();
    });
  }

  /** A text is one key: readline would take each character of it by itself, and draw the question as often. */
  #give(key: string): void {
    const isText = key.length > 1 && !/\p{Cc}/u.test(key);
    if (isText && this.#isByLetter) this.#keys.unshift(...[...key].slice(0, maxLetters));
    else if (isText && this.readableFlowing && this.readableLength === 0) this.emit('keypress', key, { sequence: key });
    else for (const one of isText ? key : [key]) this.push(one);
  }
}

/** No label of a choice that is found by letters is longer. */
const maxLetters = 100;

/** Terminals at which the end of a pasted text may still come. */
const unfinished = new WeakSet<Tty>();

/** How long nothing comes after the end of a paste: terminals send one in pieces without a pause. */
const quietTime = 20;

/**
 * Drops what was typed before a question: all of it, or what is left of a paste whose first line was an answer. Returns
 * whether Ctrl-C was among it.
 */
export async function dropTypedBefore(tty: Tty, what: 'all' | 'paste'): Promise<boolean> {
  if (keptRaw.has(tty)) return false;
  const isPaste = unfinished.delete(tty);
  if (what === 'paste' && !isPaste) return false;
  // Of a line without its end, the terminal gives nothing in any other mode.
  tty.setRawMode?.(true);
  const isInterrupted = await untilQuiet(tty);
  if (isInterrupted) tty.setRawMode?.(false);
  return isInterrupted;
}

/** Reads until nothing comes for a while. Returns whether Ctrl-C came. */
const untilQuiet = (tty: Tty): Promise<boolean> =>
  new Promise((resolve) => {
    let isInterrupted = false;
    const timer = setTimeout(() => {
      tty.off('data', drop);
      tty.pause();
      resolve(isInterrupted);
    }, quietTime);
    const drop = (chunk: Buffer): void => {
      isInterrupted ||= chunk.includes(ctrlC);
      timer.refresh();
    };
    tty.on('data', drop);
    tty.resume();
  });

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

const isEnter = (key: string): boolean => /[\r\n]$/.test(key);
