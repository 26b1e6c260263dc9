import type { PeopleIndex } from '../index/people-index.ts';
import { isSmallWord, namesOf, spokenEmail, withoutTitles } from '../words/abbreviations.ts';
import { folded } from '../words/folding.ts';
import { isEmailLike, minLetters, spellingsOf } from '../words/spellings.ts';
import { citiesIn, inCity } from './city.ts';
import { type PeopleQuery, queryOf } from './query.ts';
import { looksLikeStreet, streetsOf } from './street.ts';

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

/** Where texts are looked up: in a city that was typed, or everywhere. */
interface Lookup {
  readonly index: PeopleIndex;
  /** As it was typed. It is never taken apart, and said with each text. */
  readonly city: string | undefined;
  /** Whether somebody has a word: most are looked up in the city and everywhere. */
  readonly known: Map<string, boolean>;
}

/** Texts of both kinds that find somebody. */
interface TextsFound {
  /** With words otherwise. */
  readonly others: readonly SimilarText[];
  /** With fewer of the words. */
  readonly fewer: readonly SimilarText[];
}

/** What is like a text that finds nobody. */
export interface SimilarTexts {
  readonly all: readonly SimilarText[];
  /** What was meant, as far as one text alone is like the one that was typed, and few people have it. */
  readonly likely: SimilarText | undefined;
}

/**
 * Texts that find somebody by the index: words that nobody has, with one letter otherwise or as they may have been heard, and
 * fewer of the words (a caller names a title or a city, which nothing in the index has). None is a word such as `van`. One that a
 * crowd has is named where it is the whole text, corrected, and nothing else is found. Those in the city that was typed come first.
 */
export function similarTexts(query: PeopleQuery, index: PeopleIndex): SimilarTexts {
  const typed = spokenEmail(query.typed) ?? query.typed;
  const { others, fewer } = textsLike(typed, query, index);
  const each = new Map([...others, ...fewer].map((one) => [folded(one.text), one]));
  const [only, ...more] = others;
  const isLikely = more.length === 0 && only && only.text !== typed && only.count <= mostLikely;
  return { all: [...each.values()].filter(({ text }) => text !== typed), likely: isLikely ? only : undefined };
}

/** So many people are shown who do not have what was typed. */
const mostLikely = 3;

function textsLike(typed: string, query: PeopleQuery, index: PeopleIndex): TextsFound {
  // The numbers of others are no help.
  if (!/\p{L}/u.test(typed)) return { others: [], fewer: [] };
  const place = citiesIn(query, index).at(-1);
  const known = new Map<string, boolean>();
  const there = place && foundIn(place.rest, { index, city: place.city, known });
  const anywhere =
    there && there.others.length > 0 ? undefined : foundIn(place?.rest ?? typed, { index, city: undefined, known });
  const others = [...(there?.others ?? []), ...(anywhere?.others ?? [])].slice(0, maxTexts);
  const fewer = there && there.fewer.length + others.length > 0 ? there.fewer : (anywhere?.fewer ?? []);
  return { others, fewer };
}

function foundIn(text: string, lookup: Lookup): TextsFound {
  const words = wordsOf(withoutTitles(text) ?? text);
  const whole = otherSpellings(words, lookup);
  const others = helpful(whole).slice(0, maxTexts);
  const fewer = helpful(fewerWords(words, lookup)).slice(0, maxTexts);
  if (others.length + fewer.length > 0) return { others, fewer };
  // A misspelled name that many have is still what was meant.
  return { others: whole.slice(0, 1), fewer: helpful(fewerCorrected(words, lookup)).slice(0, maxTexts) };
}

const helpful = (texts: readonly SimilarText[]): readonly SimilarText[] =>
  texts.filter(({ text, count }) => count <= maxPeople && !wordsOf(text).every(isSmallWord));

