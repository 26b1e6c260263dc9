import { isObject } from '../text/json.ts';
import { address } from './addresses.ts';
import { basket, receiptPage } from './baskets.ts';
import { envelopeOf } from './countries/address-format.ts';
import { customer, writtenCustomer } from './customers.ts';
import { type DraftOf, defineDraft } from './draft.ts';
import * as draft from './draft-fields.ts';
import { idKind } from './kinds.ts';
import { defineRecord, partition, type RecordOf } from './record.ts';
import * as record from './record-fields.ts';
import { basketKeyKind } from './shop-kinds.ts';
import { whereToFind } from './where-to-find.ts';

const orderedBasket = draft.basketKey('basket key; the basket must contain products').foundBy(whereToFind.basket);

/** The body of `POST /orders`. */
export const newOrder = defineDraft(
  {
    basketKey: orderedBasket.required().essential(),
    currencyType: draft.currency('currency (default EUR)').essential(),
    languageId: draft.language("language (nl, en, de, fr, es or it; default the store's)"),
  },
  { emptyIsAbsent: true },
);

export type NewOrder = DraftOf<typeof newOrder>;

/** The fields that `--full` adds, with the names that the orders of the sandbox use. */
export const related = {
  customer: record.group('Customer', record.withoutColumns(customer.fields), orReason(writtenCustomer)),
  billingAddress: record.group('Billing address', record.withoutColumns(address.fields), orReason(envelopeOf)),
  deliveryAddress: record.group('Delivery address', record.withoutColumns(address.fields), orReason(envelopeOf)),
} as const satisfies record.Fields;

const { customer: ofCustomer, ...ofAddresses } = related;

/**
 * An order. The API documents no fields: some are known from the body, the others are called as in the basket that it
 * is made of, if the store does so. Everything else passes as the store has it.
 */
export const order = defineRecord(
  ['orderId', 'id'],
  record.aboutPerson({
    orderId: record.id('Order').inTable(1),
    id: record.id('ID').inTable(8).ifAny(),
    basketKey: record.basketKey('Basket').inTable(9),
    customerId: record.id('Customer ID').inTable(6),
    status: record.text('Status ID').impersonal(),
    statusName: record.text('Status').impersonal().inTable(5),
    currencyType: record.text('Currency').impersonal().inTable(7),
    currencyValue: record.decimal('Currency rate'),
    languageId: record.language('Language'),
    dateCreated: record.date('Created').impersonal().inTable(3),
    ...ofBasket('lastModified'),
    customer: { ...ofCustomer, cell: { importance: 2, parts: nameParts } },
    currentCustomer: { ...ofCustomer, label: 'Customer now' },
    ...ofAddresses,
    ...ofBasket(
      'btwNumber',
      'shippingModule',
      'paymentModule',
      'coupon',
      'couponValid',
      'loyaltyPoints',
      'calculateTax',
    ),
    ...ofBasket(
      'value',
      'valuePerRate',
      'tax',
      'taxPerRate',
      'shippingValue',
      'shippingTax',
      'paymentCommission',
      'paymentCommissionTitle',
    ),
    ...ofBasket('couponDiscount', 'couponTaxCalculated', 'loyaltyPointsDiscount'),
    total: record.amount('Total').inTable(4),
    products: { ...basket.fields.products, label: 'Products', write: orReason(() => undefined) },
  }),
  {
    isOpen: true,
    alike: [
      ['orderId', 'id'],
      ['customerId', 'customer.customerId'],
    ],
    page: (received) => partition(receiptPage(received, false), (name) => !rareFields.has(name)),
  },
);

export type Order = RecordOf<typeof order>;

/**
 * The ID of an order in a reply, as text. An `orderId` without a value is that of a basket which names no order; 0 is
 * none.
 */
export function orderIdIn(received: record.StoreRecord): string | undefined {
  const id = Object.hasOwn(received, 'orderId') ? received.orderId : received.id;
  const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
  return text === '' || text === '0' ? undefined : text;
}

/** The ID in a reply to the creation of an order under an undocumented name, such as `ordersId`. */
export function guessedOrderId(reply: unknown): string | undefined {
  if (!isObject(reply)) return undefined;
  const named = Object.keys(reply).find((name) => /^orders?_?(id|number|nr|no)$/i.test(name));
  const id = named === undefined ? undefined : orderIdIn({ orderId: reply[named] });
  return (
    id ??
    Object.values(reply)
      .map((value) => (isObject(value) ? guessedOrderId(value) : undefined))
      .find((found) => found !== undefined)
  );
}

/** Who an order is for, as it says so itself: the name of its customer, else that in one of its addresses. */
function nameParts(received: record.StoreRecord): readonly string[] {
  const people = [received.customer, received, received.deliveryAddress, received.billingAddress].filter(isObject);
  const names = people.map((person) => [textIn(person, 'firstName'), textIn(person, 'lastName')].filter(Boolean));
  const others = people.map((person) => [textIn(person, 'name')].filter(Boolean));
  return [...names, ...others].find((parts) => parts.length > 0) ?? [];
}

const textIn = (person: record.StoreRecord, field: string): string =>
  typeof person[field] === 'string' ? person[field].trim() : '';

/** The fields below the receipt: who and what comes before IDs. An unknown field may matter, and stays above. */
const rareFields: ReadonlySet<string> = new Set([
  'customerId',
  'basketKey',
  'status',
  'currencyValue',
  'languageId',
  'btwNumber',
  'coupon',
  'couponValid',
  'loyaltyPoints',
  'calculateTax',
  'shippingTax',
  'couponDiscount',
  'couponTaxCalculated',
  'loyaltyPointsDiscount',
]);

/** Fields that an order has from its basket. */
function ofBasket<const N extends keyof BasketFields>(...names: readonly N[]): Pick<BasketFields, N> {
  const picked = Object.entries(basket.fields).filter(([name]) => names.some((wanted) => wanted === name));
  return record.withoutColumns(Object.fromEntries(picked)) as Pick<BasketFields, N>;
}

type BasketFields = typeof basket.fields;

/** One more record that belongs to a basket or an order. */
export type RecordPart =
  | { readonly field: 'customer'; readonly customerId: string }
  /** Of an order that includes its customer as they were then. */
  | { readonly field: 'currentCustomer'; readonly customerId: string }
  | { readonly field: 'billingAddress' | 'deliveryAddress'; readonly customerId: string; readonly addressId: string }
  /** Of an order, from the basket that it was made of. */
  | { readonly field: 'products'; readonly basketKey: string };

/**
 * The parts of a record that are named by ID and not included. An ID of 0 is none. Parts that an order includes stay as
 * they were ordered; its customer is then read too, as they are now.
 */
export function missingParts(received: record.StoreRecord, of: 'basket' | 'order'): readonly RecordPart[] {
  const customerId = idAt(received, 'customerId');
  const basketKey = of === 'order' ? basketKeyKind.wire(received.basketKey) : undefined;
  const hasCustomer = of === 'order' && typeof received.customer === 'object' && received.customer !== null;
  const parts: readonly RecordPart[] = [
    ...(customerId === undefined
      ? []
      : [
          { field: hasCustomer ? 'currentCustomer' : 'customer', customerId } as const,
          ...addressParts(received, customerId),
        ]),
    ...(basketKey === undefined ? [] : [{ field: 'products', basketKey } as const]),
  ];
  return parts.filter(({ field }) => typeof received[field] !== 'object' || received[field] === null);
}

function addressParts(received: record.StoreRecord, customerId: string): readonly RecordPart[] {
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
