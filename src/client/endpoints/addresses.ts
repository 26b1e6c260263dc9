import { CliError } from '../../errors.ts';
import { type Address, address, type NewAddress, newAddress } from '../../resources/addresses.ts';
import { storeSubject } from '../../text/words.ts';
import { type Connection, hostOf } from '../connection.ts';
import { createAndRead } from '../creation.ts';
import { listRecords, orNone } from '../lists.ts';
import { type Page, refuseCut } from '../pages.ts';
import { getRecord, named, notFound, type Place, unlessNotFound } from '../records.ts';
import { otherRecord } from '../reply/other-record.ts';
import { customerAt } from './customers.ts';

const names = ['address', 'addresses'] as const;
/** Where the addresses of a customer are. */
export const addressesOf = (customerId: string): Place<Address> => ({
  segments: ['customers', customerId, 'addresses'],
  record: address,
  names,
  isPart: true,
});

/** `/customers/{customerId}/addresses/{addressBookId}` */
export const addressAt = (customerId: string, addressBookId: string): Place<Address> => ({
  ...addressesOf(customerId),
  segments: ['customers', customerId, 'addresses', addressBookId],
  id: addressBookId,
  askedBy: ['id'],
  belongsTo: { customerId },
  whole: `of customer ${customerId}`,
});

/**
 * `GET /customers/{customerId}/addresses`: all, without paging. A 404 may say that there are none, or no such customer.
 * @throws CliError `not-found` where the addresses are those of another customer, `refused` where some are
 */
export const listAddresses = (connection: Connection, customerId: string): Promise<Page<Address>> =>
  listed(connection, customerId, listRecords(connection, addressesOf(customerId)));

/**
 * The same for whoever creates what is not among them: a 404 for a customer whom the store shows may be that of a replica.
 * @throws CliError also `refused` where it is answered so
 */
export const listShownAddresses = (connection: Connection, customerId: string): Promise<Page<Address>> =>
  listed(connection, customerId, refuseNotFound(connection, customerId));

async function refuseNotFound(connection: Connection, customerId: string): Promise<Page<Address>> {
  const list = await unlessNotFound(listRecords(connection, addressesOf(customerId)));
  if (list) return list;
  await getRecord(connection, customerAt(customerId));
  const store = storeSubject(hostOf(connection));
  throw new CliError('refused', `${store} answers 404 for the addresses of a customer that it shows.`, {
    status: 404,
  });
}

async function listed(
  connection: Connection,
  customerId: string,
  list: Promise<Page<Address>>,
): Promise<Page<Address>> {
  const customer = { names: ['customer', 'customers'], id: customerId } as const;
  const page = await orNone(named(connection, customer, list), () => getRecord(connection, customerAt(customerId)));
  refuseCut(hostOf(connection), page);
  refuseOfOthers(connection, customerId, page);
  connection.onShown?.(addressesOf(customerId).segments, page.records);
  return page;
}

function refuseOfOthers(connection: Connection, customerId: string, { records }: Page<Address>): void {
  const others = records.flatMap((record) => otherRecord(record, { belongsTo: { customerId } }) ?? []);
  if (others.length === 0) return;
  const host = hostOf(connection);
  if (others.length === records.length) {
    const instead = `the store answered with those of customer ${others[0]}.`;
    throw notFound(
      connection,
      addressesOf(customerId),
      `No addresses of customer ${customerId} on ${host}: ${instead}`,
      { isOtherRecord: true },
    );
  }
  throw new CliError(
    'refused',
    `The addresses of customer ${customerId} from ${host} include those of customer ${others[0]}, so the list may be incomplete.`,
  );
}

/** `POST /customers/{customerId}/addresses` */
export const createAddress = (connection: Connection, customerId: string, draft: NewAddress): Promise<Address> =>
  createAndRead(
    connection,
    { all: addressesOf(customerId), at: (id) => addressAt(customerId, id) },
    newAddress.toJson(draft),
  );
