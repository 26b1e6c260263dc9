import { recordArguments } from '../../cli/record-arguments.ts';
import { addressAt } from '../../client/endpoints/addresses.ts';
import { address } from '../../resources/addresses.ts';
import { ordersOfCustomers } from '../customers/kept-orders.ts';
import { deleting } from '../shared/delete.ts';
import { addAddressOptions, addressName, customerOf, readAddress } from './pick.ts';

/** `shop-cli addresses delete`: `DELETE /customers/{customerId}/addresses/{addressBookId}`. */
export const definition = deleting({
  line: 'addresses delete 302 --customer 101',
  details: 'At a terminal, if you pass no ID, you pick the address from a list.',
  seeAlso: ['addresses list'],
  record: address,
  options: (command) => addAddressOptions(command, '[address-id...]'),
  find: async (session, raw, [typed]) => addressAt(...(await readAddress(session, raw, typed))),
  argument: recordArguments.address,
  placeOf: (id, raw) => addressAt(customerOf(raw), id),
  nameOf: addressName,
  takingBack: {
    noun: async () => (await import('../../client/endpoints/imported-addresses.ts')).addresses,
    placeOf: ({ id, customerId }) => addressAt(customerId ?? '', id),
    customerOf: ({ customerId = '' }) => customerId,
    ordersOf: ordersOfCustomers,
    // A basket without addresses is for those of the customer.
    isOf: ({ addressIds }, { id }) => addressIds.length < 2 || addressIds.includes(id),
  },
});
