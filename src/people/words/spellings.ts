/** Shorter words are like too many others. */
export const minLetters = 4;

/** Of a word that has other spellings. */
const maxLetters = 40;

/** Of an e-mail address that has. */
const maxEmail = 60;

/** Of a word that is taken for several, or heard otherwise: the choices grow with its square. */
const maxHeard = 20;

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

const signsOfEmails = [...'0123456789.-_'];

/** What sounds alike in names of the Netherlands, in either direction. */
const sounds: readonly (readonly [string, string])[] = [
  ['s', 'z'],
  ['c', 'k'],
  ['c', 's'],
  ['f', 'v'],
  ['d', 't'],
  ['i', 'y'],
  ['j', 'y'],
  ['i', 'ie'],
  ['i', 'ee'],
  ['t', 'th'],
  ['k', 'ck'],
  ['g', 'ch'],
  ['x', 'ks'],
  ['f', 'ph'],
  ['ei', 'ij'],
  ['ei', 'ey'],
  ['ui', 'uij'],
  ['au', 'ou'],
  ['oe', 'u'],
  ['sj', 'ch'],
  ['sj', 's'],
];

/**
 * A word in lower case as it may have been meant, the nearest first: with one sign otherwise; then as several words, or
 * with up to two sounds otherwise. A number is only what it is, but for one in an e-mail address.
 */
export function* spellingsOf(word: string): Generator<readonly string[]> {
  const isEmail = word.includes('@');
  if (word.length > (isEmail ? maxEmail : maxLetters) || (!isEmail && /[\d'’‘`´]/.test(word))) return;
  yield otherwise(word, oneSign(word, isEmail ? [...letters, ...signsOfEmails] : letters));
  if (isEmail || word.length > maxHeard) return;
  yield [
    ...apart(word),
    ...otherwise(
      word,
      soundsOf(word).flatMap((heard) => [heard, ...soundsOf(heard)]),
    ),
  ];
}

const otherwise = (word: string, spellings: readonly string[]): readonly string[] =>
  [...new Set(spellings)].filter((spelling) => spelling !== word && spelling.length >= minLetters - 1);

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

/** With one sound otherwise. */
const soundsOf = (word: string): readonly string[] =>
  sounds.flatMap(([one, other]) => [...replacedOnce(word, one, other), ...replacedOnce(word, other, one)]);

function replacedOnce(word: string, from: string, to: string): readonly string[] {
  const places = Array.from(word, (_, at) => at).filter((at) => word.startsWith(from, at));
  return places.map((at) => word.slice(0, at) + to + word.slice(at + from.length));
}

/** As two or three words: `terhorst`, `vandenberg`. */
function apart(word: string): readonly string[] {
  const splits = Array.from({ length: Math.max(0, word.length - 3) }, (_, at) => at + 2);
  return splits.flatMap((at) => {
    const behind = word.slice(at);
    return [behind, ...apart(behind)].map((rest) => `${word.slice(0, at)} ${rest}`).filter(isOfThree);
  });
}

const isOfThree = (text: string): boolean => text.split(' ').length <= 3;
