import type { PeopleIndex, PersonId } from '../index/people-index.ts';
import { namesOfCity } from '../words/cities.ts';
import { nameWords } from '../words/folding.ts';
import { cityPart, type Part } from '../words/parts.ts';
import { type PeopleQuery, queryOf } from './query.ts';

/** A search for what was typed without a city. */
export interface WithoutCity {
  readonly query: PeopleQuery;
  /** As it was typed. */
  readonly city: string;
}

/** What was typed as a city, and the rest. */
interface CitySplit {
  readonly city: string;
  readonly rest: string;
}

/** As in Alphen aan den Rijn. */
const maxWords = 4;

/** A sentence is no name and no address: the places where a city may be grow with it. */
const maxTyped = 12;

/**
 * What was typed without a city, wherever that stands: callers name theirs, and a customer has none. Where there are
 * several, one in which somebody is. Undefined where the index finds somebody by all of it, knows no such city, or finds nobody by the rest.
 */
export function withoutCity(query: PeopleQuery, index: PeopleIndex): WithoutCity | undefined {
  if (index.countOf(query) > 0) return undefined;
  const found = citiesIn(query, index).flatMap(({ city, rest }) => {
    const left = queryOf(rest);
    return index.countOf(left) > 0 ? [{ query: left, city }] : [];
  });
  return found.find((without) => index.countOf(inCity(without)) > 0) ?? found[0];
}

/** Each city that the index knows in what was typed, as one with several words. */
export const citiesIn = (query: PeopleQuery, index: PeopleIndex): readonly CitySplit[] =>
  knownPlaces(query, index).flatMap(splitsOf);

/** The words of what was typed, where a city that the index knows is one. */
export function termsOf(query: PeopleQuery, index: PeopleIndex): readonly string[] {
  const places = knownPlaces(query, index);
  return wordsOf(query.typed).flatMap((word, at) => {
    const place = places.find(({ from, to }) => from <= at && at < to);
    return place === undefined ? [word] : place.from === at ? [place.city] : [];
  });
}

/** None is a part of another: `Bergen` is not, in `Bergen op Zoom`. */
function knownPlaces(query: PeopleQuery, index: PeopleIndex): readonly CityPlace[] {
  const known: CityPlace[] = [];
  for (const place of placesIn(query))
    if (!known.some((other) => overlaps(place, other)) && isKnownCity(place.city, index)) known.push(place);
  return known;
}

export const isKnownCity = (city: string, index: PeopleIndex): boolean =>
  index.countOf({ alternatives: cityParts(city).map((part) => [part]) }) > 0;

/** Words that may be a city. */
interface CityPlace extends CitySplit {
  readonly from: number;
  readonly to: number;
  /** Without a preposition before the city; undefined where there is none. */
  readonly plainRest: string | undefined;
}

const overlaps = (one: CityPlace, other: CityPlace): boolean => one.from < other.to && other.from < one.to;

const splitsOf = ({ city, rest, plainRest }: CityPlace): readonly CitySplit[] => [
  { city, rest },
  ...(plainRest === undefined ? [] : [{ city, rest: plainRest }]),
];

/** As in `Jansen uit Delft`. */
const prepositions = /^(?:uit|in|te|from|at|aus|à)$/i;

/** Words that stand together, the longest first; then the last ones, the first ones, and those in the middle. */
function placesIn({ typed, isOrderAlone }: PeopleQuery): readonly CityPlace[] {
  const words = wordsOf(typed);
  if (isOrderAlone || typed.includes('@') || words.length > maxTyped) return [];
  const counts = Array.from({ length: Math.max(0, Math.min(maxWords, words.length - 1)) }, (_, at) => at + 1).reverse();
  const last = (count: number): number => words.length - count;
  const startsOf = (count: number): readonly number[] => [
    ...new Set([last(count), 0, ...Array.from({ length: last(count) }, (_, at) => last(count) - at)]),
  ];
  return counts
    .flatMap((count) => startsOf(count).map((from) => placeAt(words, from, from + count)))
    .filter(({ city, rest }) => isText(city) && isText(rest));
}

function placeAt(words: readonly string[], from: number, to: number): CityPlace {
  const restOf = (before: number): string => [...words.slice(0, before), ...words.slice(to)].join(' ');
  const isAfter = from > 0 && prepositions.test(words[from - 1] ?? '');
  const plainRest = isAfter ? restOf(from - 1) : '';
  return {
    from,
    to,
    city: words.slice(from, to).join(' '),
    rest: restOf(from),
    plainRest: isText(plainRest) ? plainRest : undefined,
  };
}

const wordsOf = (typed: string): readonly string[] => typed.split(/[\s,;]+/).filter((word) => word !== '');

const isText = (text: string): boolean => /\p{L}/u.test(text) && nameWords(text).join('').length > 1;

/** People whose addresses are read to know whether they live in a city that was typed: a request each. */
const maxRead = 10;

/**
 * Customers who have all but a word of what was typed, where that may be the city of an address that was never read. None
 * where so many have the rest that to read their addresses would take long.
 */
export function mayLiveThere(query: PeopleQuery, index: PeopleIndex): readonly string[] {
  if (index.countOf(query) > 0) return [];
  const people = placesIn(query)
    .flatMap(splitsOf)
    .map(({ rest }) => index.find(queryOf(rest)));
  const few = people.find(({ length }) => length > 0 && length <= maxRead) ?? [];
  const customers = few.flatMap((person) => ('customerId' in person ? [person.customerId] : []));
  return customers.filter((customerId) => !index.addresses.has(customerId));
}

const cityParts = (city: string): readonly Part[] => namesOfCity(city).map(cityPart);

/** A search by the rest for people in this city alone. */
export const inCity = ({ query, city }: WithoutCity): PeopleQuery => ({ ...query, city: cityParts(city) });

/** A search by the rest for everybody, those in this city first. */
export const inCityFirst = ({ query, city }: WithoutCity): PeopleQuery => ({ ...query, cityFirst: cityParts(city) });

/** Whom the index knows by the rest, in this city. */
export const peopleIn = (without: WithoutCity, index: PeopleIndex): readonly PersonId[] => index.find(inCity(without));
