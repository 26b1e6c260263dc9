import { withoutEndZeros } from './numbers.ts';

/**
 * The numbers of an object or a list that JavaScript would write otherwise, by name or index: `12.50`. They are kept as
 * texts, and this says that they were none. Copied with `{ ...record }`.
 */
const written: unique symbol = Symbol('numbers as they were written');

interface Holder {
  [written]?: Map<string, string>;
  readonly [name: string]: unknown;
}

/** Notes that a text of an object or a list was this number, if it is that with zeros at the end. @param name or index */
export function noteNumber(holder: object, name: string, text: string, number: number): void {
  if (!isPadded(text, number)) return;
  const numbers = (holder as Holder)[written] ?? new Map<string, string>();
  numbers.set(name, text);
  (holder as Holder)[written] = numbers;
}

/** Whether a text is this number with zeros after it: other numbers may have more digits than a reader of JSON holds. */
const isPadded = (text: string, number: number): boolean => withoutEndZeros(text) === String(number);

/** The copy of an object or a list, with what is known of the numbers of the original. */
export function withNumbersOf<T extends object>(original: object, copy: T): T {
  const tokens = (original as Holder)[written];
  if (tokens) (copy as Holder)[written] = tokens;
  return copy;
}

/** The number of this name as it was written; undefined where the value is a text, or is not that number any more. */
export function writtenNumber(holder: object, name: string): string | undefined {
  const token = (holder as Holder)[written]?.get(name);
  return token !== undefined && (holder as Holder)[name] === token ? token : undefined;
}

/** Whether there are such numbers at any depth. */
function hasWrittenNumbers(holder: Holder): boolean {
  if (holder[written] !== undefined) return true;
  for (const name in holder) {
    const value = holder[name];
    if (isHolder(value) && hasWrittenNumbers(value)) return true;
  }
  return false;
}

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

/** As `JSON.stringify`, with such numbers as they were written. @param space for each level; none for a single line */
export function jsonText(value: unknown, space = '', outer = ''): string {
  if (!isHolder(value)) return JSON.stringify(value);
  if (hasWrittenNumbers(value)) return textOf(value, space, outer);
  const text = JSON.stringify(value, null, space);
  // A line break in serialised JSON is always layout.
  return outer === '' ? text : text.replaceAll('\n', `\n${outer}`);
}

function textOf(holder: Holder, space: string, outer: string): string {
  const inner = outer + space;
  const nameOf = Array.isArray(holder) ? () => '' : (name: string) => `${JSON.stringify(name)}:${space && ' '}`;
  const parts: string[] = [];
  for (const name in holder) {
    const value = holder[name];
    if (value !== undefined) parts.push(nameOf(name) + (writtenNumber(holder, name) ?? jsonText(value, space, inner)));
  }
  const [opening, closing] = Array.isArray(holder) ? '[]' : '{}';
  const content = parts.join(space === '' ? ',' : `,\n${inner}`);
  return space === '' ? opening + content + closing : `${opening}\n${inner}${content}\n${outer}${closing}`;
}
