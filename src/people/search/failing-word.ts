import type { PeopleIndex } from '../index/people-index.ts';
import { isSmallWord, namesOf } from '../words/abbreviations.ts';
import { nameWords } from '../words/folding.ts';
import { inCity, isKnownCity, termsOf, withoutCity } from './city.ts';
import { type PeopleQuery, queryOf } from './query.ts';

/** The word that nobody has of those who have all others. */
export interface FailingWord {
  /** A city of several words is one. */
  readonly word: string;
  /** The other words. */
  readonly text: string;
  /** How many people the index finds by them. */
  readonly count: number;
}

/** A sentence is no name. */
const maxWords = 8;

/** By the index alone. Undefined where no single word is to blame. */
export function failingWord(query: PeopleQuery, index: PeopleIndex): FailingWord | undefined {
  const words = termsOf(query, index).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (query.isOrderAlone || words.length < 2 || words.length > maxWords) return undefined;
  const failing = words.flatMap((word, at): readonly FailingWord[] => {
    if (isSmallWord(word)) return [];
    const text = words.filter((_, place) => place !== at).join(' ');
    // Nobody is found by a city alone, though some may be called so.
    const others = isKnownCity(text, index) ? undefined : queryOfOthers(text, index);
    const count = others ? index.countOf(others) : 0;
    return count === 0 || (others && hasAnyone(others, word, index)) ? [] : [{ word, text, count }];
  });
  return failing.sort((left, right) => blame(right, index) - blame(left, index) || left.count - right.count)[0];
}

/** A word that nobody has at all comes first, then a number. */
function blame({ word }: FailingWord, index: PeopleIndex): number {
  const others = queryOfOthers(word, index);
  const isKnown = (others && index.countOf(others) > 0) || isKnownCity(word, index);
  return (isKnown ? 0 : 2) + (/\d/.test(word) ? 1 : 0);
}

/** The search for other words, with a city in it for people there; undefined for words that tell nobody. */
export function queryOfOthers(text: string, index: PeopleIndex): PeopleQuery | undefined {
  const names = nameWords(text);
  if (!/\p{L}/u.test(text) || names.join('').length < 3 || names.every(isSmallWord)) return undefined;
  const query = queryOf(text);
  const without = withoutCity(query, index);
  return without ? inCity(without) : query;
}

/** Whether somebody has all others and the word, although the text as it was typed is not read so. */
function hasAnyone(others: PeopleQuery, word: string, index: PeopleIndex): boolean {
  const names = namesOf(word);
  return index.countOf({ ...others, alternatives: others.alternatives.map((parts) => [...parts, ...names]) }) > 0;
}
