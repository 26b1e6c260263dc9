import { nameWords } from './folding.ts';
import type { Part } from './parts.ts';

/** Ways to write one thing, the longest first: each is found by each other. */
const samePrefixes: readonly (readonly string[])[] = [
  ['van der', 'van den', 'van de', 'v d', 'vd'],
  ['van', 'v'],
  ['burgemeester', 'burgem', 'burg'],
  ['sint', 'saint', 'sankt', 'st'],
  ['koningin', 'kon'],
  ['koning', 'kon'],
  ['professor', 'prof'],
  ['doctor', 'dokter', 'dr'],
  ['meester', 'mr'],
  ['dominee', 'ds'],
  ['pastoor', 'past'],
  ['generaal', 'gen'],
  ['president', 'pres'],
  ['minister', 'min'],
  ['admiraal', 'adm'],
  ['kardinaal', 'kard'],
  ['monseigneur', 'mgr'],
  ['wethouder', 'weth'],
  ['jonkheer', 'jhr'],
];

/** `van der` is always one thing in full, and three where it is short. */
const isFull = (text: string): boolean => /^(?:van )?de[rn]?$/i.test(text);

interface SameText {
  readonly written: RegExp;
  readonly others: readonly string[];
}

const sameTexts: readonly SameText[] = samePrefixes.flatMap((ways) =>
  ways.map((way) => ({
    written: wordPattern(way),
    others: ways.filter((other) => other !== way && !(isFull(way) && isFull(other))),
  })),
);

/** A word with a word behind it, with its dot or without; `v d` is also `v.d.`, `v/d` and `vd`. */
function wordPattern(way: string): RegExp {
  const body = way === 'v d' ? 'v[. ]{1,2}d\\.?|v/d' : way === 'van' ? 'van(?! de[rn]? )' : `${way}\\.?`;
  return new RegExp(`(?<![\\p{L}\\d])(?:${body})[ -]?(?<=[. -])(?=\\p{L})`, 'iu');
}

/** The choices double with each abbreviation. */
const maxTexts = 24;

/**
 * A text with its abbreviations written out, and with its words abbreviated, in each way: `v.d. Berg` as `van der Berg`,
 * `van den Berg`, `van de Berg`, and `Sint Jansstraat` as `st Jansstraat`.
 */
export function writtenOtherwise(text: string): readonly string[] {
  let texts: readonly string[] = [text];
  for (const { written, others } of sameTexts)
    if (written.test(text))
      texts = [...texts, ...texts.flatMap((one) => others.map((other) => one.replace(written, `${other} `)))];
  return [...new Set(texts)].slice(1, maxTexts);
}

/** How callers are addressed, and what is between the names of a couple. */
const titles =
  /(?<![\p{L}\d])(?:(?:de )?heer|dhr|hr|mevrouw|mevr|mvr|mw|mej|meneer|mijnheer|familie|fam|herr|frau|mister|mrs?|ms|miss|madame|mme|drs?|ir|ing|prof)(?:\.|(?= ))|(?<![\p{L}\d])(?:e[./]?v\.?|geb(?:\.|oren)|wed\.?)(?= )/giu;

/** A text without titles: `mevr. Bakker` is `Bakker`, and `Jansen e/v Bakker` is `Jansen Bakker`. Undefined for other text. */
export function withoutTitles(text: string): string | undefined {
  const rest = text.replace(titles, ' ').replace(/\s+/g, ' ').trim();
  return rest === text || nameWords(rest).join('').length < 2 ? undefined : rest;
}

