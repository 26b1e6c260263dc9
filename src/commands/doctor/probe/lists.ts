import type { StoreRecord } from '../../../resources/record-fields.ts';
import { type Answer, type Read, readRaw, recordsIn, type Subject, shapeOf, unknown } from './reading.ts';

/** The shape of lists: the API documents only that of products. One read each. */
export async function productList({ connection }: Subject): Promise<Answer<'productList'>> {
  const styles = { plain: ['limit'], bracket: ['filter[limit]'], both: ['limit', 'filter[limit]'] };
  const query = styles[connection.filterStyle].map((name) => [name, '1'] as const);
  return shape(await readRaw(connection, ['products'], query), 'products');
}

export async function basketList({ connection }: Subject): Promise<Answer<'basketList'>> {
  const read = await readRaw(connection, ['baskets']);
  const customer = (recordsIn(read, 'baskets') ?? []).map(customerOf).find((id) => id !== undefined);
  return { ...shape(read, 'baskets'), customer };
}

const customerOf = ({ customerId }: StoreRecord): string | undefined =>
  /^[1-9]\d*$/.test(String(customerId)) ? String(customerId) : undefined;

export async function addressList({ connection, customer }: Subject): Promise<Answer<'addressList'>> {
  if (customer === undefined) return unknown('no basket names a customer');
  return shape(await readRaw(connection, ['customers', customer, 'addresses']), 'addresses');
}

function shape(read: Read, name: string): Pick<Answer<'productList'>, 'value' | 'words'> {
  const value = shapeOf(read, name);
  if (value === undefined) return unknown('the reply is no list');
  const words = { array: 'a bare array', nested: 'in an object of an object' }[value] ?? `in the field ${value}`;
  return { value, words };
}