/** A letter is an initial. */
const wordsOf = (typed: string): readonly string[] =>
  (typed.match(typed.includes('@') || isEmailLike(typed) ? /\S+/g : /[\p{L}\p{N}'’‘`´]+/gu) ?? []).slice(0, maxWords);

/** The longest text first, then the one that finds the fewest: it has the part that helps most. A text whose words are all in a text that was found is not named. */
function fewerWords(words: readonly string[], lookup: Lookup): readonly SimilarText[] {
  const found: { readonly words: readonly string[]; readonly similar: SimilarText }[] = [];
  for (const some of choicesOf(words).sort((left, right) => right.length - left.length)) {
    if (some.every(isSmallWord)) continue;
    if (found.some((other) => some.every((word) => other.words.includes(word)))) continue;
    const similar = searched(some.join(' '), lookup);
    if (similar.count > 0) found.push({ words: some, similar });
  }
  return found
    .sort((left, right) => right.words.length - left.words.length || left.similar.count - right.similar.count)
    .map(({ similar }) => similar);
}

/** Fewer of the words, with each word that nobody has as it may have been meant. */
function fewerCorrected(words: readonly string[], lookup: Lookup): readonly SimilarText[] {
  return correctedOf(words, lookup).flatMap((corrected) => fewerWords(corrected, lookup));
}

/** Texts with every word that nobody has as another word that somebody has. */
function correctedOf(words: readonly string[], lookup: Lookup): readonly (readonly string[])[] {
  const unknown = longestOf(words.filter((word) => !isKnown(word, lookup)));
  let texts: readonly (readonly string[])[] = [words];
  for (const word of unknown) {
    const others = nearest(word, (spelling) => spelling, lookup).map(({ text }) => text);
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
function otherSpellings(words: readonly string[], lookup: Lookup): readonly SimilarText[] {
  const known = words.filter((word) => isKnown(word, lookup));
  return [...unknownOtherwise(words, known, lookup), ...knownOtherwise(known, lookup), ...joined(words, lookup)];
}

/** A word that nobody has, otherwise, in the whole text; all of them, if one is not enough. */
function unknownOtherwise(words: readonly string[], known: readonly string[], lookup: Lookup): readonly SimilarText[] {
  const unknown = longestOf(words.filter((word) => !known.includes(word)));
  const one = unknown.flatMap((word) => nearest(word, inText(words, word), lookup));
  if (one.length > 0 || unknown.length < 2) return one;
  return mostFound(
    correctedOf(words, lookup).map((corrected) => corrected.join(' ')),
    lookup,
  );
}

/** Words that somebody has, and nobody has all of: a misheard name is often that of another. */
function knownOtherwise(known: readonly string[], lookup: Lookup): readonly SimilarText[] {
  if (known.length < 2 || searched(known.join(' '), lookup).count > 0) return [];
  return longestOf(known).flatMap((word) => nearest(word, inText(known, word), lookup));
}

/** Two or three words that are written as one: `ter Horst` for `Terhorst`. */
function joined(words: readonly string[], lookup: Lookup): readonly SimilarText[] {
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
  return mostFound(texts, lookup);
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
function nearest(word: string, written: (spelling: string) => string, lookup: Lookup): readonly SimilarText[] {
  let isNear = true;
  for (const spellings of spellingsOf(word.toLowerCase())) {
    const known = spellings.filter((spelling) =>
      isNear && looksLikeStreet(written(word))
        ? mayBeInStreet(written(spelling), lookup)
        : mayBeKnown(spelling, lookup),
    );
    isNear = false;
    const found = mostFound(known.map(written), lookup);
    if (found.length > 0) return found;
  }
  return [];
}

/** Of texts that are searched alike, the longest, but in an e-mail address: `kuijpers`, not `kuypers`. */
function mostFound(texts: readonly string[], lookup: Lookup): readonly SimilarText[] {
  // A part of an e-mail address is hardly written with `ij`.
  const isEmail = texts.some(isEmailLike);
  const shortestFirst = [...texts].sort((left, right) =>
    isEmail ? right.length - left.length : left.length - right.length,
  );
  // `ij` is `y` in a name, and not in an e-mail address.
  const each = new Map(shortestFirst.map((text) => [text.includes('@') ? text : folded(text), text]));
  const found = [...each.values()].map((text) => searched(text, lookup)).filter(({ count }) => count > 0);
  return found.sort((left, right) => right.count - left.count).slice(0, maxTexts);
}

/** So many spellings are looked up for one text: the words that nobody has come first, and a caller waits. */
const mostLookedUp = 9000;

/** Whether a spelling is worth a search: most are words that nobody has. */
function mayBeKnown(spelling: string, { index, known }: Lookup): boolean {
  if (isEmailLike(spelling)) return true;
  const looked = known.get(spelling);
  if (looked !== undefined) return looked;
  if (known.size >= mostLookedUp) return false;
  const isKnown = index.countOf({ alternatives: [namesOf(spelling)] }) > 0;
  known.set(spelling, isKnown);
  return isKnown;
}

/** Whether a street in a text may be known, at its end or as all of it: a word of one is known with the others alone. */
function mayBeInStreet(text: string, lookup: Lookup): boolean {
  const words = text.split(' ');
  // Each spelling of a word before the street would pass, if the street alone were looked up: none of them is known.
  const unknown = words.findIndex((word) => !mayBeKnown(word, lookup));
  if (unknown < 0) return true;
  const ends = words.slice(0, unknown + 1).map((_, at) => words.slice(at).join(' '));
  return lookup.index.countOf({ alternatives: ends.flatMap(streetsOf) }) > 0;
}

/** Whether somebody has a word, anywhere: also one that is too short to be searched alone. */
const isKnown = (word: string, { index }: Lookup): boolean =>
  folded(word).replace(/[^\p{L}\p{N}]/gu, '').length > 1 && index.countOf(queryOf(word)) > 0;

/** Texts that are too short to be searched find nobody. */
function searched(text: string, { index, city }: Lookup): SimilarText {
  const isShort = folded(text).replace(/[^\p{L}\p{N}]/gu, '').length < 3;
  const query = isShort ? undefined : queryOf(text);
  if (city === undefined) return { text, count: query ? index.countOf(query) : 0 };
  return { text: `${text} ${city}`, count: query ? index.countOf(inCity({ query, city })) : 0 };
}