/** Initials as they are written: `M.`, `m`, `J.P.` and `JP`, but no `'t`. */
const initials =
  /(?<![\p{L}\d'’‘`´.])(?:(?:\p{L}\. ?)+(?![\p{L}\d])|(?:\p{L}\.)+(?=\p{L}{2})|\p{L}(?![\p{L}\d'’‘`´]))/giu;

/** The letters of the initials in a text, and its other words; undefined where there are none of one of them. */
function initialsIn(text: string): { readonly letters: readonly string[]; readonly rest: string } | undefined {
  const capitals = text.replace(/(?<![\p{L}\d])\p{Lu}{2,3}(?= \p{L})/gu, (word) =>
    /\p{Ll}/u.test(text) ? [...word].join('.').concat('.') : word,
  );
  const letters = [...capitals.matchAll(initials)].flatMap(([found]) => nameWords(found).flatMap((word) => [...word]));
  const rest = capitals
    .replace(initials, ' ')
    .replace(/[\s,]+/g, ' ')
    .trim();
  return letters.length === 0 || nameWords(rest).every((word) => word.length < 2) ? undefined : { letters, rest };
}

export const namesOf = (text: string): readonly Part[] => nameWords(text).map((word) => `name:${word}` as const);

/** A name in each way to write it, without titles, and with initials as those of first names. */
export function namesAsSaid(typed: string): readonly (readonly Part[])[] {
  const said = [typed, withoutTitles(typed) ?? typed];
  const texts = new Set(said.flatMap((text) => [text, apartT(text), joinedT(text), ...writtenOtherwise(text)]));
  const named = [...texts].flatMap((text) => [namesOf(text), ...withInitials(text, [])]);
  return [...named, ...said.flatMap((text) => withInitials(text, writtenOtherwise(initialsIn(text)?.rest ?? '')))];
}

/** A text with its first initial alone, and without any: `J.P. de Vries` as `J. de Vries` and `de Vries`. */
export function withFewerInitials(text: string): readonly string[] {
  const { letters = [], rest = '' } = initialsIn(withoutTitles(text) ?? text) ?? {};
  return [...(letters.length > 1 ? [`${letters[0]}. ${rest}`] : []), ...(letters.length > 0 ? [rest] : [])];
}

/** Two names of one person, each with what is before it: `van Dam-Koster`, `Koster-van Dam`, `Koster e/v van Dam`. */
const doubleName =
  /(?<![\p{L}\d])((?:(?:van|der|den|de|het|ter|ten|op|in|von|'t) )*\p{L}{2,})(?: ?[-–] ?| e[./]v\.? )((?:(?:van|der|den|de|het|ter|ten|op|in|von|'t) )*\p{L}{2,})/iu;

/** A text with either one of two names: a record may have one of them alone. Empty where there are no two. */
export function withOneName(text: string): readonly string[] {
  const [whole = '', first = '', second = ''] = doubleName.exec(text) ?? [];
  return whole === '' ? [] : [first, second].map((name) => text.replace(whole, name));
}

const smallWords =
  /^(?:\p{L}|'t|van|der|den|de|het|ten?|ter|op|in|het|aan|bij|uit|la|le|les|du|von|zu|zum|dem|da|di|el|al|st|heer|dhr|hr|mevrouw|mevr|mvr|mw|mej|meneer|familie|fam|herr|frau|mrs?|ms)$/iu;

/** Whether a word alone tells nobody: a letter, what is between a first and a last name, or a title. */
export const isSmallWord = (word: string): boolean => smallWords.test(word);

/** The names in a text, with its initials as those of first names. @param others ways to write what is behind the initials */
function withInitials(text: string, others: readonly string[]): readonly (readonly Part[])[] {
  const short = initialsIn(text);
  if (short === undefined) return [];
  const letters = [...new Set(short.letters)].map((letter): Part => `initial:${letter}`);
  return [short.rest, ...others].map((rest) => [...letters, ...namesOf(rest)]);
}

/** `van't Hof` as `van 't Hof`: both are written. */
const apartT = (text: string): string => text.replace(/(\p{L})(['’‘`´]t)(?![\p{L}\d])/giu, '$1 $2');

const joinedT = (text: string): string => text.replace(/(\p{L}) (['’‘`´]t)(?![\p{L}\d])/giu, '$1$2');

/** `hugo at example punt nl` as it is written; undefined for other text. */
export function spokenEmail(text: string): string | undefined {
  const written = text.replace(/ (?:punt|dot) /gi, '.');
  return /^[^\s@]+ at [^\s@]+$/i.test(written) ? written.replace(/ at /i, '@') : undefined;
}
