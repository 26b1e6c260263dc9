import {
  type AddressChanges,
  addressChanges,
  missingInAddress,
  type NewAddress,
  newAddress,
} from '../../resources/addresses.ts';
import { missingFault } from '../../resources/draft.ts';
import { isBlank } from '../../resources/draft-fields.ts';
import { customerInPath } from '../customers/routes.ts';
import { refuseIfAny, unstorable, valuesOf, wrongFields } from '../http/body.ts';
import type { WrongField } from '../http/refusal.ts';
import { idInPath, noSuchRecord, type Reply, type Route, type Store, type StoreRequest } from '../route.ts';
import { withChanges } from '../storage/fields.ts';
import { placeOf } from './places.ts';
import { addressRecord } from './shape.ts';
import { type Address, addressesOf, deleteAddress, findAddress, insertAddress, updateAddress } from './store.ts';

/** The endpoints of the addresses of a customer. */
export const addressRoutes: readonly Route[] = [
  { method: 'GET', path: '/customers/:customerId/addresses', answer: listAddresses },
  { method: 'POST', path: '/customers/:customerId/addresses', answer: createAddress },
  { method: 'GET', path: '/customers/:customerId/addresses/:addressBookId', answer: getAddress },
  { method: 'PATCH', path: '/customers/:customerId/addresses/:addressBookId', answer: alterAddress },
  { method: 'DELETE', path: '/customers/:customerId/addresses/:addressBookId', answer: removeAddress },
];

function listAddresses(request: StoreRequest, store: Store): Reply {
  const { id } = customerInPath(request, store);
  return { status: 200, body: addressesOf(store.database, BigInt(id)).map(addressRecord) };
}

function getAddress(request: StoreRequest, store: Store): Reply {
  return { status: 200, body: addressRecord(addressInPath(request, store)) };
}

async function createAddress(request: StoreRequest, store: Store): Promise<Reply> {
  const { database, commit } = store;
  const fields = completed(valuesOf(newAddress.fromJson(request.body)), store);
  const created = await commit(() => {
    const customerId = BigInt(customerInPath(request, store).id);
    const id = insertAddress(database, customerId, fields);
    return findAddress(database, customerId, id);
  });
  if (!created) throw new Error('The address that was just created is missing.');
  return { status: 201, body: addressRecord(created) };
}

async function alterAddress(request: StoreRequest, store: Store): Promise<Reply> {
  const { database, commit } = store;
  const changes = valuesOf(addressChanges.fromJson(request.body));
  const changed = await commit(() => {
    const before = addressInPath(request, store);
    const fields = completed(
      withChanges<NewAddress>(clearedForNewPostcode(before.fields, changes, store), changes),
      store,
    );
    updateAddress(database, BigInt(before.id), fields);
    return { ...before, fields };
  });
  return { status: 200, body: addressRecord(changed) };
}

async function removeAddress(request: StoreRequest, store: Store): Promise<Reply> {
  const { database, commit } = store;
  const id = await commit(() => {
    const address = addressInPath(request, store);
    deleteAddress(database, BigInt(address.customerId), BigInt(address.id));
    return address.id;
  });
  return { status: 200, body: { deleted: String(id) } };
}

function addressInPath(request: StoreRequest, store: Store): Address {
  const { id } = customerInPath(request, store);
  const address = findAddress(store.database, BigInt(id), idInPath(request.params.addressBookId, 'address'));
  if (!address) throw noSuchRecord('address');
  return address;
}

/** With the add-on, another postcode without a street or city means another street or city. */
function clearedForNewPostcode(fields: NewAddress, { zipcode }: AddressChanges, { postcodeAddon }: Store): NewAddress {
  if (!postcodeAddon || zipcode === undefined || zipcode === fields.zipcode || fields.country !== 'NL') return fields;
  const { streetAddress: _street, city: _city, ...rest } = fields;
  return rest;
}

/**
 * The address with street and city filled in, where the add-on does that and they are absent.
 * @throws Refusal 422 that names every field that is missing or cannot be stored.
 */
function completed(fields: NewAddress, { require: required, postcodeAddon }: Store): NewAddress {
  const absent = required.filter((name) => isBlank(fields[name])).map((name) => missingFault(name));
  const place = postcodeAddon && fields.country === 'NL' ? placeOf(fields.zipcode ?? '') : undefined;
  refuseIfAny([
    ...wrongFields([...missingInAddress(fields, { postcodeAddon }), ...absent]),
    ...unstorable(newAddress.toJson(fields)),
    ...(place ? [] : unknownPlace(fields, postcodeAddon)),
  ]);
  if (!place) return fields;
  const { streetAddress, city } = place;
  return {
    ...fields,
    ...(isBlank(fields.streetAddress) && { streetAddress }),
    ...(isBlank(fields.city) && { city }),
  };
}

/** Without a postcode that names a place there is nothing to fill in from. */
function unknownPlace(
  { country, zipcode, streetAddress, city }: NewAddress,
  postcodeAddon: boolean,
): readonly WrongField[] {
  const isNeeded = postcodeAddon && country === 'NL' && (isBlank(streetAddress) || isBlank(city));
  if (!isNeeded || isBlank(zipcode)) return [];
  return [{ field: 'zipcode', message: 'must be a Dutch postcode such as 1012 JS, to find the street and city' }];
}
