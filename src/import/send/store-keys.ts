import type { Product } from '../../resources/products.ts';
import { HashSet, hashOf } from '../../text/hash-set.ts';
import { formatMoney, parseMoney } from '../../text/money.ts';
import type { FileKeys } from '../check/duplicates.ts';
import { foldedText, type Key, keyOf, keyText, type SendableRow } from '../read/row.ts';
import { type IsShared, idOf, sightingOf } from './lookup.ts';
import { bitsOf, ProductTable } from './product-table.ts';

/** What the store has of a row's key before anything is sent. */
export type Found =
  | { readonly kind: 'absent' }
  /** `twice`: the products, where several have exactly this key. */
  | { readonly kind: 'there'; readonly product: string; readonly differs: boolean; readonly twice?: readonly string[] }
  | { readonly kind: 'near'; readonly code: string };

/** From the records that a search for the row's key gave. */
export function foundBySearch(row: SendableRow, key: Key, records: readonly Product[], isShared: IsShared): Found {
  const sighting = sightingOf(key, records, isShared);
  if (sighting.kind === 'absent' || sighting.kind === 'near') return sighting;
  const { name, price } = records.find((record) => String(record[key.field]) === key.code) ?? {};
  const isOther = differs(row, bitsOfName(name), bitsOfPrice(price));
  if (sighting.kind === 'found') return { kind: 'there', product: sighting.productId, differs: isOther };
  return { kind: 'there', product: sighting.productIds.join(' '), differs: isOther, twice: sighting.productIds };
}

/** Which keys of the file a store has, from its list. */
export class StoreKeys {
  readonly #file: FileKeys;
  readonly #products = new ProductTable();
  readonly #folded = new HashSet();
  readonly #twice = new HashSet();

  constructor(file: FileKeys) {
    this.#file = file;
  }

  add(record: Product): void {
    for (const key of keysOf(record)) {
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
      name: bitsOfName(record.name),
      price: bitsOfPrice(record.price),
    };
    if (!this.#products.add(key, product)) this.#twice.add(hashOf(key));
  }

  /** `unclear`: the list has a key that is almost this one, or this one more than once: as two products, or as options of one. */
  find(row: SendableRow): Found | { readonly kind: 'unclear' } {
    const key = keyOf(row.values) as Key;
    const found = this.#products.get(keyText(key));
    if (found && this.isTwice(key)) return { kind: 'unclear' };
    if (found) {
      return {
        kind: 'there',
        product: found.id < 0 ? '' : String(found.id),
        differs: differs(row, found.name, found.price),
      };
    }
    return { kind: this.#folded.has(hashOf(foldedText(key))) ? 'unclear' : 'absent' };
  }

  has(key: Key): boolean {
    return this.#products.get(keyText(key)) !== undefined;
  }

  /** Whether the list has this key more than once: to be looked at exactly. */
  isTwice(key: Key): boolean {
    return this.#twice.has(hashOf(keyText(key)));
  }
}

/** Whether the product in the store has another name or another price than the row, where both have one. */
function differs({ values }: SendableRow, name: number, price: number): boolean {
  const otherName = values.name !== undefined && name !== 0 && bitsOfName(values.name) !== name;
  return otherName || (values.price !== undefined && price !== 0 && bitsOfPrice(formatMoney(values.price)) !== price);
}

const bitsOfName = (name: unknown): number => (name === undefined || name === null ? 0 : bitsOf(String(name)));

function bitsOfPrice(price: unknown): number {
  const money = price === undefined || price === null ? undefined : parseMoney(String(price));
  if (!money) return 0;
  return bitsOf(
    formatMoney(money).replace(/\.(\d*?)0*$/, (_, decimals: string) => (decimals === '' ? '' : `.${decimals}`)),
  );
}

function keysOf({ sku, ean }: Product): readonly Key[] {
  const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
  return [
    ...(text(sku) === '' ? [] : [{ field: 'sku' as const, code: text(sku) }]),
    ...(text(ean) === '' ? [] : [{ field: 'ean' as const, code: text(ean) }]),
  ];
}
