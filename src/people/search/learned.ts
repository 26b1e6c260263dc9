import type { Context } from '../../context.ts';
import type { PacedReads } from '../../pace/paced-reads.ts';
import type { Address } from '../../resources/addresses.ts';
import { type Customer, customer } from '../../resources/customers.ts';
import { orderIdIn } from '../../resources/orders.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import type { PeopleIndex } from '../index/people-index.ts';
import type { Person } from '../index/person.ts';
import { customerIdIn, readRecordOf } from '../orders/named-records.ts';
import { type Part, partsOf } from '../words/parts.ts';
import { LiveReads } from './live-reads.ts';

/** What a store has shown at a path: one record, or all addresses of a customer. */
interface ReadOfPerson {
  readonly segments: readonly string[];
  readonly records: readonly StoreRecord[];
}

/**
 * Adds to an index what a command has read. What somebody had before stays: it is found, read and removed by a search.
 * @param since before it was read, in milliseconds since 1970
 */
export function learnShown(index: PeopleIndex, shown: readonly ReadOfPerson[], since: number): void {
  const customers = shown.filter(({ segments }) => segments[0] === 'customers' && segments.length === 2);
  for (const { segments, records } of customers) learnCustomer(index, segments[1], records[0]);
  index.flush();
  for (const { segments, records } of shown) {
    const [noun, id = '', part, addressId] = segments;
    if (noun === 'orders') learnOrder(index, id, records[0]);
    if (part !== 'addresses' || !index.knows('customer', id)) continue;
    if (addressId === undefined) learnAddresses(index, id, { addresses: records, at: since });
    else index.addParts({ customerId: id }, partsOfAll(records));
  }
}

/** Adds what a search has read of somebody: a customer may have another name since, and orders others. */
export function learnPerson(index: PeopleIndex, { customer: record, orders }: Person): void {
  const customerId = record && customer.idOf(record);
  if (record && customerId !== undefined) index.add(readRecordOf({ customerId }, record));
  for (const order of orders) {
    const orderId = orderIdIn(order);
    if (orderId !== undefined) index.add(readRecordOf({ orderId, customerId }, order));
  }
}

/** Adds all addresses of a customer. @param at before they were read, in milliseconds since 1970 */
export const learnAddresses = (
  index: PeopleIndex,
  customerId: string,
  { addresses, at }: { readonly addresses: readonly StoreRecord[]; readonly at: number },
): void => index.addAddresses(customerId, partsOfAll(addresses), at);

interface PlaceReads {
  readonly index: PeopleIndex;
  readonly reads: PacedReads;
  readonly clock: Context['clock'];
}

/** Reads the addresses of some customers into an index. Returns them by customer. */
export async function learnPlaces(
  { index, reads, clock }: PlaceReads,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Address[]>> {
  const live = new LiveReads(reads);
  const at = clock.now().getTime();
  const read = await Promise.all(customerIds.map(async (id) => [id, await live.addresses(id)] as const));
  for (const [customerId, addresses] of read) learnAddresses(index, customerId, { addresses, at });
  index.flush();
  return new Map(read);
}

/** Reads some customers into an index: another program may have given them another name. Returns those that there are. */
export async function learnCustomers(
  { index, reads }: Pick<PlaceReads, 'index' | 'reads'>,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, Customer>> {
  const live = new LiveReads(reads);
  const read = await Promise.all(customerIds.map(async (id) => [id, await live.customer(id)] as const));
  const found = new Map(read.flatMap(([id, record]) => (record ? [[id, record] as const] : [])));
  for (const [customerId, record] of found) index.add(readRecordOf({ customerId }, record));
  index.flush();
  return found;
}

const partsOfAll = (records: readonly StoreRecord[]): ReadonlySet<Part> =>
  new Set(records.flatMap((record) => [...partsOf(record)]));

function learnCustomer(index: PeopleIndex, typed: string | undefined, record: StoreRecord | undefined): void {
  if (record === undefined) return;
  const customerId = customer.idOf(record as Customer) || typed;
  if (customerId === undefined) return;
  index.add(readRecordOf({ customerId }, record));
  index.missing.remove('customer', customerId);
}

/** An order whose customer is not known is left to the search, which reads both: it would be that of a guest. */
function learnOrder(index: PeopleIndex, typed: string, record: StoreRecord | undefined): void {
  const orderId = (record && orderIdIn(record)) ?? typed;
  if (record === undefined) return;
  const customerId = index.customerOf(orderId) ?? customerIdIn(record.customerId);
  const isOfKnown = customerId === undefined ? index.knows('order', orderId) : index.knows('customer', customerId);
  if (isOfKnown) index.add(readRecordOf({ orderId, customerId }, record));
}
