/** The replacement for a secret. */
export const redacted = '***';

/** Keeps the secrets of this process and removes them from everything that is printed or written to a file. */
export class Secrets {
  /** Longest first: a secret that is the start of another must not leave the rest of it. */
  #forms: readonly string[] = [];

  /** Adds a secret, also percent-encoded, form-encoded, as base64, as hex and as a JSON string. */
  add(secret: string): void {
    const known = new Set([...this.#forms, ...formsOf(secret)]);
    this.#forms = [...known].filter((form) => form.length > 0).sort((left, right) => right.length - left.length);
  }

  /** Text without the secrets, otherwise unchanged: for results. */
  removeFrom(text: string): string {
    let safe = text;
    for (const form of this.#forms) if (safe.includes(form)) safe = safe.replaceAll(form, redacted);
    return safe;
  }

  /** Text without the secrets and the value of any `token=`, since stores echo URLs: for messages. */
  removeFromMessage(text: string): string {
    return this.removeFrom(text).replace(/(\btoken(?:=|%3D))[^\s&"'<>)\]}]+/gi, `$1${redacted}`);
  }
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const base64 = bytes.toString('base64');
  const percent = [
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
  ];
  const hex = bytes.toString('hex');
  return [
    secret,
    ...percent,
    ...percent.map((form) => form.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase())),
    base64,
    base64.replace(/(?<!=)=+$/, ''),
    bytes.toString('base64url'),
    hex,
    hex.toUpperCase(),
    JSON.stringify(secret).slice(1, -1),
  ];
}
