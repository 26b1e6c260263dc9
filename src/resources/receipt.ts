import { isObject } from '../text/objects.ts';
import type { Received } from './record.ts';

/** What a basket or an order comes to. Every amount is the store's own text: nothing is computed, nothing is rounded. */
export interface Receipt {
  readonly lines: readonly ReceiptLine[];
  readonly sums: readonly Sum[];
  /** The members of the record that stand on it. */
  readonly members: ReadonlySet<string>;
}

/** One product. Texts are '' where the store says nothing. */
export interface ReceiptLine {
  readonly quantity: string;
  readonly title: string;
  /** Chosen options, codes: what tells two lines of one title apart. */
  readonly details: readonly string[];
  readonly price: string;
  readonly taxRate: string;
  readonly value: string;
}

interface Sum {
  readonly label: string;
  readonly amount: string;
  readonly isTotal?: true;
}

/**
 * The receipt of a basket or an order, as far as the store names its parts. `api.md` shows neither the products of a basket nor an order: where
 * the products are no list of objects with a title and a quantity or an amount, there is none.
 */
export function receiptOf(record: Received): Receipt | undefined {
  const { products } = record;
  if (!Array.isArray(products) || products.length === 0) return undefined;
  const lines = products.flatMap(lineOf);
  if (lines.length < products.length) return undefined;
  const sums = partsOf(record).flatMap((part) => part(record));
  const members = new Set(['products', ...sums.flatMap(({ members }) => members)]);
  return { lines, sums, members };
}

function lineOf(product: unknown): readonly ReceiptLine[] {
  if (!isObject(product)) return [];
  const said = (...names: readonly string[]): string =>
    names.map((name) => textAt(product, name)).find((text) => text !== '') ?? '';
  const line = {
    quantity: said('quantity', 'qty'),
    title: said('title', 'name', 'productName'),
    details: [
      said('attributesString'),
      [said('uprid', 'productId'), said('sku', 'model')].filter(Boolean).join('  '),
    ].filter(Boolean),
    price: said('price', 'unitPrice'),
    taxRate: said('taxRate', 'vatRate'),
    value: said('value', 'total', 'totalPrice'),
  };
  return line.title !== '' && (line.quantity !== '' || line.price !== '' || line.value !== '') ? [line] : [];
}

interface Found extends Sum {
  readonly members: readonly string[];
}

/** In the order of a receipt: what the products cost, what is added and taken off, VAT, and what is to be paid. */
const partsOf = (record: Received): readonly ((record: Received) => readonly Found[])[] => [
  sum('Value', 'value'),
  discount('couponDiscount', coupon(record), ['coupon', 'couponValid']),
  discount('loyaltyPointsDiscount', `Less ${textAt(record, 'loyaltyPoints')} loyalty points`, ['loyaltyPoints']),
  sum(called('Shipping', textAt(record, 'shippingModule')), 'shippingValue', ['shippingModule']),
  sum(
    called('Payment costs', textAt(record, 'paymentCommissionTitle') || textAt(record, 'paymentModule')),
    'paymentCommission',
    ['paymentModule', 'paymentCommissionTitle'],
  ),
  vat,
  discount('couponTaxCalculated', 'Less VAT of the coupon', ['couponTaxCalculated']),
  sum(`Total ${textAt(record, 'currencyType')}`.trim(), 'total', ['currencyType']),
];

const called = (label: string, name: string): string => (name === '' ? label : `${label} (${name})`);

const coupon = (record: Received): string =>
  textAt(record, 'couponValid') === '0'
    ? `Coupon ${textAt(record, 'coupon')}, not valid`
    : `Less coupon ${textAt(record, 'coupon')}`;

/** An amount, and the members that its label tells. */
function sum(label: string, member: string, told: readonly string[] = []): (record: Received) => readonly Found[] {
  return (record) => {
    const amount = textAt(record, member);
    if (amount === '') return [];
    return [{ label, amount, members: [member, ...told], ...(member === 'total' ? { isTotal: true } : {}) }];
  };
}

/** What is taken off; nothing is said of a discount that is not there. */
function discount(member: string, label: string, told: readonly string[]): (record: Received) => readonly Found[] {
  const [given = ''] = told;
  return (record) =>
    isNothing(textAt(record, given)) && isNothing(textAt(record, member)) ? [] : sum(label, member, told)(record);
}

/** For each rate, and altogether where that says more. `taxPerRate` and `valuePerRate` are objects of amounts under their percentage. */
function vat(record: Received): readonly Found[] {
  const rates = perRate(record);
  const [whole] = sum('VAT', 'tax')(record);
  if (!whole) return rates;
  const [only] = rates;
  return rates.length === 1 && only?.amount === whole.amount
    ? [{ ...only, members: [...only.members, 'tax'] }]
    : [...rates, whole];
}

function perRate({ taxPerRate, valuePerRate }: Received): readonly Found[] {
  if (!isObject(taxPerRate)) return [];
  const over = (rate: string): string => (isObject(valuePerRate) ? textAt(valuePerRate, rate) : '');
  return Object.keys(taxPerRate).map((rate) => ({
    label: `VAT ${rate}%${over(rate) === '' ? '' : ` of ${over(rate)}`}`,
    amount: textAt(taxPerRate, rate),
    members: ['taxPerRate', 'valuePerRate'],
  }));
}

const isNothing = (text: string): boolean => /^(0*\.?0*|-)$/.test(text);

/** A single value as it was received; '' for none, and for what is no single value. */
function textAt(record: Received, member: string): string {
  const value = Object.hasOwn(record, member) ? record[member] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
