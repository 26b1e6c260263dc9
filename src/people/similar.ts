import { folded } from './folding.ts';
import type { PeopleIndex } from './people-index.ts';
import { type PeopleQuery, queryOf } from './query.ts';

/** A text that finds somebody, where the text that was typed found nobody. */
export interface SimilarText {
  readonly text: string;
  /** How many people it finds in the index. */
  readonly count: number;
}

/** Of each kind: more would be a table of names. */
const maxTexts = 3;

/** Words that are taken apart: the choices double with each. */
const maxWords = 8;

/** Words that may be misspelled: a person who types a sentence does not wait for hundreds of spellings of each word. */
const maxMisspelled = 3;

/** Shorter words are like too many others. */
const minLetters = 4;

/** Of a word that has other spellings. */
const maxLetters = 40;

/** Of an e-mail address that has. */
const maxEmail = 60;

/**
 * Texts that find somebody by the index: fewer of the words (a caller names initials, a title or a city, which nothing
 * in the index has), and words that nobody has, with one letter otherwise.
 */
export function similarTexts({ typed }: PeopleQuery, index: PeopleIndex): readonly SimilarText[] {
  // The numbers of others are no help.
  if (!/\p{L}/u.test(typed)) return [];
  const words = wordsOf(typed);
  const texts = [otherSpellings(words, index), fewerWords(words, index)];
  return texts.flatMap((some) => some.slice(0, maxTexts)).filter(({ text }) => text !== typed);
}

/** A single letter is not searched. */
function wordsOf(typed: string): readonly string[] {
  const words = typed.match(typed.includes('@') ? /\S+/g : /[\p{L}\p{N}'’‘`´]+/gu) ?? [];
  return words.filter((word) => word.length > 1 || /\d/.test(word)).slice(0, maxWords);
}

/** The longest text first. A text whose words are all in a text that was found is not named. */
function fewerWords(words: readonly string[], index: PeopleIndex): readonly SimilarText[] {
  const found: { readonly words: readonly string[]; readonly similar: SimilarText }[] = [];
  for (const some of choicesOf(words).sort((left, right) => right.length - left.length)) {
    if (found.some((other) => some.every((word) => other.words.includes(word)))) continue;
    const similar = searched(some.join(' '), index);
    if (similar.count > 0) found.push({ words: some, similar });
  }
  return found.map(({ similar }) => similar);
}

/** Each choice of words, in their order. */
const choicesOf = (words: readonly string[]): (readonly string[])[] =>
  Array.from({ length: 2 ** words.length - 1 }, (_, at) =>
    words.filter((_word, place) => ((at + 1) >> place) % 2 === 1),
  );

/** The texts with one word as it may have been meant; or that word alone, if nobody has it with the others. */
function otherSpellings(words: readonly string[], index: PeopleIndex): readonly SimilarText[] {
  const unknown = words.filter((word) => folded(word).length >= minLetters && searched(word, index).count === 0);
  const longest = unknown.sort((left, right) => right.length - left.length).slice(0, maxMisspelled);
  return longest.flatMap((word) => {
    const spellings = spellingsOf(word.toLowerCase());
    const inText = spellings.map((spelling) => words.map((each) => (each === word ? spelling : each)).join(' '));
    const whole = mostFound(inText, index);
    return whole.length > 0 || words.length === 1 ? whole : mostFound(spellings, index);
  });
}

function mostFound(texts: readonly string[], index: PeopleIndex): readonly SimilarText[] {
  const found = texts.map((text) => searched(text, index)).filter(({ count }) => count > 0);
  return found.sort((left, right) => right.count - left.count).slice(0, maxTexts);
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];

const signsOfEmails = [...'0123456789.-_'];

/**
 * A word with one letter more, less or otherwise, or with two letters that changed places. A number is only what it is, but
 * for digits in an e-mail address.
 */
function spellingsOf(word: string): readonly string[] {
  const isEmail = word.includes('@');
  if (!isEmail && (/[\d'’‘`´]/.test(word) || word.length > maxLetters)) return [];
  if (word.length > maxEmail) return [];
  const signs = isEmail ? [...letters, ...signsOfEmails] : letters;
  const places = Array.from(word, (_, at) => [word.slice(0, at), word.slice(at)] as const);
  const spellings = [...places, [word, ''] as const].flatMap(([before, behind]) => [
    before + behind.slice(1),
    before + behind.slice(1, 2) + behind.slice(0, 1) + behind.slice(2),
    ...signs.flatMap((letter) => [before + letter + behind, before + letter + behind.slice(1)]),
  ]);
  return [...new Set(spellings)].filter((spelling) => spelling !== word && spelling.length >= minLetters - 1);
}

/** Texts that are too short to be searched find nobody. */
function searched(text: string, index: PeopleIndex): SimilarText {
  const isShort = folded(text).replace(/[^\p{L}\p{N}]/gu, '').length < 3;
  return { text, count: isShort ? 0 : index.find(queryOf(text)).length };
}
