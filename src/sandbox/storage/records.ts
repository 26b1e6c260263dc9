import type { NewAddress } from '../../resources/addresses.ts';
import type { NewBasket } from '../../resources/baskets.ts';
import type { NewCustomer } from '../../resources/customers.ts';
import type { Json } from '../../resources/kind.ts';
import { Documents } from './documents.ts';

/** A customer as it is stored. Without a password it is a guest account. */
export type CustomerRecord = {
  /** Without the password. */
  readonly fields: NewCustomer;
  /** The hash, '' for a guest. */
  readonly password: string;
  /** The name to log in with: the e-mail address in one case; null for a guest. Guests may share an address. */
  readonly account: string | null;
  /** 0 for none. */
  readonly billingAddressId: number;
  readonly deliveryAddressId: number;
  /** Points to cash in. */
  readonly loyaltyPoints: number;
  readonly dateCreated: string;
  readonly lastModified: string;
};

export const customers = new Documents<CustomerRecord>('customers', 100, { key: ({ account }) => account });

export type AddressRecord = {
  readonly customerId: number;
  readonly fields: NewAddress;
};

export const addresses = new Documents<AddressRecord>('addresses', 300, { parent: ({ customerId }) => customerId });

export type BasketRecord = {
  /** In capitals, without braces. */
  readonly basketKey: string;
  readonly orderId: number | null;
  readonly fields: Omit<NewBasket, 'products'>;
  readonly dateCreated: string;
  readonly lastModified: string | null;
};

export const baskets = new Documents<BasketRecord>('baskets', 700, {
  parent: ({ fields }) => fields.customerId ?? 0,
  key: ({ basketKey }) => basketKey,
});

/** One product of a basket. */
export type BasketLineRecord = {
  readonly basketId: number;
  /** In canonical form; null for a custom product. */
  readonly uprid: string | null;
  /** The body, as the API takes it. */
  readonly fields: Readonly<Record<string, Json>>;
};

/** A custom product is called by the ID of its line, which no product of the shop has. */
export const basketLines = new Documents<BasketLineRecord>('basketLines', 2_000_000_000, {
  parent: ({ basketId }) => basketId,
  key: ({ basketId, uprid }) => (uprid === null ? null : lineKey(basketId, uprid)),
});

/** A product is in a basket once, with the same options. */
export const lineKey = (basketId: number, uprid: string): string => `${basketId} ${uprid}`;

/** An order stays as it was shown when it was made. */
export type OrderRecord = {
  readonly basketKey: string;
  readonly shown: Readonly<Record<string, Json>>;
  /** The points that it took from its customer; absent in databases made before orders took any. */
  readonly pointsSpent?: number;
};

export const orders = new Documents<OrderRecord>('orders', 1000);

/** All of them: the tables of a new database. */
export const documents = [customers, addresses, baskets, basketLines, orders] as const;
