import type { RowFault } from '../input/csv/catalogue.ts';
import type { NewProduct } from '../resources/products.ts';

/** What a product is found by: its SKU, or else its EAN. */
export interface Key {
  readonly field: 'sku' | 'ean';
  readonly code: string;
}

/** The key of a row; undefined when it has neither. */
export function keyOf({ sku, ean }: NewProduct): Key | undefined {
  if (sku) return { field: 'sku', code: sku };
  return ean ? { field: 'ean', code: ean } : undefined;
}

/** Remembers the keys of a file, to find those that stand in it twice. */
export class KeyIndex {
  readonly #headings: Readonly<Record<Key['field'], string>>;
  readonly #lines = { sku: new Map<string, number>(), ean: new Map<string, number>() };

  /** @param headings the columns of the keys, as the file names them. */
  constructor(headings: Readonly<Record<Key['field'], string>>) {
    this.#headings = headings;
  }

  /** Adds the key of a row; a fault when an earlier row has it. Both lines are named. */
  add(key: Key, line: number): RowFault | undefined {
    const seen = this.#lines[key.field];
    const first = seen.get(key.code);
    if (first === undefined) {
      seen.set(key.code, line);
      return undefined;
    }
    const message = `stands on line ${first} already: one ${key.field === 'sku' ? 'SKU' : 'EAN'} is one product`;
    return { line, column: this.#headings[key.field], value: key.code, message };
  }
}
