/** What stands where a secret stood. */
export const redacted = '***';

/** Remembers the secrets of this process and takes them out of everything that is printed or written to a file. */
export class Secrets {
  readonly #forms = new Set<string>();

  /** From now on this secret is taken out, also percent-encoded, as base64, as hex and as JSON writes it. */
  add(secret: string): void {
    const bytes = Buffer.from(secret, 'utf8');
    const forms = [
      secret,
      encodeURIComponent(secret),
      encodeURI(secret),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      bytes.toString('hex'),
    ];
    for (const form of [...forms, JSON.stringify(secret).slice(1, -1)]) if (form.length > 0) this.#forms.add(form);
  }

  /** Text without the secrets, otherwise unchanged: for results, where a value must come out as it is. */
  removeFrom(text: string): string {
    let safe = text;
    for (const form of this.#forms) if (safe.includes(form)) safe = safe.replaceAll(form, redacted);
    return safe;
  }

  /** Text without the secrets and without the value of any `token=`, since stores echo URLs: for messages. */
  removeFromMessage(text: string): string {
    return this.removeFrom(text).replace(/(\btoken(?:=|%3D))[^\s&"'<>)\]}]+/gi, `$1${redacted}`);
  }
}
