import { basket, receiptPage } from './baskets.ts';
import * as draft from './draft.ts';
import * as record from './record.ts';
import { orReason, parted, related } from './related.ts';

/** The body of `POST /orders`. */
export const newOrder = draft.draft(
  {
    basketKey: draft.basketKey('key of a basket with products').required(),
    currencyType: draft.currency('currency; default: EUR'),
    languageId: draft.language('language; default: that of the store'),
  },
  { emptyIsAbsent: true },
);

export type NewOrder = draft.DraftOf<typeof newOrder>;

/**
 * An order. `api.md` shows no fields: some are known from the body, the others are called as in the basket that it is made of, if the store does
 * so. Everything else passes as the store has it.
 */
export const order = record.record(
  ['orderId', 'id'],
  {
    orderId: record.id('Order').inTable(1),
    id: record.id('ID').inTable(2),
    basketKey: record.basketKey('Basket').inTable(5),
    customerId: record.id('Customer ID').inTable(3),
    status: record.text('Status'),
    statusName: record.text('Status name'),
    currencyType: record.text('Currency').inTable(4),
    currencyValue: record.decimal('Currency rate'),
    languageId: record.language('Language'),
    ...ofBasket('dateCreated', 'lastModified'),
    ...related,
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
    total: record.money('Total'),
    products: { ...basket.fields.products, label: 'Products', write: orReason(() => undefined) },
  },
  { isOpen: true, page: (received) => parted(receiptPage(received), (name) => !seldomAsked.has(name)) },
);

export type Order = record.RecordOf<typeof order>;

/** What stands below the receipt. A member that is not known here may matter, and stays above. */
const seldomAsked: ReadonlySet<string> = new Set([
  ...[
    'currencyValue',
    'languageId',
    'btwNumber',
    'coupon',
    'couponValid',
    'loyaltyPoints',
    'calculateTax',
    'shippingTax',
  ],
  ...['couponDiscount', 'couponTaxCalculated', 'loyaltyPointsDiscount'],
]);

/** Fields that an order has from its basket. */
function ofBasket<const N extends keyof BasketFields>(...names: readonly N[]): Pick<BasketFields, N> {
  const picked = Object.entries(basket.fields).filter(([name]) => names.some((wanted) => wanted === name));
  return record.withoutColumns(Object.fromEntries(picked)) as Pick<BasketFields, N>;
}

type BasketFields = typeof basket.fields;
