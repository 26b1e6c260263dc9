import { formatMoney } from '../text/money.ts';
import { type ChangesOf, changesOf, type DraftOf, defineDraft, draftList, missingFault } from './draft.ts';
import type { Fault } from './draft-fields.ts';
import * as draft from './draft-fields.ts';
import { receiptOf } from './receipt.ts';
import { defineRecord, partition, type RecordOf, type RecordPage } from './record.ts';
import * as record from './record-fields.ts';
import { whereToFind } from './where-to-find.ts';

/** One product of a new basket: of the shop, by `uprid`, or a custom one, by `title` and `price`. A store may take both. */
export const newLine = defineDraft(
  {
    uprid: draft.uprid('product ID, optionally with options'),
    quantity: draft.countOf(0, 'quantity (default 1)'),
    title: draft.text('title; custom products only'),
    price: draft.money('price excluding 21% VAT; custom products only'),
  },
  { emptyIsAbsent: true },
);

export type NewLine = DraftOf<typeof newLine>;

/** A product of a basket as people name it: by its SKU too, which the API does not take. */
export type TypedLine = NewLine & { readonly sku?: string };

/** The body of `POST /baskets`. */
export const newBasket = defineDraft(
  {
    customerId: draft.id('customer ID').essential().foundBy(whereToFind.customer),
    products: draftList('products to add', newLine),
    billingAddressId: draft
      .id("billing address ID (default: the customer's)")
      .filledByStore()
      .essential()
      .foundBy(whereToFind.addressOf()),
    deliveryAddressId: draft
      .id("delivery address ID (default: the customer's)")
      .filledByStore()
      .essential()
      .foundBy(whereToFind.addressOf()),
    shippingModule: draft.code('shipping module (default: the store chooses)').filledByStore(),
    paymentModule: draft.code('payment module (default: the store chooses)').filledByStore(),
    coupon: draft.text('discount coupon'),
    loyaltyPoints: draft.countOf(0, 'loyalty points to redeem, up to the maximum').replaceable(),
  },
  { emptyIsAbsent: true },
);

export type NewBasket = DraftOf<typeof newBasket>;

/** The body of `PATCH /baskets/{basketKey}`; its products are added. */
export const basketChanges = changesOf(newBasket);

export type BasketChanges = ChangesOf<typeof basketChanges>;

/** The body of `PATCH /baskets/{basketKey}/{productId}`. None of these can be cleared. */
export const lineChanges = changesOf(
  defineDraft({
    quantity: draft.countOf(0, 'quantity').required().essential(),
    title: draft.text('title; custom products only').required(),
    price: draft.money('price excluding VAT; custom products only').sentAs(formatMoney).required(),
  }),
);

export type LineChanges = ChangesOf<typeof lineChanges>;

/** What is wrong with the products of a body: a product that is not of the shop needs a title and a price. */
export function invalidLines(lines: readonly TypedLine[] = []): readonly Fault[] {
  return lines.flatMap((line, at) =>
    faultsOfLine(line).map((fault) => ({ ...fault, field: `products[${at}].${fault.field}` })),
  );
}

function faultsOfLine({ uprid, sku, title, price }: TypedLine): readonly Fault[] {
  if (sku !== undefined || uprid !== undefined) return [];
  const fields = { title, price: price && formatMoney(price) };
  if (Object.values(fields).every((value) => value === undefined))
    return [missingFault('uprid', { or: 'title and price for a custom product' })];
  return Object.entries(fields)
    .filter(([, value]) => (value ?? '').trim() === '')
    .map(([field]) => missingFault(field, { where: 'for a custom product' }));
}

/** One product of a basket. The API documents no fields: these names are known, all others pass unchanged. */
export const basketLine = defineRecord(
  // One product may be there with several options: only the uprid tells these apart.
  ['uprid', 'productId', 'id'],
  // What a customer has typed may be in any text of it: the title of a custom product, an engraving among its options.
  record.aboutPerson({
    productId: record.id('Product').inTable(1),
    uprid: record.text('Variant').impersonal().inTable(2),
    isCustom: record.flag('Custom product'),
    sku: record.code('SKU').impersonal().inTable(6),
    ean: record.code('EAN').impersonal(),
    model: record.code('Article number').impersonal(),
    name: record.text('Name').impersonal().inTable(3),
    title: record.text('Title'),
    attributesString: record.text('Options'),
    quantity: record.count('Quantity').inTable(4),
    price: record.money('Price').inTable(5),
    taxRate: record.decimal('VAT %'),
    value: record.amount('Value'),
    tax: record.amount('VAT'),
  }),
  { isOpen: true },
);

