import type { PeopleIndex, PersonId } from '../index/people-index.ts';
import { withFewerInitials } from '../words/abbreviations.ts';
import { nameWords } from '../words/folding.ts';
import { cityPart } from '../words/parts.ts';
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
  if (index.countOf(query) > 0) return undefined;
  for (const { city, rest } of splitsOf(query)) {
    const found = searchOf(city, rest, index);
    if (found) return found;
  }
  return undefined;
}

/** What was typed as a city and the rest, in each way. */
function splitsOf({ typed, isOrderAlone }: PeopleQuery): readonly { readonly city: string; readonly rest: string }[] {
  const words = typed.split(/[\s,;]+/).filter((word) => word !== '');
  if (isOrderAlone || typed.includes('@')) return [];
  const counts = Array.from({ length: Math.max(0, Math.min(maxWords, words.length - 1)) }, (_, at) => at + 1).reverse();
  const splits = counts.flatMap((count) => [
    { city: words.slice(-count).join(' '), rest: words.slice(0, -count).join(' ') },
    { city: words.slice(0, count).join(' '), rest: words.slice(count).join(' ') },
  ]);
  const last = words.at(-1) ?? '';
  // The number of the house is said behind the city.
  const beforeNumber = /\d/.test(last)
    ? counts.map((count) => ({
        city: words.slice(-1 - count, -1).join(' '),
        rest: [...words.slice(0, -1 - count), last].join(' '),
      }))
    : [];
  return [...splits, ...beforeNumber].filter(({ city, rest }) => isText(city) && isText(rest));
}

const isText = (text: string): boolean => /\p{L}/u.test(text) && nameWords(text).join('').length > 1;

/** People whose addresses are read to know whether they live in a city that was typed: a request each. */
const maxRead = 10;

/**
 * Customers who have all but a word of what was typed, where that may be the city of an address that was never read. None
 * where so many have the rest that to read their addresses would take long.
 */
export function mayLiveThere(query: PeopleQuery, index: PeopleIndex): readonly string[] {
  if (index.countOf(query) > 0) return [];
  const people = splitsOf(query).map(({ rest }) => index.find(queryOf(rest)));
  const few = people.find(({ length }) => length > 0 && length <= maxRead) ?? [];
  const customers = few.flatMap((person) => ('customerId' in person ? [person.customerId] : []));
  return customers.filter((customerId) => !index.addresses.has(customerId));
}

/** So many people are shown who have the name, and not the initials. */
const fewNamesakes = 20;

/** What was typed with fewer initials, or none, where the index finds people by that alone, and not a crowd. */
export function withoutInitials(query: PeopleQuery, index: PeopleIndex): PeopleQuery | undefined {
  if (index.countOf(query) > 0) return undefined;
  const texts = withFewerInitials(query.typed).map(queryOf);
  return texts.find((fewer) => {
    const count = index.countOf(fewer);
    return count > 0 && count <= fewNamesakes;
  });
}

/** A search by the rest for people in this city alone. */
export const inCity = ({ query, city }: WithoutCity): PeopleQuery => ({ ...query, city: cityPart(city) });

/** A search by the rest for everybody, those in this city first. */
export const inCityFirst = ({ query, city }: WithoutCity): PeopleQuery => ({ ...query, cityFirst: cityPart(city) });

/** Whom the index knows by the rest, in this city. */
export const peopleIn = (without: WithoutCity, index: PeopleIndex): readonly PersonId[] => index.find(inCity(without));

function searchOf(city: string, rest: string, index: PeopleIndex): WithoutCity | undefined {
  if (index.countOf({ alternatives: [[cityPart(city)]] }) === 0) return undefined;
  const query = queryOf(rest);
  return index.countOf(query) > 0 ? { query, city } : undefined;
}
