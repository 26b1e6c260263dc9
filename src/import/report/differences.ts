import type { NewProduct } from '../../resources/products.ts';
import { code, count, type Fields, id, type StoreRecord, text } from '../../resources/record-fields.ts';
import type { ComparedRow } from '../compare/comparison.ts';
import type { FieldDifferences } from '../compare/facts.ts';
import type { StoreProduct } from '../compare/found-products.ts';

/** How a file and a store differ in one row or product, as `--output json` shows it. */
export type Difference = {
  readonly kind: 'new' | 'differs' | 'duplicate' | 'near' | 'gone';
  readonly key: string | null;
  readonly keyField: 'sku' | 'ean' | null;
  readonly line: number | null;
  readonly name: string | null;
  /** Null for a new row, and where there are several. */
  readonly productId: string | null;
  readonly productIds?: readonly string[];
  /** The almost identical key in the store. */
  readonly nearKey?: string;
  readonly urlAbs?: string | null;
  readonly fields?: FieldDifferences;
};

/** Undefined for a row that is the same in the store. */
export function differenceOf({ row: { key, line, values }, result }: ComparedRow): Difference | undefined {
  if (result.kind === 'same') return undefined;
  const { kind } = result;
  const row = { kind, key: key.code, keyField: key.field, line, name: values.name ?? null, productId: null };
  switch (kind) {
    case 'new':
      return row;
    case 'differs':
      return { ...row, productId: result.productId, urlAbs: result.urlAbs ?? null, fields: result.fields };
    case 'duplicate':
      return { ...row, productIds: result.productIds };
    case 'near':
      return { ...row, productId: result.productId, urlAbs: result.urlAbs ?? null, nearKey: result.code };
  }
}

/** A product that no row of the file has. */
export function goneProduct({ id, name, urlAbs, keys: [key] }: StoreProduct): Difference {
  const product = { key: key?.code ?? null, keyField: key?.field ?? null, line: null, name: name ?? null };
  return { kind: 'gone', ...product, productId: id, urlAbs: urlAbs ?? null };
}

/** The signs of a table. */
const signs: Readonly<Record<Difference['kind'], string>> = {
  new: '+',
  differs: '~',
  duplicate: '2',
  near: '?',
  gone: '-',
};

/** One field that differs, or one row or product that is on one side alone: a line of a table and of CSV. */
export const lineFields: Fields = {
  sign: text('').inTable(1),
  kind: text('Kind'),
  line: count('Line').inTable(7),
  key: code('Key').inTable(2),
  field: text('Field').inTable(3),
  store: text('In store').inTable(4).markedAgainst('file'),
  file: text('In file').inTable(5).markedAgainst('store'),
  productId: id('Product ID').inTable(6),
  urlAbs: text('URL'),
};

/** The columns of CSV: all but the sign. */
export const csvColumns: readonly string[] = Object.keys(lineFields).filter((name) => name !== 'sign');

export function linesOf(difference: Difference): readonly StoreRecord[] {
  const { kind, key, line, name, productId, urlAbs = null } = difference;
  const common = { sign: signs[kind], kind, line, key, field: null, store: null, file: null, productId, urlAbs };
  switch (kind) {
    case 'new':
      return [{ ...common, file: name }];
    case 'gone':
      return [{ ...common, store: name }];
    case 'near':
      return [{ ...common, field: difference.keyField, store: difference.nearKey, file: key }];
    case 'duplicate':
      return (difference.productIds ?? []).map((productId) => ({ ...common, productId }));
    case 'differs':
      return Object.entries(difference.fields ?? {}).map(([field, values]) => ({ ...common, field, ...values }));
  }
}

/** The columns of a worklist. */
export const worklistColumns = ['todo', 'sku', 'ean', 'field', 'from', 'to', 'productId', 'urlAbs', 'line'] as const;

const todo: Readonly<Partial<Record<Difference['kind'], string>>> = {
  differs: 'change',
  duplicate: 'keep one of these',
  near: 'correct the key',
  gone: 'delete or take offline',
};

/** What a person has to do in the back office, as rows of a worklist. A new row is for the import. */
export function worklistRows(difference: Difference, { sku, ean }: NewProduct = {}): readonly (readonly string[])[] {
  const what = todo[difference.kind];
  if (what === undefined) return [];
  const { kind, key, keyField } = difference;
  const codes = kind === 'gone' ? { [keyField ?? '']: key } : { sku, ean };
  return linesOf(difference).map((line) => {
    const cells = { ...line, ...codes, todo: what, from: line.store, to: line.file } as StoreRecord;
    return worklistColumns.map((column) => String(cells[column] ?? ''));
  });
}
