import { newAddress } from '../../resources/addresses.ts';
import { formatAddress } from '../../resources/countries/address-format.ts';
import { countryOf } from '../../resources/countries/countries.ts';
import { countryTitle } from '../../resources/countries/country-titles.ts';
import { withMore } from '../kept.ts';
import type { Address } from './store.ts';

/** An address as the API shows it. */
export function addressRecord({ id, customerId, members }: Address): Readonly<Record<string, unknown>> {
  const text = (name: 'company' | 'firstName' | 'lastName' | 'streetAddress' | 'zipcode' | 'city'): string =>
    members[name] ?? '';
  const name = `${text('firstName')} ${text('lastName')}`;
  const isoCode2 = members.country ?? '';
  const title = countryTitle(isoCode2);
  const zone = zoneOf(isoCode2, members.state ?? '');
  const format = formatAddress(isoCode2, {
    company: text('company'),
    name,
    street: text('streetAddress'),
    houseNumber: [members.houseNumber, members.houseNumberExtension].filter(Boolean).join(' '),
    zipcode: text('zipcode'),
    city: text('city'),
    state: zone.code || (members.state ?? ''),
    country: title,
  });
  const record = {
    id: String(id),
    customerId: String(customerId),
    company: text('company'),
    name,
    firstName: text('firstName'),
    lastName: text('lastName'),
    streetAddress: text('streetAddress'),
    houseNumber: String(members.houseNumber ?? ''),
    houseNumberExtension: members.houseNumberExtension ?? '',
    zipcode: text('zipcode'),
    city: text('city'),
    state: members.state ?? null,
    gender: members.gender ?? '',
    btwNumber: members.btwNumber ?? '',
    kvkNumber: members.kvkNumber ?? '',
    country: { id: countryId(isoCode2), title, isoCode2, isoCode3: countryOf(isoCode2)?.isoCode3 ?? '' },
    zoneId: String(zone.id),
    zoneCode: zone.code,
    zoneName: zone.name,
    addressFormatId: format.id,
    addressFormat: format.text,
    addressSummary: `${text('city')}, ${title}`,
  };
  return withMore(record, newAddress.toJson(members));
}

/** The numeric code of ISO 3166: "528" for the Netherlands, "0" for none. */
export const countryId = (isoCode2: string): string => String(countryOf(isoCode2)?.number ?? 0);

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

/** The zone that a state names, by code or name in either case. Only the United States have zones here; another text is kept and has none. */
export function zoneOf(country: string, state: string): Zone {
  const wanted = state.trim().toLowerCase();
  if (country !== 'US') return none;
  return usZones.find(({ code, name }) => code.toLowerCase() === wanted || name.toLowerCase() === wanted) ?? none;
}
