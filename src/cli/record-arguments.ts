import type { Needed } from '../errors.ts';
import { idKind, textKind } from '../resources/kinds.ts';
import { basketReferenceKind, upridKind } from '../resources/shop-kinds.ts';

/** Where to find the keys and IDs of records. */
export const whereToFind = {
  basket: 'To find a key, list the newest baskets: shop-cli baskets list --last 20',
  customer: 'To find a customer by name, e-mail, phone or address: shop-cli customers find "de Vries"',
  order: 'To find an order, list the newest: shop-cli orders list --last 20',
  product: 'To find a product, search by name: shop-cli products list --search "*part of the name*"',
  addressOf: (customer = '<id>') =>
    `To find an address, list the addresses of the customer: shop-cli addresses list --customer ${customer}`,
  productOf: (key = '<key>') => `To see the products of the basket: shop-cli baskets get ${key}`,
} as const;

/** The arguments that name a record, by their name in the help: how errors call them, and where to find one. */
export const recordArguments = {
  'customer-id': { title: 'ID', kind: idKind, hint: whereToFind.customer },
  'address-id': { title: 'ID', kind: idKind, hint: whereToFind.addressOf() },
  // Whatever the store calls its orders: but a list of them is none.
  'order-id': {
    title: 'ID',
    kind: { ...textKind, typed: oneWord, expects: 'the ID of an order, such as 1001' },
    hint: whereToFind.order,
  },
  key: { title: 'basket key', kind: basketReferenceKind, hint: whereToFind.basket },
  product: { title: 'product ID', kind: upridKind, hint: whereToFind.productOf() },
  'id-or-sku': { title: 'ID or SKU', kind: textKind, hint: whereToFind.product },
} as const;

export type ArgumentName = keyof typeof recordArguments;

/** What an error says of such an argument that is missing. @param name the option that it is given by */
export const needed = (argument: ArgumentName, name = `<${argument}>`): Needed => ({
  name,
  hint: recordArguments[argument].hint,
});

function oneWord(text: string): string | undefined {
  return text.includes(',') ? undefined : text;
}
