import { eastAsianWidth } from 'get-east-asian-width';

/**
 * How many columns a terminal needs for what a reader takes for one character (a grapheme cluster, UAX #29): two for an
 * emoji (UTS #51) and for what is written wide in East Asia (UAX #11). string-width 8 says the same, but makes its
 * expressions when it is loaded, whether or not there is anything to measure.
 */
export function characterWidth(character: string): number {
  const start = character.search(visible);
  if (start === -1) return 0;
  if (isEmoji(character)) return 2;
  if (jamo.test(character.slice(start))) return widthOfAll(withSyllables(character));
  const [base = '', ...behind] = character.slice(start);
  return widthOfAll([base, ...behind.filter((one) => ofItsOwn.test(one))]);
}

/** What is drawn at all. One class: a pattern that repeats would overflow on a million marks. */
const visible =
  /[^\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Nonspacing_Mark}\p{Enclosing_Mark}\p{Surrogate}]/u;

/** Behind another character it needs columns too: a vowel sign, or the halfwidth voiced mark of Japanese. */
const ofItsOwn = /[\p{Spacing_Mark}\uff00-\uffef]/u;

/** The letters of Hangul, which are drawn together as syllables: Unicode 17, chapter 3.12. */
const jamo = /^[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7c6\ud7cb-\ud7fb]/;
const syllable = /[\u1100-\u115f\ua960-\ua97c][\u1160-\u11a7\ud7b0-\ud7c6][\u11a8-\u11ff\ud7cb-\ud7fb]?/g;

/** The visible characters, with the letters of each syllable as one. */
const withSyllables = (character: string): Iterable<string> =>
  [...character]
    .filter((one) => visible.test(one))
    .join('')
    .replaceAll(syllable, '가');

function widthOfAll(characters: Iterable<string>): number {
  let width = 0;
  for (const one of characters) width += eastAsianWidth(one.codePointAt(0) ?? 0);
  return width;
}

/** Made when it is used: looking up all emoji takes as long as half of Node's start. */
let emoji: RegExp | undefined;

/** Longer than any sequence of emoji. */
const maxEmoji = 50;

/** With or without the selectors that Unicode wants in a sequence: terminals draw both alike. */
function isEmoji(character: string): boolean {
  // biome-ignore lint/complexity/useRegexLiterals: a literal is compiled when its file is read
  emoji ??= new RegExp('^\\p{RGI_Emoji}$', 'v');
  if (character.length > maxEmoji) return false;
  if (emoji.test(character) || /^[\d#*]\u20e3$/.test(character)) return true;
  return character.includes('\u200d') && (character.match(/\p{Extended_Pictographic}/gu) ?? []).length > 1;
}
