import { dutchPostcode } from '../../resources/addresses.ts';

/** What the postcode add-on knows of a Dutch address. */
interface Place {
  readonly streetAddress: string;
  readonly city: string;
}

/** Real places, so that a demonstration does not look made up. */
const places: ReadonlyMap<string, Place> = new Map([
  ['1012JS', { streetAddress: 'Dam', city: 'Amsterdam' }],
  ['1017CX', { streetAddress: 'Keizersgracht', city: 'Amsterdam' }],
  ['2511CR', { streetAddress: 'Plein', city: 'Den Haag' }],
  ['3011HE', { streetAddress: 'Blaak', city: 'Rotterdam' }],
  ['3512JC', { streetAddress: 'Domplein', city: 'Utrecht' }],
  ['5611EM', { streetAddress: 'Markt', city: 'Eindhoven' }],
  ['6211CP', { streetAddress: 'Vrijthof', city: 'Maastricht' }],
  ['9712HN', { streetAddress: 'Grote Markt', city: 'Groningen' }],
]);

const streets = [
  'Dorpsstraat',
  'Kerkstraat',
  'Molenweg',
  'Schoolstraat',
  'Stationsweg',
  'Wilhelminastraat',
  'Lindelaan',
  'Parallelweg',
];

/** By the first digit of the postcode, which is a region. */
const cities = [
  '',
  'Haarlem',
  'Leiden',
  'Amersfoort',
  'Middelburg',
  'Tilburg',
  'Nijmegen',
  'Deventer',
  'Zwolle',
  'Leeuwarden',
];

/**
 * Street and city of a Dutch postcode: of a known one the real ones, of any other always the same believable ones;
 * undefined when it is none.
 */
export function placeOf(zipcode: string): Place | undefined {
  const postcode = dutchPostcode(zipcode)?.replace(' ', '');
  if (postcode === undefined) return undefined;
  return places.get(postcode) ?? { streetAddress: invented(postcode), city: cities[Number(postcode[0])] ?? '' };
}

function invented(postcode: string): string {
  const sum = [...postcode].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  return streets[sum % streets.length] ?? '';
}
