import { isObject } from '../text/json.ts';
import { formatMoney, type Money, roundMoney } from '../text/money.ts';
import { amountKind, countKind, moneyKind, percentKind } from './kinds.ts';
import type { StoreRecord } from './record-fields.ts';

/**
 * The amounts of a basket or an order: the store's own, shown in cents. Only the total of a basket is calculated, and
 * says so.
 */
export interface Receipt {
  readonly lines: readonly ReceiptLine[];
  readonly sums: readonly Sum[];
  /** What a person who adds up the amounts should know. */
  readonly notes: readonly string[];
  /** The fields of the record that are on it. */
  readonly fields: ReadonlySet<string>;
}

/** One product. Texts are '' where the store has nothing. */
interface ReceiptLine {
  readonly quantity: string;
  readonly title: string;
  /** Chosen options and codes: they tell two lines of one title apart. */
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
 * The receipt of a basket or an order. The API does not document the products of a basket, or an order: there is no
 * receipt unless `products` is a list of objects that have a title, and a quantity or an amount.
 * @param isBasket the API returns no total of a basket: without one it is calculated
 */
export function receiptOf(record: StoreRecord, isBasket: boolean): Receipt | undefined {
  const { products } = record;
  if (!Array.isArray(products) || products.length === 0) return undefined;
  const lines = products.flatMap(lineOf);
  if (lines.length < products.length) return undefined;
  const own = sumsOf(record);
  const sums = [...own, ...(isBasket && !own.some(({ isTotal }) => isTotal) ? calculatedTotal(record) : [])];
  const fields = new Set(['products', ...sums.flatMap((sum) => sum.fields)]);
  return { ...inCents(lines, sums, isCouponInvalid(record)), fields };
}

/** The receipt as a person reads it. It says so where rounded amounts do not add up to the totals. */
function inCents(
  lines: readonly ReceiptLine[],
  sums: readonly SumOfFields[],
  isCouponInvalid: boolean,
): Omit<Receipt, 'fields'> {
  const shownLines = lines.map((line) => ({ ...line, price: priceOf(line), value: cents(line.value) }));
  const shownSums = sums.map(({ fields, ...sum }) => ({ ...sum, amount: cents(sum.amount) }));
  const effects = sums.map(({ fields }, at) => effectOf(fields, isCouponInvalid) * units(shownSums[at]?.amount));
  const values = shownLines.map(({ value }) => units(value));
  const addedUp = (label: string, parts: readonly bigint[], total: Sum | undefined): readonly string[] => {
    const shown = parts.reduce((sum, part) => sum + part, 0n);
    return total === undefined || shown === units(total.amount)
      ? []
      : [`${label} ${cents(formatMoney({ units: shown, scale }))}`];
  };
  const subtotal = shownSums[sums.findIndex(({ fields }) => fields[0] === 'value')];
  const total = shownSums.find(({ isTotal }) => isTotal);
  const isExact =
    lines.every(({ value }, at) => value === shownLines[at]?.value) &&
    sums.every(({ amount }, at) => amount === shownSums[at]?.amount);
  const hasValues = lines.every(({ value }) => value !== '');
  const others = [...(hasValues ? addedUp('subtotal', values, subtotal) : []), ...addedUp('total', effects, total)];
  const notes =
    isExact || others.length === 0 ? [] : ['Amounts rounded to cents. As shown, they add up to:', ...others];
  return { lines: shownLines, sums: shownSums, notes };
}

const cents = (amount: string): string => amountKind.show(amount) ?? '';

/** A unit price in cents where that many times it is the value that is shown; else with all its decimals. */
function priceOf({ price, quantity, value }: ReceiptLine): string {
  const count = countKind.wire(quantity);
  const isTrue = count !== undefined && value !== '' && BigInt(count) * units(cents(price)) === units(cents(value));
  return isTrue ? cents(price) : price;
}

/** The decimals of the smallest unit that an amount may have. */
const scale = 25;

/** An amount in the smallest unit; 0 for what is none. */
function units(amount: string | undefined): bigint {
  const money = moneyKind.wire(amount);
  return money === undefined ? 0n : roundMoney(money, scale).units;
}

/** What a sum does to the total; nothing for the total itself, and for a part of another sum. */
function effectOf(fields: readonly string[], isCouponInvalid: boolean): bigint {
  const isOneOf = (names: readonly string[]): boolean => fields.some((name) => names.includes(name));
  if (isOneOf(isCouponInvalid ? ['loyaltyPointsDiscount'] : takenOff)) return -1n;
  return isOneOf(added) ? 1n : 0n;
}

function lineOf(product: unknown): readonly ReceiptLine[] {
  if (!isObject(product)) return [];
  const first = (names: readonly string[], read = textAt): string =>
    names.map((name) => read(product, name)).find((text) => text !== '') ?? '';
  const codes = [first(['uprid', 'productId']), first(['sku', 'model'])].filter(Boolean).join('  ');
  const line = {
    quantity: first(['quantity', 'qty']),
    title: first(['title', 'name', 'productName']),
    details: [first(['attributesString']), codes].filter(Boolean),
    price: first(['price', 'unitPrice'], amountAt),
    taxRate: percentOf(first(['taxRate', 'vatRate'])),
    value: first(['value', 'total', 'totalPrice'], amountAt),
  };
  return line.title !== '' && (line.quantity !== '' || line.price !== '' || line.value !== '') ? [line] : [];
}

/** A sum with the fields that its label and its amount come from. */
interface SumOfFields extends Sum {
  readonly fields: readonly string[];
}

/** In the order of a receipt: the products, what is added and taken off, VAT, and the total. */
function sumsOf(record: StoreRecord): readonly SumOfFields[] {
  const text = (name: string): string => textAt(record, name);
  const couponLabel = isCouponInvalid(record) ? `Coupon ${text('coupon')}, not valid` : `Less coupon ${text('coupon')}`;
  const payment = text('paymentCommissionTitle') || text('paymentModule');
  return [
    ...sum(record, 'Subtotal', 'value'),
    ...unlessZero(record, couponLabel, 'couponDiscount', ['coupon', 'couponValid']),
    ...unlessZero(record, `Less ${text('loyaltyPoints')} loyalty points`, 'loyaltyPointsDiscount', ['loyaltyPoints']),
    ...sum(record, withName('Shipping', text('shippingModule')), 'shippingValue', ['shippingModule']),
    ...sum(record, withName('Payment costs', payment), 'paymentCommission', [
      'paymentModule',
      'paymentCommissionTitle',
    ]),
    ...vat(record),
    ...unlessZero(record, 'VAT on shipping', 'shippingTax', ['shippingTax']),
    ...unlessZero(record, 'Less VAT on coupon', 'couponTaxCalculated', ['couponTaxCalculated']),
    ...sum(record, `Total ${text('currencyType')}`.trim(), 'total', ['currencyType']),
  ];
}

const isCouponInvalid = (record: StoreRecord): boolean =>
  record.couponValid === false || textAt(record, 'couponValid') === '0';

const withName = (label: string, name: string): string => (name === '' ? label : `${label} (${name})`);

/** The amount of a field, where there is one. `others` are the fields in its label. */
function sum(record: StoreRecord, label: string, name: string, others: readonly string[] = []): readonly SumOfFields[] {
  const amount = amountAt(record, name);
  if (amount === '') return [];
  return [{ label, amount, fields: [name, ...others], ...(name === 'total' ? { isTotal: true } : {}) }];
}

/** A sum that not every receipt has: absent if neither the amount nor its cause, the first of `others`, has a value. */
function unlessZero(
  record: StoreRecord,
  label: string,
  name: string,
  others: readonly [string, ...string[]],
): readonly SumOfFields[] {
  const isAbsent = [others[0], name].every((field) => /^(0*(\.0*)?|-)$/.test(textAt(record, field)));
  return isAbsent ? [] : sum(record, label, name, others);
}

const added = ['value', 'tax', 'shippingValue', 'shippingTax', 'paymentCommission'] as const;
const takenOff = ['couponDiscount', 'couponTaxCalculated', 'loyaltyPointsDiscount'] as const;

/**
 * The total of a basket, in cents. Absent unless every amount is there: without one it would be wrong. A discount below
 * zero could mean either sign. A coupon that is not valid takes nothing off, whatever it would.
 */
function calculatedTotal(record: StoreRecord): readonly SumOfFields[] {
  const amounts = (names: readonly string[]): readonly Money[] =>
    names.flatMap((name) => moneyKind.wire(textAt(record, name)) ?? []);
  const plus = amounts(added);
  const minus = amounts(takenOff);
  const isWhole = plus.length === added.length && minus.length === takenOff.length;
  if (!isWhole || minus.some(({ units }) => units < 0n)) return [];
  const taken = isCouponInvalid(record) ? amounts(['loyaltyPointsDiscount']) : minus;
  const all = [...plus, ...taken.map(({ units, scale }) => ({ units: -units, scale }))];
  const scale = Math.max(...all.map((amount) => amount.scale));
  const units = all.reduce((total, amount) => total + roundMoney(amount, scale).units, 0n);
  return [
    { label: 'Total (calculated)', amount: formatMoney(roundMoney({ units, scale }, 2)), isTotal: true, fields: [] },
  ];
}

/**
 * For each rate, and the total where that says more. `taxPerRate` and `valuePerRate` are objects of amounts by
 * percentage.
 */
function vat(record: StoreRecord): readonly SumOfFields[] {
  const rates = vatPerRate(record);
  const [total] = sum(record, 'VAT', 'tax');
  if (!total) return rates;
  const [only] = rates;
  return rates.length === 1 && only?.amount === total.amount
    ? [{ ...only, fields: [...only.fields, 'tax'] }]
    : [...rates, total];
}

function vatPerRate({ taxPerRate, valuePerRate }: StoreRecord): readonly SumOfFields[] {
  if (!isObject(taxPerRate)) return [];
  const base = (rate: string): string => (isObject(valuePerRate) ? cents(amountAt(valuePerRate, rate)) : '');
  return Object.keys(taxPerRate).map((rate) => ({
    label: `VAT ${percentOf(rate)}%${base(rate) === '' ? '' : ` of ${base(rate)}`}`,
    amount: amountAt(taxPerRate, rate),
    fields: ['taxPerRate', 'valuePerRate'],
  }));
}

/** A single value as it was received; '' for none, and for anything else. */
function textAt(record: StoreRecord, name: string): string {
  const value = Object.hasOwn(record, name) ? record[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const amountAt = (record: StoreRecord, name: string): string => moneyKind.show(textAt(record, name)) ?? '';

const percentOf = (text: string): string => percentKind.show(text) ?? '';
