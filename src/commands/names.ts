import type { Received } from '../resources/record.ts';

/** How a question names a record, to delete it or to pick it. Not escaped: the question is, as a whole. */
export const customerName = (customer: Received): string =>
  [words(customer, 'firstName', 'lastName'), words(customer, 'emailAddress')].filter(Boolean).join(', ');

export const addressName = (address: Received): string =>
  [
    words(address, 'company'),
    words(address, 'name') || words(address, 'firstName', 'lastName'),
    street(address),
    words(address, 'zipcode', 'city'),
  ]
    .filter(Boolean)
    .join(', ');

export function basketName(basket: Received): string {
  const count = Array.isArray(basket.products) ? basket.products.length : 0;
  return `${count} ${count === 1 ? 'product' : 'products'}${ofCustomer(basket)}`;
}

export const orderName = (order: Received): string => ofCustomer(order).trim();

export const lineName = (line: Received): string => words(line, 'name') || words(line, 'title');

const street = (address: Received): string => words(address, 'streetAddress', 'houseNumber', 'houseNumberExtension');

const ofCustomer = ({ customerId }: Received): string => (customerId && String(customerId) !== '0' ? ` of customer ${customerId}` : '');

const words = (record: Received, ...names: readonly string[]): string =>
  names
    .flatMap((name) => (typeof record[name] === 'object' ? [] : (record[name] ?? [])))
    .join(' ')
    .trim();
