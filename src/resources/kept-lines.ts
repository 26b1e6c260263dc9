import { isObject } from '../text/json.ts';
import { countKind } from './kinds.ts';
import type { StoreRecord } from './record-fields.ts';
import { canonicalUprid, parseUprid, type Uprid, upridKind } from './shop-kinds.ts';

/**
 * The products of a basket that were sent and are not in it, or in another quantity: `products[0].quantity`. None where the
 * record does not show its products, or not by IDs.
 * @param before the products of the basket before, to which those that are sent are added
 */
export function linesNotKept(sent: unknown, received: unknown, before?: unknown): readonly string[] {
  if (!Array.isArray(sent) || !Array.isArray(received)) return [];
  const lines = received.filter(isObject);
  return sent.filter(isObject).flatMap((line, at) => {
    const fault = faultOf(line, sent.filter(isObject), lines, before);
    return fault === undefined ? [] : [`products[${at}].${fault}`];
  });
}

/** What of a line is not as it was sent. */
function faultOf(
  line: StoreRecord,
  sent: readonly StoreRecord[],
  received: readonly StoreRecord[],
  before: unknown,
): string | undefined {
  const wanted = upridOf(line.uprid);
  if (!wanted) return isTitled(line, received) ? undefined : 'title';
  if (received.some((one) => upridOf(one.uprid ?? one.productId) === undefined && !isCustom(one))) return undefined;
  const isOf = (one: StoreRecord): boolean => isOfProduct(one, wanted);
  const found = received.filter(isOf);
  if (found.length === 0) return 'uprid';
  const added = sumOf(
    sent.filter((one) => isSame(upridOf(one.uprid), wanted)),
    1,
  );
  const had = Array.isArray(before) ? sumOf(before.filter(isObject).filter(isOf)) : undefined;
  const has = sumOf(found);
  if (has === undefined || added === undefined) return undefined;
  // Without the basket as it was, there may have been more of it.
  const isRight = had === undefined ? has >= added : has === had + added;
  return isRight ? undefined : 'quantity';
}

/** The quantity of some lines together; undefined where one does not say. */
function sumOf(lines: readonly StoreRecord[], byDefault?: number): number | undefined {
  const counts = lines.map(({ quantity }) => countKind.wire(quantity) ?? byDefault);
  return counts.reduce((sum, count) => (sum === undefined || count === undefined ? undefined : sum + count), 0);
}

/** Whether a line is of this product. A store may choose the options that were not sent, and may not show any. */
function isOfProduct(line: StoreRecord, wanted: Uprid): boolean {
  const uprid = upridOf(line.uprid);
  if (uprid && wanted.chosen.length > 0) return isSame(uprid, wanted);
  return upridOf(line.productId ?? line.uprid)?.productId === wanted.productId;
}

/** Whether a custom product is in the basket, or lines have no titles. */
function isTitled({ title }: StoreRecord, received: readonly StoreRecord[]): boolean {
  const titles = received.map((line) => textOf(line.title) || textOf(line.name));
  return titles.some((one) => one === '') ? received.length > 0 : titles.includes(textOf(title));
}

const isCustom = ({ title, isCustom }: StoreRecord): boolean => textOf(title) !== '' || isCustom !== undefined;

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim().toLowerCase() : '');

function upridOf(value: unknown): Uprid | undefined {
  const uprid = upridKind.wire(value);
  return uprid === undefined ? undefined : parseUprid(uprid);
}

const isSame = (one: Uprid | undefined, other: Uprid): boolean =>
  one !== undefined && canonicalUprid(one) === canonicalUprid(other);
