import type { StoreRecord } from '../resources/record-fields.ts';
import { HashSet, hashOf } from '../text/hash-set.ts';
import { NumberSet } from '../text/number-set.ts';

/** Bits for each record that is expected. */
const numbersEach = 32;
/** The count of a store may be wrong and must not fill the memory. IDs beyond it go into the set of hashes. */
const minExpected = 2 ** 15;
const maxExpected = 2 ** 20;

/**
 * The records of a list that were received: a bit for an ID that is a whole number, up to 32 times as large as the list is
 * long, and 16 bytes for any other.
 */
export class ReceivedRecords {
  readonly #end: number;
  readonly #numbers = new NumberSet();
  readonly #others = new HashSet();
  /** The `stockId` of the first record. Records with another one are hashed. */
  #stock: string | undefined;

  /** @param expected how many records there are in all, if that is known */
  constructor(expected: number | undefined) {
    this.#end = numbersEach * Math.min(Math.max(expected ?? 0, minExpected), maxExpected);
  }

  /** False if it was received before. */
  add(record: StoreRecord): boolean {
    const id = idOf(record);
    const stock = asText(record.stockId);
    this.#stock ??= stock;
    const number = stock === this.#stock ? wholeNumber(id) : -1;
    return number >= 0 && number < this.#end ? this.#numbers.add(number) : this.#others.add(hashOfRecord(record));
  }
}

const idOf = (record: StoreRecord): unknown =>
  record.uprid ?? record.productId ?? record.basketKey ?? record.id ?? record;

/** -1 for anything else. */
function wholeNumber(id: unknown): number {
  if (typeof id === 'number') return Number.isSafeInteger(id) ? id : -1;
  return typeof id === 'string' && /^(?:0|[1-9]\d{0,9})$/.test(id) ? Number(id) : -1;
}

/**
 * A hash of what identifies a record in a list. A product with options has one record per option, which differ in uprid and
 * stockId.
 */
export const hashOfRecord = (record: StoreRecord): number =>
  hashOf(`${asText(idOf(record))}\n${asText(record.stockId)}`);

const asText = (json: unknown): string => (typeof json === 'object' ? JSON.stringify(json) : String(json));
