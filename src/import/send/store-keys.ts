import type { Product } from '../../resources/products.ts';
import { HashSet, hashOf } from '../../text/hash-set.ts';
import { formatMoney, parseMoney, roundMoney } from '../../text/money.ts';
import type { FileKeys } from '../check/duplicates.ts';
import { keysOfProduct } from '../compare/list-store.ts';
import { type IsShared, idOf, resultOf } from '../compare/lookup.ts';
import { foldedText, type Key, keyText, type SendableRow } from '../read/row.ts';
import { hash32, ProductTable } from './product-table.ts';

/** What the store has for a row's key before anything is sent. */
export type Found =
  | { readonly kind: 'absent' }
  /** `duplicates`: all products, where several have exactly this key. */
  | {
      readonly kind: 'exists';
      readonly product: string;
      readonly differs: boolean;
      readonly duplicates?: readonly string[];
    }
  | { readonly kind: 'near'; readonly code: string };

/** From the records that a search for the row's key gave. */
export function foundBySearch(row: SendableRow, records: readonly Product[], isShared: IsShared): Found {
  const { key } = row;
  const result = resultOf(key, records, isShared);
  if (result.kind === 'absent' || result.kind === 'near') return result;
  const { name, price } = records.find((record) => String(record[key.field]) === key.code) ?? {};
  const isOther = differs(row, hashOfName(name), hashOfPrice(price));
  if (result.kind === 'found') return { kind: 'exists', product: result.productId, differs: isOther };
  return { kind: 'exists', product: result.productIds.join(' '), differs: isOther, duplicates: result.productIds };
}

/** The keys of the file that a store has, from its list. */
export class StoreKeys {
  readonly #file: FileKeys;
  readonly #products = new ProductTable();
  readonly #folded = new HashSet();
  readonly #duplicates = new HashSet();

  constructor(file: FileKeys) {
    this.#file = file;
  }

  add(record: Product): void {
    for (const key of keysOfProduct(record)) {
      const folded = foldedText(key);
      if (!this.#file.has(folded)) continue;
      this.#folded.add(hashOf(folded));
      this.#add(keyText(key), record);
    }
  }

  #add(key: string, record: Product): void {
    const id = Number(idOf(record));
    const product = {
      id: Number.isSafeInteger(id) ? id : -1,
      name: hashOfName(record.name),
      price: hashOfPrice(record.price),
    };
    if (!this.#products.add(key, product)) this.#duplicates.add(hashOf(key));
  }

  /** `unclear`: the list has a near match, or this key more than once, as several products or options of one. */
  find(row: SendableRow): Found | { readonly kind: 'unclear' } {
    const { key } = row;
    const found = this.#products.get(keyText(key));
    if (found && this.isDuplicate(key)) return { kind: 'unclear' };
    if (found) {
      return {
        kind: 'exists',
        product: found.id < 0 ? '' : String(found.id),
        differs: differs(row, found.name, found.price),
      };
    }
    return { kind: this.#folded.has(hashOf(foldedText(key))) ? 'unclear' : 'absent' };
  }

  has(key: Key): boolean {
    return this.#products.get(keyText(key)) !== undefined;
  }

  /** Whether the list has this key more than once. */
  isDuplicate(key: Key): boolean {
    return this.#duplicates.has(hashOf(keyText(key)));
  }
}

/** Whether the product in the store has another name or price than the row, where both have one. */
function differs({ values }: SendableRow, name: number, price: number): boolean {
  const otherName = values.name !== undefined && name !== 0 && hashOfName(values.name) !== name;
  return otherName || (values.price !== undefined && price !== 0 && hashOfPrice(formatMoney(values.price)) !== price);
}

const hashOfName = (name: unknown): number => (name === undefined || name === null ? 0 : hash32(String(name)));

function hashOfPrice(price: unknown): number {
  const money = price === undefined || price === null ? undefined : parseMoney(String(price));
  // Prices of the API have four decimals, and those that were sent may have more.
  return money ? hash32(formatMoney(roundMoney(money, 4))) : 0;
}
