import { shellWord } from '../text/escape.ts';

const customerCalled = (name: string): string =>
  `To find a customer by name, e-mail, phone or address: shop-cli customers find ${name}`;

/** Where to find the keys and IDs of records. */
export const whereToFind = {
  basket: 'To find a key, list the newest baskets: shop-cli baskets list --last 20',
  customer: customerCalled('"de Vries"'),
  order: 'To find an order, list the newest: shop-cli orders list --last 20',
  product: 'To find a product, search by name: shop-cli products list --search "*part of the name*"',
  addressOf: (customer = '<id>') =>
    `To find an address, list the addresses of the customer: shop-cli addresses list --customer ${customer}`,
  productOf: (key = '<key>') => `To see the products of the basket: shop-cli baskets get ${key}`,
} as const;

/** The same for a text that was typed in place of an ID: what may be a person's name or e-mail address is searched for. */
export const whereToFindInstead = (hint: string, typed: string): string =>
  hint === whereToFind.customer && mayBePerson.test(typed) ? customerCalled(shellWord(typed)) : hint;

/** The same hint without the name that is in its command, for `--mask-pii`. */
export const withoutName = (hint: string): string => hint.replace(/(?<=shop-cli customers find ).*/g, '"de Vries"');

/** Two letters at least, and no sign that only code has. */
const mayBePerson = /^(?=.*\p{L}{2})[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’@+_-]*$/u;
