import type { NewProduct } from '../../resources/products.ts';
import { hashOf } from '../../text/hash-set.ts';

/** A row that is ready to be sent. */
export interface SendableRow {
  /** 1 is the first after the header. */
  readonly record: number;
  readonly line: number;
  readonly key: Key;
  readonly values: NewProduct;
}

/** The code that identifies a product: its SKU, or else its EAN. */
export interface Key {
  readonly field: 'sku' | 'ean';
  readonly code: string;
}

/** The key of a row; undefined when it has neither. */
export function keyOf({ sku, ean }: NewProduct): Key | undefined {
  if (sku) return { field: 'sku', code: sku };
  return ean ? { field: 'ean', code: ean } : undefined;
}

/** The row with its key; undefined for one that has no values or no key. */
export function sendable(row: Partial<SendableRow> & Pick<SendableRow, 'record' | 'line'>): SendableRow | undefined {
  const key = row.values && keyOf(row.values);
  return key && row.values ? { record: row.record, line: row.line, key, values: row.values } : undefined;
}

/** A key as one text: an SKU and an EAN of the same digits are two keys. */
export const keyText = ({ field, code }: Key): string => `${field}:${code}`;

/**
 * Folds the differences that a careless store ignores: case, Unicode form, leading zeros, outer spaces.
 */
const foldedCode = (code: string): string => code.normalize('NFC').trim().toLowerCase().replace(/^0+/, '');

/** A folded key: equal for all keys that a careless store may take for one. */
export const foldedText = ({ field, code }: Key): string => keyText({ field, code: foldedCode(code) });

/** The hash of a folded key. */
export const foldedHash = ({ field, code }: Key): number => hashOf(foldedCode(code), `${field}:`);
