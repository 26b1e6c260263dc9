/** Whether a value is an object with fields: no list and not null. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface NumberInJson {
  readonly token: string;
  readonly at: number;
}

const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Every number of a JSON text. Scanned by hand: a regular expression for strings overflows its stack at 30 MB. */
export function* numbersIn(json: string): Generator<NumberInJson> {
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at);
    if (character === quote) at = endOfString(json, at);
    else if (character === minus || (character >= zero && character <= nine)) {
      number.lastIndex = at;
      const [token] = number.exec(json) ?? [];
      if (token === undefined) continue;
      yield { token, at };
      at += token.length - 1;
    }
  }
}

const quote = 0x22;
const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** The index of the quote that ends the string whose first quote is at `start`; without one, the length of the text. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes++;
  return backslashes % 2 === 1;
}

/** A name that an object in a valid JSON text has more than once: JSON.parse keeps the last value and says nothing. */
export function repeatedName(json: string): string | undefined {
  const objects: Set<string>[] = [];
  for (let at = 0; at < json.length; at++) {
    const character = json.charCodeAt(at);
    if (character === openBrace) objects.push(new Set());
    if (character === closeBrace) objects.pop();
    if (character !== quote) continue;
    const end = endOfString(json, at);
    if (isName(json, end)) {
      const name = String(JSON.parse(json.slice(at, end + 1)));
      const names = objects.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
    at = end;
  }
  return undefined;
}

/** Whether the text that ends there is the name of a field: a colon follows. */
function isName(json: string, end: number): boolean {
  let at = end + 1;
  while (/\s/.test(json.charAt(at))) at++;
  return json.charAt(at) === ':';
}

/** The first number that JavaScript cannot hold: it has too many digits, or is out of range. */
export function changedNumber(json: string): { readonly written: string; readonly held: number } | undefined {
  for (const { token } of numbersIn(json)) {
    if (!isHeld(token)) return { written: token, held: Number(token) };
  }
  return undefined;
}

/** Whether JavaScript holds the number that is written so. */
export const isHeld = (token: string): boolean => valueIn(token) === valueIn(String(Number(token)));

/** One text for each value: `12.50` and `1.25e1` are `125e-1`. */
function valueIn(token: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const digits = `${whole}${fraction}`;
  let start = 0;
  let end = digits.length;
  while (digits[start] === '0') start++;
  while (end > start && digits[end - 1] === '0') end--;
  if (start === end) return whole === '' ? token : '0';
  return `${sign}${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

/** Nested deeper than this, a text is an attack or an accident: what walks through its values would overflow the stack. */
export const depthLimit = 100;

/** Whether a JSON text is nested deeper than `depthLimit`. */
export const isDeep = (json: string): boolean => depthsOf(json).deepest > depthLimit;

/** Whether a text begins as JSON and ends before it is whole. What is nested without end is no JSON at all. */
export function isCutJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  const { deepest, last } = depthsOf(text);
  return last > 0 && deepest <= depthLimit;
}

function depthsOf(text: string): { readonly deepest: number; readonly last: number } {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === quote) at = endOfString(text, at);
    else if (character === openBracket || character === openBrace) deepest = Math.max(deepest, ++depth);
    else if (character === closeBracket || character === closeBrace) depth--;
  }
  return { deepest, last: depth };
}
