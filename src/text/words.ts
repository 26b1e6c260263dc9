import { formatCount } from './numbers.ts';

/** The replacement for a secret, and for personal data. */
export const redacted = '***';

/** With a capital: `Wrong option`. */
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The name of a store at the start of a sentence: `The store shop.example`, `The sandbox`. */
export const storeSubject = (name: string): string =>
  name.startsWith('the sandbox') ? capitalized(name) : `The store ${name}`;

/** The words of a list that is written as a text. */
export const listed = (words: string): readonly string[] => words.trim().split(/\s+/);

/** `json, csv or yaml` */
export const either = (words: readonly string[]): string => words.join(', ').replace(/, (?=[^,]*$)/, ' or ');

/** `a, b and c` */
export const all = (words: readonly string[]): string => words.join(', ').replace(/, (?=[^,]*$)/, ' and ');

/**
 * The parts of a line, with a blank between two of them. What follows a house number is joined to it where it begins with a
 * stroke: 5 and `-7` are `5-7`.
 */
export function spacedLine(parts: readonly string[]): string {
  let line = '';
  for (const part of parts.filter((one) => one !== ''))
    line += line === '' || (/\d$/.test(line) && /^[-+/][\p{L}\d]/u.test(part)) ? part : ` ${part}`;
  return line;
}

/** The first characters of a text, with an ellipsis if it is longer. */
export const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** `sku, name, and 12 more`: the first of many names. */
export function firstOf(names: readonly string[], most = 20): string {
  const more = names.length - most;
  const shown = names.slice(0, most).map((name) => cut(name, 80));
  return `${shown.join(', ')}${more > 0 ? `, and ${formatCount(more)} more` : ''}`;
}

/** The names that begin as typed, then the closest ones, best first: at most a third of the letters differ. */
export function nearest(word: string, names: readonly string[], most = 3): readonly string[] {
  const wanted = word.toLowerCase();
  return names
    .map((name) => ({ name, distance: isBeginning(wanted, name) ? 0 : distance(wanted, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(Math.max(word.length, name.length) / 3)))
    .sort((left, right) => left.distance - right.distance)
    .slice(0, most)
    .map(({ name }) => name);
}

const isBeginning = (typed: string, name: string): boolean => typed.length > 2 && name.toLowerCase().startsWith(typed);

/** Levenshtein distance, with two swapped letters as one difference. */
export function distance(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, at) => at)];
  const known = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= left.length; row++) {
    rows[row] = [row];
    for (let column = 1; column <= right.length; column++) {
      const replaced = known(row - 1, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const isSwapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const swapped = isSwapped ? known(row - 2, column - 2) + 1 : replaced;
      rows[row]?.push(Math.min(replaced, swapped, known(row - 1, column) + 1, known(row, column - 1) + 1));
    }
  }
  return known(left.length, right.length);
}

/** A heading for comparing: only letters without accents and digits matter, so `Name*` is `name`, `Verfügbar` `verfugbar`. */
export const looseHeading = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
