import { isSecretField, secretNames, secretWords } from '../../resources/record-fields.ts';
import { depthLimit, endOfString, isDeep, numbersIn } from '../../text/json.ts';
import { redacted } from '../../text/words.ts';
import { jsonText, noteNumber } from '../../text/written-numbers.ts';

/**
 * Parses JSON without losing digits: a number that JavaScript does not hold or write as it came (twenty digits, 12.50)
 * becomes a string of the same digits, which is how the API renders most numbers anyway. `jsonText` writes those with
 * zeros at the end as the numbers that they were. Some stores return the hashes of passwords: they are removed here, at any
 * depth and in any case, so nothing shows them.
 * @throws SyntaxError for malformed or too deeply nested JSON.
 */
export const parseJson = (text: string): unknown => parsed(text).json;

interface ParsedJson {
  readonly json: unknown;
  /** Whether there was something in it that is not in `json`. */
  readonly hadSecrets: boolean;
}

function parsed(text: string): ParsedJson {
  if (text.length > maxUnscanned && isDeep(text)) throw tooDeep();
  const read: unknown = JSON.parse(text);
  const kept: unknown = inexactNumber.test(text) ? JSON.parse(quoteInexact(text)) : read;
  const walk = new ReplyWalk(mayHide.test(text));
  return { json: walk.cleaned(kept, read), hadSecrets: walk.hadSecrets };
}

/** Characters: however deep a shorter text is nested, it takes little memory until the walk finds that. */
const maxUnscanned = 2 ** 20;

const tooDeep = (): SyntaxError => new SyntaxError(`JSON is nested more than ${depthLimit} levels deep`);

/** One walk over all values of a parsed text, which changes them in place. */
class ReplyWalk {
  hadSecrets = false;
  readonly #mayHide: boolean;
  /** Of each name so far: the records of a list have the same ones. */
  readonly #isSecret = new Map<string, boolean>();

  /** @param mayHide whether texts in it may have secrets */
  constructor(mayHide: boolean) {
    this.#mayHide = mayHide;
  }

  /** The value without secrets. @param read the same with its numbers as JavaScript reads them */
  cleaned(value: unknown, read: unknown, depth = 1): unknown {
    if (typeof value === 'string') return this.#mayHide ? this.#cleanedText(value) : value;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > depthLimit) throw tooDeep();
    if (Array.isArray(value)) this.#cleanList(value, read as readonly unknown[], depth);
    else this.#cleanObject(value as JsonHolder, read as JsonHolder, depth);
    return value;
  }

  #cleanList(list: unknown[], read: readonly unknown[], depth: number): void {
    for (let at = 0; at < list.length; at++) this.#clean(list as unknown as JsonHolder, at, read[at], depth);
  }

  #cleanObject(object: JsonHolder, read: JsonHolder, depth: number): void {
    for (const name in object) {
      this.#clean(object, name, read[name], depth);
      if (this.#isSecretField(name)) this.#remove(object, name);
    }
  }

  #clean(holder: JsonHolder, name: string | number, number: unknown, depth: number): void {
    const value = holder[name];
    if (typeof value === 'string' && typeof number === 'number') noteNumber(holder, String(name), value, number);
    const cleaned = this.cleaned(value, number, depth + 1);
    if (cleaned !== value) holder[name] = cleaned;
  }

  #remove(holder: JsonHolder, name: string): void {
    delete holder[name];
    this.hadSecrets = true;
  }

  #isSecretField(name: string): boolean {
    let isSecret = this.#isSecret.get(name);
    if (isSecret === undefined) {
      isSecret = isSecretField(name);
      this.#isSecret.set(name, isSecret);
    }
    return isSecret;
  }

  #cleanedText(text: string): string {
    const cleaned = innerWithoutSecrets(text);
    this.hadSecrets ||= cleaned !== text;
    return cleaned;
  }
}

