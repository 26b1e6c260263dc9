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

const streets = 'Dorpsstraat Kerkstraat Molenweg Schoolstraat Stationsweg Wilhelminastraat Lindelaan Parallelweg'.split(
  ' ',
);

/** By the first digit of the postcode, which is a region; none begins with 0. */
const cities = ['', ...'Haarlem Leiden Amersfoort Middelburg Tilburg Nijmegen Deventer Zwolle Leeuwarden'.split(' ')];

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

/** A part of a country, as addresses name it. */
interface Zone {
  readonly id: number;
  readonly code: string;
  readonly name: string;
}

/** The states of the United States and the District of Columbia, by USPS code. */
const states = `AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware, DC District of Columbia,
  FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland,
  MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey,
  NM New Mexico, NY New York, NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island,
  SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington, WV West Virginia, WI Wisconsin,
  WY Wyoming`;

const none: Zone = { id: 0, code: '', name: '' };

const usZones: readonly Zone[] = states.split(',').map((state, at) => {
  const [, code = '', name = ''] = /^\s*(\w\w) (.+)$/.exec(state) ?? [];
  return { id: at + 1, code, name };
});

/**
 * The zone that a state names, by code or name in either case. Only the United States have zones here; any other state
 * is stored as text.
 */
export function zoneOf(country: string, state: string): Zone {
  const wanted = state.trim().toLowerCase();
  if (country !== 'US') return none;
  return usZones.find(({ code, name }) => code.toLowerCase() === wanted || name.toLowerCase() === wanted) ?? none;
}
