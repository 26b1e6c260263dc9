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
  const members = completed(valuesOf(newAddress.fromJson(request.body)), store);
  const created = await commit(() => {
    const customerId = BigInt(customerInPath(request, store).id);
    const id = insertAddress(database, customerId, members);
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
    const members = completed(
      withChanges<NewAddress>(clearedForNewPostcode(before.members, changes, store), changes),
      store,
    );
    updateAddress(database, BigInt(before.id), members);
    return { ...before, members };
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
function clearedForNewPostcode(members: NewAddress, { zipcode }: AddressChanges, { postcodeAddon }: Store): NewAddress {
  if (!postcodeAddon || zipcode === undefined || zipcode === members.zipcode || members.country !== 'NL')
    return members;
  const { streetAddress: _street, city: _city, ...rest } = members;
  return rest;
}

/**
 * The address with street and city filled in, where the add-on does that and they are absent.
 * @throws Refusal 422 that names every field that is missing or cannot be stored.
 */
function completed(members: NewAddress, { demanded, postcodeAddon }: Store): NewAddress {
  const demands = demanded.filter((name) => isBlank(members[name])).map(missingFault);
  const place = postcodeAddon && members.country === 'NL' ? placeOf(members.zipcode ?? '') : undefined;
  refuseIfAny([
    ...wrongFields([...missingInAddress(members, { postcodeAddon }), ...demands]),
    ...unstorable(newAddress.toJson(members)),
    ...(place ? [] : unknownPlace(members, postcodeAddon)),
  ]);
  if (!place) return members;
  const { streetAddress, city } = place;
  return {
    ...members,
    ...(isBlank(members.streetAddress) && { streetAddress }),
    ...(isBlank(members.city) && { city }),
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