export type BasketLine = RecordOf<typeof basketLine>;

/** `2 x Mug` */
export const lineText = ({ quantity, name, title }: BasketLine): string =>
  [quantity ?? 1, name ?? title].filter((part) => part !== undefined && part !== '').join(' x ');

/** The ID that tells the lines of a basket apart; empty where a line has none. */
export const lineId = (line: BasketLine): string => String(line.uprid ?? basketLine.idOf(line));

/** A basket. */
export const basket = defineRecord(
  ['basketKey', 'id'],
  record.aboutPerson({
    id: record.id('ID').inTable(7),
    basketKey: record.basketKey('Basket').inTable(1),
    basketType: record.text('Type').impersonal(),
    customerId: record.id('Customer').inTable(2),
    orderId: record.id('Order').inTable(4),
    guestAccount: record.flag('Guest account'),
    value: record.amount('Value').inTable(3),
    valuePerRate: record.open('Value per VAT rate'),
    tax: record.amount('VAT').untyped(),
    taxPerRate: record.open('VAT per rate'),
    billingAddressId: record.id('Billing address'),
    deliveryAddressId: record.id('Delivery address'),
    billingCountryId: record.id('Billing country'),
    deliveryCountryId: record.id('Delivery country'),
    btwNumber: record.text('VAT number'),
    shippingModule: record.text('Shipping').impersonal().inTable(8),
    shippingProvider: record.flag('Shipping provider'),
    shippingValue: record.amount('Shipping costs'),
    shippingTax: record.amount('Shipping VAT'),
    shippingTaxClassId: record.id('Shipping tax class'),
    shippingTaxRate: record.decimal('Shipping VAT %'),
    paymentModule: record.text('Payment').impersonal().inTable(9),
    paymentOption: record.text('Payment option').impersonal(),
    paymentCommission: record.amount('Payment costs'),
    paymentCommissionTitle: record.text('Payment costs title').impersonal(),
    coupon: record.text('Coupon').impersonal().inTable(6),
    couponValid: record.flag('Coupon valid'),
    couponDiscount: record.amount('Coupon discount'),
    couponTaxCalculated: record.amount('Coupon VAT'),
    loyaltyPoints: record.count('Loyalty points'),
    loyaltyPointsMax: record.count('Max loyalty points'),
    loyaltyPointsDiscount: record.amount('Loyalty discount'),
    deletedFreeProducts: record.list('Removed free products'),
    geoZoneId: record.id('Geo zone'),
    calculateTax: record.flag('VAT calculated'),
    contentType: record.text('Content').impersonal(),
    invalidate: record.flag('Invalidated'),
    dateCreated: record.date('Created').impersonal().inTable(5),
    lastModified: record.date('Modified').impersonal().inTable(10),
    displayTax: record.flag('VAT shown'),
    products: record.list('Products', basketLine.fields, (line) => [
      lineId(line) === '' ? 'Custom product' : `Product ${lineId(line)}`,
      lineText(line),
    ]),
  }),
  {
    reads: [...newBasket.names, 'guestAccount', 'couponValid', 'loyaltyPointsMax'],
    page: (received) => partition(receiptPage(received, true), (name) => !settings.has(name)),
  },
);

/** The fields below the receipt: how the store calculates. */
const settings: ReadonlySet<string> = new Set([
  'id',
  'basketType',
  'billingCountryId',
  'deliveryCountryId',
  'shippingProvider',
  'shippingTaxClassId',
  'shippingTaxRate',
  'loyaltyPointsMax',
  'geoZoneId',
  'calculateTax',
  'contentType',
  'invalidate',
  'displayTax',
]);

export type Basket = RecordOf<typeof basket>;

/** The page of whatever may hold products and what they come to. */
export function receiptPage(received: record.StoreRecord, isBasket: boolean): RecordPage {
  const receipt = receiptOf(received, isBasket);
  if (!receipt) return { rest: received };
  return { receipt, rest: Object.fromEntries(Object.entries(received).filter(([name]) => !receipt.fields.has(name))) };
}
