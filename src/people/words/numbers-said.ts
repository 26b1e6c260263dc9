import { namesAsSaid } from './abbreviations.ts';
import { nameWords, splitStreet } from './folding.ts';
import { numberPart, type Part } from './parts.ts';

/** `*1407`, `ends with 1407`, `eindigt op 1407`, `endet auf 1407`. */
const saidEnding =
  /(?:(?:phone|tel(?:ephone|efoon|efon)?|number|nummer) )?(?:\*|…|\.{2,3}|(?:end(?:s|ing)|eindig(?:t|end)|endet|endend) (?:with|in|on|op|met|auf|mit) )\s?(\d{4,8})(?!\d)/iu;

/** Without the words above, at either end. */
const digitsAtEnds = [/[\s,;](\d{4,8})$/, /^(\d{4,8})[\s,;]/];

/** The last digits of a phone number that are said to be that, with a name or alone; undefined for other text. */
export function phoneEnding(typed: string): readonly (readonly Part[])[] | undefined {
  const found = saidEnding.exec(typed);
  if (!found) return undefined;
  return named(without(typed, found[0]), `ending:${found[1]}`);
}

/** A name with a number before or behind it: that of a house, or the last digits of a phone number. */
export function numbersBesideNames(typed: string): readonly (readonly Part[])[] {
  const { street, number, extension } = splitStreet(typed);
  const house = number === '' ? [] : named(street, numberPart(number + extension));
  const found = digitsAtEnds.map((end) => end.exec(typed)).find((match) => match !== null);
  const rest = found ? without(typed, found[0]) : '';
  return [...house, ...(/\p{L}/u.test(rest) ? named(rest, `ending:${found?.[1]}`) : [])];
}

const without = (typed: string, number: string): string =>
  typed
    .replace(number, ' ')
    .replace(/[\s,;]+/g, ' ')
    .trim();

/** Each way to write a name, with the number. A name with digits is a street or a postcode. */
function named(name: string, number: Part): readonly (readonly Part[])[] {
  if (nameWords(name).length === 0) return [[number]];
  if (/\d/.test(name)) return [];
  return namesAsSaid(name)
    .filter((parts) => parts.length > 0)
    .map((parts) => [...parts, number]);
}
