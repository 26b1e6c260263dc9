import { heardAs } from './sounds.ts';

/** Shorter words are like too many others. */
export const minLetters = 4;

/** Of a word that has other spellings. */
const maxLetters = 40;

/** Of an e-mail address that has. */
const maxEmail = 60;

/** Of a word that is taken for several, or heard otherwise: the choices grow with its square. */
const maxHeard = 20;

/** Whether a word is an e-mail address, or its part before the `@`: `sanne.bakker`, `bakker84`. */
export const isEmailLike = (word: string): boolean =>
  /^[^\s@]*@[^\s@]*$/.test(word) ||
  (/^[\p{L}\d._+-]+$/u.test(word) && /\p{L}/u.test(word) && /\p{L}[._]\p{L}|\d/u.test(word));

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

const signsOfEmails = [...'0123456789.-_'];

/** Of the spellings with several sounds otherwise: the most that are looked up while a caller waits. */
const maxHeardSpellings = 6000;

/**
 * A word in lower case as it may have been meant, the nearest first: with one sign or sound otherwise; then as several words, or
 * with two sounds otherwise, then with three. A number is only what it is, but for one in an e-mail address.
 */
export function* spellingsOf(word: string): Generator<readonly string[]> {
  const isEmail = isEmailLike(word);
  if (word.length > (isEmail ? maxEmail : maxLetters) || (!isEmail && /[\d'’‘`´]/.test(word))) return;
  const isHeard = !isEmail && word.length <= maxHeard;
  const signs = isEmail ? [...letters, ...signsOfEmails] : letters;
  yield otherwise(word, [...(isHeard ? heardAs(word, 1) : []), ...oneSign(word, signs)]);
  if (!isHeard) return;
  yield otherwise(word, [...apart(word), ...heardAs(word, 2)]);
  yield otherwise(word, heardAs(word, 3));
}

function otherwise(word: string, spellings: Iterable<string>): readonly string[] {
  const others = new Set<string>();
  for (const spelling of spellings) {
    if (spelling !== word && spelling.length >= minLetters - 1) others.add(spelling);
    if (others.size === maxHeardSpellings) break;
  }
  return [...others];
}

/** One sign more, less or otherwise, or two that changed places. */
const oneSign = (word: string, signs: readonly string[]): readonly string[] =>
  [...word, ''].flatMap((_, at) => {
    const before = word.slice(0, at);
    const behind = word.slice(at);
    return [
      before + behind.slice(1),
      before + behind.slice(1, 2) + behind.slice(0, 1) + behind.slice(2),
      ...signs.flatMap((sign) => [before + sign + behind, before + sign + behind.slice(1)]),
    ];
  });

/** As two or three words: `terhorst`, `vandenberg`. */
function apart(word: string): readonly string[] {
  const splits = Array.from({ length: Math.max(0, word.length - 3) }, (_, at) => at + 2);
  return splits.flatMap((at) => {
    const behind = word.slice(at);
    return [behind, ...apart(behind)].map((rest) => `${word.slice(0, at)} ${rest}`).filter(isOfThree);
  });
}

const isOfThree = (text: string): boolean => text.split(' ').length <= 3;
