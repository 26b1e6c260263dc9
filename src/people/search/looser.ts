import type { PeopleIndex } from '../index/people-index.ts';
import { withFewerInitials, withOneName } from '../words/abbreviations.ts';
import { citiesIn, inCity } from './city.ts';
import { type PeopleQuery, queryOf } from './query.ts';

/** A search for less than was typed. */
interface Looser {
  readonly query: PeopleQuery;
  /** Who is shown by it, though nobody has all that was typed. */
  readonly notice: string;
}

/** So many people are shown who have less than was typed. */
const fewNamesakes = 20;

/**
 * What was typed with one of two names, or with fewer initials or none, where the index finds people by that alone, and
 * not a crowd: those in the city that was typed, if there is one.
 */
export function looserQuery(query: PeopleQuery, index: PeopleIndex): Looser | undefined {
  if (index.countOf(query) > 0) return undefined;
  for (const { city, rest } of [{ city: undefined, rest: query.typed }, ...citiesIn(query, index)])
    for (const { texts, notice } of readingsOf(rest)) {
      const either = withAny(texts, query);
      const looser = city === undefined ? either : inCity({ query: either, city });
      const count = index.countOf(looser);
      if (count > 0 && count <= fewNamesakes) return { query: looser, notice };
    }
  return undefined;
}

interface LooserReading {
  /** People are meant whom any of these finds. */
  readonly texts: readonly string[];
  readonly notice: string;
}

function readingsOf(typed: string): readonly LooserReading[] {
  const names = withOneName(typed);
  const fewer = withFewerInitials(typed).map((text) => ({
    texts: [text],
    notice: 'No one found with these initials. Showing people who have the name.',
  }));
  const either = { texts: names, notice: 'No one found with both names. Showing people who have one of them.' };
  return [...(names.length > 0 ? [either] : []), ...fewer];
}

function withAny(texts: readonly string[], { typed }: PeopleQuery): PeopleQuery {
  const queries = texts.map(queryOf);
  const [first = queryOf(typed)] = queries;
  return { ...first, alternatives: queries.flatMap(({ alternatives }) => alternatives) };
}
