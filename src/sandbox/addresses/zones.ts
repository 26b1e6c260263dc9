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
