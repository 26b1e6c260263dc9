import { newAddress } from '../../resources/addresses.ts';
import { formatAddress } from '../../resources/countries/address-format.ts';
import { countryOf } from '../../resources/countries/countries.ts';
import { countryTitle } from '../../resources/countries/country-names.ts';
import { withOtherFields } from '../storage/fields.ts';
import { zoneOf } from './places.ts';
import type { Address } from './store.ts';

/** An address as the API shows it. */
export function addressRecord({ id, customerId, fields }: Address): Readonly<Record<string, unknown>> {
  const text = (name: 'company' | 'firstName' | 'lastName' | 'streetAddress' | 'zipcode' | 'city'): string =>
    fields[name] ?? '';
  const name = `${text('firstName')} ${text('lastName')}`;
  const isoCode2 = fields.country ?? '';
  const title = countryTitle(isoCode2);
  const zone = zoneOf(isoCode2, fields.state ?? '');
  const format = formatAddress(isoCode2, {
    company: text('company'),
    name,
    street: text('streetAddress'),
    houseNumber: [fields.houseNumber, fields.houseNumberExtension].filter(Boolean).join(' '),
    zipcode: text('zipcode'),
    city: text('city'),
    state: zone.code || (fields.state ?? ''),
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
    houseNumber: String(fields.houseNumber ?? ''),
    houseNumberExtension: fields.houseNumberExtension ?? '',
    zipcode: text('zipcode'),
    city: text('city'),
    state: fields.state ?? null,
    gender: fields.gender ?? '',
    btwNumber: fields.btwNumber ?? '',
    kvkNumber: fields.kvkNumber ?? '',
    country: { id: countryId(isoCode2), title, isoCode2, isoCode3: countryOf(isoCode2)?.isoCode3 ?? '' },
    zoneId: String(zone.id),
    zoneCode: zone.code,
    zoneName: zone.name,
    addressFormatId: format.id,
    addressFormat: format.text,
    addressSummary: `${text('city')}, ${title}`,
  };
  return withOtherFields(record, newAddress.toJson(fields));
}

/** The numeric code of ISO 3166: "528" for the Netherlands, "0" for none. */
export const countryId = (isoCode2: string): string => String(countryOf(isoCode2)?.number ?? 0);
