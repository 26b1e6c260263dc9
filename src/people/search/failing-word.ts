import type { PeopleIndex } from '../index/people-index.ts';
import { isSmallWord } from '../words/abbreviations.ts';
import { nameWords } from '../words/folding.ts';
import { inCity, withoutCity } from './city.ts';
import { type PeopleQuery, queryOf } from './query.ts';

/** The word that nobody has of those who have all others. */
export interface FailingWord {
  readonly word: string;
  /** The other words. */
  readonly text: string;
  /** How many people the index finds by them. */
  readonly count: number;
}

/** A sentence is no name. */
const maxWords = 8;

/** By the index alone. Undefined where no single word is to blame. */
export function failingWord({ typed, isOrderAlone }: PeopleQuery, index: PeopleIndex): FailingWord | undefined {
  const words = typed.split(/[\s,;]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (isOrderAlone || words.length < 2 || words.length > maxWords) return undefined;
  const failing = words.flatMap((word, at): readonly FailingWord[] => {
    const text = words.filter((_, place) => place !== at).join(' ');
    const count = isSmallWord(word) ? 0 : countOf(text, index);
    return count === 0 ? [] : [{ word, text, count }];
  });
  return failing.sort((left, right) => blame(right, index) - blame(left, index) || left.count - right.count)[0];
}

/** A word that nobody has at all comes first, then a number. */
const blame = ({ word }: FailingWord, index: PeopleIndex): number =>
  (countOf(word, index) === 0 ? 2 : 0) + (/\d/.test(word) ? 1 : 0);

/** With a city, of people there. */
function countOf(text: string, index: PeopleIndex): number {
  const names = nameWords(text);
  if (!/\p{L}/u.test(text) || names.join('').length < 3 || names.every(isSmallWord)) return 0;
  const query = queryOf(text);
  const without = withoutCity(query, index);
  return index.countOf(without ? inCity(without) : query);
}
