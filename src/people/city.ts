import { nameWords } from './folding.ts';
import { cityPart } from './parts.ts';
import type { PeopleIndex, PersonId } from './people-index.ts';
import { type PeopleQuery, queryOf } from './query.ts';

/** A search for what was typed without a city. */
export interface WithoutCity {
  readonly query: PeopleQuery;
  /** As it was typed. */
  readonly city: string;
}

/** As in Bergen op Zoom. */
const maxWords = 3;

/**
 * What was typed without a city before or behind it: callers name theirs, and a customer has none. Undefined where the
 * index finds somebody by all of it, knows no such city, or finds nobody by the rest.
 */
export function withoutCity(query: PeopleQuery, index: PeopleIndex): WithoutCity | undefined {
  const words = query.typed.split(/[\s,;]+/).filter((word) => word !== '');
  if (query.isOrderAlone || query.typed.includes('@') || words.length < 2) return undefined;
  if (index.countOf(query) > 0) return undefined;
  for (let count = Math.min(maxWords, words.length - 1); count > 0; count--)
    for (const [city, rest] of [
      [words.slice(-count), words.slice(0, -count)],
      [words.slice(0, count), words.slice(count)],
    ] as const) {
      const found = searchOf(city.join(' '), rest.join(' '), index);
      if (found) return found;
    }
  return undefined;
}

/** A search by the rest for people in this city alone. */
export const inCity = ({ query, city }: WithoutCity): PeopleQuery => ({ ...query, city: cityPart(city) });

/** A search by the rest for everybody, those in this city first. */
export const inCityFirst = ({ query, city }: WithoutCity): PeopleQuery => ({ ...query, cityFirst: cityPart(city) });

/** Whom the index knows by the rest, in this city. */
export const peopleIn = (without: WithoutCity, index: PeopleIndex): readonly PersonId[] => index.find(inCity(without));

function searchOf(city: string, rest: string, index: PeopleIndex): WithoutCity | undefined {
  const isText = /\p{L}/u.test(city) && /\p{L}/u.test(rest) && nameWords(rest).join('').length > 1;
  if (!isText || index.countOf({ alternatives: [[cityPart(city)]] }) === 0) return undefined;
  const query = queryOf(rest);
  return index.countOf(query) > 0 ? { query, city } : undefined;
}
