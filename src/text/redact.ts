import { redacted } from './words.ts';

/** Keeps the secrets of this process and removes them from everything that is printed or written to a file. */
export class Secrets {
  readonly #traces = new Map<string, Traces>();
  #groups: readonly SecretGroup[] | undefined;

  /** Adds a secret, in every encoding in which a store may send it back. */
  add(secret: string): void {
    for (const part of partsOf(secret)) {
      if (this.#traces.has(part)) continue;
      this.#traces.set(part, tracesOf(part));
      this.#groups = undefined;
    }
  }

  /** Text without the secrets, otherwise unchanged: for results. */
  removeFrom(text: string): string {
    this.#groups ??= groupsOf([...this.#traces.values()]);
    return this.#groups.reduce((left, group) => withoutGroup(left, group), text);
  }

  /** Text without the secrets and the value of any `token=`, since stores echo URLs: for messages. */
  removeFromMessage(text: string): string {
    return this.removeFrom(text).replace(tokenParameter, `$1${redacted}`);
  }
}

/** Secrets with one expression for all of them. */
interface SecretGroup {
  readonly traces: readonly Traces[];
  pattern: RegExp | undefined;
}

/** Characters. V8 takes half a second to compile an expression for 500, ten times as long for 2,000, and fails at 20,000. */
const maxPart = 250;
const maxGroup = 500;

/** A long secret in parts, each of which is removed by itself. */
function partsOf(secret: string): readonly string[] {
  const characters = [...secret];
  const count = Math.ceil(characters.length / maxPart);
  // Of the same length: a short last part would take ordinary text with it.
  const length = Math.ceil(characters.length / count);
  return Array.from({ length: count }, (_, at) => characters.slice(at * length, (at + 1) * length).join(''));
}

/** Longest first: a secret that is the start of another must not leave the rest of it. */
function groupsOf(all: readonly Traces[]): readonly SecretGroup[] {
  const groups: Traces[][] = [];
  let length = maxGroup;
  for (const traces of all.toSorted((left, right) => right.secret.length - left.secret.length)) {
    length += traces.secret.length;
    if (length > maxGroup) {
      groups.push([]);
      length = traces.secret.length;
    }
    groups.at(-1)?.push(traces);
  }
  return groups.map((traces) => ({ traces, pattern: undefined }));
}

function withoutGroup(text: string, group: SecretGroup): string {
  // Compiling the expression takes longer than a short command, and most texts need none.
  if (!group.traces.some((traces) => mayContain(text, traces))) return text;
  group.pattern ??= compiled(group.traces);
  return text.replace(group.pattern, redacted);
}

function compiled(traces: readonly Traces[]): RegExp {
  const pattern = new RegExp(traces.map(({ secret }) => encodingsOf(secret)).join('|'), 'g');
  // For a long text V8 compiles to machine code at once: 30 ms. For a short one it makes bytecode first: 170 ms more.
  pattern.test(longText);
  return pattern;
}

const longText = ' '.repeat(1000);

// A backslash never without what it escapes: in JSON the quote after it may be part of the text.
const tokenParameter = /(\btoken(?:=|%(?:25){0,3}3D|&#(?:0*61|x0*3d);|\\u003d))(?:[^\s&"'<>)\]}\\]|\\[^"])+/gi;

/**
 * The source of an expression that finds a text in every encoding in which it may come back: each character by itself as it is, percent-encoded,
 * as a JSON, JavaScript or HTML escape, also several times over; the whole as hex, or as base64, also inside a longer text. Linear: what repeats
 * is bounded, or ends with a character that cannot repeat.
 */
function encodingsOf(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  const forms = [escapesOf(text)];
  if (bytes.length >= leastBytes)
    forms.push(hexOf(bytes.toString('hex')), ...[0, 1, 2].map((before) => base64Of(bytes, before)));
  return forms.join('|');
}

/** What a text must hold at least one of, if it holds a secret in some encoding. */
interface Traces {
  readonly secret: string;
  readonly hasSpace: boolean;
  /** Its first characters in every escape: quick to compile, however long the secret is. */
  start: RegExp | undefined;
  /** As hex, or the part of its base64 that does not depend on the bytes around it. */
  readonly encoded: RegExp | undefined;
}

/** The traces of a secret, for `mayContain`. */
function tracesOf(secret: string): Traces {
  const bytes = Buffer.from(secret, 'utf8');
  const encoded = [hexOf(bytes.toString('hex')), ...[0, 1, 2].map((before) => literal(base64RunOf(bytes, before)))];
  return {
    secret,
    hasSpace: secret.includes(' '),
    start: undefined,
    encoded: bytes.length < leastBytes ? undefined : new RegExp(encoded.join('|')),
  };
}

/** Whether a text may hold a secret: never false for a text in which `encodingsOf` finds one, and quick. */
function mayContain(text: string, traces: Traces): boolean {
  const { secret, hasSpace, encoded } = traces;
  if (encoded?.test(text)) return true;
  if (hasEscapes(text) || (hasSpace && text.includes('+'))) {
    traces.start ??= new RegExp(escapesOf([...secret].slice(0, startLength).join('')));
    return traces.start.test(text);
  }
  return (text.includes('\\') ? text.replaceAll('\\', '') : text).includes(secret.replaceAll('\\', ''));
}

const startLength = 4;

/** Looking for single characters is many times faster than the expression. */
const hasEscapes = (text: string): boolean =>
  ['%', '\\', '&'].some((character) => text.includes(character)) && escapes.test(text);

/** Percent-encoding, and escapes of JSON, JavaScript and HTML, but for backslashes before the character itself. */
const escapes = /%[\dA-Fa-f]{2}|\\[ux]|&(?:#|[A-Za-z]{2,8};)/;

/**
 * The longest part of the base64 that depends on these bytes alone and is the same in base64url.
 * @param before the number of bytes in front of them, 0 to 2
 */
function base64RunOf(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  const inner = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  return inner.split(/[+/]/).reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

/** The hex or base64 of a shorter secret also occurs in ordinary text. */
const leastBytes = 6;

const escapesOf = (text: string): string =>
  [...text].map((character, at) => escapesOfOne(character, at === 0)).join('');

/** Before the first character, one backslash is enough: a repetition there would be slow on a text of backslashes. */
function escapesOfOne(character: string, isFirst: boolean): string {
  const code = character.codePointAt(0) ?? 0;
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const slashes = isFirst ? '\\\\' : '\\\\{1,8}';
  const percent = percentSign(slashes);
  return `(?:${[
    ...(code < 0x100 ? [`${slashes}x${hexOf(padded(code, 2))}`] : []),
    units.map((unit) => `${slashes}u${hexOf(padded(unit, 4))}`).join(''),
    `${ampersand}#(?:0{0,6}${code}|[xX]0{0,6}${hexOf(code.toString(16))});?`,
    ...(entityNames[character] ?? []).map((name) => `${ampersand}${name};`),
    [...Buffer.from(character)].map((byte) => `${percent}${hexOf(padded(byte, 2))}`).join(''),
    ...(character === ' ' ? ['\\+'] : []),
    character === '\\' ? `\\\\{1,${isFirst ? 1 : 4}}` : `${isFirst ? '' : '\\\\{0,4}'}${literal(character)}`,
  ].join('|')})`;
}

const ampersand = '&(?:amp;){0,3}';

/** `%25` is a percent sign that was encoded itself. */
const percentSign = (slashes: string): string =>
  `(?:%|${ampersand}(?:#0{0,6}37|#[xX]0{0,6}25|percnt);?|${slashes}u0025)(?:25){0,3}`;

/** Of HTML, for the printable characters of ASCII that have a name. */
const entityNames: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  '!excl "quot #num $dollar %percnt &amp \'apos (lpar )rpar *ast *midast +plus ,comma .period /sol :colon ;semi <lt =equals >gt ?quest @commat [lsqb [lbrack \\bsol ]rsqb ]rbrack ^Hat _lowbar `grave {lcub {lbrace |verbar |vert }rcub }rbrace'
    .split(' ')
    .reduce(
      (names, entry) => names.set(entry.charAt(0), [...(names.get(entry.charAt(0)) ?? []), entry.slice(1)]),
      new Map<string, string[]>(),
    ),
);

/**
 * The source of an expression for the base64 of these bytes, with `before` (0 to 2) bytes in front of them. Its first and
 * last characters also encode bits of the bytes around, so each may be one of several.
 */
function base64Of(bytes: Buffer, before: number): string {
  const between = (first: number, last: number): string =>
    Buffer.concat([Buffer.alloc(before, first), bytes, Buffer.alloc(2, last)]).toString('base64');
  const start = Math.floor((before * 8) / 6);
  const end = Math.ceil(((before + bytes.length) * 8) / 6);
  // All values of the bytes around, to find every character that is possible at each position.
  const variants = [...Array(256).keys()].map((byte) => between(byte, byte).slice(start, end));
  return Array.from({ length: end - start }, (_, at) =>
    base64Class(new Set(variants.map((text) => text.charAt(at)))),
  ).join('');
}

/** base64url writes `-` and `_` for `+` and `/`. */
function base64Class(characters: ReadonlySet<string>): string {
  const plain = [...characters].filter((character) => /\w/.test(character)).join('');
  return `(?:${[
    ...(plain === '' ? [] : [plain.length === 1 ? plain : `[${plain}]`]),
    ...(characters.has('+') ? ['[+-]', '%(?:25){0,3}2[bB]'] : []),
    ...(characters.has('/') ? ['\\\\{0,4}/', '_', '%(?:25){0,3}2[fF]'] : []),
  ].join('|')})`;
}

const padded = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/** Hexadecimal digits in either case. */
const hexOf = (digits: string): string => digits.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

const literal = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
