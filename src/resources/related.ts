import { address } from './addresses.ts';
import { basket, receiptPage } from './baskets.ts';
import { envelopeOf } from './countries/address-format.ts';
import { customer } from './customers.ts';
import { flagKind, idKind, textKind } from './kinds.ts';
import type { Page, RecordDefinition } from './record.ts';
import * as record from './record-fields.ts';
import { basketKeyKind } from './shop-kinds.ts';

/** The fields that `--full` adds, with the names that the orders of the sandbox use. */
export const related = {
  customer: record.group('Customer', record.withoutColumns(customer.fields), orReason(writtenCustomer)),
  billingAddress: record.group('Billing address', record.withoutColumns(address.fields), orReason(envelopeOf)),
  deliveryAddress: record.group('Delivery address', record.withoutColumns(address.fields), orReason(envelopeOf)),
} as const satisfies record.Fields;

/** A basket with its customer and addresses. */
export const fullBasket = {
  ...basket,
  fields: {
    ...basket.fields,
    customerId: record.id('Customer ID'),
    billingAddressId: record.id('Billing address ID'),
    deliveryAddressId: record.id('Delivery address ID'),
    ...related,
  },
  page: fullPage,
} satisfies RecordDefinition;

/** First what a customer on the phone asks for: who, where to, what, and how much. */
function fullPage(received: record.StoreRecord): Page {
  const { rest, ...page } = receiptPage(received, true);
  const shown = Object.fromEntries(Object.entries(rest).filter(([name]) => !isWrittenCountry(name, received)));
  return partition({ ...page, rest: shown }, (name) => first.has(name));
}

/** A page with some fields above its receipt, and the others below. */
export function partition({ rest, ...page }: Page, isAbove: (name: string) => boolean): Page {
  const pick = (isWanted: (name: string) => boolean): record.StoreRecord =>
    Object.fromEntries(Object.entries(rest).filter(([name]) => isWanted(name)));
  return { ...page, rest: pick(isAbove), below: pick((name) => !isAbove(name)) };
}

const first: ReadonlySet<string> = new Set([
  'basketKey',
  'customerId',
  'orderId',
  'dateCreated',
  'lastModified',
  ...Object.keys(related),
]);

/** A country ID differs between stores, and the address shows the name. */
function isWrittenCountry(name: string, received: record.StoreRecord): boolean {
  const address = received[name.replace(/CountryId$/, 'Address')] as record.StoreRecord | undefined;
  const { id } = (address?.country ?? {}) as record.StoreRecord;
  return name.endsWith('CountryId') && id !== undefined && String(id) === String(received[name]);
}

/** One more record that belongs to a basket or an order. */
export type Part =
  | { readonly field: 'customer'; readonly customerId: string }
  | { readonly field: 'billingAddress' | 'deliveryAddress'; readonly customerId: string; readonly addressId: string }
  /** Of an order, from the basket that it was made of. */
  | { readonly field: 'products'; readonly basketKey: string };

/**
 * The parts of a record that are named by ID and not included. An ID of 0 is none. Parts that an order includes stay as
 * they were ordered.
 */
export function missingParts(received: record.StoreRecord, of: 'basket' | 'order'): readonly Part[] {
  const customerId = idAt(received, 'customerId');
  const basketKey = of === 'order' ? basketKeyKind.wire(received.basketKey) : undefined;
  const parts: readonly Part[] = [
    ...(customerId === undefined
      ? []
      : [{ field: 'customer', customerId } as const, ...addressParts(received, customerId)]),
    ...(basketKey === undefined ? [] : [{ field: 'products', basketKey } as const]),
  ];
  return parts.filter(({ field }) => typeof received[field] !== 'object' || received[field] === null);
}

function addressParts(received: record.StoreRecord, customerId: string): readonly Part[] {
  return (['billingAddress', 'deliveryAddress'] as const).flatMap((field) => {
    const addressId = idAt(received, `${field}Id`);
    return addressId === undefined ? [] : [{ field, customerId, addressId }];
  });
}

/** Shown in place of a part that failed to load. */
export interface FailedPart {
  readonly error: { readonly code: string; readonly message: string; readonly status: number | null };
}

function idAt(received: record.StoreRecord, field: string): string | undefined {
  const id = idKind.wire(received[field]);
  return id === undefined ? undefined : String(id);
}

/** The part as people write it, or why it failed to load. */
export function orReason(write: NonNullable<record.Field['write']>): NonNullable<record.Field['write']> {
  return (part) => {
    const { message } = ((part as Partial<FailedPart>).error ?? {}) as Partial<FailedPart['error']>;
    return message === undefined ? write(part) : [`failed to load: ${message}`];
  };
}

/** Name, e-mail address and phone number, and whether the account is unusual. */
function writtenCustomer(person: record.StoreRecord): readonly string[] | undefined {
  const text = (field: string): string => textKind.show(person[field]) ?? '';
  const isSaid = (field: string, value: number): boolean => flagKind.wire(person[field]) === value;
  const lines = [
    `${text('firstName')} ${text('lastName')}`.trim(),
    text('emailAddress'),
    text('phoneNumber'),
    isSaid('guestAccount', 1) ? 'guest account' : '',
    isSaid('approved', 0) ? 'not approved' : '',
  ].filter((line) => line !== '');
  return lines.length === 0 ? undefined : lines;
}
