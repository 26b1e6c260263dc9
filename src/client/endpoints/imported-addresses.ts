import { newAddress } from '../../resources/addresses.ts';
import { importableAddresses } from '../../resources/importable-addresses.ts';
import { isNearAddress } from '../../resources/near-address.ts';
import { create } from '../creation.ts';
import { addressesOf, listShownAddresses } from './addresses.ts';
import { customers } from './imported-customers.ts';
import type { OwnedNoun } from './noun.ts';

/** What `addresses import` sends. A file of its own: only an import needs the names of all countries. */
export const addresses: OwnedNoun = {
  ...importableAddresses,
  owner: { noun: customers, id: 'customerId', key: 'customerEmail' },
  listOf: async (connection, customerId) => (await listShownAddresses(connection, customerId)).records,
  isNear: isNearAddress,
  create: (connection, { customerId, ...values }) =>
    create(connection, addressesOf(String(customerId)), newAddress.toJson(values)),
  body: newAddress.toJson,
};
