import { encodingsOf, mayContain, type Traces, tracesOf } from './encodings.ts';

/** The replacement for a secret. */
export const redacted = '***';

/** Keeps the secrets of this process and removes them from everything that is printed or written to a file. */
export class Secrets {
  readonly #traces = new Map<string, Traces>();
  #pattern: RegExp | undefined;

  /** Adds a secret, in every encoding in which a store may send it back. */
  add(secret: string): void {
    if (secret === '' || this.#traces.has(secret)) return;
    this.#traces.set(secret, tracesOf(secret));
    this.#pattern = undefined;
  }

  /** Text without the secrets, otherwise unchanged: for results. */
  removeFrom(text: string): string {
    // Compiling the expression takes longer than a short command: most texts show at a glance that they need none.
    if (![...this.#traces.values()].some((traces) => mayContain(text, traces))) return text;
    this.#pattern ??= this.#compiled();
    return text.replace(this.#pattern, redacted);
  }

  /** Text without the secrets and the value of any `token=`, since stores echo URLs: for messages. */
  removeFromMessage(text: string): string {
    return this.removeFrom(text).replace(tokenParameter, `$1${redacted}`);
  }

  #compiled(): RegExp {
    // Longest first: a secret that is the start of another must not leave the rest of it.
    const secrets = [...this.#traces.keys()].sort((left, right) => right.length - left.length);
    const pattern = new RegExp(secrets.map(encodingsOf).join('|'), 'g');
    // For a long text V8 compiles to machine code at once: 30 ms. For a short one it makes bytecode first: 170 ms more.
    pattern.test(longText);
    return pattern;
  }
}

const longText = ' '.repeat(1000);

// A backslash never without what it escapes: in JSON the quote after it may be part of the text.
const tokenParameter = /(\btoken(?:=|%(?:25){0,3}3D|&#(?:0*61|x0*3d);|\\u003d))(?:[^\s&"'<>)\]}\\]|\\[^"])+/gi;
