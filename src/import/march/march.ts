import { setImmediate } from 'node:timers/promises';
import { CliError } from '../../errors.ts';
import { isRefusal } from '../../pace/failed-read.ts';
import { safe } from '../../text/escape.ts';
import { NumberSet } from '../../text/number-set.ts';
import { untilInterrupted } from '../file/copy.ts';
import { foldedText, type Key } from '../map/rows/key.ts';
import type { FileRows, StoredRow } from '../rows/file-rows.ts';
import { type Listing, listProductsOf } from './list-store.ts';
import { type KeyedProduct, type LackingRow, ListedProducts, type StoreProduct } from './listed-products.ts';
import { searchAlike } from './lookup.ts';
import { type ComparedRow, compareRow, type ResultCounts, type RowResult } from './results.ts';
import { maxSampled, type StoreTest } from './store-test.ts';

/** How a store is read, and what of it is compared. */
export interface Reading extends Listing {
  /** How many rows are left. */
  readonly count: number;
  /** How many products the store counts, where it says so. */
  readonly products: number | undefined;
  readonly tested: StoreTest;
  /** Whether the list decides about a row that the store refuses to look up. Otherwise it is `refused`. */
  readonly listsRefused?: boolean;
  /** Look-ups at a time. */
  readonly lookUps: number;
  /** Called with the number of look-ups so far. */
  readonly onLookedUp?: (count: number) => void;
  /** Whether it is known that the store had such a product. Absent where nothing is known. */
  readonly wasInStore?: ((key: Key) => boolean) | undefined;
  /** Says that the comparison takes another way than it began with. */
  readonly notice: (text: string) => Promise<void>;
  /** Ends the comparison with an error. */
  readonly interrupted?: AbortSignal;
}

/**
 * Compares the rows of a file with a store, in flat memory. Lists the store once or, where that takes fewer requests,
 * looks every row up. A list that changes meanwhile is read a second time, then rows are looked up.
 * @throws CliError when the store does not answer, or cannot be read in either way
 */
export async function compareWithStore(rows: FileRows, reading: Reading): Promise<Comparison> {
  const { count, products, tested, storeOnly, connection } = reading;
  const comparison = new Comparison(rows, reading);
  const isListDearer = products !== undefined && count <= products / connection.pageSize;
  if (storeOnly || tested.unreliable || !isListDearer) await comparison.list();
  return comparison;
}

/** A file beside a store. What was read of the store is in the scratch of the rows, and is not read again. */
export class Comparison {
  readonly #rows: FileRows;
  readonly #reading: Reading;
  #products: ListedProducts;
  #isListed = false;
  /** Whether rows that the list lacks are looked up: they are few, or it leaves out products. */
  #searchesLacking = false;
  #isPartial = false;
  /** The records that were looked up. */
  #searched = new NumberSet();
  readonly #refused = new Map<number, CliError>();

  /** Looks up every row, unless `list` is called first. */
  constructor(rows: FileRows, reading: Reading) {
    this.#rows = rows;
    this.#reading = reading;
    this.#products = new ListedProducts({ ...reading, scratch: rows.scratch });
  }

