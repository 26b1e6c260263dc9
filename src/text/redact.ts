import { encodingsOf } from './encodings.ts';

/** The replacement for a secret. */
export const redacted = '***';

/** Keeps the secrets of this process and removes them from everything that is printed or written to a file. */
export class Secrets {
  readonly #secrets = new Set<string>();
  #pattern: RegExp | undefined;

  /** Adds a secret, in every encoding in which a store may send it back. */
  add(secret: string): void {
    if (secret === '') return;
    this.#secrets.add(secret);
    // Longest first: a secret that is the start of another must not leave the rest of it.
    const secrets = [...this.#secrets].sort((left, right) => right.length - left.length);
    this.#pattern = new RegExp(secrets.map(encodingsOf).join('|'), 'g');
  }

  /** Text without the secrets, otherwise unchanged: for results. */
  removeFrom(text: string): string {
    return this.#pattern ? text.replace(this.#pattern, redacted) : text;
  }

  /** Text without the secrets and the value of any `token=`, since stores echo URLs: for messages. */
  removeFromMessage(text: string): string {
    return this.removeFrom(text).replace(tokenParameter, `$1${redacted}`);
  }
}

const tokenParameter = /(\btoken(?:=|%(?:25){0,3}3D|&#(?:0*61|x0*3d);|\\u003d))[^\s&"'<>)\]}]+/gi;
