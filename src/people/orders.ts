import { CliError } from '../errors.ts';
import type { Basket } from '../resources/baskets.ts';
import { orderIdIn } from '../resources/orders.ts';

/**
 * The ID of the order that a basket names; undefined where it is not ordered.
 * @throws CliError `refused` for a basket without the field: it says nothing about orders
 */
export function orderOf(basket: Basket, host: string): string | undefined {
  if (Object.hasOwn(basket, 'orderId')) return orderIdIn(basket);
  throw new CliError('refused', `The baskets of ${host} have no orderId: they do not say which of them are ordered.`, {
    field: 'orderId',
    hint: 'To see what a basket has: shop-cli baskets get <key> --json',
  });
}