type JsonHolder = Record<string | number, unknown>;

/** A text may be JSON itself: `"{\"password\":…}"`. It stays as it is if there is no secret in it. */
function innerWithoutSecrets(text: string): string {
  if (!mayHaveSecret.test(text)) return text;
  if (!/^\s*[[{]/.test(text)) return withoutHashes(text);
  try {
    const { json, hadSecrets } = parsed(text);
    return hadSecrets ? jsonText(json) : text;
  } catch {
    return textWithoutSecrets(text);
  }
}

/**
 * The hash of a password, whatever field it is in: those of crypt(5), PHP and WordPress, which begin with `$2y$` and
 * such, and those of LDAP (RFC 2307), which begin with `{SSHA}`. A backslash may be before a slash in JSON.
 */
const hashes =
  /\$(?:2[abxy]?|[1567]|g?y|argon2(?:id?|d)?|scrypt|s0|pbkdf2[\w-]{0,12}|bcrypt[\w-]{0,12}|sha1|md5)\$[\w./+=,$\\-]{8,}|\$[PHS]\$[\w./\\]{8,}|\{(?:S?SHA(?:256|384|512)?|S?MD5|CRYPT|ARGON2|BCRYPT|SCRYPT|PBKDF2[\w-]{0,12})\}[\w./+=,$\\-]{8,}|\b(?:pbkdf2|bcrypt|argon2|scrypt)[a-z\d_]{0,12}\$[\w./+=,$\\-]{8,}/gi;

const withoutHashes = (text: string): string => text.replace(hashes, redacted);

/**
 * Whether a text in JSON may have a secret: a hash, or JSON itself, which has quotes. Escapes may hide each of them, unless
 * they are of letters beyond ASCII.
 */
const mayHide = /\$|\{[smcabp]|\\u00[2-7]|\\"/i;

/** A name may be written with escapes: `"passw\u006frd"`. */
const mayHaveSecret = new RegExp(`${secretWords}|${secretNames}|\\\\u|${hashes.source}`, 'i');

/** A reply that is not whole JSON, without the values of fields that hold secrets, and without hashes of passwords. */
export function textWithoutSecrets(text: string): string {
  return withoutHashes(withoutSecretFields(text));
}

function withoutSecretFields(text: string): string {
  let safe = '';
  let at = 0;
  for (const { 0: name, index } of text.matchAll(secretField)) {
    const value = index + name.length;
    if (index < at) continue;
    safe += `${text.slice(at, value)}***"`;
    at = endOfString(text, value - 1) + 1;
  }
  return safe + text.slice(at);
}

/** Up to the quote with which the value begins. */
const secretField = new RegExp(`"(?:[^"]{0,40}${secretWords}[^"]{0,40}|${secretNames})"\\s*:\\s*"`, 'gi');

/** Many digits, an exponent that may be out of range, or a zero at the end of decimals. Begins with what is before a number: that is rare. */
const inexactNumber = /(?:^|[:,[])\s*-?\d+(?:[\d.]{15}|(?:\.\d+)?[eE]|\.\d*0(?:[\s,}\]]|$))/;

/** JSON with the numbers that would lose digits as strings. */
function quoteInexact(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  for (const { token, at } of numbersIn(text)) {
    if (!isInexact(token)) continue;
    parts.push(text.slice(copied, at), `"${token}"`);
    copied = at + token.length;
  }
  return parts.join('') + text.slice(copied);
}

const isInexact = (token: string): boolean => isLong(token) || isOutOfRange(token) || /\.\d*0$/.test(token);

const isLong = (token: string): boolean => token.length > 15 && String(Number(token)) !== token;

/** `1e400` would become Infinity, which JSON writes as null, and `1e-400` 0. */
const isOutOfRange = (token: string): boolean =>
  !Number.isFinite(Number(token)) || (Number(token) === 0 && /[1-9]/.test(token.replace(/e.*/i, '')));
