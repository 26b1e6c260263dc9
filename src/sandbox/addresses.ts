import {
  address,
  addressChanges,
  dutchPostcode,
  missingInAddress,
  type NewAddress,
  newAddress,
} from '../resources/addresses.ts';
import { formatAddress } from '../resources/countries/address-format.ts';
import { countryOf } from '../resources/countries/countries.ts';
import { countryTitle } from '../resources/countries/country-names.ts';
import { missingFault } from '../resources/draft.ts';
import { isBlank } from '../resources/draft-fields.ts';
import type { Json } from '../resources/kind.ts';
import type { Sqlite } from '../system/sqlite.ts';
import { spacedLine } from '../text/words.ts';
import { customerInPath } from './customers.ts';
import data from './first-data/data.json' with { type: 'json' };
import { refuseIfAny, wrongFields } from './http/body.ts';
import { defaultLanguage, type Language } from './http/language.ts';
import { Refusal } from './http/refusal.ts';
import { routesOf } from './noun.ts';
import { recordInPath, type Store, type StoreRequest } from './route.ts';
import { shapeOf, withChanges } from './shape.ts';
import type { Stored } from './storage/documents.ts';
import { type AddressRecord, addresses, customers } from './storage/records.ts';

/** The endpoints of the addresses of a customer. */
export const addressRoutes = routesOf({
  path: '/customers/:customerId/addresses/:addressBookId',
  find: addressInPath,
  show: (one) => addressRecord(one),
  list: (request, store) =>
    addresses.under(store.database, customerInPath(request, store).id).map((one) => addressRecord(one)),
  draft: newAddress,
  create(values, store, request) {
    const fields = completed(values, store);
    return () => addAddress(store.database, customerInPath(request, store).id, fields);
  },
  changes: addressChanges,
  alter: (changes, store) => (before) => {
    const fields = withChanges<NewAddress>(before.fields, changes);
    return addresses.update(store.database, { ...before, fields: completed(fields, store) });
  },
  remove({ id, customerId }, { database }) {
    addresses.remove(database, id);
    replaceDefault(database, customerId, id, addresses.under(database, customerId)[0]?.id ?? 0);
    return id;
  },
});

function addressInPath(request: StoreRequest, store: Store): Stored<AddressRecord> {
  const { id } = customerInPath(request, store);
  const found = recordInPath(addresses, store, request.params.addressBookId, 'address');
  if (found.customerId !== id) throw new Refusal('not_found', 'There is no address with this ID.');
  return found;
}

/** Adds an address to a customer. The first one becomes the default for billing and delivery. Inside a commit. */
export function addAddress(database: Sqlite, customerId: number, fields: NewAddress): Stored<AddressRecord> {
  const added = addresses.insert(database, { customerId, fields });
  replaceDefault(database, customerId, 0, added.id);
  return added;
}

function replaceDefault(database: Sqlite, customerId: number, from: number, to: number): void {
  const customer = customers.find(database, customerId);
  if (!customer) return;
  const { billingAddressId, deliveryAddressId } = customer;
  customers.update(database, {
    ...customer,
    billingAddressId: billingAddressId === from ? to : billingAddressId,
    deliveryAddressId: deliveryAddressId === from ? to : deliveryAddressId,
  });
}

/**
 * The address with street and city filled in, where the add-on does that, they are absent, and the postcode is one.
 * @throws Refusal 422 that names every field that is missing.
 */
function completed(fields: NewAddress, { require: required, postcodeAddon }: Store): NewAddress {
  const { streetAddress = '', city = '', zipcode = '', country } = fields;
  const isFilledIn = postcodeAddon && country === 'NL' && (isBlank(streetAddress) || isBlank(city));
  const place = isFilledIn ? placeOf(zipcode) : undefined;
  const absent = required.filter((name) => isBlank(fields[name])).map((name) => missingFault(name));
  const noPlace = {
    field: 'zipcode',
    message: 'must be a Dutch postcode such as 1012 JS, to find the street and city',
  };
  refuseIfAny([
    ...wrongFields([...missingInAddress(fields, { postcodeAddon }), ...absent]),
    ...(isFilledIn && !place && !isBlank(zipcode) ? [noPlace] : []),
  ]);
  if (!place) return fields;
  return {
    ...fields,
    streetAddress: isBlank(streetAddress) ? place.streetAddress : streetAddress,
    city: isBlank(city) ? place.city : city,
  };
}

/** A believable street and city of a Dutch postcode; undefined when it is none. */
function placeOf(zipcode: string) {
  const postcode = dutchPostcode(zipcode);
  // The first digit is a region.
  return postcode && { streetAddress: 'Dorpsstraat', city: data.cities[Number(postcode[0])] ?? '' };
}

/** An address as the API shows it: in no zone, and with the name of its country in the language of the store or of an order. */
export function addressRecord(
  { id, customerId, fields }: Stored<AddressRecord>,
  language: Language = defaultLanguage,
): Readonly<Record<string, Json>> {
  const { company = '', firstName = '', lastName = '', streetAddress = '', zipcode = '', city = '' } = fields;
  const { country: isoCode2 = '', state = null } = fields;
  const name = `${firstName} ${lastName}`;
  const title = countryTitle(isoCode2, language === 'en' ? 'en' : 'nl');
  const format = formatAddress(isoCode2, {
    company,
    name,
    street: streetAddress,
    houseNumber: spacedLine([fields.houseNumber, fields.houseNumberExtension].map((part) => String(part ?? ''))),
    zipcode,
    city,
    state: state ?? '',
    country: title,
  });
  const record = shapeOf(address.fields, {
    ...newAddress.toJson(fields),
    id,
    customerId,
    name,
    state,
    country: { id: countryId(isoCode2), title, isoCode2, isoCode3: countryOf(isoCode2)?.isoCode3 ?? '' },
    addressFormat: format.text,
    addressSummary: `${city}, ${title}`,
  });
  // The one number of the API that is no text.
  return { ...record, addressFormatId: format.id };
}

/** The numeric code of ISO 3166: "528" for the Netherlands, "0" for none. */
export const countryId = (isoCode2: string): string => String(countryOf(isoCode2)?.number ?? 0);
