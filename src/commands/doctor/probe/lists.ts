import type { StoreRecord } from '../../../resources/record-fields.ts';
import { type Answer, type Subject, unknown } from './answer.ts';
import { readRaw, recordsIn, shapeOf } from './reading.ts';

/** What lists are made of: the API shows that of products alone. One read each. */
export async function probeProductList({ connection }: Subject): Promise<Answer<'productList'>> {
  const query = [
    ...(connection.filterStyle === 'bracket' ? [] : [['limit', '1'] as const]),
    ...(connection.filterStyle === 'plain' ? [] : [['filter[limit]', '1'] as const]),
  ];
  return shapeAnswer(shapeOf(await readRaw(connection, ['products'], query), 'products'));
}

export interface BasketAnswer {
  readonly answer: Answer<'basketList'>;
  /** A customer of one of them. */
  readonly customer: string | undefined;
}

export async function probeBasketList({ connection }: Subject): Promise<BasketAnswer> {
  const read = await readRaw(connection, ['baskets']);
  const shape = shapeOf(read, 'baskets');
  const customer = (recordsIn(read, 'baskets') ?? []).map(customerOf).find((id) => id !== undefined);
  return { answer: shapeAnswer(shape), customer };
}

const customerOf = ({ customerId }: StoreRecord): string | undefined =>
  /^[1-9]\d*$/.test(String(customerId)) ? String(customerId) : undefined;

export async function probeAddressList(
  { connection }: Subject,
  customer: string | undefined,
): Promise<Answer<'addressList'>> {
  if (customer === undefined) return unknown('no basket names a customer');
  return shapeAnswer(shapeOf(await readRaw(connection, ['customers', customer, 'addresses']), 'addresses'));
}

function shapeAnswer(shape: string | undefined): Pick<Answer<'productList'>, 'value' | 'words'> {
  if (shape === undefined) return unknown('the reply is no list');
  const words = { array: 'a bare array', nested: 'in an object of an object' }[shape] ?? `in the field ${shape}`;
  return { value: shape, words };
}
