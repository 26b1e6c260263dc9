import type { PeopleIndex } from '../index/people-index.ts';
import { isSmallWord, withoutTitles } from '../words/abbreviations.ts';
import { folded } from '../words/folding.ts';
import { minLetters, spellingsOf } from '../words/spellings.ts';
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

/** A text that finds more people is no help. */
const maxPeople = 20;

/**
 * Texts that find somebody by the index: words that nobody has, with one letter otherwise, and fewer of the words (a
 * caller names a title or a city, which nothing in the index has). None is a word such as `van`. One that a crowd has is named where
 * it is the whole text, corrected, and nothing else is found.
 */
export function similarTexts({ typed }: PeopleQuery, index: PeopleIndex): readonly SimilarText[] {
  // The numbers of others are no help.
  if (!/\p{L}/u.test(typed)) return [];
  const words = wordsOf(withoutTitles(typed) ?? typed);
  const whole = otherSpellings(words, index);
  const others = helpful(whole);
  const fewer = helpful(fewerWords(words, index));
  const isNone = others.length + fewer.length === 0;
  // A misspelled name that many have is still what was meant.
  const texts = isNone ? [whole.slice(0, 1), helpful(fewerCorrected(words, index))] : [others, fewer];
  const each = new Map(texts.flatMap((some) => some.slice(0, maxTexts)).map((one) => [folded(one.text), one]));
  return [...each.values()].filter(({ text }) => text !== typed);
}

const helpful = (texts: readonly SimilarText[]): readonly SimilarText[] =>
  texts.filter(({ text, count }) => count <= maxPeople && !wordsOf(text).every(isSmallWord));

/** A letter is an initial. */
const wordsOf = (typed: string): readonly string[] =>
  (typed.match(typed.includes('@') ? /\S+/g : /[\p{L}\p{N}'’‘`´]+/gu) ?? []).slice(0, maxWords);

/** The longest text first, then the one that finds the fewest: it has the part that helps most. A text whose words are all in a text that was found is not named. */
function fewerWords(words: readonly string[], index: PeopleIndex): readonly SimilarText[] {
  const found: { readonly words: readonly string[]; readonly similar: SimilarText }[] = [];
  for (const some of choicesOf(words).sort((left, right) => right.length - left.length)) {
    if (found.some((other) => some.every((word) => other.words.includes(word)))) continue;
    const similar = searched(some.join(' '), index);
    if (similar.count > 0) found.push({ words: some, similar });
  }
  return found
    .sort((left, right) => right.words.length - left.words.length || left.similar.count - right.similar.count)
    .map(({ similar }) => similar);
}

/** Fewer of the words, with each word that nobody has as it may have been meant. */
function fewerCorrected(words: readonly string[], index: PeopleIndex): readonly SimilarText[] {
  return correctedOf(words, index).flatMap((corrected) => fewerWords(corrected, index));
}

/** Texts with every word that nobody has as another word that somebody has. */
function correctedOf(words: readonly string[], index: PeopleIndex): readonly (readonly string[])[] {
  const unknown = longestOf(words.filter((word) => !isKnown(word, index)));
  let texts: readonly (readonly string[])[] = [words];
  for (const word of unknown) {
    const others = nearest(word, (spelling) => spelling, index).map(({ text }) => text);
    if (others.length > 0)
      texts = texts.flatMap((text) => others.map((other) => text.map((each) => (each === word ? other : each))));
  }
  return texts[0] === words ? [] : texts;
}

/** Each choice of words, in their order. */
const choicesOf = (words: readonly string[]): (readonly string[])[] =>
  Array.from({ length: 2 ** words.length - 1 }, (_, at) =>
    words.filter((_word, place) => ((at + 1) >> place) % 2 === 1),
  );

/** Texts with words as they may have been meant. */
function otherSpellings(words: readonly string[], index: PeopleIndex): readonly SimilarText[] {
  const known = words.filter((word) => isKnown(word, index));
  return [...unknownOtherwise(words, known, index), ...knownOtherwise(known, index), ...joined(words, index)];
}

/** A word that nobody has, otherwise, in the whole text; all of them, if one is not enough. */
function unknownOtherwise(
  words: readonly string[],
  known: readonly string[],
  index: PeopleIndex,
): readonly SimilarText[] {
  const unknown = longestOf(words.filter((word) => !known.includes(word)));
  const one = unknown.flatMap((word) => nearest(word, inText(words, word), index));
  if (one.length > 0 || unknown.length < 2) return one;
  return mostFound(
    correctedOf(words, index).map((corrected) => corrected.join(' ')),
    index,
  );
}

/** Words that somebody has, and nobody has all of: a misheard name is often that of another. */
function knownOtherwise(known: readonly string[], index: PeopleIndex): readonly SimilarText[] {
  if (known.length < 2 || searched(known.join(' '), index).count > 0) return [];
  return longestOf(known).flatMap((word) => nearest(word, inText(known, word), index));
}

/** Two or three words that are written as one: `ter Horst` for `Terhorst`. */
function joined(words: readonly string[], index: PeopleIndex): readonly SimilarText[] {
  if (words.some((word) => /[\d@]/.test(word))) return [];
  const texts = [2, 3].flatMap((count) =>
    words.slice(count - 1).map((_, at) => {
      const one = words
        .slice(at, at + count)
        .join('')
        .toLowerCase();
      return [...words.slice(0, at), one, ...words.slice(at + count)].join(' ');
    }),
  );
  return mostFound(texts, index);
}

const longestOf = (words: readonly string[]): readonly string[] =>
  words
    .filter((word) => folded(word).length >= minLetters)
    .sort((left, right) => right.length - left.length)
    .slice(0, maxMisspelled);

const inText =
  (words: readonly string[], word: string) =>
  (spelling: string): string =>
    words.map((each) => (each === word ? spelling : each)).join(' ');

/** With the nearest spellings of a word that find somebody. */
function nearest(word: string, written: (spelling: string) => string, index: PeopleIndex): readonly SimilarText[] {
  for (const spellings of spellingsOf(word.toLowerCase())) {
    const found = mostFound(spellings.map(written), index);
    if (found.length > 0) return found;
  }
  return [];
}

/** Of texts that are searched alike, the longest: `kuijpers`, not `kuypers`. */
function mostFound(texts: readonly string[], index: PeopleIndex): readonly SimilarText[] {
  const shortestFirst = [...texts].sort((left, right) => left.length - right.length);
  const each = new Map(shortestFirst.map((text) => [folded(text), text]));
  const found = [...each.values()].map((text) => searched(text, index)).filter(({ count }) => count > 0);
  return found.sort((left, right) => right.count - left.count).slice(0, maxTexts);
}

/** Whether somebody has a word: also one that is too short to be searched alone. */
const isKnown = (word: string, index: PeopleIndex): boolean => word.length > 1 && index.countOf(queryOf(word)) > 0;

/** Texts that are too short to be searched find nobody. */
function searched(text: string, index: PeopleIndex): SimilarText {
  const isShort = folded(text).replace(/[^\p{L}\p{N}]/gu, '').length < 3;
  return { text, count: isShort ? 0 : index.countOf(queryOf(text)) };
}
