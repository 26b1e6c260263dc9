import { type Address, address, type NewAddress, newAddress } from '../../resources/addresses.ts';
import { type Connection, hostOf } from '../connection.ts';
import { createAndRead } from '../creation.ts';
import { type Page, refuseCut } from '../pages.ts';
import { listRecords, named, type Place } from '../records.ts';

const names = ['address', 'addresses'] as const;
const all = (customerId: string): Place<Address> => ({
  segments: ['customers', customerId, 'addresses'],
  record: address,
  names,
  isPart: true,
});

/** `/customers/{customerId}/addresses/{addressBookId}` */
export const addressAt = (customerId: string, addressBookId: string): Place<Address> => ({
  ...all(customerId),
  segments: ['customers', customerId, 'addresses', addressBookId],
  id: addressBookId,
  askedBy: ['id'],
  belongsTo: { customerId },
  whole: `of customer ${customerId}`,
});

/** `GET /customers/{customerId}/addresses`: all, without paging. */
export async function listAddresses(connection: Connection, customerId: string): Promise<Page<Address>> {
  const customer = { names: ['customer', 'customers'], id: customerId } as const;
  const page = await named(connection, customer, listRecords(connection, all(customerId)));
  refuseCut(hostOf(connection), page);
  return page;
}

/** `POST /customers/{customerId}/addresses` */
export const createAddress = (connection: Connection, customerId: string, draft: NewAddress): Promise<Address> =>
  createAndRead(connection, { all: all(customerId), at: (id) => addressAt(customerId, id) }, newAddress.toJson(draft));
