import { dutchPostcode } from '../../resources/addresses.ts';
import data from '../first-data/data.json' with { type: 'json' };

/** Real places, so that a demonstration does not look made up. */
const places = new Map(data.postcodes.map(({ postcode, ...place }) => [postcode, place]));

/**
 * Street and city of a Dutch postcode: of a known one the real ones, of any other always the same believable ones;
 * undefined when it is none.
 */
export function placeOf(zipcode: string) {
  const postcode = dutchPostcode(zipcode)?.replace(' ', '');
  if (postcode === undefined) return undefined;
  const sum = [...postcode].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  const streetAddress = data.streets[sum % data.streets.length] ?? '';
  // The first digit is a region.
  return places.get(postcode) ?? { streetAddress, city: data.cities[Number(postcode[0])] ?? '' };
}

/** The states of the United States and the District of Columbia, by USPS code. */
const usZones = Object.entries(data.states).map(([code, name], at) => ({ id: at + 1, code, name }));

/**
 * The part of a country that a state names, by code or name in either case. Only the United States have zones here; any
 * other state is stored as text.
 */
export function zoneOf(country: string, state: string) {
  const wanted = state.trim().toLowerCase();
  const found = usZones.find(({ code, name }) => code.toLowerCase() === wanted || name.toLowerCase() === wanted);
  return country === 'US' && found ? found : { id: 0, code: '', name: '' };
}