  /** @throws CliError if the list changes while it is read, and rows cannot be looked up instead */
  async list(): Promise<void> {
    const { notice, storeOnly, tested, noun } = this.#reading;
    const listed = await listProductsOf(this.#rows, this.#reading, ({ message }) =>
      notice(safe`${message} Listing the ${noun.names[1]} again.`),
    );
    if (listed instanceof ListedProducts) {
      this.#products = listed;
      this.#searched = new NumberSet();
      this.#isListed = true;
      this.#searchesLacking = !tested.unreliable && (await this.#mustSearchLacking());
      return;
    }
    if (storeOnly || tested.unreliable || this.#refused.size > 0) throw listed;
    await notice(safe`${listed.message} Looking up every row instead.`);
    this.#products = new ListedProducts({ ...this.#reading, scratch: this.#rows.scratch });
  }

  async #mustSearchLacking(): Promise<boolean> {
    const lacking = this.#products.lackingKeys(maxSampled + 1);
    if (lacking.length <= maxSampled) return true;
    const { tested } = this.#reading;
    const leavesOut = await tested.leavesOut(this.#products.ids, lacking, this.#reading);
    const isPartial = leavesOut || (await this.#lacksKnown());
    if (isPartial) await this.#sayPartial();
    return isPartial;
  }

  /** Whether a search finds a product that the store is known to have had, and that the list lacks. */
  async #lacksKnown(): Promise<boolean> {
    const { wasInStore } = this.#reading;
    if (!wasInStore) return false;
    for await (const page of this.#untilInterrupted(this.#products.lackingRows())) {
      const known = page.filter(({ key }) => wasInStore(key));
      await this.#lookUp(known);
      if (this.#under(known).some((found) => found.length > 0)) return true;
    }
    return false;
  }

  async #sayPartial(): Promise<void> {
    if (this.#isPartial) return;
    this.#isPartial = true;
    await this.#reading.notice(partialMessage(this.#reading.noun.names[1]));
  }

  /** Every row in file order, with what the store has for it, a page at a time. May be called again. */
  async *rows(): AsyncGenerator<readonly ComparedRow[]> {
    const pages = this.#rows.pages(this.#isListed ? undefined : this.#reading.lookUps);
    for await (const page of this.#untilInterrupted(pages)) yield await this.#compared(page);
  }

  #untilInterrupted<T>(pages: Iterable<T>): AsyncGenerator<T> {
    const { interrupted } = this.#reading;
    return interrupted ? untilInterrupted(inTurns(pages), interrupted) : inTurns(pages);
  }

  /** Whether the store has no products, so that every row is new: its list is believed, and nothing says otherwise. */
  get isEmpty(): boolean {
    return this.#isListed && !this.#searchesLacking && this.#products.count === 0 && !this.#reading.wasInStore;
  }

  /** Goes through all rows, and counts them by what the store has for them. */
  async count(): Promise<ResultCounts> {
    const counts = { new: 0, same: 0, differs: 0, duplicate: 0, near: 0, refused: 0, unclear: 0 };
    if (this.isEmpty) return { ...counts, new: this.#reading.count };
    for await (const batch of this.rows()) {
      for (const { result } of batch) {
        counts[result.kind]++;
        if (result.kind === 'same' && result.isUnclear) counts.unclear++;
      }
    }
    return counts;
  }

  /** How many products no row of the file has; undefined where the store was not listed. */
  get gone(): number | undefined {
    return this.#isListed ? this.#products.gone : undefined;
  }

  /** The products that no row has, with `storeOnly`. */
  goneProducts(): Generator<readonly StoreProduct[]> {
    return this.#products.goneProducts();
  }

  async #compared(rows: readonly StoredRow[]): Promise<readonly ComparedRow[]> {
    const listed = this.#under(rows);
    const unclear = rows.filter((row, at) => this.#isUnclear(row, listed[at] ?? []));
    await this.#lookUp(unclear);
    if (this.#reading.listsRefused && this.#refused.size > 0 && !this.#isListed) {
      await this.list();
      return await this.#compared(rows);
    }
    const found = unclear.length === 0 ? listed : this.#under(rows);
    const isUnlisted = (_: StoredRow, at: number) => listed[at]?.length === 0 && found[at]?.length !== 0;
    if (this.#isListed && rows.some(isUnlisted)) await this.#sayPartial();
    return rows.map((row, at) => ({ row, result: this.#compare(row, found[at] ?? []) }));
  }

  #under(rows: readonly LackingRow[]): readonly (readonly KeyedProduct[])[] {
    return this.#products.under(rows.map(({ key }) => foldedText(key)));
  }

  /** Whether a row must be looked up. A list may lack products, and have some under another key than the search. */
  #isUnclear({ record, key }: StoredRow, products: readonly KeyedProduct[]): boolean {
    if (this.#reading.tested.unreliable || this.#searched.has(record) || this.#refused.has(record)) return false;
    if (!this.#isListed) return true;
    if (products.length === 0) return this.#searchesLacking;
    return new Set(products.filter(({ code }) => code === key.code).map(({ id }) => id)).size !== 1;
  }

  async #lookUp(rows: readonly LackingRow[]): Promise<void> {
    const { lookUps, onLookedUp } = this.#reading;
    for (let at = 0; at < rows.length; at += lookUps) {
      await Promise.all(rows.slice(at, at + lookUps).map((row) => this.#lookUpRow(row)));
      onLookedUp?.(this.#searched.size + this.#refused.size);
    }
    this.#products.flush();
  }

  async #lookUpRow({ record, key }: LackingRow): Promise<void> {
    const { language, read } = this.#reading;
    const found = await read(() => searchAlike(this.#reading, key, language)).catch(unlessRefused);
    if (found instanceof CliError) {
      this.#refused.set(record, found);
      return;
    }
    this.#searched.add(record);
    this.#products.addFound(key, found);
  }

  #compare(row: StoredRow, products: readonly KeyedProduct[]): RowResult {
    const { listsRefused } = this.#reading;
    const error = this.#refused.get(row.record);
    if (error && !listsRefused) return { kind: 'refused', message: error.message, error };
    const compareWith = (some: readonly KeyedProduct[]) =>
      compareRow(row, some, this.#reading.noun, this.#rows.isShared);
    if (!this.#searched.has(row.record)) return compareWith(products);
    const found = compareWith(products.filter(({ isSearched }) => isSearched));
    if (found.kind !== 'new') return found;
    const near = compareWith(products.filter(({ isSearched }) => !isSearched));
    return near.kind === 'near' ? { kind: 'new', near } : found;
  }
}

/** Where nothing else waits, Ctrl-C would not be seen without a turn of the event loop. */
async function* inTurns<T>(pages: Iterable<T>): AsyncGenerator<T> {
  for (const page of pages) {
    await setImmediate();
    yield page;
  }
}

/** @throws any failure but a lasting refusal of this look-up */
function unlessRefused(error: unknown): CliError {
  if (error instanceof CliError && isRefusal(error)) return error;
  throw error;
}

const partialMessage = (names: string): string =>
  `Warning: the list of ${names} lacks some that the search finds. Rows missing from the list are looked up one by one; other ${names} may be missing.`;
