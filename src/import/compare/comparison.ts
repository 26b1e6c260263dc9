import type { RowTable } from '../check/row-table.ts';
import type { RecordFilter } from '../read/catalogue.ts';
import { foldedText, type Key, type SendableRow } from '../read/row.ts';
import type { ComparedField, FieldDifferences } from './facts.ts';
import { differenceBetween, type RowToCompare } from './fingerprint.ts';
import type { FoundProducts, StoreProduct } from './found-products.ts';

/** What the store has for a row. */
export type RowResult =
  | { readonly kind: 'new' }
  /** `isUnclear`: the store does not state all fields that the row states. */
  | { readonly kind: 'same'; readonly productId: string; readonly isUnclear?: true }
  | {
      readonly kind: 'differs';
      readonly productId: string;
      readonly urlAbs: string | undefined;
      /** Empty for a recorded row. */
      readonly fields: FieldDifferences;
    }
  /** Several products have exactly this key. */
  | { readonly kind: 'duplicate'; readonly productIds: readonly string[] }
  /** A product has almost this key: an import would not send the row. */
  | { readonly kind: 'near'; readonly productId: string; readonly urlAbs: string | undefined; readonly code: string };

export interface ComparedRow<R extends RowToCompare = SendableRow> {
  readonly row: R;
  readonly result: RowResult;
}

export type ResultCounts = Readonly<Record<RowResult['kind'], number>>;

/** The rows to compare: the valid ones of a checked file, or of a shard of it, or those of an earlier import. */
export interface RowsToCompare<R extends RowToCompare = SendableRow> {
  /** In file order; others than the wanted may be left out. Called several times, and gives the same rows every time. */
  readonly rows: (isWanted?: RecordFilter) => AsyncIterable<readonly R[]>;
  readonly count: number;
  /** All rows of the file: those to compare, the others, and the invalid ones. */
  readonly table: RowTable;
}

/** The result of comparing a file with a store. It does not read the store again. Close it to delete the scratch file. */
export class Comparison<R extends RowToCompare = SendableRow> {
  readonly counts: ResultCounts;
  readonly #parts: ComparisonParts<R>;

  private constructor(parts: ComparisonParts<R>, counts: ResultCounts) {
    this.#parts = parts;
    this.counts = counts;
  }

  /** How many products no row of the file has; undefined where the store was not listed. */
  get gone(): number | undefined {
    return this.#parts.isListed ? this.#parts.products.gone : undefined;
  }

  /** Counts the results, which only sometimes needs another pass over the file. */
  static async of<R extends RowToCompare>(parts: ComparisonParts<R>): Promise<Comparison<R>> {
    const { file, products } = parts;
    const counts = { new: file.count, same: 0, differs: 0, duplicate: 0, near: 0 };
    let isClear = !products.hasNear;
    for (let record = 1; record <= file.table.lastRecord; record++) {
      const known = products.knows(record);
      if (known === 'open') isClear = false;
      if (known === 'open' || known === 'new') continue;
      counts.new--;
      counts[known]++;
    }
    if (isClear) return new Comparison(parts, counts);
    const exact = { new: 0, same: counts.same, differs: 0, duplicate: 0, near: 0 };
    for await (const batch of new Comparison(parts, counts).rows('different'))
      for (const { result } of batch) exact[result.kind]++;
    return new Comparison(parts, exact);
  }

  /**
   * The rows in file order, with what the store has for them: all, those that are not known to be the same there, or
   * those that are wanted, which must include all that differ. May be called again.
   * @throws CliError `interrupted`
   */
  async *rows(which: 'all' | 'different' | RecordFilter = 'all'): AsyncGenerator<readonly ComparedRow<R>[]> {
    const { file, products } = this.#parts;
    const isDifferent: RecordFilter = (record) => products.knows(record) !== 'same';
    const isWanted = which === 'all' ? undefined : which === 'different' ? isDifferent : which;
    for await (const rows of file.rows(isWanted)) {
      const batch = isWanted ? rows.filter(({ record }) => isWanted(record)) : rows;
      const [first, last] = [batch[0], batch.at(-1)];
      if (!first || !last) continue;
      const found = products.foundBetween(first.record, last.record);
      yield batch.map((row) => ({ row, result: this.#resultOf(row, found.get(row.record)) }));
    }
  }

  /** What is known of a row that was not read, and need not be. */
  plainResult(record: number): 'new' | 'same' | undefined {
    const { products } = this.#parts;
    const known = products.knows(record);
    return known === 'same' || (known === 'new' && !products.hasNear) ? known : undefined;
  }

  /** The products that no row has, if requested. */
  *storeOnly(): Generator<readonly StoreProduct[]> {
    for (let first = 0; ; first += atOnce) {
      const products = this.#parts.products.goneFrom(first, atOnce);
      if (products.length === 0) return;
      yield products;
    }
  }

  close(): void {
    this.#parts.close();
  }

  #resultOf(row: R, found: readonly StoreProduct[] = []): RowResult {
    const [product, ...others] = found.filter(({ keys }) => keys.length === 0 || hasExactly(keys, row.key));
    const { file, products, fields } = this.#parts;
    if (product) return resultOfFound(row, [product, ...others], fields);
    if (products.knows(row.record) === 'same') return { kind: 'same', productId: products.idAt(row.record) };
    const near = file.table.isShared(foldedText(row.key)) ? undefined : products.nearTo(row.key);
    return near ? nearResult(row, near) : { kind: 'new' };
  }
}

interface ComparisonParts<R extends RowToCompare> {
  readonly file: RowsToCompare<R>;
  readonly products: FoundProducts;
  readonly fields: readonly ComparedField[];
  readonly close: () => void;
  /** Whether every product of the store was read. */
  readonly isListed: boolean;
}

const atOnce = 500;

/** Rows are found by hashes; where they differ from the product, the texts decide. */
const hasExactly = (keys: readonly Key[], { field, code }: Key): boolean =>
  keys.some((key) => key.field === field && key.code === code);

function resultOfFound(
  row: RowToCompare,
  found: readonly [StoreProduct, ...StoreProduct[]],
  fields: readonly ComparedField[],
): RowResult {
  const [product] = found;
  const productIds = [...new Set(found.map(({ id }) => id))];
  if (productIds.length > 1) return { kind: 'duplicate', productIds };
  const differences = differenceBetween(row, product.facts, fields);
  if (differences === 'none') return { kind: 'same', productId: product.id };
  if (differences === 'unknown') return { kind: 'same', productId: product.id, isUnclear: true };
  return { kind: 'differs', productId: product.id, urlAbs: product.urlAbs, fields: differences };
}

function nearResult({ key }: RowToCompare, { id, urlAbs, keys }: StoreProduct): RowResult {
  const folded = foldedText(key);
  const code = keys.find((other) => foldedText(other) === folded)?.code ?? '';
  return { kind: 'near', productId: id, urlAbs, code };
}
