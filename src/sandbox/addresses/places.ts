import { dutchPostcode } from '../../resources/addresses.ts';
import data from '../first-data/data.json' with { type: 'json' };

/** What the postcode add-on knows of a Dutch address. */
interface Place {
  readonly streetAddress: string;
  readonly city: string;
}

/** Real places, so that a demonstration does not look made up. */
const places: ReadonlyMap<string, Place> = new Map(
  data.postcodes.map(({ postcode, streetAddress, city }) => [postcode, { streetAddress, city }]),
);

/**
 * Street and city of a Dutch postcode: of a known one the real ones, of any other always the same believable ones;
 * undefined when it is none.
 */
export function placeOf(zipcode: string): Place | undefined {
  const postcode = dutchPostcode(zipcode)?.replace(' ', '');
  if (postcode === undefined) return undefined;
  const sum = [...postcode].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  const streetAddress = data.streets[sum % data.streets.length] ?? '';
  // The first digit is a region.
  return places.get(postcode) ?? { streetAddress, city: data.cities[Number(postcode[0])] ?? '' };
}

/** A part of a country, as addresses name it. */
interface Zone {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

const none: Zone = { id: 0, code: '', name: '' };

/** The states of the United States and the District of Columbia, by USPS code. */
const usZones: readonly Zone[] = Object.entries(data.states).map(([code, name], at) => ({ id: at + 1, code, name }));

/**
 * The zone that a state names, by code or name in either case. Only the United States have zones here; any other state
 * is stored as text.
 */
export function zoneOf(country: string, state: string): Zone {
  const wanted = state.trim().toLowerCase();
  if (country !== 'US') return none;
  return usZones.find(({ code, name }) => code.toLowerCase() === wanted || name.toLowerCase() === wanted) ?? none;
}
