import { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { Pastes } from './pastes.ts';

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

  constructor(tty: Tty) {
    super();
    this.#tty = tty;
    // After Ctrl-Z and fg, readline pauses too, but goes on in raw mode.
    this.on('pause', () => setImmediate(() => (tty.isRaw ? this.resume() : this.emit('closed'))));
    tty.pipe(this);
  }

  get isRaw(): boolean {
    return this.#tty.isRaw ?? false;
  }

  setRawMode(isRaw: boolean): this {
    this.#tty.setRawMode?.(isRaw);
    return this;
  }

  /**
   * Gives these keys to the question as if they had been pressed. It takes none before it has begun, in the next turn
   * of the event loop.
   */
  type(keys: string): void {
    if (keys !== '' && !this.readableEnded) this.push(keys);
  }

  /** Reads nothing more from the terminal: what is typed now is for whoever asks next. */
  release(): void {
    this.#tty.unpipe(this);
    this.#tty.pause();
    this.removeAllListeners('closed');
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    const keys = this.#pastes.read(this.#decoder.write(chunk));
    // Enter comes apart: a question that looks something up has to see first what was typed before it.
    this.#press(keys.split(/(?=[\r\n])/), done);
  }

  #press([first, ...others]: readonly string[], done: () => void): void {
    if (first) this.push(first);
    if (others.length === 0) done();
    else setImmediate(() => this.#press(others, done));
  }
}
