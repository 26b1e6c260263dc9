import { digits, guid, otherGuid, type Row, type Tables } from './shop.ts';

/** A command, and how to tell whether what it did is true. */
export interface Tried {
  readonly line: string;
  /** The IDs that a read must show. */
  readonly shows?: (tables: Tables) => readonly unknown[];
  /** Whether a write has happened. */
  readonly isDone?: (tables: Tables) => boolean;
  /** The field that an update sends. */
  readonly sends?: string;
}

const ids = (rows: readonly Row[], name: string): readonly unknown[] => rows.map((row) => row[name]);
const person = '--first-name Jo --last-name Vries';
const place = '--street-address Kaai --house-number 1 --zipcode 9000 --city Gent --country BE';
const basketOf = ({ baskets }: Tables): Row | undefined => baskets.find(({ basketKey }) => basketKey === `{${guid}}`);
const linesOf = (tables: Tables): readonly Row[] => (basketOf(tables)?.products ?? []) as readonly Row[];
const rowWith = (rows: readonly Row[], name: string, value: unknown): Row | undefined =>
  rows.find((row) => row[name] === value);

/** The commands by what they do to a shop. */
export const commands = {
  lists: [
    { line: 'products list', shows: ({ products }) => ids(products, 'productId') },
    { line: 'products list --search lamp', shows: () => [206, 241] },
    { line: 'baskets list', shows: ({ baskets }) => ids(baskets, 'basketKey') },
    { line: 'addresses list --customer 101', shows: () => ['301', '302'] },
  ],
  addresses: [{ line: 'addresses list --customer 101', shows: () => ['301', '302'] }],
  nones: [
    { line: 'baskets list', shows: () => [] },
    { line: 'addresses list --customer 101', shows: () => [] },
  ],
  probes: [{ line: 'products list' }, { line: 'baskets list' }],
  mains: [{ line: 'products list --main-only', shows: () => [1, 206, 241, 242] }],
  pages: [{ line: 'products list --all', shows: ({ products }) => ids(products, 'productId') }],
  searches: [
    { line: 'products get LAMP --sku', shows: () => [206] },
    { line: `products get ${digits} --sku`, shows: () => [241] },
  ],
  gets: [
    { line: 'products get 206', shows: () => [206] },
    { line: `baskets get ${guid}`, shows: () => [`{${guid}}`] },
    { line: `baskets items get ${guid} 206`, shows: () => ['206'] },
    { line: 'customers get 101', shows: () => ['101'] },
    { line: 'addresses get 301 --customer 101', shows: () => ['301'] },
    { line: 'orders get 1001', shows: () => ['1001'] },
  ],
  skus: [
    { line: 'products get LAMP', shows: () => [206] },
    { line: `products get ${digits}`, shows: () => [241] },
  ],
  // There is nothing to show: the shop has none of these.
  strangers: [
    { line: 'products get 206-A', shows: () => ['none'] },
    { line: 'products get ABC', shows: () => ['none'] },
    { line: 'products get 0206', shows: () => ['none'] },
    { line: 'customers get 999', shows: () => ['none'] },
    { line: `baskets get ${otherGuid.replace('1111', '2222')}`, shows: () => ['none'] },
    { line: `baskets items get ${guid} 206+3-12`, shows: () => ['none'] },
    { line: 'addresses get 1 --customer 101', shows: () => ['none'] },
    { line: 'orders get 999', shows: () => ['none'] },
  ],
  creates: [
    { line: 'products create --sku NEW --price 1 --allow-duplicate', isDone: ({ products }) => products.length === 5 },
    { line: 'baskets create --customer 101', isDone: ({ baskets }) => baskets.length === 3 },
    {
      line: `customers create --email-address new@example.com ${person}`,
      isDone: ({ customers }) => customers.length === 3,
    },
    { line: `addresses create --customer 101 ${person} ${place}`, isDone: ({ addresses }) => addresses.length === 4 },
  ],
  lookUps: [{ line: 'products create --sku NEW --price 1', isDone: ({ products }) => products.length === 5 }],
  orders: [{ line: `orders create --basket ${guid}`, isDone: ({ orders }) => orders.length === 3 }],
  updates: [
    {
      line: `baskets update ${guid} --coupon SPRING`,
      isDone: (tables) => basketOf(tables)?.coupon === 'SPRING',
      sends: 'coupon',
    },
    {
      line: `baskets items update ${guid} 206 --quantity 4`,
      isDone: (tables) => String(linesOf(tables)[0]?.quantity) === '4',
      sends: 'quantity',
    },
    {
      line: 'customers update 101 --phone-number 0471',
      isDone: ({ customers }) => rowWith(customers, 'customerId', '101')?.phoneNumber === '0471',
      sends: 'phoneNumber',
    },
    {
      line: 'addresses update 301 --customer 101 --city Namur',
      isDone: ({ addresses }) => rowWith(addresses, 'id', '301')?.city === 'Namur',
      sends: 'city',
    },
  ],
  deletes: [
    {
      line: `baskets items delete ${guid} 206 --yes`,
      isDone: (tables) => rowWith(linesOf(tables), 'uprid', '206') === undefined,
    },
    { line: `baskets delete ${guid} --yes`, isDone: (tables) => basketOf(tables) === undefined },
    {
      line: 'customers delete 101 --yes',
      isDone: ({ customers }) => rowWith(customers, 'customerId', '101') === undefined,
    },
    {
      line: 'addresses delete 301 --customer 101 --yes',
      isDone: ({ addresses }) => rowWith(addresses, 'id', '301') === undefined,
    },
    { line: 'orders delete 1001 --yes', isDone: ({ orders }) => rowWith(orders, 'orderId', '1001') === undefined },
  ],
  // No such records: a shop that casts has others of these IDs in mind.
  aliases: [
    { line: 'orders delete 1001-A --yes', isDone: () => false },
    { line: 'orders delete 1001.5 --yes', isDone: () => false },
    { line: 'orders delete 01001 --yes', isDone: () => false },
    { line: `baskets items delete ${guid} 206+3-12 --yes`, isDone: () => false },
    { line: `baskets items update ${guid} 206+3-12 --quantity 4`, isDone: () => false },
  ],
  imports: [
    {
      line: 'products import catalogue.csv',
      isDone: ({ products }) => products.length === 6 && ['A-1', 'A-2'].every((sku) => rowWith(products, 'sku', sku)),
    },
  ],
} as const satisfies Record<string, readonly Tried[]>;

export type Group = keyof typeof commands;
